//! Runs the real binary in a folder of its own and looks at what it says.

use crate::small_buckets::write_buckets;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// The binary, ready to be started by a test; what it keeps of this machine's speed stays with the tests.
pub fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_equipoise"));
    command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command
}

/// Starts the binary in a folder, its output to be read.
pub fn start_in(folder: &Path, arguments: &[&str]) -> Child {
    piped(binary().args(arguments).current_dir(folder))
}

fn piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends a signal, such as `-INT`.
pub fn send(child: &Child, signal: &str) {
    let status = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Waits for the end of a program whose output was to be read.
pub fn end(child: Child) -> Outcome {
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
    Outcome { code: output.status.code().unwrap(), out, err }
}

/// The host and port in the line with which `explore` begins.
pub fn host_of(line: &str) -> String {
    line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned()
}

/// A player's results in a document of hands.
pub fn player<'a>(document: &'a Value, name: &str) -> &'a Value {
    let found = document["players"].as_array().unwrap().iter().find(|it| it["name"] == name);
    found.unwrap_or_else(|| panic!("{name}: {document}"))
}

/// The binary and a folder to run it in.
pub struct Program {
    folder: TempDir,
    cache: TempDir,
}

/// What a run left: exit code, stdout and stderr.
pub struct Outcome {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Program {
    pub fn new() -> Self {
        let [folder, cache] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        Self { folder, cache }
    }

    /// The folder of what the program keeps for the user.
    pub fn cache(&self) -> &Path {
        self.cache.path()
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, contents).unwrap();
        path
    }

    pub fn read(&self, name: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.folder().join(name)).unwrap()
    }

    pub fn start(&self, arguments: &[&str]) -> Child {
        start_in(self.folder(), arguments)
    }

    /// A line of shell in the folder, with `equipoise` as the program's name.
    pub fn shell(&self, line: &str) -> Command {
        let mut shell = Command::new("sh");
        let line = line.replace("equipoise", &binary().get_program().to_string_lossy());
        shell.args(["-c", &line]).current_dir(self.folder());
        shell
    }

    pub fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_with_input(arguments, "")
    }

    /// The same with something to read on stdin.
    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Outcome {
        let mut command = binary();
        let mut child = piped(command.args(arguments).current_dir(self.folder()).env("XDG_CACHE_HOME", self.cache()));
        // A program that reads nothing may have ended by now.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        end(child)
    }

    /// Runs the binary with `--json --quiet`, which must succeed with one document and no word besides.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--json", "--quiet"]).collect();
        let outcome = self.run(&arguments);
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{arguments:?}");
        serde_json::from_str(&outcome.out).unwrap()
    }

    /// Runs the binary, which must refuse with this exit code, one line on stderr and nothing on stdout; gives the
    /// line.
    pub fn refusal(&self, code: i32, arguments: &[&str]) -> String {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--quiet"]).collect();
        let outcome = self.run(&arguments);
        assert_eq!(outcome.code, code, "{arguments:?}: {}", outcome.err);
        assert_eq!(outcome.out, "", "{arguments:?}");
        assert!(outcome.err.starts_with("equipoise: "), "{arguments:?}: {}", outcome.err);
        assert_eq!(outcome.err.lines().count(), 1, "{arguments:?}: {}", outcome.err);
        assert!(!outcome.err.contains("panicked") && !outcome.err.contains("fault in the program"), "{}", outcome.err);
        outcome.err
    }

    /// Each of these arguments must be refused with exit code 2 and a line that says this.
    pub fn refuses(&self, cases: &[(&[&str], &str)]) {
        for (words, expected) in cases {
            let line = self.refusal(2, words);
            assert!(line.contains(expected), "{words:?}: '{expected}' is missing in: {line}");
        }
    }

    /// The same of lines as they are typed: what stands between quotes is one word.
    pub fn refuses_lines(&self, cases: &[(&str, &str)]) {
        for (line, expected) in cases {
            let pieces = line.split('\'').enumerate();
            let words = pieces.flat_map(|(number, piece)| match number % 2 {
                0 => piece.split_whitespace().collect(),
                _ => vec![piece],
            });
            self.refuses(&[(&words.collect::<Vec<_>>(), expected)]);
        }
    }

    /// What a measurement has kept below a folder: `<fingerprint of what is measured>/<file>`, without locks.
    pub fn kept_flops(&self, folder: &str) -> Vec<PathBuf> {
        let root = self.folder().join(folder);
        let list = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        let files = list(root.clone()).flat_map(list);
        let mut names: Vec<PathBuf> = files.map(|path| path.strip_prefix(&root).unwrap().to_owned()).collect();
        names.retain(|name| name.extension().is_some());
        names.sort();
        names
    }

    /// A run of four buckets a street, trained for so many iterations and exported; gives the strategy's place.
    pub fn trained(&self, iterations: &str) -> &'static str {
        write_buckets(&self.folder().join("buckets"));
        self.json(&["train", "--buckets", "buckets", "--iterations", iterations, "--out", "run"]);
        self.json(&["export", "run"]);
        "run/strategies/default.strategy"
    }

    /// The published opponent clusters as a file: the cheapest file there is, about a second of work.
    pub fn cluster_file(&self) -> PathBuf {
        let made = self.json(&["opponent-clusters", "--named", "johanson2013", "--out", "run"]);
        self.folder().join(made["file"].as_str().unwrap())
    }
}
