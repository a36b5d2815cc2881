//! Working memory that outlives the tasks that need it: touching new memory costs more than the arithmetic.

use std::sync::{Mutex, PoisonError};

/// Pieces of working memory, as many as there were ever tasks at the same time.
pub(crate) struct MemoryPool<M> {
    free: Mutex<Vec<Box<M>>>,
}

impl<M> Default for MemoryPool<M> {
    fn default() -> Self {
        Self { free: Mutex::new(Vec::new()) }
    }
}

impl<M: Default> MemoryPool<M> {
    /// A piece that no other task has, either new or as it was left.
    pub(crate) fn take(&self) -> Box<M> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Takes a piece back.
    pub(crate) fn give_back(&self, memory: Box<M>) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    }
}
