//! Requests that nobody should send end in a clean refusal, and the page goes on.

use crate::client::{Site, read};
use explorer::long_work::{LongWork, Stopped};
use explorer::server::{Handler, Request, Response};
use std::io::Write;
use std::time::{Duration, Instant};
use tables::together::progress::{Progress, Silent};

#[test]
fn what_is_malformed_or_too_large_is_refused_with_a_reason() {
    let site = Site::open();
    let host = format!("Host: 127.0.0.1:{}\r\n", site.port());
    let get = |rest: &str| format!("GET / HTTP/1.1\r\n{host}{rest}\r\n");
    let post = |rest: &str| format!("POST /api/start HTTP/1.1\r\n{host}Content-Type: application/json\r\n{rest}\r\n");
    let cases: Vec<(u16, String)> = vec![
        (400, "\0\0\0\0\r\n\r\n".to_owned()),
        (400, "GET\r\n\r\n".to_owned()),
        (400, format!("GET / HTTP/9.9\r\n{host}\r\n")),
        (400, format!("GET / HTTP/1.1\r\nHost 127.0.0.1\r\n{host}\r\n")),
        (400, "GET / HTTP/1.1\r\n\r\n".to_owned()),
        (400, get(&host)),
        (405, format!("DELETE / HTTP/1.1\r\n{host}\r\n")),
        (405, post("Content-Length: 2\r\n") + "{}"),
        (411, post("Transfer-Encoding: chunked\r\n") + "2\r\n{}\r\n0\r\n\r\n"),
        (413, post("Content-Length: 1000000\r\n")),
        (413, post("Content-Length: 99999999999999999999999999\r\n")),
        (400, post("Content-Length: -1\r\n")),
        (400, post("Content-Length: \r\n")),
        (400, post("Content-Length: 2\r\nContent-Length: 3\r\n") + "{}"),
        (414, format!("GET /?{} HTTP/1.1\r\n{host}\r\n", "a".repeat(2000))),
        (431, get(&format!("X: {}\r\n", "a".repeat(20_000)))),
        (431, get(&"X: a\r\n".repeat(100))),
    ];
    for (status, bytes) in cases {
        let answer = site.send(bytes.as_bytes());
        let shown = bytes.chars().take(90).collect::<String>();
        assert_eq!(answer.status, status, "{shown:?}: {answer:?}");
        assert!(!answer.reason().1.is_empty(), "{shown:?}");
    }
    assert_eq!(site.ask("GET /", "", "").status, 200);
}

