#![forbid(unsafe_code)]

use crate::error::WriteError;
use crate::resources::{DrawingFont, FontResource, ImageResource, RasterFormat};
use crate::stop;
use crate::write::write;

/// Fonts and images by handle, for documents to refer to.
#[derive(Default)]
pub struct Core {
    fonts: Slots<FontResource>,
    images: Slots<ImageResource>,
}

/// A handle, unless the file is unusable.
pub type Added = Result<u32, Failure>;

/// The reason why there is no PDF, or no handle. The indices of an undecodable image and of a font that cannot be embedded
/// are those in the tables of the call.
pub struct Failure {
    pub message: String,
    pub image: Option<u32>,
    pub font: Option<u32>,
    pub kind: FailureKind,
}

#[derive(Clone, Copy, PartialEq)]
pub enum FailureKind {
    Refused,
    TooComplex,
    OutOfMemory,
    Late,
}

impl Core {
    pub fn add_font(&mut self, data: Vec<u8>, index: u32) -> Added {
        let font = stop::interruptible(|| FontResource::new(data, index))??;
        Ok(self.fonts.add(font))
    }

    pub fn remove_font(&mut self, handle: u32) {
        self.fonts.remove(handle);
    }

    pub fn add_image(&mut self, data: Vec<u8>, format: &str, smooth: bool) -> Added {
        let format = RasterFormat::named(format)?;
        let image = stop::interruptible(|| ImageResource::raster(data, format, smooth))??;
        Ok(self.images.add(image))
    }

    /// Adds an SVG drawing whose text uses fonts by these handles.
    pub fn add_drawing(&mut self, source: &str, fonts: impl Iterator<Item = (u32, DrawingFont)>) -> Added {
        let named =
            fonts.map(|(handle, font)| Ok((self.fonts.get(handle)?, font))).collect::<Result<Vec<_>, String>>()?;
        let drawing = ImageResource::drawing(source, named.into_iter())?;
        Ok(self.images.add(drawing))
    }

    pub fn remove_image(&mut self, handle: u32) {
        self.images.remove(handle);
    }

    /// Writes a display list. Handles are in the order of the indices in the buffer.
    pub fn write(&self, list: &[u8], fonts: &[u32], images: &[u32]) -> Result<Vec<u8>, Failure> {
        let fonts = fonts.iter().map(|handle| self.fonts.get(*handle)).collect::<Result<Vec<_>, _>>()?;
        let images = images.iter().map(|handle| self.images.get(*handle)).collect::<Result<Vec<_>, _>>()?;
        Ok(stop::interruptible(|| write(list, &fonts, &images))??)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self { message, image: None, font: None, kind: FailureKind::Refused }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        let place = |index: usize| u32::try_from(index).ok();
        let message = error.to_string();
        let (image, font, kind) = match error {
            WriteError::Image { index, .. } => (place(index), None, FailureKind::Refused),
            WriteError::Font { index, .. } => (None, place(index), FailureKind::Refused),
            WriteError::TooComplex(_) => (None, None, FailureKind::TooComplex),
            WriteError::OutOfMemory => (None, None, FailureKind::OutOfMemory),
            WriteError::Late => (None, None, FailureKind::Late),
            WriteError::Malformed { .. } | WriteError::Refused(_) => (None, None, FailureKind::Refused),
        };
        Self { message, image, font, kind }
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

    fn get(&self, handle: u32) -> Result<&T, String> {
        let value = self.slots.get(handle as usize).and_then(Option::as_ref);
        value.ok_or_else(|| "an unknown handle".into())
    }

    fn remove(&mut self, handle: u32) {
        if self.slots.get_mut(handle as usize).and_then(Option::take).is_some() {
            self.free.push(handle as usize);
        }
    }
}
