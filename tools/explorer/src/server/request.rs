//! A request as it is understood, and what is refused while it is read.

use httparse::{EMPTY_HEADER, Status as Parsed};

use super::response::{Response, Status};

/// Most bytes of the request line and the headers.
const MOST_HEAD: usize = 8 << 10;
/// Most bytes of a body.
const MOST_BODY: usize = 16 << 10;
/// Most headers; browsers send some twenty.
const MOST_HEADERS: usize = 64;
/// Most bytes of an address.
const MOST_ADDRESS: usize = 1 << 10;

/// The headers that decide whether and how a request is read and answered.
const USED_HEADERS: [&str; 6] =
    ["host", "origin", "sec-fetch-site", "content-type", "content-length", "transfer-encoding"];

/// What stands for other letters in addresses.
const ENCODED: [char; 2] = ['%', '+'];

/// What can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// To be shown something.
    Get,
    /// The same without its body.
    Head,
    /// To change something.
    Post,
}

/// A request that is complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// What is asked for.
    pub method: Method,
    /// The path, such as `/api/spot`.
    pub path: String,
    /// The words after the question mark, in their order.
    pub words: Vec<(String, String)>,
    /// Lower-case names and values of the headers that are used.
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// A request whose body has yet to come.
struct Head {
    /// All but the body.
    request: Request,
    /// Its bytes.
    length: usize,
    /// The body's bytes.
    body: usize,
}

impl Request {
    /// A request to be shown what is at an address, for callers without a wire.
    pub fn get(text: &str) -> Self {
        let (path, words) = words_of(text);
        Self { method: Method::Get, path, words, headers: Vec::new(), body: Vec::new() }
    }

    /// The request that the bytes of a connection begin with; `None` while it is not complete. What follows is passed
    /// over: a connection carries one request.
    pub fn whole(bytes: &[u8]) -> Result<Option<Self>, Response> {
        let Some(Head { request, length, body }) = Head::parse(bytes)? else {
            return if bytes.len() < MOST_HEAD { Ok(None) } else { Err(Head::too_long()) };
        };
        if length > MOST_HEAD {
            return Err(Head::too_long());
        }
        Ok(bytes.get(length..length + body).map(|body| Self { body: body.to_vec(), ..request }))
    }

    /// The value of a word of the address.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.words.iter().find(|(word, _)| word == name).map(|(_, value)| value.as_str())
    }

    /// All values of a header that is used, by its lower-case name.
    pub fn headers<'r>(&'r self, name: &'r str) -> impl Iterator<Item = &'r str> {
        self.headers.iter().filter(move |(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// Whether the body of the answer is not wanted.
    pub(crate) fn is_head(&self) -> bool {
        self.method == Method::Head
    }
}

impl Head {
    /// Reads a head from the bytes that have come so far; `None` while it is not complete.
    fn parse(bytes: &[u8]) -> Result<Option<Self>, Response> {
        let mut headers = [EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let length = match parsed.parse(bytes) {
            Ok(Parsed::Partial) => return Ok(None),
            Ok(Parsed::Complete(length)) => length,
            Err(httparse::Error::TooManyHeaders) => return Err(Self::too_long()),
            Err(error) => return Err(bad(&format!("not a request of HTTP ({error})"))),
        };
        let method = match parsed.method {
            Some("GET") => Method::Get,
            Some("HEAD") => Method::Head,
            Some("POST") => Method::Post,
            _ => return Err(Response::refusal(Status::WrongMethod, "expected GET, HEAD or POST")),
        };
        let (path, words) = address(parsed.path.unwrap_or_default())?;
        let used = parsed.headers.iter().filter(|header| is_used(header.name));
        let headers = used.map(text_of).collect::<Result<_, _>>()?;
        let request = Request { method, path, words, headers, body: Vec::new() };
        let body = body_length(&request)?;
        Ok(Some(Self { request, length, body }))
    }

    /// The answer to a head that does not end.
    fn too_long() -> Response {
        let reason = format!("more than {MOST_HEAD} bytes or {MOST_HEADERS} lines before the body; send less");
        Response::refusal(Status::LongHead, &reason)
    }
}

fn bad(reason: &str) -> Response {
    Response::refusal(Status::Bad, reason)
}

/// Whether anything depends on a header. Others, such as cookies of other programs on this machine, are not judged.
fn is_used(name: &str) -> bool {
    USED_HEADERS.iter().any(|used| used.eq_ignore_ascii_case(name))
}

fn text_of(header: &httparse::Header<'_>) -> Result<(String, String), Response> {
    let value = std::str::from_utf8(header.value).map_err(|_| bad("a header that is no text"))?;
    Ok((header.name.to_ascii_lowercase(), value.trim().to_owned()))
}

/// The path and the words of an address. Ours are plain letters: nothing needs to be written with percent signs.
fn address(text: &str) -> Result<(String, Vec<(String, String)>), Response> {
    if text.len() > MOST_ADDRESS {
        let reason = format!("an address of {} bytes, at most {MOST_ADDRESS}", text.len());
        return Err(Response::refusal(Status::LongAddress, &reason));
    }
    let (path, words) = words_of(text);
    if words.iter().any(|(name, value)| name.contains(ENCODED) || value.contains(ENCODED)) {
        return Err(bad("cards, betting and numbers are plain letters; leave out '%' and '+'"));
    }
    Ok((path, words))
}

fn words_of(text: &str) -> (String, Vec<(String, String)>) {
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let word = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (name.to_owned(), value.to_owned())
    };
    (path.to_owned(), query.split('&').filter(|pair| !pair.is_empty()).map(word).collect())
}

/// How many bytes of a body follow.
fn body_length(request: &Request) -> Result<usize, Response> {
    if request.headers("transfer-encoding").next().is_some() {
        return Err(Response::refusal(Status::NoLength, "a body in chunks; send it whole, with its Content-Length"));
    }
    let mut lengths = request.headers("content-length");
    let length = match (lengths.next(), lengths.next()) {
        (None, _) => return Ok(0),
        (Some(length), None) => length,
        (Some(_), Some(_)) => return Err(bad("two Content-Lengths; send one")),
    };
    // "+5" is a number in Rust but not in HTTP.
    let digits = Some(length).filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()));
    match digits.and_then(|text| text.parse().ok()) {
        Some(length) if length <= MOST_BODY => Ok(length),
        Some(length) => {
            let reason = format!("a body of {length} bytes, at most {MOST_BODY}");
            Err(Response::refusal(Status::LongBody, &reason))
        }
        None if digits.is_some() => Err(Response::refusal(Status::LongBody, "a body of no imaginable length")),
        None => Err(bad("a Content-Length that is no number")),
    }
}
