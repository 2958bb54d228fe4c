#![forbid(unsafe_code)]

//! Reads lists in one pass and draws their operations.

use std::collections::HashMap;
use std::rc::Rc;

use krilla::geom::{Path as KrillaPath, Size};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, Paint};

use crate::content::{Content, RenderingMode};
use crate::destination::{Destination, Link, Target};
use crate::document::{DrawnDocument, DrawnPage, Tile, XObject};
use crate::error::{Result, WriteError};
use crate::format::{MAX_DEPTH, op};
use crate::matrix::{Bounds, Matrix};
use crate::outline::Bookmark;
use crate::paint::{Color, Filling, Path, fill_rule, filling, krilla_rectangle, opacity, push_rectangle, stroke};
use crate::reader::Reader;
use crate::resources::{FontResource, ImageResource};
use crate::spaces::ColorSpace;
use crate::states::{BLEND_MODES, ExtGState, MaskKind};
use crate::stop;
use crate::text::{Glyph, GlyphRun};

/// A document that is being drawn, list by list.
#[derive(Default)]
pub struct Draft {
    /// By their indices in the lists.
    pub fonts: Vec<Rc<FontResource>>,
    pub images: Vec<Rc<ImageResource>>,
    /// Memory of the glyphs of a run.
    glyphs: Vec<Glyph>,
    /// The last page that is a destination; an error if there is no such page.
    last_destination: Option<(u32, WriteError)>,
    /// XObjects of images by index, size and scale.
    placed_images: HashMap<(usize, [u32; 3]), usize>,
    document: DrawnDocument,
}

impl Draft {
    /// Draws the pages of a list, and reads what else it has.
    pub fn draw(&mut self, list: &[u8]) -> Result<()> {
        let Self { fonts, images, glyphs, last_destination, placed_images, document } = self;
        let (reader, owner) = (Reader::new(list)?, ContentOwner::Artifact);
        Writer { reader, fonts, images, glyphs, last_destination, owner, placed_images, document }.document()
    }

    /// Writes the file.
    pub fn finish(self) -> Result<Vec<u8>> {
        let malformed = |what| WriteError::Malformed { offset: 0, what };
        let Self { fonts, images, last_destination, document, .. } = self;
        if document.pages.is_empty() {
            return Err(malformed("no pages"));
        }
        if !document.has_used_spaces() {
            return Err(malformed("a colour of an unknown space"));
        }
        match last_destination {
            Some((page, error)) if page as usize >= document.pages.len() => return Err(error),
            _ => {}
        }
        stop::check_now()?;
        document.write(&fonts, &images)
    }
}

struct Writer<'a> {
    reader: Reader<'a>,
    fonts: &'a [Rc<FontResource>],
    images: &'a [Rc<ImageResource>],
    glyphs: &'a mut Vec<Glyph>,
    last_destination: &'a mut Option<(u32, WriteError)>,
    owner: ContentOwner<'a>,
    placed_images: &'a mut HashMap<(usize, [u32; 3]), usize>,
    document: &'a mut DrawnDocument,
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
    /// Its content, and that of open groups.
    contents: Vec<Content>,
    /// From its units to those of the content.
    matrix: Matrix,
    /// Bounds of the content, in the units of the content.
    bounds: Bounds,
    /// From its units to those of the page, pt; None where no marked content is allowed.
    page: Option<Matrix>,
    pushed: Vec<Pushed>,
    /// Number of open groups: the content of a group is marked as a whole.
    groups: usize,
    is_marked: bool,
}

enum Pushed {
    Clip,
    Transform {
        matrix: Matrix,
        page: Option<Matrix>,
    },
    Blend,
    /// A group without effect.
    Opaque,
    Group {
        matrix: Matrix,
        bounds: Bounds,
        state: Option<ExtGState>,
    },
}

impl Canvas {
    fn new(end: u32, depth: usize, content: Content, matrix: Matrix, bounds: Bounds) -> Self {
        let (contents, pushed) = (vec![content], Vec::new());
        Self { end, depth, contents, matrix, bounds, page: None, pushed, groups: 0, is_marked: false }
    }

