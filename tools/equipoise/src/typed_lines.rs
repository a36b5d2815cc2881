//! Lines as they are typed or scripted, read so that waiting for them never keeps a signal from being noticed.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use super::failure::wrong;

/// How long a signal may go unnoticed.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

pub struct TypedLines(Receiver<std::io::Result<String>>);

impl TypedLines {
    /// Reads in a thread of its own, which ends with the input or with the process.
    pub fn open() -> Self {
        let (sender, receiver) = sync_channel(1);
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self(receiver)
    }

    /// The next line; `None` at the end of the input. `check` says whether to go on waiting.
    pub fn next(&mut self, check: &dyn Fn() -> anyhow::Result<()>) -> anyhow::Result<Option<String>> {
        loop {
            check()?;
            match self.0.recv_timeout(LOOK_AGAIN) {
                Ok(Ok(line)) => return Ok(Some(line)),
                Ok(Err(error)) => return Err(wrong(format!("stdin: cannot be read ({error}); type lines of text"))),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
