#![forbid(unsafe_code)]

//! Ends a call that takes more memory or time than it may, or is wanted no longer.
//!
//! The writer asks at each item, by [`check`]. Libraries do not: while [`interruptible`] runs one, the allocator asks
//! ([`may_allocate`]) and then refuses memory. Code that needs it unwinds to [`interruptible`]; in WebAssembly it traps.
//! Allocations are counted by thread. WebAssembly's memory has a limit of its own.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::error::{Result, WriteError};

/// Items and allocations between two questions to the caller, which cost more than one of either. A block of so many
/// bytes is one more.
const STEPS_BETWEEN: u32 = 1024;
const BYTES_OF_STEP: u32 = 4096;

#[derive(Clone, Copy)]
enum Reason {
    Memory,
    Late,
}

impl From<Reason> for WriteError {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Memory => Self::OutOfMemory,
            Reason::Late => Self::Late,
        }
    }
}

/// The call that this thread runs.
struct Call {
    /// Bytes that this thread has allocated and not freed; memory of other threads may be freed here.
    allocated: Cell<isize>,
    /// What `allocated` may be.
    limit: Cell<isize>,
    /// Steps until the caller is asked.
    steps: Cell<u32>,
    /// Whether the call is wanted no longer.
    is_late: Cell<fn() -> bool>,
    is_interruptible: Cell<bool>,
    /// Why it stops.
    reason: Cell<Option<Reason>>,
    /// Whether it stopped in the midst of something.
    has_unwound: Cell<bool>,
}

thread_local! {
    static CALL: Call = const {
        Call {
            allocated: Cell::new(0),
            limit: Cell::new(isize::MAX),
            steps: Cell::new(STEPS_BETWEEN),
            is_late: Cell::new(never),
            is_interruptible: Cell::new(false),
            reason: Cell::new(None),
            has_unwound: Cell::new(false),
        }
    };
}

fn never() -> bool {
    false
}

impl Call {
    /// Counts steps. Returns whether it is time to ask.
    fn takes(&self, steps: u32) -> bool {
        let left = self.steps.get().saturating_sub(steps);
        self.steps.set(left);
        left == 0
    }

    /// Finds out why the call stops, if it does.
    #[cold]
    fn ask(&self, bytes: isize) {
        if self.reason.get().is_some() {
            return;
        }
        if self.allocated.get().saturating_add(bytes) > self.limit.get() {
            self.reason.set(Some(Reason::Memory));
        } else if self.steps.get() == 0 {
            self.steps.set(STEPS_BETWEEN);
            // The caller may allocate.
            let is_interruptible = self.is_interruptible.replace(false);
            let is_late = (self.is_late.get())();
            self.is_interruptible.set(is_interruptible);
            if is_late {
                self.reason.set(Some(Reason::Late));
            }
        }
    }
}

/// Counts bytes that are to be allocated. False: they must not be. What unwinds then may allocate again.
#[inline]
pub fn may_allocate(bytes: usize) -> bool {
    let bytes = bytes.cast_signed();
    CALL.with(|call| {
        let allocated = call.allocated.get().wrapping_add(bytes);
        let is_time = call.takes(1 + (bytes / BYTES_OF_STEP as isize) as u32);
        if (is_time || allocated > call.limit.get()) && call.is_interruptible.get() && call.reason.get().is_none() {
            call.ask(bytes);
            if call.reason.get().is_some() {
                return false;
            }
        }
        call.allocated.set(allocated);
        true
    })
}

/// Counts bytes that are freed.
#[inline]
pub fn count_freed(bytes: usize) {
    CALL.with(|call| call.allocated.set(call.allocated.get().wrapping_sub(bytes.cast_signed())));
}

/// Whether an allocation that fails unwinds to [`interruptible`].
#[cfg(has_alloc_error_hook)]
pub fn unwinds() -> bool {
    CALL.with(|call| call.is_interruptible.get())
}

/// Whether the last call of this thread stopped in the midst of something, which may be half done.
#[cfg(feature = "addon")]
pub fn has_unwound() -> bool {
    CALL.with(|call| call.has_unwound.get())
}

/// Whether the call stops because it is late: in WebAssembly, after it has trapped.
#[cfg(target_arch = "wasm32")]
pub fn is_late() -> bool {
    CALL.with(|call| matches!(call.reason.get(), Some(Reason::Late)))
}

