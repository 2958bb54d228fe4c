#![forbid(unsafe_code)]

//! Pictures: gradients, images, drawings and glyphs with colours of their own, which krilla draws. Each is a page of a
//! document of krilla's, whose pages become form XObjects of the file; its other objects are taken as they are.

use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use krilla::error::KrillaError;
use krilla::geom::Transform;
use krilla::page::PageSettings;
use krilla::surface::Surface;
use krilla::{Document, SerializeSettings};

use crate::drawing::draw_svg_glyph;
use crate::error::{Result, WriteError};
use crate::file::FileWriter;
use crate::matrix::{Bounds, Matrix};
use crate::resources::{FontResource, ImageResource};
use crate::stop;
use crate::syntax::{push_rect, push_ref};

/// Side of the pages of krilla's document, which do not clip. It is lost in rounding: viewers would move edges by what a
/// larger one leaves, and paint pixels beside them.
const PAGE: f32 = 1e-6;

/// Room around a picture, because viewers paint the whole of a pixel that an image touches.
const MARGIN: f32 = 1.0;

#[derive(Default)]
pub struct Pictures {
    document: Option<Document>,
    places: Vec<Place>,
}

/// The bounds of a picture in its own units, and the scale that it is drawn at.
#[derive(Clone, Copy)]
struct Place {
    bounds: Bounds,
    scale: f32,
}

impl Pictures {
    /// # Returns
    /// The index of a picture with the given bounds.
    pub fn add(&mut self, bounds: Bounds, draw: impl FnOnce(&mut Surface)) -> Result<usize> {
        self.add_scaled(bounds, 1.0, draw)
    }

    /// Adds a picture at the scale of the page, by which krilla chooses how many pixels the filters of drawings get.
    pub fn add_scaled(&mut self, bounds: Bounds, scale: f32, draw: impl FnOnce(&mut Surface)) -> Result<usize> {
        stop::check_now()?;
        let document = self.document.get_or_insert_with(|| {
            Document::new_with(SerializeSettings {
                compress_content_streams: false, // `FileWriter` does
                enable_tagging: false,
                xmp_metadata: false,
                render_svg_glyph_fn: draw_svg_glyph,
                ..Default::default()
            })
        });
        if !stop::uninterruptible(|| add_page(document, scale, draw)) {
            // Dropped, it would panic again, which aborts the process.
            std::mem::forget(self.document.take());
            return Err(WriteError::Refused("krilla panicked".into()));
        }
        stop::check()?;
        self.places.push(Place { bounds: bounds.outset(MARGIN), scale });
        Ok(self.places.len() - 1)
    }

    /// Finishes krilla's document.
    pub fn finish(self, fonts: &[Rc<FontResource>], images: &[Rc<ImageResource>]) -> Result<FinishedPictures> {
        stop::check_now()?;
        let pdf = match self.document {
            Some(document) => document.finish().map_err(|error| refusal(error, fonts, images))?,
            None => Vec::new(),
        };
        Ok(FinishedPictures { pdf, places: self.places })
    }
}

/// # Returns
/// Whether the page is finished: false after a panic.
fn add_page(document: &mut Document, scale: f32, draw: impl FnOnce(&mut Surface)) -> bool {
    let settings = PageSettings::from_wh(PAGE, PAGE).expect("it has an extent");
    // Dropped unfinished, they would panic again, which aborts the process.
    let mut page = ManuallyDrop::new(document.start_page_with(settings));
    let mut surface = ManuallyDrop::new(page.surface());
    surface.push_transform(&Transform::from_scale(scale, scale));
    if catch_unwind(AssertUnwindSafe(|| draw(&mut surface))).is_err() {
        return false;
    }
    surface.pop();
    ManuallyDrop::into_inner(surface).finish();
    ManuallyDrop::into_inner(page).finish();
    true
}

fn refusal(error: KrillaError, fonts: &[Rc<FontResource>], images: &[Rc<ImageResource>]) -> WriteError {
    match error {
        KrillaError::Font(font, message) => match fonts.iter().position(|known| known.font == font) {
            Some(index) => WriteError::Font { index, message },
            None => WriteError::Refused(message),
        },
        KrillaError::Image(image, _, message) => {
            let shown = |known: &Rc<ImageResource>| matches!(&**known, ImageResource::Raster(known) if *known == image);
            match images.iter().position(shown) {
                Some(index) => WriteError::Image { index, message },
                None => WriteError::Refused(format!("an image in a drawing does not decode: {message}")),
            }
        }
        other => WriteError::Refused(other.to_string()),
    }
}

/// krilla's document, whose objects keep their numbers.
pub struct FinishedPictures {
    pdf: Vec<u8>,
    places: Vec<Place>,
}

