//! The Node.js addon. napi's macros generate unsafe code.

#![allow(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use napi::bindgen_prelude::{Buffer, Function, Uint8Array, Uint32Array};
use napi::{Error, Status};
use napi_derive::napi;

use crate::fonts::subset_uses;
use crate::handles::{Core, Failure};
use crate::memory::counted;
use crate::resources::{DrawingFont, RasterFormat};

/// A font for `Core::add_drawing`.
#[napi(object)]
pub struct NamedFont {
    pub font: u32,
    pub families: Vec<String>,
    pub weight: u32,
    pub italic: bool,
}

/// The PDF file, or the reason why there is none.
#[napi(object)]
pub struct Written {
    pub pdf: Option<Buffer>,
    pub error: Option<String>,
    /// Indices, in the tables of the call, of an undecodable image and of a font that cannot be embedded.
    pub image: Option<u32>,
    pub font: Option<u32>,
    /// The document takes more memory than the core may.
    pub is_out_of_memory: bool,
}

/// How often a cache had what it was asked for, and had not.
#[napi(object)]
pub struct CacheUses {
    pub hits: i64,
    pub misses: i64,
}

/// A core whose methods throw what is wrong with a file.
#[napi(js_name = "Core")]
pub struct Addon {
    core: Core,
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
        Self { core: Core::default(), held: 0, limit: limit as isize }
    }

    /// Bytes that it holds.
    #[napi(getter)]
    pub fn memory(&self) -> f64 {
        self.held.max(0) as f64
    }

    #[napi]
    pub fn add_font(&mut self, data: Uint8Array, index: u32) -> napi::Result<u32> {
        self.counted(|core| guarded(|| core.add_font(data.to_vec(), index)))
    }

    #[napi]
    pub fn remove_font(&mut self, handle: u32) {
        self.counted(|core| core.remove_font(handle));
    }

    #[napi]
    pub fn add_image(&mut self, data: Uint8Array, format: String, smooth: bool) -> napi::Result<u32> {
        self.counted(|core| guarded(|| core.add_image(data.to_vec(), RasterFormat::named(&format)?, smooth)))
    }

    #[napi]
    pub fn add_drawing(&mut self, source: String, fonts: Vec<NamedFont>) -> napi::Result<u32> {
        let fonts = fonts.into_iter().map(|NamedFont { font, families, weight, italic }| {
            let weight = u16::try_from(weight).unwrap_or(u16::MAX);
            (font, DrawingFont { families, weight, italic })
        });
        self.counted(|core| guarded(|| core.add_drawing(&source, fonts)))
    }

    #[napi]
    pub fn remove_image(&mut self, handle: u32) {
        self.counted(|core| core.remove_image(handle));
    }

    /// Of the subsets of fonts that this thread's documents use.
    #[napi]
    pub fn subset_uses(&self) -> CacheUses {
        let (hits, misses) = subset_uses();
        CacheUses { hits, misses }
    }

    /// @param fonts, images  handles, in the order of the indices in the buffer
    /// @param is_late        whether the document is wanted no longer
    #[napi]
    pub fn write(
        &mut self,
        list: Uint8Array,
        fonts: Uint32Array,
        images: Uint32Array,
        is_late: Option<Function<'_, (), bool>>,
    ) -> Written {
        // One that throws has its error thrown by the call.
        let is_late = || is_late.as_ref().is_some_and(|is_late| is_late.call(()).unwrap_or(true));
        let written = self.counted(|core| {
            let written = catch_unwind(AssertUnwindSafe(|| core.write(&list, &fonts, &images, &is_late)));
            written.unwrap_or_else(|panic| Err(panic_message(&*panic).into()))
        });
        match written {
            Ok(pdf) => {
                self.held -= pdf.capacity().cast_signed(); // JavaScript frees it
                Written { pdf: Some(pdf.into()), error: None, image: None, font: None, is_out_of_memory: false }
            }
            Err(Failure { message, image, font, is_out_of_memory }) => {
                Written { pdf: None, error: Some(message), image, font, is_out_of_memory }
            }
        }
    }

    fn counted<T>(&mut self, call: impl FnOnce(&mut Core) -> T) -> T {
        let Self { core, held, limit } = self;
        let (returned, more) = counted(limit.saturating_sub(*held), || call(core));
        *held += more;
        returned
    }
}

/// An untrusted file may make a library panic.
fn guarded<T>(read: impl FnOnce() -> Result<T, String>) -> napi::Result<T> {
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|panic| Err(panic_message(&*panic)))
        .map_err(|message| Error::new(Status::GenericFailure, message))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let message = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", message.unwrap_or("without a message"))
}
