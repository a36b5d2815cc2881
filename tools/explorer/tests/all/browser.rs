//! Chromium without a window, spoken to in its own protocol: a page that is looked at, clicked and typed into.

use crate::client::Site;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What the browser may be called.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// It reads its orders from file 3 and answers in file 4: our ends of its input and output.
const THROUGH_PIPES: &str = "exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null 2>&1";
/// How long something may take to show.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a browser that ends with it.
pub struct Page {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: String,
    number: u64,
    _profile: TempDir,
}

impl Page {
    /// The site's page at a place, or a line that says why there is none.
    #[allow(clippy::print_stdout, reason = "a test that is skipped says so")]
    pub fn open(site: &Site, hash: &str) -> Option<Self> {
        let is_installed = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
        let Some(name) = NAMES.iter().find(is_installed) else {
            println!("skipped: no Chromium is installed, the page is not tested");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let folder = format!("--user-data-dir={}", profile.path().display());
        let words =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"];
        let mut command = Command::new("sh");
        command.args(["-c", THROUGH_PIPES, name]).args(words).arg(folder);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (orders, answers) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut page = Self { child, orders, answers, session: String::new(), number: 0, _profile: profile };
        let target = page.ask("Target.createTarget", json!({"url": "about:blank"}))["targetId"].clone();
        let attached = page.ask("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        page.session = attached["sessionId"].as_str().unwrap().to_owned();
        page.ask("Page.navigate", json!({"url": format!("http://127.0.0.1:{}/{hash}", site.port())}));
        Some(page)
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
        write!(self.orders, "{asked}\0").unwrap();
        loop {
            let mut bytes = Vec::new();
            self.answers.read_until(0, &mut bytes).unwrap();
            let answer: Value = serde_json::from_slice(bytes.strip_suffix(&[0]).expect("an answer")).unwrap();
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