    fn content(&mut self) -> &mut Content {
        self.contents.last_mut().expect("a group ends before its canvas")
    }

    /// pt per unit, as far as it is known.
    fn scale(&self) -> f32 {
        let Matrix([a, b, c, d, ..]) = self.page.unwrap_or(self.matrix);
        let scale = (a * d - b * c).abs().sqrt();
        if scale.is_normal() { scale } else { 1.0 }
    }

    /// The bounds in its own units.
    fn own_bounds(&self) -> Bounds {
        self.matrix.inverse().map_or(Bounds::EMPTY, |inverse| inverse.bounds(self.bounds))
    }
}

impl<'a> Writer<'a> {
    fn texts(&mut self) -> Result<Vec<String>> {
        let count = self.reader.count(2)?;
        (0..count).map(|_| self.reader.text().map(Into::into)).collect()
    }

    fn document(&mut self) -> Result<()> {
        while !self.reader.at_end() {
            match self.reader.integer()? {
                op::PAGE => self.page()?,
                op::TAG => self.document.tags.read(&mut self.reader)?,
                op::BOOKMARK => {
                    let level = (self.reader.integer()? as usize).min(MAX_DEPTH);
                    let title = self.reader.text()?.into();
                    let destination = self.destination()?;
                    self.document.bookmarks.push(Bookmark { level, title, destination });
                }
                op::DOCUMENT => {
                    let metadata = &mut self.document.metadata;
                    metadata.title = self.reader.optional_text()?.map(Into::into);
                    metadata.language = self.reader.optional_text()?.map(Into::into);
                    metadata.description = self.reader.optional_text()?.map(Into::into);
                    self.document.metadata.authors = self.texts()?;
                    self.document.metadata.keywords = self.texts()?;
                }
                op::COLOR_SPACE => self.document.spaces.push(ColorSpace::read(&mut self.reader)?),
                _ => return Err(self.reader.malformed("an operation outside of pages")),
            }
        }
        Ok(())
    }

    fn page(&mut self) -> Result<()> {
        stop::check_now()?;
        let [width, height, scale] = self.reader.numbers()?;
        if width <= 0.0 || height <= 0.0 {
            return Err(self.reader.malformed("a page without extent"));
        }
        // Units start at the top left of the page, those of PDF at its bottom left.
        let matrix = Matrix([scale, 0.0, 0.0, -scale, 0.0, height]);
        let mut content = Content::page();
        content.concatenate(matrix);
        self.document.pages.push(DrawnPage { width, height, content: Content::page(), owners: Vec::new() });
        self.owner = ContentOwner::Artifact;
        let mut canvas = Canvas::new(op::END_PAGE, 0, content, matrix, Bounds([0.0, 0.0, width, height]));
        canvas.page = Some(matrix);
        let content = self.draw(canvas)?;
        self.document.last_page().content = content;
        Ok(())
    }

    /// Draws up to the operation that ends the canvas.
    fn draw(&mut self, mut canvas: Canvas) -> Result<Content> {
        self.operations(&mut canvas)?;
        if !canvas.pushed.is_empty() {
            return Err(self.reader.malformed("something that is not ended"));
        }
        unmark(&mut canvas);
        canvas.content().finish();
        Ok(canvas.contents.swap_remove(0))
    }

    fn operations(&mut self, canvas: &mut Canvas) -> Result<()> {
        loop {
            stop::check()?;
            let operation = self.reader.integer()?;
            match operation {
                op::TEXT => self.text(canvas)?,
                op::RECT => self.rectangle(canvas)?,
                op::FILL => self.shape(canvas)?,
                op::STROKE => self.stroke(canvas)?,
                op::IMAGE => self.image(canvas)?,
                op::TILES => self.tiles(canvas)?,
                op::IN_TAG | op::ARTIFACT => {
                    if canvas.groups > 0 {
                        return Err(self.reader.malformed("structure inside a group"));
                    }
                    unmark(canvas);
                    self.owner = match operation {
                        op::ARTIFACT => ContentOwner::Artifact,
                        _ => ContentOwner::Tag {
                            element: self.document.tags.element(&mut self.reader)?,
                            language: self.reader.optional_text()?,
                        },
                    };
                }
                op::TAG => self.document.tags.read(&mut self.reader)?,
                op::LINK => self.link(canvas)?,
                op::POP => match canvas.pushed.pop() {
                    Some(pushed) => self.pop(canvas, pushed),
                    None => return Err(self.reader.malformed("nothing to end")),
                },
                end if end == canvas.end => return Ok(()),
                _ => self.push(canvas, operation)?,
            }
        }
    }