#[test]
fn paths_lead_nowhere_but_to_the_page() {
    let site = Site::open();
    for path in [
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/api/../start",
        "/api/start/",
        "/index.html\\..",
        "/.git/config",
        "/api",
        "*",
        "http://127.0.0.1/api/start",
    ] {
        let answer = site.ask(&format!("GET {path}"), "", "");
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
}

#[test]
fn only_the_page_itself_may_ask() {
    let site = Site::open();
    let port = site.port();
    let ask = |host: &str, headers: &str| {
        site.send(format!("GET /api/start HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n").as_bytes()).status
    };
    let own = format!("127.0.0.1:{port}");
    assert_eq!(ask(&own, ""), 200);
    assert_eq!(ask(&format!("LocalHost:{port}"), &format!("Origin: http://localhost:{port}\r\n")), 200);
    assert_eq!(ask(&own, "Sec-Fetch-Site: same-origin\r\n"), 200);
    // A foreign name that resolves to this machine.
    for host in [
        &format!("rebound.example:{port}"),
        "127.0.0.1",
        &format!("127.0.0.1:{}", port ^ 1),
        "",
        &format!("{own}.example"),
    ] {
        assert_eq!(ask(host, ""), 421, "{host}");
    }
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        &format!("https://{own}"),
        &format!("http://{own}.example"),
    ] {
        assert_eq!(ask(&own, &format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(ask(&own, "Sec-Fetch-Site: cross-site\r\n"), 403);
    assert_eq!(ask(&own, "Sec-Fetch-Site: same-site\r\n"), 403);
    let post = |kind: &str| {
        site.ask("POST /api/start", &format!("Content-Type: {kind}\r\nContent-Length: 2\r\n"), "{}").status
    };
    assert_eq!(
        (post("text/plain"), post("application/x-www-form-urlencoded"), post("application/json")),
        (415, 415, 405)
    );
}

#[test]
fn answers_keep_the_page_to_itself() {
    let site = Site::open();
    for address in ["/", "/explorer.css", "/api/start", "/nothing"] {
        let head = site.ask(&format!("GET {address}"), "", "").head;
        for line in
            ["default-src 'none'", "frame-ancestors 'none'", "nosniff", "Cache-Control: no-store", "no-referrer"]
        {
            assert!(head.contains(line), "{address}: {head}");
        }
        assert!(!head.contains("Access-Control"), "{head}");
    }
    let head = site.ask("HEAD /", "", "");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn a_thousand_connections_keep_nobody_out() {
    let site = Site::open();
    for _ in 0..4 {
        // Of those who say nothing, and those who never end.
        let idle: Vec<_> = (0..250)
            .map(|number| {
                let mut stream = site.connect();
                if number % 2 == 0 {
                    let _ = stream.write_all(b"GET / HTTP/1.1\r\nX: ");
                }
                stream
            })
            .collect();
        let begun = Instant::now();
        assert_eq!(site.ask("GET /api/start", "", "").status, 200);
        // Far below the time after which slow clients are sent away.
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
        drop(idle);
    }
}

#[test]
fn a_client_that_is_too_slow_is_sent_away() {
    let site = Site::open();
    let mut stream = site.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let answer = read(stream);
    assert_eq!(answer.reason().0, 408, "{answer:?}");
}

#[test]
fn a_server_stops_although_clients_hang_on() {
    let site = Site::open();
    let _idle: Vec<_> = (0..10).map(|_| site.connect()).collect();
    let begun = Instant::now();
    drop(site);
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

/// Fails at one address.
struct Fragile;

impl Handler for Fragile {
    fn answer(&self, request: &Request, _: &dyn Progress) -> Response {
        assert_ne!(request.path, "/fails");
        Response::file("text/plain", "well")
    }
}

#[test]
fn a_request_that_goes_wrong_ends_alone() {
    let site = Site::of_handler(tempfile::tempdir().unwrap(), Fragile);
    assert_eq!(site.refusal("/fails").0, 500);
    assert_eq!(site.ask("GET /", "", "").status, 200);
}

#[test]
fn headers_that_are_not_used_are_not_judged_but_the_others_are() {
    let site = Site::open();
    let own = format!("Host: 127.0.0.1:{}\r\n", site.port());
    let get = |headers: &[u8]| site.send(&[b"GET /api/start HTTP/1.1\r\n", headers, b"\r\n"].concat()).status;
    for unused in [&b"Cookie: name=J\xf6rg\r\n"[..], b"X-Other: \xff\xfe\r\n", b"Referer: http://a/\xe9\r\n"] {
        assert_eq!(get(&[own.as_bytes(), unused].concat()), 200, "{unused:?}");
    }
    for used in [
        &b"Origin: http://\xe9\r\n"[..],
        b"Sec-Fetch-Site: \xff\r\n",
        b"Content-Length: 0\xff\r\n",
        b"Content-Length: 0\r\nContent-Length: 0\r\n",
    ] {
        assert_eq!(get(&[own.as_bytes(), used].concat()), 400, "{used:?}");
    }
    assert_eq!(get(&[own.as_bytes(), b"Transfer-Encoding: \xff\r\n"].concat()), 400);
    assert_eq!(get(&[own.as_bytes(), b"Transfer-Encoding: chunked\r\n"].concat()), 411);
    assert_eq!(get(b"Host: 127.0.0.1\xff\r\n"), 400);
}

/// Asks for values that take minutes, without waiting for them.
fn ask_for_long(site: &Site, page: usize) -> std::net::TcpStream {
    let mut stream = site.connect();
    let host = format!("127.0.0.1:{}", site.port());
    let address = format!("/api/values?strategy=0&boards=2352&seconds=60&page={page}");
    write!(stream, "GET {address} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    stream
}

#[test]
fn abandoned_requests_do_not_hold_up_the_next_one() {
    let site = Site::open();
    let abandoned: Vec<_> = (0..8).map(|page| ask_for_long(&site, page)).collect();
    std::thread::sleep(Duration::from_millis(300));
    let (status, reason) = site.refusal("/api/values?strategy=0&boards=2&page=other");
    assert!(status == 503 && reason.contains("too many wait"), "{status} {reason}");
    drop(abandoned);
    let begun = Instant::now();
    std::thread::sleep(Duration::from_millis(200));
    let values = site.get("/api/values?strategy=0&boards=2&page=other");
    assert_eq!(values["boards"], 2);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn a_newer_request_of_the_same_page_ends_the_older_one() {
    let site = Site::open();
    let (older, other_page) = (ask_for_long(&site, 1), ask_for_long(&site, 2));
    std::thread::sleep(Duration::from_millis(300));
    let waiting = ask_for_long(&site, 1);
    let (status, reason) = read(older).reason();
    assert!(status == 409 && reason.contains("newer"), "{status} {reason}");
    // The newest waits behind the other page's, which goes on.
    other_page.set_nonblocking(true).unwrap();
    assert!(other_page.peek(&mut [0]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    drop((other_page, waiting));
}

#[test]
fn values_end_after_the_seconds_that_were_given() {
    let site = Site::open();
    let begun = Instant::now();
    let values = site.get("/api/values?strategy=0&boards=2352&seconds=1");
    assert_eq!(values["is_cut_short"], true, "{}", values["boards"]);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    for words in ["seconds=0", "seconds=61", "boards=1", "boards=2353"] {
        assert_eq!(site.refusal(&format!("/api/values?strategy=0&{words}")).0, 400, "{words}");
    }
}

#[test]
fn long_work_waits_for_its_turn_and_beyond_a_few_is_refused() {
    let work = LongWork::new(1);
    let turn = work.begin("one", &Silent).unwrap();
    assert_eq!(work.begin("two", &Silent).err(), Some(Stopped::Busy));
    drop(turn);
    drop(work.begin("two", &Silent).unwrap());
    drop(work.begin("two", &Silent).unwrap());
}
