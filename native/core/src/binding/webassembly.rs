//! The exports of the WebAssembly module. Bytes cross in its memory: the caller writes them into blocks of `allocate`, and
//! reads results from the block that `result` and `result_length` tell.
//!
//! A panic traps, and leaves its message as the result. The instance must not be used after it.

#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};

use crate::fonts::subset_uses;
use crate::handles::{Added, Core, Failure, FailureKind};
use crate::resources::DrawingFont;
use crate::stop::{self, limited};

/// In place of a handle or an index: there is none.
const NONE: u32 = u32::MAX;

#[link(wasm_import_module = "caller")]
unsafe extern "C" {
    /// Whether the document that is being written is wanted no longer.
    safe fn is_late() -> bool;
}

thread_local! {
    static CORE: RefCell<Core> = RefCell::default();
    /// Fonts of the next drawing, with their handles.
    static NAMED: RefCell<Vec<(u32, DrawingFont)>> = const { RefCell::new(Vec::new()) };
    /// A PDF file, or the message of an error.
    static RESULT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Indices of the unusable image and font of the last document.
    static UNUSABLE: Cell<(u32, u32)> = const { Cell::new((NONE, NONE)) };
    /// Why the last call failed.
    static KIND: Cell<FailureKind> = const { Cell::new(FailureKind::Refused) };
}

/// A block of the caller's, which becomes a vector again.
///
/// # Safety
/// `block` is a block of `allocate(length)` that was not passed on before.
unsafe fn taken(block: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: `allocate` made it of a vector with this length and capacity.
    unsafe { Vec::from_raw_parts(block, length, length) }
}

/// Bytes that the writer needs for each byte of a display list: 2.4 to 3.1 in long documents.
const BYTES_PER_LIST_BYTE: usize = 3;

/// Takes the memory for a document at once. Each time the memory of an instance grows, V8 may collect garbage, and the
/// whole document is alive: thirteen collections of 200 ms for 600 pages.
fn reserve_memory(list: &[u8]) {
    let mut room: Vec<u8> = Vec::new();
    // Where there is no room for all of it at once, the writer takes what it needs.
    let _ = room.try_reserve_exact(list.len().saturating_mul(BYTES_PER_LIST_BYTE));
    std::hint::black_box(&room);
}

/// Called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    std::panic::set_hook(Box::new(|panic| {
        let message = panic.payload_as_str().unwrap_or("without a message");
        // The panic may be one of the vector itself.
        RESULT.with(|result| {
            if let Ok(mut result) = result.try_borrow_mut() {
                *result = format!("it panicked: {message}").into_bytes();
            }
        });
    }));
}

/// A block for the caller to write to, which it passes on to exactly one other function.
#[unsafe(no_mangle)]
pub extern "C" fn allocate(length: usize) -> *mut u8 {
    let block = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(block).cast()
}

#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    RESULT.with_borrow(|result| result.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn result_length() -> usize {
    RESULT.with_borrow(Vec::len)
}

/// Frees the result.
#[unsafe(no_mangle)]
pub extern "C" fn clear_result() {
    RESULT.take();
}

/// # Safety
/// As `taken`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_font(data: *mut u8, length: usize, index: u32) -> u32 {
    // SAFETY: the caller's.
    let data = unsafe { taken(data, length) };
    handle(|core| core.add_font(data, index))
}

#[unsafe(no_mangle)]
pub extern "C" fn remove_font(handle: u32) {
    CORE.with_borrow_mut(|core| core.remove_font(handle));
}

/// # Safety
/// As `taken`, for both blocks; `format` has the name of a format.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_image(
    data: *mut u8,
    length: usize,
    format: *mut u8,
    format_length: usize,
    smooth: bool,
) -> u32 {
    // SAFETY: the caller's.
    let (data, format) = unsafe { (taken(data, length), taken(format, format_length)) };
    let format = String::from_utf8_lossy(&format);
    handle(|core| core.add_image(data, &format, smooth))
}

/// Names a font for the next drawing. Its families follow, one by one.
#[unsafe(no_mangle)]
pub extern "C" fn name_font(font: u32, weight: u32, italic: bool) {
    let weight = u16::try_from(weight).unwrap_or(u16::MAX);
    NAMED.with_borrow_mut(|named| named.push((font, DrawingFont { families: Vec::new(), weight, italic })));
}

/// Names a family of the font named last.
///
/// # Safety
/// As `taken`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn name_family(family: *mut u8, length: usize) {
    // SAFETY: the caller's.
    let family = unsafe { taken(family, length) };
    NAMED.with_borrow_mut(|named| {
        if let Some((_, font)) = named.last_mut() {
            font.families.push(String::from_utf8_lossy(&family).into_owned());
        }
    });
}