    fn push(&mut self, canvas: &mut Canvas, operation: u32) -> Result<()> {
        if canvas.depth + canvas.pushed.len() >= MAX_DEPTH {
            return Err(self.reader.malformed("groups too deep in one another"));
        }
        let pushed = match operation {
            op::TRANSFORM => {
                let inner = Matrix(self.reader.numbers()?);
                unmark(canvas);
                let content = canvas.content();
                content.save();
                content.concatenate(inner);
                let outer = Pushed::Transform { matrix: canvas.matrix, page: canvas.page };
                canvas.matrix = canvas.matrix.after(inner);
                canvas.page = canvas.page.map(|page| page.after(inner));
                outer
            }
            op::CLIP => {
                let rule = fill_rule(&mut self.reader)?;
                let path = Path::read(&mut self.reader)?;
                unmark(canvas);
                let content = canvas.content();
                content.save();
                match path.has_extent() {
                    true => path.push(content.path()),
                    // An empty clip path hides everything.
                    false => push_rectangle(content.path(), &[0.0; 4]),
                }
                content.paint(if rule == FillRule::NonZero { b"W n\n" } else { b"W* n\n" });
                Pushed::Clip
            }
            op::BLEND => {
                let mode = self.reader.integer()? as usize;
                if mode >= BLEND_MODES.len() {
                    return Err(self.reader.malformed("an unknown blend mode"));
                }
                self.mark(canvas);
                canvas.content().save();
                let state = self.document.state(ExtGState::Blend(mode));
                canvas.content().apply(state);
                Pushed::Blend
            }
            op::OPACITY => {
                let opacity = opacity(&mut self.reader)?;
                self.mark(canvas);
                match opacity {
                    1.0 => Pushed::Opaque,
                    _ => self.group(canvas, Some(ExtGState::alphas([opacity; 2]))),
                }
            }
            op::ISOLATED => {
                self.mark(canvas);
                self.group(canvas, None)
            }
            op::MASK => {
                let kind = match self.reader.integer()? {
                    0 => MaskKind::Alpha,
                    1 => MaskKind::Luminosity,
                    _ => return Err(self.reader.malformed("an unknown kind of mask")),
                };
                self.mark(canvas);
                let bounds = canvas.own_bounds();
                let content = self.stream(canvas, bounds)?;
                let group = self.document.object(XObject::Group { content: Box::new(content), bounds });
                self.group(canvas, Some(ExtGState::Mask { kind, group }))
            }
            _ => return Err(self.reader.malformed("an unknown operation")),
        };
        if matches!(pushed, Pushed::Blend | Pushed::Opaque | Pushed::Group { .. }) {
            canvas.groups += 1;
        }
        canvas.pushed.push(pushed);
        Ok(())
    }

    /// Begins the content of a transparency group, which is drawn with the state.
    fn group(&mut self, canvas: &mut Canvas, state: Option<ExtGState>) -> Pushed {
        let outer = Pushed::Group { matrix: canvas.matrix, bounds: canvas.bounds, state };
        canvas.bounds = canvas.own_bounds();
        canvas.matrix = Matrix::IDENTITY;
        canvas.contents.push(Content::form());
        outer
    }

