//! A folder in which `mpirun` starts the binary, and the small bucket files that it works on.

use crate::small_buckets::write_buckets;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// A folder to work in.
pub struct Job {
    folder: TempDir,
}

impl Job {
    /// A fresh folder.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A fresh folder with bucket files of four buckets that have nothing to do with strength, in `buckets`.
    pub fn with_buckets() -> Self {
        let job = Self::new();
        write_buckets(&job.path("buckets"));
        job
    }

    /// A path in the folder.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts so many ranks with arguments, quietly and with one thread each.
    pub fn start(&self, ranks: usize, arguments: &[&str]) -> Child {
        let mut command = self.mpirun();
        command.args(["-n", &ranks.to_string()]).arg(binary()).args(arguments).args(["--quiet", "--threads", "1"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Runs so many ranks to their end.
    pub fn run(&self, ranks: usize, arguments: &[&str]) -> Output {
        self.start(ranks, arguments).wait_with_output().unwrap()
    }

    /// The same, which must succeed.
    pub fn succeed(&self, ranks: usize, arguments: &[&str]) {
        let output = self.run(ranks, arguments);
        assert!(output.status.success(), "{ranks} ranks, {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// What a file says of itself. `inspect` takes no number of threads.
    pub fn inspect(&self, file: &str) -> serde_json::Value {
        let output = self.mpirun().args(["-n", "1"]).arg(binary()).args(["inspect", file, "--json"]).output().unwrap();
        assert!(output.status.success(), "inspect {file}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// The bytes of a run's strategy, exported by so many ranks: it is the first one's work.
    pub fn strategy(&self, ranks: usize, run: &str) -> Vec<u8> {
        self.succeed(ranks, &["export", run, "--buckets", "buckets"]);
        std::fs::read(self.path(run).join("strategies/default.strategy")).unwrap()
    }

    /// The process of a rank, while it runs.
    pub fn pid_of_rank(&self, rank: usize) -> Option<i32> {
        let folder = self.path(".").canonicalize().unwrap();
        let wanted = format!("OMPI_COMM_WORLD_RANK={rank}\0");
        std::fs::read_dir("/proc").unwrap().flatten().find_map(|process| {
            let pid = process.file_name().to_str()?.parse().ok()?;
            let is_there = std::fs::read_link(process.path().join("cwd")).ok()? == folder;
            let environment =
                String::from_utf8_lossy(&std::fs::read(process.path().join("environ")).ok()?).into_owned();
            (is_there && environment.contains(&wanted)).then_some(pid)
        })
    }

    /// `mpirun` as it has to be called here: more ranks than cores, and by root on machines that test.
    pub fn mpirun(&self) -> Command {
        let mut command = Command::new("mpirun");
        command.args(["--oversubscribe", "--bind-to", "none"]).current_dir(self.folder.path());
        command.env("OMPI_ALLOW_RUN_AS_ROOT", "1").env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        command
    }
}

/// The binary.
pub fn binary() -> PathBuf {
    env!("CARGO_BIN_EXE_equipoise-mpi").into()
}
