//! Runs the real binary in a folder of its own and looks at what it says.

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The binary and a folder to run it in.
pub struct Program {
    folder: TempDir,
}

/// What a run left: exit code, stdout and stderr.
pub struct Outcome {
    /// The exit code.
    pub code: i32,
    /// All of stdout.
    pub out: String,
    /// All of stderr.
    pub err: String,
}

impl Program {
    /// A fresh folder.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file into the folder.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, contents).unwrap();
        path
    }

    /// Runs the binary with these arguments.
    pub fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_with_input(arguments, "")
    }

    /// The same with something to read on stdin.
    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Outcome {
        let mut command = Command::cargo_bin("equipoise").unwrap();
        let output = command.args(arguments).current_dir(self.folder()).write_stdin(input).output().unwrap();
        Outcome {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
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

    /// The published opponent clusters as a file: the cheapest file there is, about a second of work.
    pub fn cluster_file(&self) -> PathBuf {
        let made = self.json(&["opponent-clusters", "--named", "johanson2013", "--out", "run"]);
        self.folder().join(made["file"].as_str().unwrap())
    }
}
