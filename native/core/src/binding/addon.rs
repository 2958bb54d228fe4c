//! The Node.js addon. napi's macros generate unsafe code.

#![allow(unsafe_code)]

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null;

use napi::bindgen_prelude::{Buffer, Function, Uint8Array, Uint32Array};
use napi::{Error, Status};
use napi_derive::napi;

use crate::fonts::subset_uses;
use crate::handles::{Core, Failure, FailureKind};
use crate::resources::DrawingFont;
use crate::stop::{has_unwound, limited};

/// A font for `Core::add_drawing`.
#[napi(object)]
pub struct NamedFont {
    pub font: u32,
    pub families: Vec<String>,
    pub weight: u32,
    pub italic: bool,
}

/// The PDF file, or the reason why there is none; neither where pages were drawn only.
#[napi(object)]
pub struct Written {
    pub pdf: Option<Buffer>,
    pub error: Option<String>,
    /// Indices, in the tables of the document, of an undecodable image and of a font that cannot be embedded.
    pub image: Option<u32>,
    pub font: Option<u32>,
    /// Why it was ended; missing: something in it is wrong.
    pub reason: Option<String>,
}

/// How often a cache had what it was asked for, and had not.
#[napi(object)]
pub struct CacheUses {
    pub hits: i64,
    pub misses: i64,
}

/// A core whose methods throw what is wrong with a file.
///
/// Where an argument is `is_late`, it tells whether the document is wanted no longer.
#[napi(js_name = "Core")]
pub struct Addon {
    core: Core,
    /// Of the last error that was thrown.
    reason: Option<&'static str>,
    has_ended: bool,
    /// Bytes that it holds.
    held: isize,
    /// Bytes that it may hold.
    limit: isize,
}

#[napi]
impl Addon {
    /// @param limit  bytes that it may hold, with those of the document that it writes
    #[napi(constructor)]
    pub fn new(limit: f64) -> Self {
        unwind_without_memory();
        Self { core: Core::default(), reason: None, has_ended: false, held: 0, limit: limit as isize }
    }

    /// Bytes that it holds.
    #[napi(getter)]
    pub fn memory(&self) -> f64 {
        self.held.max(0) as f64
    }

