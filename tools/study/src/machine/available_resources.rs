//! How much memory and disk space this machine has left for a run; `None` where the machine does not report it.

use std::fs;
use std::path::{Path, PathBuf};
use tables::table_home::TableHome;

/// What is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AvailableResources {
    /// Bytes of memory that can be had without swapping, within the limits of the process and its control groups.
    pub memory_bytes: Option<u64>,
    /// Bytes that can be written to the run folder's file system.
    pub disk_bytes: Option<u64>,
}

impl AvailableResources {
    /// What is left now, for a run in that folder, which need not exist.
    pub fn now(folder: &Path) -> Self {
        Self { memory_bytes: available_memory(Path::new("/")), disk_bytes: free_disk(folder) }
    }
}

/// Memory that training needs beside its table: a batch of boards at work, and enough for the bucket files' pages not
/// to be read again and again.
const BESIDE_THE_TABLE: u64 = 1 << 30;

impl AvailableResources {
    /// Where a regret table of this size should live: in memory where it fits (or the machine does not report how much
    /// it has), else in a working file in a folder.
    pub fn table_home(self, table_bytes: u64, folder: &Path) -> TableHome<'_> {
        match self.memory_bytes {
            Some(memory) if table_bytes.saturating_add(BESIDE_THE_TABLE) > memory => TableHome::WorkingFile(folder),
            _ => TableHome::Memory,
        }
    }
}

/// The memory available under a root of the file system: the machine's, or what the tightest control group or the
/// process's own limit leaves.
pub fn available_memory(root: &Path) -> Option<u64> {
    let text = fs::read_to_string(root.join("proc/meminfo")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let of_machine = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024;
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let in_groups = groups.lines().filter_map(|line| left_in_group(root, line));
    Some(in_groups.chain(left_of_address_space(root)).fold(of_machine, u64::min))
}

/// What `ulimit -v` leaves of the process's addresses, if it limits them.
fn left_of_address_space(root: &Path) -> Option<u64> {
    let limits = fs::read_to_string(root.join("proc/self/limits")).ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
    let status = fs::read_to_string(root.join("proc/self/status")).ok()?;
    let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let used = used.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024;
    Some(limit.saturating_sub(used))
}

/// What a line `number:controllers:path` of the process's control groups leaves, all groups above it counted.
fn left_in_group(root: &Path, line: &str) -> Option<u64> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    // Version 2 has one tree for all controllers, version 1 one for memory.
    let (tree, limit, usage, file_cache) = match controllers {
        "" => ("sys/fs/cgroup", "memory.max", "memory.current", "file"),
        _ if controllers.split(',').any(|it| it == "memory") => {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache")
        }
        _ => return None,
    };
    let tree = root.join(tree);
    let group = tree.join(path.trim_start_matches('/'));
    group
        .ancestors()
        .take_while(|folder| folder.starts_with(&tree))
        .filter_map(|folder| {
            let number = |name: &str| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
            // A group without a limit says `max`.
            let (limit, usage) = (number(limit)?, number(usage)?);
            let stat = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
            let mut entries = stat.lines().filter_map(|line| line.split_once(' '));
            // Cached files are counted as used but given up when memory is short.
            let cached =
                entries.find(|(name, _)| *name == file_cache).and_then(|(_, bytes)| bytes.parse().ok()).unwrap_or(0);
            Some(limit.saturating_sub(usage.saturating_sub(cached)))
        })
        .min()
}

/// What an ordinary user may still write to the file system of the nearest folder that exists.
fn free_disk(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| PathBuf::from(folder));
    free_in(folder.ancestors().find(|it| it.exists())?)
}

#[cfg(unix)]
fn free_in(folder: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
fn free_in(_folder: &Path) -> Option<u64> {
    None
}
