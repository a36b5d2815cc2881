//! A request as it is understood, what is refused while it is read, and who may ask: the page itself, but no page of
//! another site and no foreign name that resolves to this machine.

use httparse::{EMPTY_HEADER, Status as Parsed};

use super::response::{Response, Status};

/// Most bytes of the request line and the headers.
const MOST_HEAD: usize = 8 << 10;
/// Most bytes of a body: two ranges that name every holding have some 30,000.
const MOST_BODY: usize = 64 << 10;
/// Most headers; browsers send some twenty.
const MOST_HEADERS: usize = 64;
/// Most bytes of an address.
const MOST_ADDRESS: usize = 1 << 10;

/// The headers that decide whether and how a request is read and answered.
const USED_HEADERS: [&str; 6] =
    ["host", "origin", "sec-fetch-site", "content-type", "content-length", "transfer-encoding"];

/// The names under which this machine calls itself.
const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

/// What stands for other letters in addresses.
const ENCODED: [char; 2] = ['%', '+'];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Get,
    Head,
    Post,
}

/// A request that is complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub method: Method,
    /// The path, such as `/api/spot`.
    pub path: String,
    /// The words after the question mark, in their order.
    pub words: Vec<(String, String)>,
    /// Lower-case names and values of the headers that are used.
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
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
        let too_long = || {
            let reason = format!("more than {MOST_HEAD} bytes or {MOST_HEADERS} lines before the body; send less");
            Response::refusal(Status::LongHead, &reason)
        };
        let mut headers = [EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let length = match parsed.parse(bytes) {
            Ok(Parsed::Partial) if bytes.len() < MOST_HEAD => return Ok(None),
            Ok(Parsed::Partial) | Err(httparse::Error::TooManyHeaders) => return Err(too_long()),
            Ok(Parsed::Complete(length)) => length,
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
        let request = Self { method, path, words, headers, body: Vec::new() };
        let body_length = request.body_length()?;
        if length > MOST_HEAD {
            return Err(too_long());
        }
        Ok(bytes.get(length..length + body_length).map(|body| Self { body: body.to_vec(), ..request }))
    }

    /// The value of a word of the address.
    pub fn word(&self, name: &str) -> Option<&str> {
        self.words.iter().find(|(word, _)| word == name).map(|(_, value)| value.as_str())
    }

    /// All values of a header that is used, by its lower-case name.
    fn headers<'r>(&'r self, name: &'r str) -> impl Iterator<Item = &'r str> {
        self.headers.iter().filter(move |(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// How many bytes of a body follow.
    fn body_length(&self) -> Result<usize, Response> {
        if self.headers("transfer-encoding").next().is_some() {
            return Err(Response::refusal(
                Status::NoLength,
                "a body in chunks; send it whole, with its Content-Length",
            ));
        }
        let mut lengths = self.headers("content-length");
        let length = match (lengths.next(), lengths.next()) {
            (None, _) => return Ok(0),
            (Some(length), None) => length,
            (Some(_), Some(_)) => return Err(bad("two Content-Lengths; send one")),
        };
        // "+5" is a number in Rust but not in HTTP.
        if length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad("a Content-Length that is no number"));
        }
        let fitting = length.parse().ok().filter(|length| *length <= MOST_BODY);
        let reason = || format!("a body of {length} bytes, at most {MOST_BODY}");
        fitting.ok_or_else(|| Response::refusal(Status::LongBody, &reason()))
    }

    /// Whether the request was meant for this port and comes from its own page.
    pub(super) fn admit(&self, port: u16) -> Result<(), Response> {
        // Browsers leave out the web's default port.
        let hosts = NAMES.map(|name| if port == 80 { name.to_owned() } else { format!("{name}:{port}") });
        let is_own = |host: &str| hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        let refuse = |status, reason: String| Err(Response::refusal(status, &reason));
        // A foreign name that leads here is somebody's attempt to pass for this page (DNS rebinding).
        let mut named = self.headers("host");
        match (named.next(), named.next()) {
            (Some(host), None) if is_own(host) => {}
            (Some(_), None) => {
                return refuse(Status::Misdirected, format!("this is http://{}; ask it by that name", hosts[0]));
            }
            _ => return Err(bad("expected one Host header")),
        }
        let foreign =
            |what: &str| refuse(Status::Forbidden, format!("{what}; only the page at http://{} may ask", hosts[0]));
        if self.headers("origin").any(|origin| !origin.strip_prefix("http://").is_some_and(is_own)) {
            return foreign("a request from a page of another origin");
        }
        // A browser that loads a picture or a script for another page names no origin, but says this. Links lead here
        // from anywhere, though.
        let is_foreign = |site| !matches!(site, "same-origin" | "none");
        if self.path.starts_with("/api/") && self.headers("sec-fetch-site").any(is_foreign) {
            return foreign("a request on behalf of another page");
        }
        let is_json = |kind: &str| kind.split(';').next().is_some_and(|it| it.trim() == "application/json");
        if self.method == Method::Post && !self.headers("content-type").any(is_json) {
            return refuse(Status::WrongType, "expected a body of Content-Type application/json".to_owned());
        }
        Ok(())
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
