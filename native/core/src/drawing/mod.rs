#![forbid(unsafe_code)]

//! SVG drawings. usvg reads them, with everything that they refer to in its place; [`expansion`] counts before how much that
//! becomes, and [`draw`] draws it.

mod clip;
mod convert;
mod density;
mod draw;
mod elements;
mod expansion;
mod filter;
mod glyph;
mod paint;
mod text;

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use krilla::geom::{Rect, Size, Transform};
use krilla::paint::FillRule;
use krilla::surface::Surface;
use usvg::fontdb::Database;
use usvg::roxmltree::{Document, Error, Node, ParsingOptions};
use usvg::{ImageHrefDataResolverFn, ImageHrefResolver, Options, Tree};

use crate::error::{Result, WriteError};
use crate::stop;
use convert::clip_rectangle;
use density::Filters;
use draw::Drawer;
use expansion::{MAX_DEPTH, MAX_OPERATIONS};
pub use glyph::draw_svg_glyph;
use text::Fonts;

pub struct Drawing {
    tree: Box<Tree>,
    filters: Filters,
}

impl Drawing {
    /// Its images are data: URLs.
    ///
    /// # Errors
    /// The source is no SVG, or what it has takes too much.
    pub fn read(source: &str, fonts: Arc<Database>) -> Result<Self> {
        stop::interruptible(|| {
            let inside = Arc::new(Mutex::new(Inside::default()));
            let resolver = ImageHrefResolver {
                resolve_data: inside_resolver(inside.clone()),
                resolve_string: Box::new(|_, _| None), // refers to a file
            };
            let options = Options { fontdb: fonts, image_href_resolver: resolver, ..Default::default() };
            let tree = tree(source, &options)?;
            if let Some(failure) = lock(&inside).failure.take() {
                return Err(failure);
            }
            Ok(Self { filters: Filters::of(&tree)?, tree: Box::new(tree) })
        })?
    }

    /// # Arguments
    /// * `scale` - pt per unit of the size
    pub fn draw(&self, size: Size, scale: f32, surface: &mut Surface) {
        let units = self.tree.size();
        let [x, y] = [size.width() / units.width(), size.height() / units.height()];
        surface.push_transform(&Transform::from_scale(x, y));
        let clip = Rect::from_xywh(0.0, 0.0, units.width(), units.height());
        surface.push_clip_path(&clip_rectangle(clip), &FillRule::NonZero);
        drawer(&self.tree, self.filters.density(x.max(y) * scale)).group(self.tree.root(), surface);
        surface.pop();
        surface.pop();
    }
}

/// The SVG images in a drawing.
#[derive(Default)]
struct Inside {
    /// Each is read wherever it is drawn.
    operations: f64,
    /// Those in one another that are being read.
    levels: usize,
    /// Why the drawing is too much.
    failure: Option<WriteError>,
}

/// SVG images within one another, and levels of elements in each: together not more than a drawing may have.
const MAX_LEVELS_OF_IMAGES: usize = 4;
const MAX_DEPTH_OF_IMAGE: usize = MAX_DEPTH / MAX_LEVELS_OF_IMAGES;

fn lock(inside: &Mutex<Inside>) -> MutexGuard<'_, Inside> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As usvg's, for images that do not become too much.
fn inside_resolver(shared: Arc<Mutex<Inside>>) -> ImageHrefDataResolverFn<'static> {
    let default = ImageHrefResolver::default_data_resolver();
    Box::new(move |kind, data, options| {
        if let Some(source) = svg_source(kind, &data) {
            let counted = finite(&source, MAX_DEPTH_OF_IMAGE).and_then(|source| {
                let operations = expansion::expand(&document(&source)?, MAX_DEPTH_OF_IMAGE)?.operations;
                Ok((source.into_owned(), operations))
            });
            let mut inside = lock(&shared);
            let counted = match counted {
                Ok(_) if inside.levels == MAX_LEVELS_OF_IMAGES => Err(too_many_levels()),
                counted => counted,
            };
            let (source, operations) = match counted {
                Ok(counted) => counted,
                Err(failure) => {
                    // Another one is no SVG: the image is not there.
                    let is_too_much = matches!(failure, WriteError::TooComplex(_));
                    inside.failure = inside.failure.take().or(is_too_much.then_some(failure));
                    return None;
                }
            };
            inside.operations += operations;
            if inside.operations > MAX_OPERATIONS {
                inside.failure.get_or_insert_with(|| expansion::too_complex(None));
                return None;
            }
            inside.levels += 1;
            drop(inside);
            let read = default(kind, Arc::new(source.into_bytes()), options);
            lock(&shared).levels -= 1;
            return read;
        }
        default(kind, data, options)
    })
}

fn too_many_levels() -> WriteError {
    let message =
        format!("In an SVG drawing, SVG images are in one another through more than {MAX_LEVELS_OF_IMAGES} levels.");
    WriteError::TooComplex(message)
}

/// The text of an SVG image. None: it is another one, or no image.
fn svg_source<'a>(kind: &str, data: &'a [u8]) -> Option<Cow<'a, str>> {
    const GZIP: &[u8] = &[0x1f, 0x8b];
    match kind {
        "image/svg+xml" | "text/plain" if data.starts_with(GZIP) => {
            String::from_utf8(usvg::decompress_svgz(data).ok()?).ok().map(Cow::Owned)
        }
        // Other images are no UTF-8.
        "image/svg+xml" | "text/plain" => std::str::from_utf8(data).ok().map(Cow::Borrowed),
        _ => None,
    }
}

