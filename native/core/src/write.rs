#![forbid(unsafe_code)]

//! Writes the buffer with krilla in one pass over the operations.

use std::panic::{AssertUnwindSafe, catch_unwind};

use krilla::Document;
use krilla::SerializeSettings;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::blend::BlendMode;
use krilla::destination::XyzDestination;
use krilla::error::KrillaError;
use krilla::geom::{Point, Rect, Size, Transform};
use krilla::mask::{Mask, MaskType};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Pattern};
use krilla::stream::Stream;
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ContentTag, SpanTag};
use krilla_svg::{SurfaceExt, SvgSettings, render_svg_glyph};

use crate::error::{Result, WriteError};
use crate::format::{MAX_DEPTH, op};
use crate::object_streams::pack;
use crate::outline::{Bookmark, outline};
use crate::paint::{fill, fill_rule, opacity, path, rect_path, stroke};
use crate::reader::Reader;
use crate::resources::{FontResource, ImageResource};
use crate::tags::{Reserved, Tags};
use crate::text::{GlyphRun, font_error};

/// Writes the display list in `buffer`, which refers to fonts and images by their indices here.
pub fn write(buffer: &[u8], fonts: &[&FontResource], images: &[&ImageResource]) -> Result<Vec<u8>> {
    let mut document = Document::new_with(SerializeSettings {
        compress_content_streams: false, // `pack` does
        render_svg_glyph_fn: render_svg_glyph,
        ..Default::default()
    });
    let mut writer = Writer {
        reader: Reader::new(buffer)?,
        fonts,
        images,
        pages: 0,
        last_destination: None,
        owner: ContentOwner::Artifact,
        tags: Tags::default(),
        links: Vec::new(),
        bookmarks: Vec::new(),
    };
    writer.document(&mut document)?;
    let Writer { tags, bookmarks, .. } = writer;
    document.set_tag_tree(tags.finish());
    if !bookmarks.is_empty() {
        document.set_outline(outline(bookmarks));
    }
    let pdf = document.finish().map_err(|error| refusal(error, fonts, images))?;
    pack(&pdf).map_err(|message| WriteError::Refused(message.into()))
}

fn refusal(error: KrillaError, fonts: &[&FontResource], images: &[&ImageResource]) -> WriteError {
    match error {
        KrillaError::Font(font, message) => font_error(fonts, &font, message),
        KrillaError::Image(image, _, message) => {
            let shown = |known: &&ImageResource| matches!(known, ImageResource::Raster(known) if *known == image);
            match images.iter().position(shown) {
                Some(index) => WriteError::Image { index, message },
                None => WriteError::Refused(format!("an image in a drawing does not decode: {message}")),
            }
        }
        other => WriteError::Refused(other.to_string()),
    }
}

struct Writer<'a> {
    reader: Reader<'a>,
    fonts: &'a [&'a FontResource],
    images: &'a [&'a ImageResource],
    pages: u32,
    /// The last page that is a destination; an error if there is no such page.
    last_destination: Option<(u32, WriteError)>,
    owner: ContentOwner<'a>,
    tags: Tags,
    /// Links of the current page, with their places in the structure tree.
    links: Vec<(LinkAnnotation, Option<Reserved>)>,
    bookmarks: Vec<Bookmark>,
}

/// The owner of content.
#[derive(Clone, Copy)]
enum ContentOwner<'a> {
    Tag { element: Option<usize>, language: Option<&'a str> },
    Artifact,
}

/// A page, mask or tile being drawn.
struct Canvas {
    /// The operation that ends it.
    end: u32,
    depth: usize,
    /// From its units to those of the page, pt; None where no marked content is allowed.
    page: Option<Transform>,
    pushed: Vec<Pushed>,
    /// Number of open groups: the content of a group is marked as a whole.
    groups: usize,
    is_marked: bool,
}

enum Pushed {
    State,
    Transform(Option<Transform>),
    Group,
}

impl<'a> Writer<'a> {
    fn texts(&mut self) -> Result<Vec<String>> {
        let count = self.reader.count(2)?;
        (0..count).map(|_| Ok(self.reader.text()?.to_owned())).collect()
    }