const UNEXPECTED: &str = "a document of krilla's that is not as expected";

impl FinishedPictures {
    /// Creates the file with the objects of the pictures.
    ///
    /// # Returns
    /// Numbers of the pictures' form XObjects too.
    pub fn write(self) -> Result<(FileWriter, Vec<u32>)> {
        if self.places.is_empty() {
            return Ok((FileWriter::new(0, Vec::new()), Vec::new()));
        }
        self.objects().ok_or_else(|| WriteError::Refused(UNEXPECTED.into()))
    }

    fn objects(&self) -> Option<(FileWriter, Vec<u32>)> {
        let Objects { objects, size } = Objects::read(&self.pdf)?;
        let find_object = |number: u32| {
            let at = objects.binary_search_by_key(&number, |object| object.number).ok()?;
            Some(&objects[at])
        };
        let tree = objects.iter().find(|object| object.has_type(b"/Pages"))?;
        let kids = tree.body.get(find(tree.body, b"/Kids")?..)?;
        let kids = kids.get(find(kids, b"[")? + 1..find(kids, b"]")?)?;
        let pages: Vec<&Object> = references(kids).map(find_object).collect::<Option<_>>()?;
        let contents = pages.iter().map(|page| page.entry(b"/Contents")).collect::<Option<Vec<u32>>>()?;
        // Neither the pages nor what belongs to the document is part of the file.
        let is_dropped = |object: &Object| {
            [b"/Page".as_slice(), b"/Pages", b"/Catalog"].iter().any(|kind| object.has_type(kind))
                || contents.contains(&object.number)
        };
        let free = objects.iter().filter(|object| is_dropped(object)).map(|object| object.number).rev().collect();
        let mut file = FileWriter::new(size, free);
        for object in objects.iter().filter(|object| !is_dropped(object)) {
            match object.stream() {
                Some((entries, data)) if find(entries, b"/Filter").is_some() => {
                    file.filtered_stream(object.number, entries, data);
                }
                Some((entries, data)) => file.stream(object.number, entries, data),
                None => file.object(object.number, |out| out.extend_from_slice(object.body)),
            }
        }
        let mut numbers = Vec::with_capacity(pages.len());
        for ((page, content), place) in pages.iter().zip(contents).zip(&self.places) {
            let (_, data) = find_object(content)?.stream()?;
            let mut entries = b"/Type/XObject/Subtype/Form/BBox".to_vec();
            let Place { bounds, scale } = *place;
            push_rect(&mut entries, Matrix([scale, 0.0, 0.0, -scale, 0.0, 0.0]).bounds(bounds).0);
            entries.extend_from_slice(b"/Matrix[");
            // krilla's origin is at the top of a page, that of its content at the bottom.
            Matrix([1.0 / scale, 0.0, 0.0, -1.0 / scale, 0.0, 0.0]).push(&mut entries);
            entries.extend_from_slice(b"]/Resources ");
            match page.entry(b"/Resources") {
                Some(resources) => push_ref(&mut entries, resources),
                None => entries.extend_from_slice(b"<<>>"),
            }
            let number = file.allocate();
            file.stream(number, &entries, data);
            numbers.push(number);
        }
        Some((file, numbers))
    }
}

struct Object<'a> {
    number: u32,
    body: &'a [u8],
}

/// The objects of a file of krilla's: without object streams, with one cross-reference table.
struct Objects<'a> {
    /// By number.
    objects: Vec<Object<'a>>,
    /// Upper bound of the numbers.
    size: u32,
}

impl<'a> Objects<'a> {
    fn read(pdf: &'a [u8]) -> Option<Self> {
        let tail = &pdf[pdf.len().saturating_sub(64)..];
        let start = find(tail, b"startxref")? + b"startxref".len();
        let (table, _) = integer(tail, start)?;
        let (size, first) = integer(pdf, table + find(pdf.get(table..)?, b"0 ")? + 2)?;
        let first = first + 1;
        let mut places = Vec::with_capacity(size);
        for index in 0..size {
            let entry = pdf.get(first + 20 * index..first + 20 * (index + 1))?;
            if entry[17] == b'n' {
                places.push((integer(entry, 0)?.0, index));
            }
        }
        places.sort_unstable();
        let mut objects = Vec::with_capacity(places.len());
        for (index, &(offset, number)) in places.iter().enumerate() {
            let end = places.get(index + 1).map_or(table, |next| next.0);
            objects.push(Object::read(pdf.get(offset..end)?, number)?);
        }
        objects.sort_unstable_by_key(|object| object.number);
        Some(Self { objects, size: u32::try_from(size).ok()? })
    }
}

