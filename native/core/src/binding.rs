//! The Node.js binding. The only module with unsafe code, which napi's macros generate.

#![allow(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use napi::bindgen_prelude::{Buffer, Uint8Array, Uint32Array};
use napi::{Error, Status};
use napi_derive::napi;

use crate::error::WriteError;
use crate::fonts::subset_uses;
use crate::resources::{DrawingFont, FontResource, ImageResource, RasterFormat};
use crate::write::write;

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
}

/// How often a cache had what it was asked for, and had not.
#[napi(object)]
pub struct CacheUses {
    pub hits: i64,
    pub misses: i64,
}

/// Fonts and images by handle, for documents to refer to.
#[napi]
#[derive(Default)]
pub struct Core {
    fonts: Slots<FontResource>,
    images: Slots<ImageResource>,
}

#[napi]
impl Core {
    #[napi(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    #[napi]
    pub fn add_font(&mut self, data: Uint8Array, index: u32) -> napi::Result<u32> {
        let font = guarded(|| FontResource::new(data.to_vec(), index))?;
        Ok(self.fonts.add(font))
    }

    #[napi]
    pub fn remove_font(&mut self, handle: u32) {
        self.fonts.remove(handle);
    }

    #[napi]
    pub fn add_image(&mut self, data: Uint8Array, format: String, smooth: bool) -> napi::Result<u32> {
        let format = match format.as_str() {
            "png" => RasterFormat::Png,
            "jpeg" => RasterFormat::Jpeg,
            "gif" => RasterFormat::Gif,
            "webp" => RasterFormat::Webp,
            _ => {
                return Err(Error::new(Status::InvalidArg, format!("not a format of images: {format}")));
            }
        };
        let image = guarded(|| ImageResource::raster(data.to_vec(), format, smooth))?;
        Ok(self.images.add(image))
    }

    #[napi]
    pub fn add_drawing(&mut self, source: String, fonts: Vec<NamedFont>) -> napi::Result<u32> {
        let mut named = Vec::with_capacity(fonts.len());
        for NamedFont { font, families, weight, italic } in fonts {
            let weight = u16::try_from(weight).unwrap_or(u16::MAX);
            named.push((self.fonts.get(font)?, DrawingFont { families, weight, italic }));
        }
        let drawing = guarded(|| ImageResource::drawing(&source, named.into_iter()))?;
        Ok(self.images.add(drawing))
    }

    #[napi]
    pub fn remove_image(&mut self, handle: u32) {
        self.images.remove(handle);
    }

    /// Of the subsets of fonts that this thread's documents use.
    #[napi]
    pub fn subset_uses(&self) -> CacheUses {
        let (hits, misses) = subset_uses();
        CacheUses { hits, misses }
    }

    /// @param fonts, images  handles, in the order of the indices in the buffer
    #[napi]
    pub fn write(&self, list: Uint8Array, fonts: Uint32Array, images: Uint32Array) -> napi::Result<Written> {
        let fonts = fonts.iter().map(|handle| self.fonts.get(*handle)).collect::<napi::Result<Vec<_>>>()?;
        let images = images.iter().map(|handle| self.images.get(*handle)).collect::<napi::Result<Vec<_>>>()?;
        let written = catch_unwind(AssertUnwindSafe(|| write(&list, &fonts, &images)));
        let error = match written {
            Ok(Ok(pdf)) => {
                return Ok(Written { pdf: Some(pdf.into()), error: None, image: None, font: None });
            }
            Ok(Err(error)) => error,
            Err(panic) => WriteError::Refused(panic_message(&*panic)),
        };
        let place = |index: usize| u32::try_from(index).ok();
        let (image, font) = match error {
            WriteError::Image { index, .. } => (place(index), None),
            WriteError::Font { index, .. } => (None, place(index)),
            _ => (None, None),
        };
        Ok(Written { pdf: None, error: Some(error.to_string()), image, font })
    }
}

struct Slots<T> {
    slots: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slots<T> {
    fn add(&mut self, value: T) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        self.slots[slot] = Some(value);
        slot as u32
    }

    fn get(&self, handle: u32) -> napi::Result<&T> {
        let value = self.slots.get(handle as usize).and_then(Option::as_ref);
        value.ok_or_else(|| Error::new(Status::InvalidArg, "an unknown handle"))
    }

    fn remove(&mut self, handle: u32) {
        if self.slots.get_mut(handle as usize).and_then(Option::take).is_some() {
            self.free.push(handle as usize);
        }
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