    /// Whether it was stopped in the midst of something: it is empty then.
    #[napi(getter)]
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Why the last call that threw was ended; missing: the file is wrong.
    #[napi(getter)]
    pub fn reason(&self) -> Option<&'static str> {
        self.reason
    }

    #[napi]
    pub fn add_font(&mut self, data: Uint8Array, index: u32, is_late: Option<IsLate>) -> napi::Result<u32> {
        self.added(is_late, |core| core.add_font(data.to_vec(), index))
    }

    #[napi]
    pub fn remove_font(&mut self, handle: u32) {
        self.limited(None, |core| core.remove_font(handle));
    }

    #[napi]
    pub fn add_image(
        &mut self,
        data: Uint8Array,
        format: String,
        smooth: bool,
        is_late: Option<IsLate>,
    ) -> napi::Result<u32> {
        self.added(is_late, |core| core.add_image(data.to_vec(), &format, smooth))
    }

    #[napi]
    pub fn add_drawing(&mut self, source: String, fonts: Vec<NamedFont>, is_late: Option<IsLate>) -> napi::Result<u32> {
        let fonts = fonts.into_iter().map(|NamedFont { font, families, weight, italic }| {
            let weight = u16::try_from(weight).unwrap_or(u16::MAX);
            (font, DrawingFont { families, weight, italic })
        });
        self.added(is_late, |core| core.add_drawing(&source, fonts))
    }

    #[napi]
    pub fn remove_image(&mut self, handle: u32) {
        self.limited(None, |core| core.remove_image(handle));
    }

    /// Of the subsets of fonts that this thread's documents use.
    #[napi]
    pub fn subset_uses(&self) -> CacheUses {
        let (hits, misses) = subset_uses();
        CacheUses { hits, misses }
    }

    /// Writes a document of one list.
    ///
    /// @param fonts, images  handles, in the order of the indices in the buffer
    #[napi]
    pub fn write(
        &mut self,
        list: Uint8Array,
        fonts: Uint32Array,
        images: Uint32Array,
        is_late: Option<IsLate>,
    ) -> Written {
        let written = self.guarded(is_late, |core| core.write(&list, &fonts, &images));
        self.written(written.map(Some))
    }

    /// Draws the next list of a document, without a PDF yet.
    ///
    /// @param fonts, images  handles of those that no list before has, in the order of their indices
    #[napi]
    pub fn draw(
        &mut self,
        list: Uint8Array,
        fonts: Uint32Array,
        images: Uint32Array,
        is_late: Option<IsLate>,
    ) -> Written {
        let drawn = self.guarded(is_late, |core| core.draw(&list, &fonts, &images));
        self.written(drawn.map(|()| None))
    }

    /// Writes the document that was drawn.
    #[napi]
    pub fn finish(&mut self, is_late: Option<IsLate>) -> Written {
        let written = self.guarded(is_late, Core::finish);
        self.written(written.map(Some))
    }

    /// Drops the document that is being drawn.
    #[napi]
    pub fn abandon(&mut self) {
        self.limited(None, Core::abandon);
    }

    fn written(&mut self, outcome: Result<Option<Vec<u8>>, Failure>) -> Written {
        match outcome {
            Ok(pdf) => {
                self.held -= pdf.as_ref().map_or(0, Vec::capacity).cast_signed(); // JavaScript frees it
                Written { pdf: pdf.map(Into::into), error: None, image: None, font: None, reason: None }
            }
            Err(Failure { message, image, font, kind }) => {
                Written { pdf: None, error: Some(message), image, font, reason: reason(kind).map(Into::into) }
            }
        }
    }

    fn added(
        &mut self,
        is_late: Option<IsLate>,
        add: impl FnOnce(&mut Core) -> Result<u32, Failure>,
    ) -> napi::Result<u32> {
        self.guarded(is_late, add).map_err(|Failure { message, kind, .. }| {
            self.reason = reason(kind);
            Error::new(Status::GenericFailure, message)
        })
    }

    /// Runs a call in which a library may panic.
    fn guarded<T>(
        &mut self,
        is_late: Option<IsLate>,
        call: impl FnOnce(&mut Core) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let returned = self.limited(is_late, |core| {
            catch_unwind(AssertUnwindSafe(|| call(core))).unwrap_or_else(|panic| Err(panic_message(&*panic).into()))
        });
        if has_unwound() {
            self.limited(None, |core| *core = Core::default());
            self.has_ended = true;
        }
        returned
    }

    fn limited<T>(&mut self, is_late: Option<IsLate>, call: impl FnOnce(&mut Core) -> T) -> T {
        let Self { core, held, limit, .. } = self;
        let (returned, more) =
            asking(is_late.as_ref(), || limited(limit.saturating_sub(*held), is_late_now, || call(core)));
        *held += more;
        returned
    }
}

type IsLate<'a> = Function<'a, (), bool>;

thread_local! {
    /// That of the running call, or null.
    static IS_LATE: Cell<*const IsLate<'static>> = const { Cell::new(null()) };
    /// Where the stack of the running call begins.
    static STACK: Cell<usize> = const { Cell::new(0) };
}

/// Bytes of stack above which JavaScript is not called: V8 has a megabyte for all, and fails beyond it. What recurses as deeply
/// is bounded by its operations.
const MAX_STACK: usize = 256 << 10;

fn place_in_stack() -> usize {
    let here = 0_u8;
    std::ptr::from_ref(std::hint::black_box(&here)).addr()
}

fn asking<T>(is_late: Option<&IsLate>, call: impl FnOnce() -> T) -> T {
    IS_LATE.set(is_late.map_or(null(), |is_late| std::ptr::from_ref(is_late).cast()));
    STACK.set(place_in_stack());
    let returned = call();
    IS_LATE.set(null());
    returned
}

/// One that throws has its error thrown by the call: so does the end of the thread.
fn is_late_now() -> bool {
    if STACK.get().abs_diff(place_in_stack()) > MAX_STACK {
        return false;
    }
    // SAFETY: `asking` borrows it for the time of the call.
    let is_late = unsafe { IS_LATE.get().as_ref() };
    is_late.is_some_and(|is_late| is_late.call(()).unwrap_or(true))
}

/// The name of a reason for JavaScript.
fn reason(kind: FailureKind) -> Option<&'static str> {
    match kind {
        FailureKind::Refused => None,
        FailureKind::TooComplex => Some("complexity"),
        FailureKind::OutOfMemory => Some("memory"),
        FailureKind::Late => Some("late"),
    }
}

/// Makes code that gets no memory unwind, where that is possible, instead of ending the process.
pub fn unwind_without_memory() {
    #[cfg(has_alloc_error_hook)]
    std::alloc::set_alloc_error_hook(|_| {
        if crate::stop::unwinds() {
            std::panic::resume_unwind(Box::new("no memory"));
        }
    });
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", message.unwrap_or("without a message"))
}