    fn pop(&mut self, canvas: &mut Canvas, pushed: Pushed) {
        unmark(canvas);
        match pushed {
            Pushed::Clip => canvas.content().restore(),
            Pushed::Transform { matrix, page } => {
                canvas.content().restore();
                (canvas.matrix, canvas.page) = (matrix, page);
            }
            Pushed::Blend => {
                canvas.content().restore();
                canvas.groups -= 1;
            }
            Pushed::Opaque => canvas.groups -= 1,
            Pushed::Group { matrix, bounds, state } => {
                let mut content = canvas.contents.pop().expect("the group's");
                content.finish();
                let own_bounds = canvas.bounds;
                (canvas.matrix, canvas.bounds) = (matrix, bounds);
                canvas.groups -= 1;
                if content.bytes.is_empty() {
                    return;
                }
                let object = self.document.object(XObject::Group { content: Box::new(content), bounds: own_bounds });
                let state = state.map(|state| self.document.state(state));
                let is_opacity = state.is_some_and(|state| self.document.sets_alphas(state));
                if !is_opacity {
                    self.set_alphas(canvas, [1.0; 2]);
                }
                let content = canvas.content();
                content.save();
                if let Some(state) = state {
                    content.apply(state);
                }
                content.draw(object);
                content.restore();
            }
        }
    }

    /// Assigns the content that follows to `owner`, from the first item on; a group is marked before it opens.
    fn mark(&mut self, canvas: &mut Canvas) {
        self.mark_item(canvas, false);
    }

    /// Text that is followed by something else of the owner is marked content of its own.
    fn mark_item(&mut self, canvas: &mut Canvas, is_text: bool) {
        if canvas.page.is_none() || canvas.groups > 0 {
            return;
        }
        if canvas.is_marked {
            if is_text || !canvas.content().is_marked_in_text() {
                return;
            }
            unmark(canvas);
        }
        canvas.is_marked = true;
        match self.owner {
            ContentOwner::Artifact => canvas.content().mark_artifact(is_text),
            ContentOwner::Tag { element, language } => {
                let page = self.document.pages.len() - 1;
                let owners = &mut self.document.pages[page].owners;
                let identifier = owners.len();
                owners.push(element);
                self.document.tags.add_content(element, page, identifier);
                canvas.content().mark(identifier, language, is_text);
            }
        }
    }

    fn set_alphas(&mut self, canvas: &mut Canvas, alphas: [f32; 2]) {
        if canvas.content().changes_alphas(alphas) {
            let state = self.document.state(ExtGState::alphas(alphas));
            canvas.content().apply(state);
        }
    }

    fn begin_fill(&mut self, canvas: &mut Canvas, color: Color, opacity: f32) -> Result<()> {
        let [_, stroke_opacity] = canvas.content().alphas();
        self.set_alphas(canvas, [opacity, stroke_opacity]);
        canvas.content().path();
        self.use_color(color)?;
        canvas.content().set_fill(color);
        Ok(())
    }

    fn use_color(&mut self, color: Color) -> Result<()> {
        match color {
            Color::Special(color) if !self.document.use_space(&color) => {
                Err(self.reader.malformed("another number of components than before"))
            }
            _ => Ok(()),
        }
    }

    fn rectangle(&mut self, canvas: &mut Canvas) -> Result<()> {
        let rectangle: [f32; 4] = self.reader.numbers()?;
        let filling = filling(&mut self.reader)?;
        let [_, _, width, height] = rectangle;
        if width <= 0.0 || height <= 0.0 {
            return Ok(());
        }
        self.mark(canvas);
        match filling {
            Filling::Color(color, opacity) => {
                self.begin_fill(canvas, color, opacity)?;
                push_rectangle(canvas.content().path(), &rectangle);
                canvas.content().paint(b"f\n");
                Ok(())
            }
            Filling::Gradient(paint) => {
                let bounds = Bounds::from_size(rectangle);
                self.gradient(canvas, paint, FillRule::NonZero, krilla_rectangle(rectangle), bounds)
            }
        }
    }

