#![forbid(unsafe_code)]

//! Shows runs of glyphs. Source: ISO 32000-1, 9.4 (text objects)

use std::rc::Rc;

use krilla::geom::Point;
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};

use crate::content::{Content, RenderingMode, ShownString};
use crate::error::Result;
use crate::fonts::UsedFont;
use crate::format::NONE;
use crate::paint::{Color, MITER_LIMIT, color, krilla_color, krilla_opacity, opacity};
use crate::reader::Reader;
use crate::resources::FontResource;
use crate::syntax::push_number;

/// Thousandths of an em by which a glyph may be away from its place.
const TOLERANCE: f32 = 0.02;

/// Thousandths of an em between runs of one string: single precision has the tolerance.
const MAX_DISTANCE: f32 = 10_000.0;

/// A text of one font on one baseline.
pub struct GlyphRun<'a> {
    /// Index of the font.
    pub font: usize,
    pub size: f32,
    x: f32,
    y: f32,
    pub fill: Color,
    pub fill_opacity: f32,
    /// 0: no stroke.
    pub stroke_width: f32,
    pub stroke: Color,
    pub stroke_opacity: f32,
    text: &'a str,
    glyphs: Vec<Glyph>,
}

/// Lengths in em; y is upwards.
pub struct Glyph {
    id: u32,
    /// Where the text of its cluster ends in the run's; None: the cluster of the glyph before.
    text_end: Option<usize>,
    advance: f32,
    x: f32,
    y: f32,
}

impl<'a> GlyphRun<'a> {
    /// Reads a run into the memory of another.
    pub fn read(reader: &mut Reader<'a>, fonts: &[Rc<FontResource>], glyphs: Vec<Glyph>) -> Result<Self> {
        let font = reader.integer()? as usize;
        let resource = fonts.get(font).ok_or_else(|| reader.malformed("an unknown font"))?;
        let [size, x, y] = reader.numbers()?;
        let (fill, fill_opacity) = (color(reader)?, opacity(reader)?);
        let stroke_width = reader.number()?;
        let (stroke, stroke_opacity) = (color(reader)?, opacity(reader)?);
        let text = reader.text()?;
        let glyphs = read_glyphs(reader, text, resource.glyphs, glyphs)?;
        Ok(Self { font, size, x, y, fill, fill_opacity, stroke_width, stroke, stroke_opacity, text, glyphs })
    }

    /// The memory of the glyphs, for another run.
    pub fn into_memory(self) -> Vec<Glyph> {
        self.glyphs
    }

    pub fn mode(&self) -> RenderingMode {
        if self.stroke_width > 0.0 { RenderingMode::FillAndStroke } else { RenderingMode::Fill }
    }

    /// Shows the glyphs with their outlines.
    pub fn show(&self, content: &mut Content, font: &mut UsedFont) {
        if self.glyphs.is_empty() {
            return;
        }
        content.begin_text(self.font, self.size, self.mode());
        let mut shown = ShownRun { content, run: self, pen: 0.0, string: None, start: 0.0 };
        let mut start = 0;
        let mut rest = self.glyphs.as_slice();
        while let Some(first) = rest.first() {
            let following = rest[1..].iter().take_while(|glyph| glyph.text_end.is_none()).count();
            let (cluster, others) = rest.split_at(1 + following);
            rest = others;
            let end = first.text_end.unwrap_or(start);
            let text = &self.text[start..end];
            start = end;
            let stands_alone = font.glyph(first.id);
            let is_plain = font.stands_for(stands_alone, text) && following == 0;
            if !is_plain {
                shown.end_string();
                shown.content.begin_actual_text(text);
            }
            for glyph in cluster {
                shown.glyph(glyph, font);
            }
            if !is_plain {
                shown.end_string();
                shown.content.end_actual_text();
            }
        }
        shown.end_string();
    }

    /// Draws glyphs with colours of their own.
    pub fn draw(&self, surface: &mut Surface, font: &FontResource) {
        let mut range = 0..0;
        let glyphs: Vec<KrillaGlyph> = self
            .glyphs
            .iter()
            .map(|glyph| {
                if let Some(end) = glyph.text_end {
                    range = range.end..end;
                }
                let id = GlyphId::new(glyph.id);
                KrillaGlyph::new(id, glyph.advance, glyph.x, glyph.y, 0.0, range.clone(), None)
            })
            .collect();
        let rule = FillRule::NonZero;
        let fill = Fill { paint: krilla_color(self.fill).into(), opacity: krilla_opacity(self.fill_opacity), rule };
        surface.set_fill(Some(fill));
        surface.set_stroke((self.stroke_width > 0.0).then(|| Stroke {
            width: self.stroke_width,
            paint: krilla_color(self.stroke).into(),
            opacity: krilla_opacity(self.stroke_opacity),
            miter_limit: MITER_LIMIT,
            ..Default::default()
        }));
        surface.draw_glyphs(Point::from_xy(self.x, self.y), &glyphs, font.font.clone(), self.text, self.size, false);
    }
}

