#![forbid(unsafe_code)]

use std::rc::Rc;

use crate::error::WriteError;
use crate::resources::{DrawingFont, FontResource, ImageResource, RasterFormat};
use crate::stop;
use crate::write::Draft;

/// Fonts and images by handle, for documents to refer to.
#[derive(Default)]
pub struct Core {
    fonts: Slots<FontResource>,
    images: Slots<ImageResource>,
    /// The document that is being drawn.
    draft: Option<Draft>,
}

/// A handle, unless the file is unusable.
pub type Added = Result<u32, Failure>;

/// The reason why there is no PDF, or no handle. The indices of an undecodable image and of a font that cannot be embedded
/// are those of the document.
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
            fonts.map(|(handle, font)| Ok((&**self.fonts.get(handle)?, font))).collect::<Result<Vec<_>, String>>()?;
        let drawing = ImageResource::drawing(source, named.into_iter())?;
        Ok(self.images.add(drawing))
    }

    pub fn remove_image(&mut self, handle: u32) {
        self.images.remove(handle);
    }

    /// Writes a document of one list. Handles are in the order of the indices in the buffer.
    pub fn write(&mut self, list: &[u8], fonts: &[u32], images: &[u32]) -> Result<Vec<u8>, Failure> {
        self.abandon();
        self.draw(list, fonts, images)?;
        self.finish()
    }

    /// Draws the next list of a document, which has whole pages. Handles are those of fonts and images that no list before
    /// has, in the order of their indices.
    pub fn draw(&mut self, list: &[u8], fonts: &[u32], images: &[u32]) -> Result<(), Failure> {
        let mut draft = self.draft.take().unwrap_or_default();
        draft.fonts.extend(self.fonts.all(fonts)?);
        draft.images.extend(self.images.all(images)?);
        stop::interruptible(|| draft.draw(list))??;
        self.draft = Some(draft);
        Ok(())
    }

    /// Writes the document that was drawn.
    pub fn finish(&mut self) -> Result<Vec<u8>, Failure> {
        let draft = self.draft.take().unwrap_or_default();
        Ok(stop::interruptible(|| draft.finish())??)
    }

    /// Drops the document that is being drawn, if there is one.
    pub fn abandon(&mut self) {
        self.draft = None;
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
    slots: Vec<Option<Rc<T>>>,
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
        self.slots[slot] = Some(Rc::new(value));
        slot as u32
    }

    fn all(&self, handles: &[u32]) -> Result<Vec<Rc<T>>, String> {
        handles.iter().map(|handle| self.get(*handle).cloned()).collect()
    }

    fn get(&self, handle: u32) -> Result<&Rc<T>, String> {
        let value = self.slots.get(handle as usize).and_then(Option::as_ref);
        value.ok_or_else(|| "an unknown handle".into())
    }

    fn remove(&mut self, handle: u32) {
        if self.slots.get_mut(handle as usize).and_then(Option::take).is_some() {
            self.free.push(handle as usize);
        }
    }
}
