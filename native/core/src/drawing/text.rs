#![forbid(unsafe_code)]

//! Text, glyph by glyph. Source: krilla-svg 0.8.1

use std::collections::HashMap;
use std::sync::Arc;

use krilla::color::rgb;
use krilla::geom::Point;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, Stroke};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
use skrifa::{FontRef, MetadataProvider};
use usvg::layout::{PositionedGlyph, Span};
use usvg::{FontOpticalSizing, FontVariation, PaintOrder, Transform, fontdb};

use super::convert::transform;
use super::draw::Drawer;
use crate::stop;

impl Drawer {
    #[inline(never)]
    pub fn text(&mut self, text: &usvg::Text, surface: &mut Surface) {
        for span in text.layouted().iter().filter(|span| span.visible) {
            for line in [&span.overline, &span.underline].into_iter().flatten() {
                self.path(line, surface);
            }
            for glyph in &span.positioned_glyphs {
                if stop::check().is_err() {
                    return;
                }
                self.glyph(span, glyph, surface);
            }
            if let Some(line) = &span.line_through {
                self.path(line, surface);
            }
        }
    }

    fn glyph(&mut self, span: &Span, glyph: &PositionedGlyph, surface: &mut Surface) {
        let Some(font) = self.fonts.get(span, glyph.font) else { return };
        // The transform has the scale from the units of the font.
        let em = font.units_per_em() / span.font_size.get();
        let matrix = glyph.transform().pre_concat(Transform::from_scale(em, em));
        // That of the glyph would transform what it is painted with.
        let Some(to_paint) = matrix.invert() else { return };
        let fill = span.fill.as_ref().map(|fill| self.fill(fill, surface.stream_builder(), to_paint));
        let stroke = span.stroke.as_ref().map(|stroke| self.stroke(stroke, surface.stream_builder(), to_paint));
        surface.push_transform(&transform(matrix));
        let shown = Shown { span, glyph, font };
        match (&fill, &stroke) {
            // Invisible, but there.
            (None, None) => {
                let paint = rgb::Color::new(0, 0, 0).into();
                let none = Fill { paint, opacity: NormalizedF32::ZERO, rule: Default::default() };
                shown.draw(Some(none), None, true, surface);
            }
            (Some(_), Some(_)) if !matches!(span.paint_order, PaintOrder::FillAndStroke) => {
                // As an outline, so that the text is there once.
                shown.draw(None, stroke, false, surface);
                shown.draw(fill, None, true, surface);
            }
            _ => shown.draw(fill, stroke, true, surface),
        }
        surface.pop();
    }
}

struct Shown<'a> {
    span: &'a Span,
    glyph: &'a PositionedGlyph,
    font: Font,
}

impl Shown<'_> {
    fn draw(&self, fill: Option<Fill>, stroke: Option<Stroke>, is_text: bool, surface: &mut Surface) {
        let Self { span, glyph, font } = self;
        let text = &glyph.text;
        // The transform has its place.
        let placed = KrillaGlyph::new(GlyphId::new(glyph.id.0.into()), 0.0, 0.0, 0.0, 0.0, 0..text.len(), None);
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_glyphs(Point::from_xy(0.0, 0.0), &[placed], font.clone(), text, span.font_size.get(), !is_text);
    }
}

/// The fonts of a drawing, at the coordinates of their variations. None: not to be had.
pub struct Fonts {
    database: Arc<fontdb::Database>,
    fonts: HashMap<(fontdb::ID, Vec<FontVariation>), Option<Font>>,
    axes: HashMap<fontdb::ID, Vec<[u8; 4]>>,
}

const OPTICAL_SIZE: &[u8; 4] = b"opsz";

impl Fonts {
    pub fn new(database: Arc<fontdb::Database>) -> Self {
        Self { database, fonts: HashMap::new(), axes: HashMap::new() }
    }

    fn get(&mut self, span: &Span, id: fontdb::ID) -> Option<Font> {
        let key = (id, self.variations(span, id));
        if let Some(font) = self.fonts.get(&key) {
            return font.clone();
        }
        let coordinates: Vec<_> = key.1.iter().map(|variation| (Tag::new(&variation.tag), variation.value)).collect();
        let font = match self.database.face_source(id) {
            Some((fontdb::Source::Binary(data), index)) => Font::new_variable(data.into(), index, &coordinates),
            // There are no files.
            _ => None,
        };
        self.fonts.insert(key, font.clone());
        font
    }

    /// The variations of a span that the font has.
    fn variations(&mut self, span: &Span, id: fontdb::ID) -> Vec<FontVariation> {
        let axes = self.axes.entry(id).or_insert_with(|| {
            let axes = |data: &[u8], index| {
                let font = FontRef::from_index(data, index);
                font.iter().flat_map(|font| font.axes().iter()).map(|axis| axis.tag().to_be_bytes()).collect()
            };
            self.database.with_face_data(id, axes).unwrap_or_default()
        });
        let mut variations: Vec<_> =
            span.variations.iter().filter(|variation| axes.contains(&variation.tag)).copied().collect();
        let is_automatic = span.font_optical_sizing == FontOpticalSizing::Auto;
        let is_set = variations.iter().any(|variation| variation.tag == *OPTICAL_SIZE);
        if is_automatic && !is_set && axes.contains(OPTICAL_SIZE) {
            variations.push(FontVariation { tag: *OPTICAL_SIZE, value: span.font_size.get() });
        }
        variations
    }
}