fn read_glyphs(reader: &mut Reader, text: &str, glyph_count: u32, mut glyphs: Vec<Glyph>) -> Result<Vec<Glyph>> {
    let count = reader.count(3)?;
    let has_offsets = match reader.integer()? {
        0 => false,
        1 => true,
        _ => return Err(reader.malformed("neither with nor without offsets")),
    };
    glyphs.clear();
    glyphs.reserve(count);
    let mut end = 0_usize;
    for _ in 0..count {
        let id = reader.integer()?;
        if id >= glyph_count {
            return Err(reader.malformed("a glyph that the font does not have"));
        }
        let length = reader.integer()?;
        let mut text_end = None;
        if length != NONE {
            let next = end.checked_add(length as usize).filter(|&end| text.is_char_boundary(end));
            end = next.ok_or_else(|| reader.malformed("a glyph for text that is not there"))?;
            text_end = Some(end);
        }
        let advance = reader.number()?;
        let [x, y] = if has_offsets { reader.numbers()? } else { [0.0; 2] };
        glyphs.push(Glyph { id, text_end, advance, x, y });
    }
    Ok(glyphs)
}

/// A run being shown. Lengths along the baseline are in thousandths of an em, from the start of the run.
struct ShownRun<'c, 'a> {
    content: &'c mut Content,
    run: &'c GlyphRun<'a>,
    /// Where the glyph belongs.
    pen: f32,
    /// The string being written; its `end` is not known.
    string: Option<ShownString>,
    /// From the start of the string to that of the run.
    start: f32,
}

impl ShownRun<'_, '_> {
    fn glyph(&mut self, glyph: &Glyph, font: &mut UsedFont) {
        let index = font.glyph(glyph.id);
        let place = self.pen + glyph.x * 1000.0;
        self.pen += glyph.advance * 1000.0;
        let GlyphRun { x, y, size, .. } = *self.run;
        let baseline = y - glyph.y * size;
        if self.string.as_ref().is_none_or(|string| string.y != baseline) {
            self.end_string();
            let continued = self.continued(x, baseline, place);
            let string = continued.unwrap_or_else(|| self.begun(x + place / 1000.0 * size, baseline));
            self.start = (x - string.x) / size * 1000.0;
            self.string = Some(string);
        }
        let Some(string) = &mut self.string else { return };
        let place = self.start + place;
        if (string.drawn - place).abs() > TOLERANCE {
            let out = &mut self.content.bytes;
            out[string.start] = b'[';
            string.has_adjustments = true;
            out.push(b')');
            push_number(out, string.drawn - place);
            out.push(b'(');
            string.drawn = place;
        }
        self.content.push_code(self.run.font, index);
        let (width, rounding) = font.width(index);
        string.drawn += width;
        string.rounding += rounding;
    }

    /// Begins a string at a point.
    fn begun(&mut self, x: f32, y: f32) -> ShownString {
        self.content.move_text(x, y);
        let out = &mut self.content.bytes;
        out.extend_from_slice(b" (");
        let GlyphRun { font, size, .. } = *self.run;
        let start = out.len() - 2;
        ShownString { start, end: 0, has_adjustments: false, font, size, x, y, drawn: 0.0, rounding: 0.0 }
    }

    /// Takes up the last string, if it is right before and on the same baseline, and viewers place its end exactly.
    fn continued(&mut self, x: f32, y: f32, place: f32) -> Option<ShownString> {
        let string = self.content.shown.take()?;
        let GlyphRun { font, size, .. } = *self.run;
        let distance = (x - string.x) / size * 1000.0 + place - string.drawn;
        let is_next = string.end == self.content.bytes.len() && (string.font, string.size, string.y) == (font, size, y);
        if !is_next || string.rounding.abs() > TOLERANCE || distance.abs() > MAX_DISTANCE {
            return None;
        }
        let out = &mut self.content.bytes;
        out.truncate(string.end - ending(&string).len());
        Some(string)
    }

    fn end_string(&mut self) {
        if let Some(mut string) = self.string.take() {
            self.content.paint(ending(&string));
            string.end = self.content.bytes.len();
            self.content.shown = Some(string);
        }
    }
}

fn ending(string: &ShownString) -> &'static [u8] {
    if string.has_adjustments { b")]TJ\n" } else { b")Tj\n" }
}