    fn shape(&mut self, canvas: &mut Canvas) -> Result<()> {
        let rule = fill_rule(&mut self.reader)?;
        let filling = filling(&mut self.reader)?;
        let path = Path::read(&mut self.reader)?;
        if !path.has_extent() {
            return Ok(());
        }
        self.mark(canvas);
        match filling {
            Filling::Color(color, opacity) => {
                self.begin_fill(canvas, color, opacity)?;
                path.push(canvas.content().path());
                canvas.content().paint(if rule == FillRule::NonZero { b"f\n" } else { b"f*\n" });
                Ok(())
            }
            Filling::Gradient(paint) => self.gradient(canvas, paint, rule, path.krilla(), path.bounds()),
        }
    }

    fn stroke(&mut self, canvas: &mut Canvas) -> Result<()> {
        let stroke = stroke(&mut self.reader)?;
        let path = Path::read(&mut self.reader)?;
        if !path.has_extent() {
            return Ok(());
        }
        self.mark(canvas);
        self.use_color(stroke.color)?;
        let [fill_opacity, _] = canvas.content().alphas();
        self.set_alphas(canvas, [fill_opacity, stroke.opacity]);
        let content = canvas.content();
        content.path();
        content.set_stroke(stroke.color);
        content.set_line_width(stroke.width);
        content.set_line(stroke.cap, &stroke.dashes);
        path.push(content.path());
        content.paint(b"S\n");
        Ok(())
    }

    fn text(&mut self, canvas: &mut Canvas) -> Result<()> {
        let memory = std::mem::take(self.glyphs);
        let run = GlyphRun::read(&mut self.reader, self.fonts, memory)?;
        let font = &self.fonts[run.font];
        self.mark_item(canvas, font.has_outlines_only);
        if font.has_outlines_only {
            let [_, stroke_opacity] = canvas.content().alphas();
            let is_stroked = run.mode() == RenderingMode::FillAndStroke;
            self.use_color(run.fill)?;
            if is_stroked {
                self.use_color(run.stroke)?;
            }
            self.set_alphas(canvas, [run.fill_opacity, if is_stroked { run.stroke_opacity } else { stroke_opacity }]);
            let content = canvas.content();
            content.set_fill(run.fill);
            if is_stroked {
                content.set_stroke(run.stroke);
                content.set_line_width(run.stroke_width);
                content.set_line(0, &[]);
            }
            run.show(content, self.document.font(run.font, font));
        } else {
            let bounds = canvas.own_bounds();
            let picture = self.document.pictures.add(bounds, |surface| run.draw(surface, font))?;
            self.picture(canvas, picture, Matrix::IDENTITY);
        }
        *self.glyphs = run.into_memory();
        Ok(())
    }

    fn gradient(
        &mut self,
        canvas: &mut Canvas,
        paint: Paint,
        rule: FillRule,
        path: Option<KrillaPath>,
        bounds: Bounds,
    ) -> Result<()> {
        let Some(path) = path else { return Ok(()) };
        let picture = self.document.pictures.add(bounds, |surface| {
            surface.set_fill(Some(Fill { paint, opacity: NormalizedF32::ONE, rule }));
            surface.draw_path(&path);
        })?;
        self.picture(canvas, picture, Matrix::IDENTITY);
        Ok(())
    }

    /// Draws a picture with the parameters that it starts from.
    fn picture(&mut self, canvas: &mut Canvas, picture: usize, matrix: Matrix) {
        let object = self.document.object(XObject::Picture(picture));
        self.placed(canvas, object, matrix);
    }

    fn placed(&mut self, canvas: &mut Canvas, object: usize, matrix: Matrix) {
        let defaults = self.document.state(ExtGState::Defaults);
        let content = canvas.content();
        content.save();
        content.apply(defaults);
        if matrix != Matrix::IDENTITY {
            content.concatenate(matrix);
        }
        content.draw(object);
        content.restore();
    }