fn drawer(tree: &Tree, density: f32) -> Drawer {
    Drawer::new(Fonts::new(tree.fontdb().clone()), density)
}

fn tree(source: &str, options: &Options) -> Result<Tree> {
    let source = finite(source, MAX_DEPTH)?;
    Tree::from_xmltree(&document(&source)?, options).map_err(|error| match error {
        // As many elements, by `use`; or as deep in one another.
        usvg::Error::ParsingFailed(Error::NodesLimitReached) => {
            WriteError::Refused("more than 1,000,000 elements".into())
        }
        _ => WriteError::Refused(error.to_string()),
    })
}

/// Leaves out references of elements to what they are in. Without them, others may come to light.
///
/// # Errors
/// The source becomes too much, or is no XML.
fn finite(source: &str, max_levels: usize) -> Result<Cow<'_, str>> {
    const MAX_ROUNDS: usize = 4;
    let mut source = Cow::Borrowed(source);
    for _ in 0..MAX_ROUNDS {
        let document = document(&source)?;
        let endless = expansion::expand(&document, max_levels)?.endless;
        if endless.is_empty() {
            drop(document);
            return Ok(source);
        }
        let shorter = without(&source, &endless).ok_or_else(|| WriteError::Refused(ENDLESS.into()))?;
        drop(document);
        source = Cow::Owned(shorter);
    }
    Err(WriteError::Refused(ENDLESS.into()))
}

const ENDLESS: &str = "elements refer to one another in a circle";

/// Sets properties of elements to `none`.
///
/// # Returns
/// None: an element is not where it seems to be, but in an entity.
fn without(source: &str, properties: &[(Node, &str)]) -> Option<String> {
    let mut insertions = Vec::new();
    for (node, property) in properties {
        let declaration = format!("{property}:none!important;");
        insertions.push(match node.attribute_node("style") {
            Some(style) => (style.range_value().start, declaration),
            None => {
                let start = node.range().start;
                let name = source.get(start..)?.strip_prefix('<')?;
                let length =
                    name.find(|character: char| character.is_whitespace() || matches!(character, '/' | '>'))?;
                let others = properties.iter().filter(|(other, _)| other == node).map(|(_, other)| other);
                let declarations: String = others.map(|other| format!("{other}:none!important;")).collect();
                (start + 1 + length, format!(" style=\"{declarations}\""))
            }
        });
    }
    insertions.sort();
    insertions.dedup();
    let mut out = String::with_capacity(source.len() + 64 * insertions.len());
    let mut copied = 0;
    for (at, inserted) in &insertions {
        out.push_str(source.get(copied..*at)?);
        out.push_str(inserted);
        copied = *at;
    }
    out.push_str(source.get(copied..)?);
    Some(out)
}

fn document(source: &str) -> Result<Document<'_>> {
    expansion::check_attributes(source)?;
    let parsing = ParsingOptions { allow_dtd: true, ..Default::default() };
    Document::parse_with_options(source, parsing).map_err(|error| WriteError::Refused(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> Result<Drawing> {
        let source = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{content}</svg>"#);
        Drawing::read(&source, Arc::new(Database::new()))
    }

    #[test]
    fn references_in_a_circle_ended_the_process() {
        let circle = |element: &str, property: &str| -> String {
            let parts = [("a", "b"), ("b", "c"), ("c", "a")].map(|(id, next)| {
                format!(r##"<{element} id="{id}" width="9" height="9"><path d="M0 0L9 9L3 4" {property}="url(#{next})"/></{element}>"##)
            });
            parts.concat() + &format!(r##"<rect width="9" height="9" {property}="url(#a)"/>"##)
        };
        for (element, property) in
            [("clipPath", "clip-path"), ("mask", "mask"), ("pattern", "fill"), ("pattern", "stroke")]
        {
            assert!(read(&circle(element, property)).is_ok(), "{element} {property}");
            let styled = circle(element, property)
                .replace(&format!("{property}=\"url(#a)\""), &format!("style='{property}:url(#a)'"));
            assert!(read(&styled).is_ok(), "{styled}");
        }
        for content in [
            r##"<mask id="m"><rect width="9" height="9" fill="url(#p)"/></mask>
                <pattern id="p" width="9" height="9"><rect width="9" height="9" mask="url(#m)"/></pattern>
                <rect width="9" height="9" mask="url(#m)"/>"##,
            r##"<g fill="url(#p)"><pattern id="p" width="9" height="9"><rect width="9" height="9"/></pattern></g>
                <rect width="9" height="9" fill="url(#p)"/>"##,
            r##"<clipPath id="a" clip-path="url(#b)"><rect width="9" height="9"/></clipPath>
                <clipPath id="b" clip-path="url(#c)"><rect width="9" height="9"/></clipPath>
                <clipPath id="c" clip-path="url(#a)"><rect width="9" height="9"/></clipPath>
                <rect width="9" height="9" clip-path="url(#a)"/>"##,
            r##"<mask id="m"><rect width="9" height="9" filter="url(#f)"/></mask>
                <filter id="f"><feImage href="#r"/></filter><rect id="r" width="9" height="9" mask="url(#m)"/>"##,
            r##"<style>.p { fill: url(#p) }</style><pattern id="p" width="9" height="9"><use href="#r"/></pattern>
                <rect id="r" class="p" width="9" height="9"/>"##,
        ] {
            assert!(read(content).is_ok(), "{content}");
        }
    }
}