    fn document(&mut self, document: &mut Document) -> Result<()> {
        while !self.reader.at_end() {
            match self.reader.integer()? {
                op::PAGE => self.page(document)?,
                op::TAG => self.tags.read(&mut self.reader)?,
                op::BOOKMARK => {
                    let level = (self.reader.integer()? as usize).min(MAX_DEPTH);
                    let title = self.reader.text()?.to_owned();
                    let destination = self.destination()?;
                    self.bookmarks.push(Bookmark { level, title, destination });
                }
                op::DOCUMENT => {
                    let title = self.reader.optional_text()?;
                    let language = self.reader.optional_text()?;
                    let mut metadata = Metadata::new().creator("Platen".into());
                    if let Some(title) = title {
                        metadata = metadata.title(title.into());
                    }
                    if let Some(language) = language {
                        metadata = metadata.language(language.into());
                    }
                    if let Some(description) = self.reader.optional_text()? {
                        metadata = metadata.description(description.into());
                    }
                    let authors = self.texts()?;
                    if !authors.is_empty() {
                        metadata = metadata.authors(authors);
                    }
                    let keywords = self.texts()?;
                    if !keywords.is_empty() {
                        metadata = metadata.keywords(keywords);
                    }
                    document.set_metadata(metadata);
                }
                _ => return Err(self.reader.malformed("an operation outside of pages")),
            }
        }
        if self.pages == 0 {
            return Err(self.reader.malformed("no pages"));
        }
        match self.last_destination.take() {
            Some((page, error)) if page >= self.pages => Err(error),
            _ => Ok(()),
        }
    }

    fn page(&mut self, document: &mut Document) -> Result<()> {
        let [width, height, scale] = self.reader.numbers()?;
        let settings =
            PageSettings::from_wh(width, height).ok_or_else(|| self.reader.malformed("a page without extent"))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let scaled = Transform::from_scale(scale, scale);
        surface.push_transform(&scaled);
        self.owner = ContentOwner::Artifact;
        let drawn = self.draw(&mut surface, op::END_PAGE, 0, Some(scaled));
        surface.pop();
        surface.finish();
        for (link, reserved) in self.links.drain(..) {
            let annotation = Annotation::from(link);
            match reserved {
                Some(reserved) => self.tags.fill(reserved, page.add_tagged_annotation(annotation)),
                None => page.add_annotation(annotation),
            }
        }
        page.finish();
        self.pages += 1;
        drawn
    }

    /// Draws up to the operation `end`. Restores the surface even on failure, as krilla requires.
    fn draw(&mut self, surface: &mut Surface<'_>, end: u32, depth: usize, page: Option<Transform>) -> Result<()> {
        let mut canvas = Canvas { end, depth, page, pushed: Vec::new(), groups: 0, is_marked: false };
        // A panic would drop the unfinished surface, where krilla panics again and aborts the process.
        let mut drawn = catch_unwind(AssertUnwindSafe(|| self.operations(surface, &mut canvas)))
            .unwrap_or_else(|_| Err(WriteError::Refused("krilla panicked".into())));
        if drawn.is_ok() && !canvas.pushed.is_empty() {
            drawn = Err(self.reader.malformed("something that is not ended"));
        }
        while let Some(pushed) = canvas.pushed.pop() {
            self.pop(surface, &mut canvas, pushed);
        }
        self.unmark(surface, &mut canvas);
        drawn
    }

    fn operations(&mut self, surface: &mut Surface<'_>, canvas: &mut Canvas) -> Result<()> {
        loop {
            let operation = self.reader.integer()?;
            match operation {
                op::TEXT => {
                    let run = GlyphRun::read(&mut self.reader, self.fonts)?;
                    self.mark(surface, canvas);
                    run.draw(surface);
                }
                op::RECT => {
                    let shape = rect_path(self.reader.numbers()?);
                    let fill = fill(&mut self.reader, FillRule::NonZero)?;
                    self.fill(surface, canvas, shape, fill);
                }
                op::FILL => {
                    let rule = fill_rule(&mut self.reader)?;
                    let fill = fill(&mut self.reader, rule)?;
                    let shape = path(&mut self.reader)?;
                    self.fill(surface, canvas, shape, fill);
                }
                op::STROKE => {
                    let stroke = stroke(&mut self.reader)?;
                    let shape = path(&mut self.reader)?;
                    self.mark(surface, canvas);
                    surface.set_fill(None);
                    surface.set_stroke(Some(stroke));
                    if let Some(shape) = shape {
                        surface.draw_path(&shape);
                    }
                    surface.set_stroke(None);
                }
                op::IMAGE => self.image(surface, canvas)?,
                op::TILES => self.tiles(surface, canvas)?,
                op::IN_TAG | op::ARTIFACT => {
                    if canvas.groups > 0 {
                        return Err(self.reader.malformed("structure inside a group"));
                    }
                    self.unmark(surface, canvas);
                    self.owner = match operation {
                        op::ARTIFACT => ContentOwner::Artifact,
                        _ => ContentOwner::Tag {
                            element: self.tags.element(&mut self.reader)?,
                            language: self.reader.optional_text()?,
                        },
                    };
                }
                op::TAG => self.tags.read(&mut self.reader)?,
                op::LINK => self.link(canvas)?,
                op::POP => match canvas.pushed.pop() {
                    Some(pushed) => self.pop(surface, canvas, pushed),
                    None => return Err(self.reader.malformed("nothing to end")),
                },
                end if end == canvas.end => return Ok(()),
                _ => self.push(surface, canvas, operation)?,
            }
        }
    }

