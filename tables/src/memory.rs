//! How much memory there is, asked before it is taken: an allocation that fails ends a program without a word.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use super::error::TableError;

/// The addresses that glibc's allocator reserves for a thread at once, used or not.
const BLOCK_OF_A_THREAD: u64 = 64 << 20;

/// Blocks that may be taken between the question and the work.
const MOST_BLOCKS: u64 = 3;

/// What is never refused: the question would cost more than the memory.
const SMALL: u64 = 1 << 20;

/// A block of which glibc's allocator learns to keep twice as much: more than work over boards takes and frees at once,
/// and no more than plans leave room for.
const LEARNT_FROM: usize = 16 << 20;

/// Lets the allocator keep what is freed for what is asked for next: work over boards takes and frees some hundred
/// kilobytes at a time, and a fifth of it was spent on pages that went to the system and came back.
///
/// glibc's allocator gives back the end of its memory where more is free there than twice the largest block that it has
/// mapped and freed so far; for others it is one small allocation.
pub fn keep_what_is_freed() {
    let mut block: Vec<u8> = Vec::new();
    if block.try_reserve_exact(LEARNT_FROM).is_ok() {
        drop(black_box(block));
    }
}

/// Refuses work that needs more memory than there is; where the machine does not report how much it has, nothing is
/// refused.
///
/// It is called before the allocations, with what they take together: `what` names the work in the error.
pub fn require(what: &str, bytes: u64) -> Result<(), TableError> {
    if bytes <= SMALL {
        return Ok(());
    }
    match available() {
        Some(available) if bytes > available => {
            Err(TableError::TooLittleMemory { what: what.to_owned(), needed: bytes, available })
        }
        _ => Ok(()),
    }
}

/// Bytes of memory that can be had without swapping, within the limits of the process and its control groups; `None`
/// where the machine does not report it.
pub fn available() -> Option<u64> {
    available_under(Path::new("/"))
}

/// The memory available under a root of the file system: the machine's, or what the tightest control group or limit of
/// the process leaves.
pub fn available_under(root: &Path) -> Option<u64> {
    let text = fs::read_to_string(root.join("proc/meminfo")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let of_machine = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024;
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let in_groups = groups.lines().filter_map(|line| left_in_group(root, line));
    Some(in_groups.chain(left_of_process(root)).fold(of_machine, u64::min))
}

/// What the process's own limits leave: `ulimit -v` of its addresses, `ulimit -d` of the memory it may write to.
fn left_of_process(root: &Path) -> impl Iterator<Item = u64> {
    let read = |name: &str| fs::read_to_string(root.join("proc/self").join(name)).unwrap_or_default();
    let (limits, status) = (read("limits"), read("status"));
    let threads = status.lines().find_map(|line| line.strip_prefix("Threads:")?.trim().parse::<u64>().ok());
    // The allocator takes addresses in a block for each thread, and does with fewer where it gets no more.
    let blocks = threads.unwrap_or(0).min(MOST_BLOCKS) * BLOCK_OF_A_THREAD;
    let kinds = [("Max address space", "VmSize:", blocks), ("Max data size", "VmData:", 0)];
    kinds.into_iter().filter_map(move |(limit, used, reserved)| {
        let limit = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        // A process without a limit says `unlimited`.
        let limit: u64 = limit.split_whitespace().next()?.parse().ok()?;
        let used = status.lines().find_map(|line| line.strip_prefix(used))?;
        let used = used.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024;
        Some(limit.saturating_sub(used).saturating_sub(reserved))
    })
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