    fn image(&mut self, canvas: &mut Canvas) -> Result<()> {
        let index = self.reader.integer()? as usize;
        let image = self.images.get(index).ok_or_else(|| self.reader.malformed("an unknown image"))?;
        let [x, y, width, height] = self.reader.numbers()?;
        let Some(size) = Size::from_wh(width, height) else {
            return Ok(());
        };
        self.mark(canvas);
        let scale = match &**image {
            ImageResource::Raster(_) => 1.0,
            ImageResource::Drawing(_) => canvas.scale(),
        };
        let key = (index, [width, height, scale].map(f32::to_bits));
        let object = match self.placed_images.get(&key) {
            Some(object) => *object,
            None => {
                stop::check_now()?;
                let bounds = Bounds([0.0, 0.0, width, height]);
                let picture = self.document.pictures.add_scaled(bounds, scale, |surface| match &**image {
                    ImageResource::Raster(image) => surface.draw_image(image.clone(), size),
                    ImageResource::Drawing(drawing) => drawing.draw(size, scale, surface),
                })?;
                let object = self.document.object(XObject::Picture(picture));
                self.placed_images.insert(key, object);
                object
            }
        };
        self.placed(canvas, object, Matrix([1.0, 0.0, 0.0, 1.0, x, y]));
        Ok(())
    }

    fn tiles(&mut self, canvas: &mut Canvas) -> Result<()> {
        let area: [f32; 4] = self.reader.numbers()?;
        let [x, y, width, height] = self.reader.numbers()?;
        if width <= 0.0 || height <= 0.0 {
            return Err(self.reader.malformed("tiles without extent"));
        }
        let content = self.stream(canvas, Bounds([0.0, 0.0, width, height]))?;
        if area[2] <= 0.0 || area[3] <= 0.0 {
            return Ok(());
        }
        let matrix = canvas.matrix.after(Matrix([1.0, 0.0, 0.0, 1.0, x, y]));
        let tile = self.document.tile(Tile { content, matrix, width, height });
        self.mark(canvas);
        let [_, stroke_opacity] = canvas.content().alphas();
        self.set_alphas(canvas, [1.0, stroke_opacity]);
        let content = canvas.content();
        content.path();
        content.set_pattern(tile);
        push_rectangle(content.path(), &area);
        content.paint(b"f\n");
        Ok(())
    }

    /// Draws up to END_STREAM.
    fn stream(&mut self, canvas: &Canvas, bounds: Bounds) -> Result<Content> {
        let depth = canvas.depth + canvas.pushed.len() + 1;
        if depth >= MAX_DEPTH {
            return Err(self.reader.malformed("groups too deep in one another"));
        }
        self.draw(Canvas::new(op::END_STREAM, depth, Content::form(), Matrix::IDENTITY, bounds))
    }

    fn link(&mut self, canvas: &Canvas) -> Result<()> {
        let element = self.document.tags.element(&mut self.reader)?;
        let rectangle: [f32; 4] = self.reader.numbers()?;
        let target = match self.reader.integer()? {
            0 => Target::Uri(self.reader.text()?.into()),
            1 => Target::Destination(self.destination()?),
            _ => return Err(self.reader.malformed("an unknown target")),
        };
        let matrix = canvas.page.ok_or_else(|| self.reader.malformed("a link that is on no page"))?;
        if rectangle[2] < 0.0 || rectangle[3] < 0.0 {
            return Ok(());
        }
        let page = self.document.pages.len() - 1;
        if let Some(element) = element {
            self.document.tags.add_annotation(element, page, self.document.links.len());
        }
        let bounds = matrix.bounds(Bounds::from_size(rectangle));
        self.document.links.push(Link { page, bounds, target, element });
        Ok(())
    }

    fn destination(&mut self) -> Result<Destination> {
        let page = self.reader.integer()?;
        if self.last_destination.as_ref().is_none_or(|(last, _)| page > *last) {
            *self.last_destination = Some((page, self.reader.malformed("a place on a page that is not there")));
        }
        let [x, y] = self.reader.numbers()?;
        Ok(Destination { page: page as usize, x, y })
    }
}

fn unmark(canvas: &mut Canvas) {
    if canvas.is_marked && canvas.groups == 0 {
        canvas.content().unmark();
        canvas.is_marked = false;
    }
}