    fn push(&mut self, surface: &mut Surface<'_>, canvas: &mut Canvas, operation: u32) -> Result<()> {
        if canvas.depth + canvas.pushed.len() >= MAX_DEPTH {
            return Err(self.reader.malformed("groups too deep in one another"));
        }
        let pushed = match operation {
            op::TRANSFORM => {
                let [a, b, c, d, e, f] = self.reader.numbers()?;
                let matrix = Transform::from_row(a, b, c, d, e, f);
                self.unmark(surface, canvas);
                surface.push_transform(&matrix);
                let outer = canvas.page;
                canvas.page = outer.map(|outer| concatenated(outer, matrix));
                Pushed::Transform(outer)
            }
            op::CLIP => {
                let rule = fill_rule(&mut self.reader)?;
                // An empty clip path hides everything.
                let clip = path(&mut self.reader)?.or_else(|| rect_path([0.0; 4]));
                let clip = clip.ok_or_else(|| self.reader.malformed("a clip without a shape"))?;
                self.unmark(surface, canvas);
                surface.push_clip_path(&clip, &rule);
                Pushed::State
            }
            op::OPACITY => {
                let opacity = opacity(&mut self.reader)?;
                self.mark(surface, canvas);
                surface.push_opacity(opacity);
                Pushed::Group
            }
            op::BLEND => {
                let mode = blend_mode(&mut self.reader)?;
                self.mark(surface, canvas);
                surface.push_blend_mode(mode);
                Pushed::Group
            }
            op::ISOLATED => {
                self.mark(surface, canvas);
                surface.push_isolated();
                Pushed::Group
            }
            op::MASK => {
                let kind = match self.reader.integer()? {
                    0 => MaskType::Alpha,
                    1 => MaskType::Luminosity,
                    _ => return Err(self.reader.malformed("an unknown kind of mask")),
                };
                self.mark(surface, canvas);
                let stream = self.stream(surface, canvas)?;
                surface.push_mask(Mask::new(stream, kind));
                Pushed::Group
            }
            _ => return Err(self.reader.malformed("an unknown operation")),
        };
        if matches!(pushed, Pushed::Group) {
            canvas.groups += 1;
        }
        canvas.pushed.push(pushed);
        Ok(())
    }

    fn pop(&mut self, surface: &mut Surface<'_>, canvas: &mut Canvas, pushed: Pushed) {
        self.unmark(surface, canvas);
        surface.pop();
        match pushed {
            Pushed::State => {}
            Pushed::Transform(outer) => canvas.page = outer,
            Pushed::Group => canvas.groups -= 1,
        }
    }

    /// Assigns the content that follows to `owner`, from the first item on; a group is marked before it opens.
    fn mark(&mut self, surface: &mut Surface<'_>, canvas: &mut Canvas) {
        if canvas.is_marked || canvas.page.is_none() || canvas.groups > 0 {
            return;
        }
        canvas.is_marked = true;
        match self.owner {
            ContentOwner::Artifact => {
                surface.start_tagged(ContentTag::Artifact(Artifact::default()));
            }
            ContentOwner::Tag { element, language } => {
                let span = SpanTag::empty().with_lang(language);
                let content =
                    surface.start_tagged(if language.is_some() { ContentTag::Span(span) } else { ContentTag::Other });
                self.tags.add(element, content);
            }
        }
    }

    fn unmark(&mut self, surface: &mut Surface<'_>, canvas: &mut Canvas) {
        if canvas.is_marked && canvas.groups == 0 {
            surface.end_tagged();
            canvas.is_marked = false;
        }
    }

    fn fill(&mut self, surface: &mut Surface<'_>, canvas: &mut Canvas, shape: Option<krilla::geom::Path>, fill: Fill) {
        let Some(shape) = shape else { return };
        self.mark(surface, canvas);
        surface.set_fill(Some(fill));
        surface.draw_path(&shape);
    }