/// Adds a drawing that uses the named fonts.
///
/// # Safety
/// As `taken`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn add_drawing(source: *mut u8, length: usize) -> u32 {
    // SAFETY: the caller's.
    let source = unsafe { taken(source, length) };
    let source = String::from_utf8_lossy(&source);
    handle(|core| core.add_drawing(&source, NAMED.take().into_iter()))
}

#[unsafe(no_mangle)]
pub extern "C" fn remove_image(handle: u32) {
    CORE.with_borrow_mut(|core| core.remove_image(handle));
}

/// Writes a document of one list. `fonts` and `images` are handles of four bytes each, in the order of the indices in the
/// list. The result is the PDF file, or the message of an error. @returns whether it is the file
///
/// # Safety
/// As `taken`, for all three blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(
    list: *mut u8,
    length: usize,
    fonts: *mut u8,
    fonts_length: usize,
    images: *mut u8,
    images_length: usize,
) -> bool {
    // SAFETY: the caller's.
    let (list, fonts, images) =
        unsafe { (taken(list, length), taken(fonts, fonts_length), taken(images, images_length)) };
    reserve_memory(&list);
    succeeded(called(|core| core.write(&list, &handles(&fonts), &handles(&images))))
}

/// Draws the next list of a document. `fonts` and `images` are handles of those that no list before has. @returns false:
/// the result is the message of an error
///
/// # Safety
/// As `taken`, for all three blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn draw(
    list: *mut u8,
    length: usize,
    fonts: *mut u8,
    fonts_length: usize,
    images: *mut u8,
    images_length: usize,
) -> bool {
    // SAFETY: the caller's.
    let (list, fonts, images) =
        unsafe { (taken(list, length), taken(fonts, fonts_length), taken(images, images_length)) };
    succeeded(called(|core| core.draw(&list, &handles(&fonts), &handles(&images))).map(|()| Vec::new()))
}

/// Writes the document that was drawn, with the result of `write`.
#[unsafe(no_mangle)]
pub extern "C" fn finish() -> bool {
    succeeded(called(Core::finish))
}

/// Drops the document that is being drawn.
#[unsafe(no_mangle)]
pub extern "C" fn abandon() {
    CORE.with_borrow_mut(Core::abandon);
}

/// Leaves the result of a call. @returns whether it is what was asked for
fn succeeded(outcome: Result<Vec<u8>, Failure>) -> bool {
    match outcome {
        Ok(result) => {
            RESULT.set(result);
            true
        }
        Err(Failure { message, image, font, kind }) => {
            UNUSABLE.set((image.unwrap_or(NONE), font.unwrap_or(NONE)));
            KIND.set(kind);
            RESULT.set(message.into_bytes());
            false
        }
    }
}

/// Runs a call until the caller says that it is late. Memory is limited by the instance.
fn called<T>(call: impl FnOnce(&mut Core) -> T) -> T {
    KIND.set(FailureKind::Refused);
    limited(isize::MAX, || is_late(), || CORE.with_borrow_mut(call)).0
}

/// Why the last call failed, or trapped: 0 something is wrong, 1 complexity, 2 it was late.
#[unsafe(no_mangle)]
pub extern "C" fn reason() -> u32 {
    match KIND.get() {
        _ if stop::is_late() => 2,
        FailureKind::Late => 2,
        FailureKind::TooComplex => 1,
        FailureKind::Refused | FailureKind::OutOfMemory => 0,
    }
}

/// Index of the image that made the last document fail, or `NONE`.
#[unsafe(no_mangle)]
pub extern "C" fn unusable_image() -> u32 {
    UNUSABLE.get().0
}

/// Index of the font that made the last document fail, or `NONE`.
#[unsafe(no_mangle)]
pub extern "C" fn unusable_font() -> u32 {
    UNUSABLE.get().1
}

#[unsafe(no_mangle)]
pub extern "C" fn subset_hits() -> f64 {
    subset_uses().0 as f64
}

#[unsafe(no_mangle)]
pub extern "C" fn subset_misses() -> f64 {
    subset_uses().1 as f64
}

/// The handle, or `NONE` with the reason as the result.
fn handle(add: impl FnOnce(&mut Core) -> Added) -> u32 {
    called(add).unwrap_or_else(|Failure { message, kind, .. }| {
        KIND.set(kind);
        RESULT.set(message.into_bytes());
        NONE
    })
}

fn handles(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
