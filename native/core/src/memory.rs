#![forbid(unsafe_code)]

//! The memory that a call may take, where its allocations are counted: those of the addon. WebAssembly's memory has a limit
//! of its own.

use std::cell::Cell;

use crate::error::{Result, WriteError};

thread_local! {
    /// Bytes that this thread has allocated and not freed; memory of other threads may be freed here.
    static ALLOCATED: Cell<isize> = const { Cell::new(0) };
    /// What `ALLOCATED` may be.
    static LIMIT: Cell<isize> = const { Cell::new(isize::MAX) };
}

/// Counts bytes that are allocated, or freed.
#[cfg(feature = "addon")]
pub fn count(bytes: isize) {
    ALLOCATED.set(ALLOCATED.get().wrapping_add(bytes));
}

/// # Returns
/// What the call returns, and how much more is allocated after it.
#[cfg(feature = "addon")]
pub fn counted<T>(room: isize, call: impl FnOnce() -> T) -> (T, isize) {
    let before = ALLOCATED.get();
    LIMIT.set(before.saturating_add(room));
    let returned = call();
    LIMIT.set(isize::MAX);
    (returned, ALLOCATED.get().wrapping_sub(before))
}

/// # Errors
/// The document takes more memory than it may.
pub fn check() -> Result<()> {
    if ALLOCATED.get() > LIMIT.get() { Err(WriteError::OutOfMemory) } else { Ok(()) }
}

#[cfg(all(test, feature = "addon"))]
mod tests {
    use super::*;

    #[test]
    fn what_a_call_keeps_is_counted_and_what_it_frees_is_not() {
        let (kept, bytes) = counted(isize::MAX, || {
            drop(vec![0_u8; 50_000]);
            vec![0_u8; 1000]
        });
        assert_eq!(bytes, 1000);
        let ((), freed) = counted(isize::MAX, || drop(kept));
        assert_eq!(freed, -1000);
    }

    #[test]
    fn a_call_that_takes_more_than_its_room_is_told() {
        let (outcome, _) = counted(1000, || {
            let block = vec![0_u8; 1001];
            let outcome = check();
            drop(block);
            assert_eq!(check(), Ok(()));
            outcome
        });
        assert_eq!(outcome, Err(WriteError::OutOfMemory));
        assert_eq!(check(), Ok(()));
    }
}