impl<'a> Object<'a> {
    fn read(bytes: &'a [u8], expected: usize) -> Option<Self> {
        let body = bytes.trim_ascii_end().strip_suffix(b"endobj")?.trim_ascii_end();
        let (found, at) = integer(body, 0)?;
        let body = body[at..].strip_prefix(b" 0 obj")?.trim_ascii_start();
        (found == expected).then_some(Self { number: u32::try_from(expected).ok()?, body })
    }

    fn is_stream(&self) -> bool {
        self.body.ends_with(b"endstream")
    }

    /// Whether this is a dictionary of a type; a type may begin another's name.
    fn has_type(&self, kind: &[u8]) -> bool {
        let Some(at) = find(self.body, b"/Type").filter(|_| !self.is_stream()) else { return false };
        let rest = self.body[at + b"/Type".len()..].trim_ascii_start();
        rest.strip_prefix(kind).is_some_and(|rest| rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric()))
    }

    /// The object that an entry of the dictionary refers to.
    fn entry(&self, key: &[u8]) -> Option<u32> {
        let rest = &self.body[find(self.body, key)? + key.len()..];
        let (number, end) = integer(rest, 0)?;
        rest[end..].starts_with(b" 0 R").then(|| u32::try_from(number).ok())?
    }

    /// The entries of the dictionary except for the length, which comes first, and the data; None if this is no stream.
    fn stream(&self) -> Option<(&'a [u8], &'a [u8])> {
        if !self.is_stream() {
            return None;
        }
        let dictionary = self.body.strip_prefix(b"<<")?.trim_ascii_start();
        let (length, entries) = integer(dictionary.strip_prefix(b"/Length")?, 0)?;
        let entries = &dictionary[b"/Length".len() + entries..];
        let entries = entries.strip_suffix(b"\nendstream")?;
        let (entries, data) = entries.split_at_checked(entries.len().checked_sub(length)?)?;
        let entries = entries.strip_suffix(b"\nstream\n")?.trim_ascii_end().strip_suffix(b">>")?;
        Some((entries.trim_ascii(), data))
    }
}

fn references(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let words = bytes.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    words.step_by(3).map(|word| std::str::from_utf8(word).ok().and_then(|word| word.parse().ok()).unwrap_or(0))
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// The integer at `start`, after white space, and its end.
fn integer(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut at = start;
    while bytes.get(at)?.is_ascii_whitespace() {
        at += 1;
    }
    let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = std::str::from_utf8(&bytes[at..at + digits]).ok()?.parse().ok()?;
    Some((value, at + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(body: &[u8]) -> Option<(&[u8], &[u8])> {
        Object { number: 1, body }.stream()
    }

    #[test]
    fn a_stream_has_entries_and_data() {
        let found = stream(b"<<\n  /Length 5\n  /Type /XObject\n>>\nstream\n>>\nst\nendstream");
        assert_eq!(found, Some((&b"/Type /XObject"[..], &b">>\nst"[..])));
        assert_eq!(stream(b"<</Length 0>>\nstream\n\nendstream"), Some((&b""[..], &b""[..])));
        assert_eq!(stream(b"<</Length 9>>\nstream\nx\nendstream"), None);
        assert_eq!(stream(b"<</Type/Catalog>>"), None);
    }

    #[test]
    fn a_type_is_told_from_one_that_it_begins() {
        let tree = Object { number: 1, body: b"<<\n  /Type /Pages\n  /Count 1\n>>" };
        assert!(tree.has_type(b"/Pages"));
        assert!(!tree.has_type(b"/Page"));
        assert_eq!(Object { number: 1, body: b"<</Contents 12 0 R>>" }.entry(b"/Contents"), Some(12));
    }

    #[test]
    fn a_picture_becomes_a_form() {
        let mut pictures = Pictures::default();
        let picture = pictures.add(Bounds([0.0, 0.0, 10.0, 20.0]), |_| {}).unwrap();
        assert_eq!(picture, 0);
        let (file, numbers) = pictures.finish(&[], &[]).unwrap().write().unwrap();
        assert_eq!(numbers.len(), 1);
        let pdf = file.finish(1, 1, [0; 16]);
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.contains("/Subtype/Form/BBox[-1 -21 11 1]/Matrix[1 0 0 -1 0 0]"));
    }

    #[test]
    fn another_file_is_refused() {
        for pdf in [b"".to_vec(), b"%PDF-1.7\nstartxref\n99\n%%EOF".to_vec()] {
            let pictures = FinishedPictures { pdf, places: vec![Place { bounds: Bounds::EMPTY, scale: 1.0 }] };
            assert!(pictures.write().is_err());
        }
    }
}
