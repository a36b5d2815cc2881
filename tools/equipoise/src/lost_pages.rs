#![allow(unsafe_code)]
//! A mapped file that was cut short while it was being read: the kernel sends SIGBUS, and a process that does not
//! handle it ends without a word.
//!
//! Sealed files are never changed in place by this program; copying another file over one (`cp`, `rsync --inplace`)
//! does it, and so does a disk that fails. Nothing can be read on from there, so the process ends, with a line.

use nix::libc::{_exit, c_int, c_void, siginfo_t};
use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, raise, sigaction, signal};
use std::fs;

use super::failure::FAILED;
use super::terminal;

/// Has a limit of file sizes (`ulimit -f`) be an error of the write that exceeds it, not the end of the process.
pub fn hear_no_signal_of_file_sizes() {
    // SAFETY: to ignore a signal installs no code.
    let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
}

/// Says what happened where a page of a mapped file cannot be read any more, and ends with the code of failed work.
pub fn end_in_one_line() {
    let flags = SaFlags::SA_SIGINFO | SaFlags::SA_ONSTACK | SaFlags::SA_RESETHAND;
    let action = SigAction::new(SigHandler::SigAction(end), flags, SigSet::empty());
    // SAFETY: the handler has the signature that SA_SIGINFO asks for, and never returns to the faulting instruction but
    // to have the signal's default action taken. Where it cannot be installed, that action is what happens.
    let _ = unsafe { sigaction(Signal::SIGBUS, &action) };
}

/// Runs in the thread that touched the page, in the midst of reading a map: not within the allocator or a lock of the
/// standard streams, which is why it may use both.
extern "C" fn end(_: c_int, about: *mut siginfo_t, _: *mut c_void) {
    // SAFETY: with SA_SIGINFO the kernel passes a valid siginfo_t, which lives as long as the handler runs.
    let (code, address) = unsafe { about.as_ref() }.map_or((0, 0), |about| {
        // SAFETY: of the fields that share memory, si_addr is the one that a SIGBUS of the kernel (si_code > 0) has;
        // for others the number is not used.
        (about.si_code, unsafe { about.si_addr() } as usize)
    });
    if code <= 0 {
        // Sent by a process, at any moment: its usual end. The handler is reset already.
        let _ = raise(Signal::SIGBUS);
        return;
    }
    let file = file_at(address).unwrap_or_else(|| "a mapped file".to_owned());
    terminal::complain(&format!(
        "{file}: cannot be read any more: it was cut short or overwritten while in use, or its disk fails; restore it, \
         and replace files by renaming (mv), not by copying over them"
    ));
    // SAFETY: ends the process at once; what threads were writing has temporary names, as after a kill.
    unsafe { _exit(i32::from(FAILED) as c_int) }
}

fn file_at(address: usize) -> Option<String> {
    let maps = fs::read_to_string("/proc/self/maps").ok()?;
    let line = maps.lines().find(|line| {
        let range = line.split(' ').next().and_then(|range| range.split_once('-'));
        let number = |text| usize::from_str_radix(text, 16).ok();
        let range = range.and_then(|(start, end)| Some(number(start)?..number(end)?));
        range.is_some_and(|range| range.contains(&address))
    })?;
    line.find('/').map(|start| line[start..].to_owned())
}
