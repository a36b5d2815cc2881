//! The wish to stop on its way from any rank to rank 0, which saves and ends the work.
//!
//! A signal may reach any process. Rank 0 does not wait for the others, and the others mostly wait for it, so the wish
//! goes outside the collective calls: one byte, sent at the rank's next call or while it waits in one, and looked for
//! by rank 0 whenever its work asks whether to stop.

use ferrompi::{Communicator, Source};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{sleep, yield_now};
use std::time::{Duration, Instant};

/// The tag of these messages; collective calls have none.
const TAG: i32 = 1;
/// Work may ask whether to stop a million times a second: rank 0 looks for messages this many milliseconds apart.
const LOOK_EVERY: u64 = 50;

/// What a rank knows of the wish.
#[derive(Default)]
pub struct Wish {
    /// At other ranks than the first, whether they were asked to stop.
    is_asked: OnceLock<Box<dyn Fn() -> bool + Send + Sync>>,
    sent: AtomicBool,
    /// At rank 0, the first of the others that sent it.
    received: OnceLock<usize>,
    /// Since when rank 0 looks, and the milliseconds from then to its last look.
    since: OnceLock<Instant>,
    looked: AtomicU64,
}

impl Wish {
    /// Begins to listen.
    pub fn listen(&self, is_asked: Box<dyn Fn() -> bool + Send + Sync>) {
        // Whoever listened first goes on.
        let _ = self.is_asked.set(is_asked);
    }

    /// Whether this rank was asked to stop and has not yet passed it on.
    pub fn is_to_be_sent(&self) -> bool {
        !self.sent.load(Ordering::Relaxed) && self.is_asked.get().is_some_and(|is_asked| is_asked())
    }

    /// Sends it to rank 0.
    pub fn send(&self, world: &Communicator) -> ferrompi::Result<()> {
        self.sent.store(true, Ordering::Relaxed);
        // A single byte is on its way when this returns, whether or not rank 0 is looking.
        world.send(&[1u8], 0, TAG)
    }

    /// Whether it is time for rank 0 to look for messages.
    pub fn is_to_be_looked_for(&self) -> bool {
        let now = self.since.get_or_init(Instant::now).elapsed().as_millis() as u64 + LOOK_EVERY;
        let looked = self.looked.load(Ordering::Relaxed);
        now >= looked + LOOK_EVERY && self.looked.fetch_max(now, Ordering::Relaxed) < now
    }

    /// Takes all messages that have arrived at rank 0.
    pub fn receive(&self, world: &Communicator) -> ferrompi::Result<()> {
        while world.iprobe::<u8>(Source::Any, TAG)?.is_some() {
            let status = world.recv(&mut [0u8], Source::Any, TAG)?;
            if let Source::Rank(rank) = status.source {
                let _ = self.received.set(rank as usize);
            }
        }
        Ok(())
    }

    /// The first rank that sent it.
    pub fn received(&self) -> Option<usize> {
        self.received.get().copied()
    }
}

/// How a rank waits for rank 0: without a pause at first, since batches follow each other within microseconds, then
/// with pauses, since rank 0 may work alone for hours.
#[derive(Default)]
pub struct Patience(u32);

impl Patience {
    /// How often it looks without a pause, and with the short one.
    const QUICK: u32 = 20_000;
    const SHORT: u32 = 40_000;

    /// A pause between two looks.
    pub fn pause(&mut self) {
        self.0 = self.0.saturating_add(1);
        match self.0 {
            looks if looks <= Self::QUICK => yield_now(),
            looks if looks <= Self::SHORT => sleep(Duration::from_micros(50)),
            _ => sleep(Duration::from_millis(2)),
        }
    }
}
