//! Chromium without a window, spoken to in its own protocol: a page that is looked at, clicked and typed into.

use crate::web_socket::WebSocket;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What the browser may be called.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// How long something may take to show.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a browser that ends with it.
pub struct Page {
    child: Child,
    socket: WebSocket,
    session: String,
    number: u64,
    _profile: TempDir,
}

impl Page {
    /// A page, if there is a browser to show it.
    pub fn open(address: &str) -> Option<Self> {
        let profile = tempfile::tempdir().unwrap();
        let (child, devtools) = NAMES.iter().find_map(|name| start(name, &profile))?;
        let rest = devtools.strip_prefix("ws://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        let socket = WebSocket::open(host, &format!("/{path}"));
        let mut page = Self { child, socket, session: String::new(), number: 0, _profile: profile };
        let target = page.ask("Target.createTarget", json!({"url": "about:blank"}))["targetId"].clone();
        let attached = page.ask("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        page.session = attached["sessionId"].as_str().unwrap().to_owned();
        page.go(address);
        Some(page)
    }

    /// Leads to an address.
    pub fn go(&mut self, address: &str) {
        self.ask("Page.navigate", json!({"url": address}));
    }

    /// The width of the window, and which colours are preferred.
    pub fn look(&mut self, width: u32, scheme: &str) {
        let metrics = json!({"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600});
        self.ask("Emulation.setDeviceMetricsOverride", metrics);
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.ask("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// The value of an expression of JavaScript in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.ask("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub fn wait_for(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != true {
            assert!(begun.elapsed() < PATIENCE, "{expression} never came");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        let text = if key.len() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            self.ask("Input.dispatchKeyEvent", json!({"type": kind, "key": key, "code": key, "text": text}));
        }
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.number += 1;
        let mut asked = json!({"id": self.number, "method": method, "params": parameters});
        if !self.session.is_empty() {
            asked["sessionId"] = json!(self.session);
        }
        self.socket.send(&asked.to_string());
        loop {
            let answer: Value = serde_json::from_str(&self.socket.receive()).unwrap();
            if answer["id"] == self.number {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a browser and waits for the address at which it listens; `None` where it is not installed.
fn start(name: &str, profile: &TempDir) -> Option<(Child, String)> {
    let folder = format!("--user-data-dir={}", profile.path().display());
    let words =
        ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-port=0"];
    let mut command = Command::new(name);
    let mut child = command.args(words).arg(folder).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().ok()?;
    let lines = BufReader::new(child.stderr.take()?).lines().map_while(Result::ok);
    let mark = "DevTools listening on ";
    match { lines }.find_map(|line| line.split_once(mark).map(|(_, address)| address.trim().to_owned())) {
        Some(address) => Some((child, address)),
        None => {
            let _ = child.wait();
            None
        }
    }
}
