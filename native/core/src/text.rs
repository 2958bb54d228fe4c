#![forbid(unsafe_code)]

//! Draws runs of glyphs.

use std::ops::Range;

use krilla::geom::Point;
use krilla::paint::{Fill, FillRule, Stroke};
use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};

use crate::error::{Result, WriteError};
use crate::format::NONE;
use crate::paint::{MITER_LIMIT, color, opacity};
use crate::reader::Reader;
use crate::resources::FontResource;

/// A text of one font on one baseline, ready to draw.
pub struct GlyphRun<'a> {
    font: &'a FontResource,
    size: f32,
    at: Point,
    fill: Fill,
    stroke: Option<Stroke>,
    text: &'a str,
    glyphs: Vec<KrillaGlyph>,
}

impl<'a> GlyphRun<'a> {
    pub fn read(reader: &mut Reader<'a>, fonts: &[&'a FontResource]) -> Result<Self> {
        let index = reader.integer()? as usize;
        let font = *fonts.get(index).ok_or_else(|| reader.malformed("an unknown font"))?;
        let [size, x, y] = reader.numbers()?;
        let fill = Fill { paint: color(reader)?.into(), opacity: opacity(reader)?, rule: FillRule::NonZero };
        let width = reader.number()?;
        let line = Stroke {
            width,
            paint: color(reader)?.into(),
            opacity: opacity(reader)?,
            miter_limit: MITER_LIMIT,
            ..Default::default()
        };
        let text = reader.text()?;
        let glyphs = read_glyphs(reader, text, font.glyphs)?;
        let stroke = (width > 0.0).then_some(line);
        Ok(Self { font, size, at: Point::from_xy(x, y), fill, stroke, text, glyphs })
    }

    pub fn draw(self, surface: &mut Surface<'_>) {
        surface.set_fill(Some(self.fill));
        surface.set_stroke(self.stroke);
        surface.draw_glyphs(self.at, &self.glyphs, self.font.font.clone(), self.text, self.size, false);
        surface.set_stroke(None);
    }
}

fn read_glyphs(reader: &mut Reader, text: &str, glyph_count: u32) -> Result<Vec<KrillaGlyph>> {
    let count = reader.count(3)?;
    let has_offsets = match reader.integer()? {
        0 => false,
        1 => true,
        _ => return Err(reader.malformed("neither with nor without offsets")),
    };
    let mut glyphs = Vec::with_capacity(count);
    let mut range: Range<usize> = 0..0;
    for _ in 0..count {
        let id = reader.integer()?;
        if id >= glyph_count {
            return Err(reader.malformed("a glyph that the font does not have"));
        }
        let length = reader.integer()?;
        if length != NONE {
            let end = range.end.checked_add(length as usize).filter(|&end| text.is_char_boundary(end));
            range = range.end..end.ok_or_else(|| reader.malformed("a glyph for text that is not there"))?;
        }
        let x_advance = reader.number()?;
        let [x_offset, y_offset] = if has_offsets { reader.numbers()? } else { [0.0; 2] };
        glyphs.push(KrillaGlyph::new(GlyphId::new(id), x_advance, x_offset, y_offset, 0.0, range.clone(), None));
    }
    Ok(glyphs)
}

/// krilla's error for a font that cannot be embedded, with the index of the font.
pub fn font_error(fonts: &[&FontResource], font: &krilla::text::Font, message: String) -> WriteError {
    match fonts.iter().position(|known| known.font == *font) {
        Some(index) => WriteError::Font { index, message },
        None => WriteError::Refused(message),
    }
}