    fn image(&mut self, surface: &mut Surface<'_>, canvas: &mut Canvas) -> Result<()> {
        let index = self.reader.integer()? as usize;
        let image = *self.images.get(index).ok_or_else(|| self.reader.malformed("an unknown image"))?;
        let [x, y, width, height] = self.reader.numbers()?;
        let Some(size) = Size::from_wh(width, height) else {
            return Ok(());
        };
        self.mark(surface, canvas);
        surface.push_transform(&Transform::from_translate(x, y));
        match image {
            ImageResource::Raster(image) => surface.draw_image(image.clone(), size),
            ImageResource::Drawing(tree) => {
                surface.draw_svg(tree, size, SvgSettings::default());
            }
        }
        surface.pop();
        Ok(())
    }

    fn tiles(&mut self, surface: &mut Surface<'_>, canvas: &mut Canvas) -> Result<()> {
        let area = rect_path(self.reader.numbers()?);
        let [x, y, width, height] = self.reader.numbers()?;
        if width <= 0.0 || height <= 0.0 {
            return Err(self.reader.malformed("tiles without extent"));
        }
        let stream = self.stream(surface, canvas)?;
        let pattern = Pattern { stream, transform: Transform::from_translate(x, y), width, height };
        let fill = Fill { paint: pattern.into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero };
        self.fill(surface, canvas, area, fill);
        Ok(())
    }

    /// Draws up to END_STREAM.
    fn stream(&mut self, surface: &mut Surface<'_>, canvas: &Canvas) -> Result<Stream> {
        let depth = canvas.depth + canvas.pushed.len() + 1;
        if depth >= MAX_DEPTH {
            return Err(self.reader.malformed("groups too deep in one another"));
        }
        let mut builder = surface.stream_builder();
        let mut inner = builder.surface();
        let drawn = self.draw(&mut inner, op::END_STREAM, depth, None);
        inner.finish();
        drawn.map(|()| builder.finish())
    }

    fn link(&mut self, canvas: &Canvas) -> Result<()> {
        let tag = self.tags.element(&mut self.reader)?;
        let [x, y, width, height] = self.reader.numbers()?;
        let target = match self.reader.integer()? {
            0 => Target::Action(Action::Link(LinkAction::new(self.reader.text()?.to_owned()))),
            1 => Target::Destination(self.destination()?.into()),
            _ => return Err(self.reader.malformed("an unknown target")),
        };
        let page = canvas.page.ok_or_else(|| self.reader.malformed("a link that is on no page"))?;
        let area = Rect::from_xywh(x, y, width, height).and_then(|area| area.transform(page));
        if let Some(area) = area {
            let reserved = tag.map(|element| self.tags.reserve(element));
            self.links.push((LinkAnnotation::new(area, target), reserved));
        }
        Ok(())
    }

    fn destination(&mut self) -> Result<XyzDestination> {
        let page = self.reader.integer()?;
        if self.last_destination.as_ref().is_none_or(|(last, _)| page > *last) {
            self.last_destination = Some((page, self.reader.malformed("a place on a page that is not there")));
        }
        let [x, y] = self.reader.numbers()?;
        Ok(XyzDestination::new(page as usize, Point::from_xy(x, y)))
    }
}

/// Concatenates matrices: first `inner`, then `outer`.
fn concatenated(outer: Transform, inner: Transform) -> Transform {
    let row = |x: f32, y: f32| (outer.sx() * x + outer.kx() * y, outer.ky() * x + outer.sy() * y);
    let (sx, ky) = row(inner.sx(), inner.ky());
    let (kx, sy) = row(inner.kx(), inner.sy());
    let (tx, ty) = row(inner.tx(), inner.ty());
    Transform::from_row(sx, ky, kx, sy, tx + outer.tx(), ty + outer.ty())
}

fn blend_mode(reader: &mut Reader) -> Result<BlendMode> {
    /// Source: https://drafts.fxtf.org/compositing/#ltblendmodegt
    const MODES: [BlendMode; 16] = [
        BlendMode::Normal,
        BlendMode::Multiply,
        BlendMode::Screen,
        BlendMode::Overlay,
        BlendMode::Darken,
        BlendMode::Lighten,
        BlendMode::ColorDodge,
        BlendMode::ColorBurn,
        BlendMode::HardLight,
        BlendMode::SoftLight,
        BlendMode::Difference,
        BlendMode::Exclusion,
        BlendMode::Hue,
        BlendMode::Saturation,
        BlendMode::Color,
        BlendMode::Luminosity,
    ];
    let mode = MODES.get(reader.integer()? as usize).copied();
    mode.ok_or_else(|| reader.malformed("an unknown blend mode"))
}
