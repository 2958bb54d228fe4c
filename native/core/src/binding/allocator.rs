//! The allocator: that of the system, which also counts, and refuses memory to what is to stop.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;

use crate::stop::{count_freed, may_allocate};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: the blocks are those of `System`, or none; counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !may_allocate(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count_freed(layout.size());
        // SAFETY: the caller's.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !may_allocate(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller's.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match size.checked_sub(layout.size()) {
            Some(more) if !may_allocate(more) => return null_mut(),
            Some(_) => {}
            None => count_freed(layout.size() - size),
        }
        // SAFETY: the caller's.
        unsafe { System.realloc(block, layout, size) }
    }
}