/// Runs a call.
///
/// # Arguments
/// * `room` - bytes that it may allocate
/// * `is_late` - whether it is wanted no longer
///
/// # Returns
/// What the call returns, and how much more is allocated after it.
pub fn limited<T>(room: isize, is_late: fn() -> bool, call: impl FnOnce() -> T) -> (T, isize) {
    let before = CALL.with(|state| {
        let before = state.allocated.get();
        state.limit.set(before.saturating_add(room));
        state.is_late.set(is_late);
        state.reason.set(None);
        state.has_unwound.set(false);
        before
    });
    let returned = call();
    CALL.with(|state| {
        state.limit.set(isize::MAX);
        state.is_late.set(never);
        state.reason.set(None);
        (returned, state.allocated.get().wrapping_sub(before))
    })
}

/// # Errors
/// The call takes more memory or time than it may.
pub fn check() -> Result<()> {
    CALL.with(|call| {
        if call.takes(1) || call.allocated.get() > call.limit.get() {
            call.ask(0);
        }
        call.reason.get().map_or(Ok(()), |reason| Err(reason.into()))
    })
}

/// As [`check`], where much is done between two of them.
///
/// # Errors
/// The call takes more memory or time than it may.
pub fn check_now() -> Result<()> {
    CALL.with(|call| call.steps.set(1));
    check()
}

/// Runs what does not check: its allocations do.
///
/// # Errors
/// The call takes more memory or time than it may.
pub fn interruptible<T>(work: impl FnOnce() -> T) -> Result<T> {
    check_now()?;
    let returned = with_interruptible(true, || catch_unwind(AssertUnwindSafe(work)));
    if let Some(reason) = CALL.with(|call| call.reason.get()) {
        if returned.is_err() {
            CALL.with(|call| call.has_unwound.set(true));
        }
        return Err(reason.into());
    }
    Ok(returned.unwrap_or_else(|panic| resume_unwind(panic)))
}

/// Runs what must not unwind, inside of what is interruptible.
pub fn uninterruptible<T>(work: impl FnOnce() -> T) -> T {
    with_interruptible(false, work)
}

fn with_interruptible<T>(is_interruptible: bool, work: impl FnOnce() -> T) -> T {
    /// Restores the former value, also while it unwinds.
    struct Former(bool);
    impl Drop for Former {
        fn drop(&mut self) {
            CALL.with(|call| call.is_interruptible.set(self.0));
        }
    }
    let _former = Former(CALL.with(|call| call.is_interruptible.replace(is_interruptible)));
    work()
}

#[cfg(all(test, feature = "addon"))]
mod tests {
    use super::*;

    const LATE: fn() -> bool = || true;

    #[test]
    fn what_a_call_keeps_is_counted_and_what_it_frees_is_not() {
        let (kept, bytes) = limited(isize::MAX, never, || {
            drop(vec![0_u8; 50_000]);
            vec![0_u8; 1000]
        });
        assert_eq!(bytes, 1000);
        let ((), freed) = limited(isize::MAX, never, || drop(kept));
        assert_eq!(freed, -1000);
    }

    #[test]
    fn a_call_that_takes_more_than_its_room_is_told_until_it_ends() {
        let (outcome, _) = limited(1000, never, || {
            let block = vec![0_u8; 1001];
            let outcome = check();
            drop(block);
            assert_eq!(check(), outcome);
            outcome
        });
        assert_eq!(outcome, Err(WriteError::OutOfMemory));
        assert_eq!(check(), Ok(()));
    }

    #[test]
    fn a_late_call_is_told_after_some_items() {
        let (checks, _) = limited(isize::MAX, LATE, || (0..).take_while(|_| check().is_ok()).count());
        assert!(checks < STEPS_BETWEEN as usize);
        assert_eq!(limited(isize::MAX, LATE, check_now).0, Err(WriteError::Late));
    }

    #[cfg(has_alloc_error_hook)]
    #[test]
    fn what_does_not_check_ends_where_it_allocates() {
        crate::binding::unwind_without_memory();
        let endless = || interruptible(|| (0_u64..).map(|each| vec![each; 4]).map(|block| block[0] & 1).max());
        assert_eq!(limited(isize::MAX, LATE, || interruptible(|| ())).0, Err(WriteError::Late));
        thread_local!(static ASKED: Cell<u32> = const { Cell::new(0) });
        let late_later = || ASKED.replace(ASKED.get() + 1) > 3;
        assert_eq!(limited(isize::MAX, late_later, endless).0, Err(WriteError::Late));
        let growing = || interruptible(|| (0_u64..).fold(Vec::new(), |all, each| [all, vec![each; 9]].concat()).len());
        let (outcome, more) = limited(1 << 20, never, growing);
        assert_eq!((outcome, more), (Err(WriteError::OutOfMemory), 0), "and its memory is free");
    }

    #[test]
    fn a_panic_is_passed_on() {
        let caught = catch_unwind(|| interruptible(|| panic!("a bug")));
        assert!(caught.is_err());
    }
}
