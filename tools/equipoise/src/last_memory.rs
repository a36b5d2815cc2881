#![allow(unsafe_code)]
//! Memory that cannot be had ends the program with a line, not with an abort.
//!
//! Work that needs much says so before it begins (`tables::memory`). This is for what was not foreseen: another process
//! that takes the memory meanwhile, or a limit of the process that many small requests reach.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::failure::FAILED;

#[global_allocator]
static MEMORY: Memory = Memory;

struct Memory;

// SAFETY: every call is passed on to the system's allocator as it is; an answer is only looked at.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that the system's allocator asks for; so in the other methods.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.realloc(place, layout, size) }, size)
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }
}

#[inline(always)]
fn given(place: *mut u8, bytes: usize) -> *mut u8 {
    if place.is_null() {
        end(bytes);
    }
    place
}

/// Whether a thread has found that there is no memory: others that find the same say nothing.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Says what was asked for and ends; nothing here takes memory.
#[cold]
#[inline(never)]
fn end(bytes: usize) -> ! {
    while ENDING.swap(true, Ordering::Relaxed) {
        std::thread::sleep(Duration::from_secs(1));
    }
    let _ = writeln!(
        std::io::stderr(),
        "equipoise: {bytes} bytes of memory cannot be had; free some memory, raise the limit (ulimit), or choose \
         smaller settings"
    );
    std::process::exit(i32::from(FAILED))
}
