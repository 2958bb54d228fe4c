#![forbid(unsafe_code)]

//! Reads colours, gradients, strokes and paths.

use krilla::color::{Color as KrillaColor, cmyk, rgb};
use krilla::geom::{Path as KrillaPath, PathBuilder, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{FillRule, LinearGradient, Paint, RadialGradient, SpreadMethod, Stop, SweepGradient};

use crate::error::Result;
use crate::format::{CMYK, SPECIAL, paint, segment};
use crate::matrix::Bounds;
use crate::reader::Reader;
use crate::syntax::push_numbers;

/// The default of SVG and Chromium. Source: https://svgwg.org/svg2-draft/painting.html#StrokeMiterlimitProperty
pub const MITER_LIMIT: f32 = 4.0;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Color {
    /// 0xrrggbb.
    Rgb(u32),
    /// Cyan, magenta, yellow and black, from 0 to 1.
    Cmyk([f32; 4]),
    Special(SpecialColor),
}

/// A colour of a space of the document.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpecialColor {
    /// Index of the space.
    pub space: u16,
    pub count: u8,
    pub intent: Intent,
    /// 0xrrggbb, where only device colours can be used.
    pub alternate: u32,
    components: [f32; 4],
}

impl SpecialColor {
    pub fn components(&self) -> &[f32] {
        &self.components[..usize::from(self.count)]
    }
}

/// Source: ISO 32000-1, 8.6.5.8 (rendering intents)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    RelativeColorimetric,
    AbsoluteColorimetric,
    Perceptual,
    Saturation,
}

impl Intent {
    const ALL: [Self; 4] = [Self::RelativeColorimetric, Self::AbsoluteColorimetric, Self::Perceptual, Self::Saturation];

    pub fn name(self) -> &'static [u8] {
        match self {
            Self::RelativeColorimetric => b"RelativeColorimetric",
            Self::AbsoluteColorimetric => b"AbsoluteColorimetric",
            Self::Perceptual => b"Perceptual",
            Self::Saturation => b"Saturation",
        }
    }
}

impl Color {
    pub const BLACK: Self = Self::Rgb(0);

    pub fn intent(self) -> Intent {
        match self {
            Self::Special(color) => color.intent,
            _ => Intent::RelativeColorimetric,
        }
    }
}

pub fn color(reader: &mut Reader) -> Result<Color> {
    let word = reader.integer()?;
    if word & SPECIAL != 0 {
        return special_color(word, reader).map(Color::Special);
    }
    if word != CMYK {
        return Ok(Color::Rgb(word & 0x00ff_ffff));
    }
    let inks: [f32; 4] = reader.numbers()?;
    if inks.iter().all(|ink| (0.0..=1.0).contains(ink)) {
        Ok(Color::Cmyk(inks))
    } else {
        Err(reader.malformed("an ink that is not from 0 to 1"))
    }
}

fn special_color(word: u32, reader: &mut Reader) -> Result<SpecialColor> {
    let count = (word >> 16 & 15) as u8;
    let mut components = [0.0; 4];
    let intent = Intent::ALL.get((word >> 20 & 15) as usize).copied();
    let (Some(intent), Some(used)) = (intent, components.get_mut(..usize::from(count))) else {
        return Err(reader.malformed("an unknown kind of colour"));
    };
    let alternate = reader.integer()? & 0x00ff_ffff;
    for component in used {
        *component = reader.number()?;
        if !(0.0..=1.0).contains(component) {
            return Err(reader.malformed("a component that is not from 0 to 1"));
        }
    }
    Ok(SpecialColor { space: (word & 0xffff) as u16, count, intent, alternate, components })
}

/// krilla's colours have 8 bits per component.
pub fn krilla_color(color: Color) -> KrillaColor {
    match color {
        Color::Rgb(color) | Color::Special(SpecialColor { alternate: color, .. }) => {
            let [_, red, green, blue] = color.to_be_bytes();
            rgb::Color::new(red, green, blue).into()
        }
        Color::Cmyk(inks) => {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
            let [cyan, magenta, yellow, black] = inks.map(|ink| (ink * 255.0).round() as u8);
            cmyk::Color::new(cyan, magenta, yellow, black).into()
        }
    }
}

pub fn opacity(reader: &mut Reader) -> Result<f32> {
    let opacity = reader.number()?;
    if (0.0..=1.0).contains(&opacity) {
        Ok(opacity)
    } else {
        Err(reader.malformed("an opacity that is not from 0 to 1"))
    }
}

pub fn krilla_opacity(opacity: f32) -> NormalizedF32 {
    NormalizedF32::new(opacity).unwrap_or(NormalizedF32::ONE)
}

fn length(reader: &mut Reader) -> Result<f32> {
    let length = reader.number()?;
    if length >= 0.0 { Ok(length) } else { Err(reader.malformed("a negative length")) }
}

pub fn fill_rule(reader: &mut Reader) -> Result<FillRule> {
    match reader.integer()? {
        0 => Ok(FillRule::NonZero),
        1 => Ok(FillRule::EvenOdd),
        _ => Err(reader.malformed("an unknown fill rule")),
    }
}

/// What a shape is filled with.
pub enum Filling {
    Color(Color, f32),
    Gradient(Paint),
}

pub fn filling(reader: &mut Reader) -> Result<Filling> {
    let gradient = match reader.integer()? {
        paint::COLOR => return Ok(Filling::Color(color(reader)?, opacity(reader)?)),
        paint::LINEAR => {
            let [x1, y1, x2, y2] = reader.numbers()?;
            LinearGradient {
                x1,
                y1,
                x2,
                y2,
                transform: Transform::identity(),
                spread_method: SpreadMethod::Pad,
                stops: stops(reader)?,
                anti_alias: false,
            }
            .into()
        }
        paint::RADIAL => {
            let [x, y, width, height] = reader.numbers()?;
            RadialGradient {
                fx: 0.0,
                fy: 0.0,
                fr: 0.0,
                cx: 0.0,
                cy: 0.0,
                cr: 1.0,
                transform: Transform::from_row(width, 0.0, 0.0, height, x, y),
                spread_method: SpreadMethod::Pad,
                stops: stops(reader)?,
                anti_alias: false,
            }
            .into()
        }
        paint::CONIC => {
            let [x, y, from] = reader.numbers()?;
            let (sin, cos) = (from - 90.0).to_radians().sin_cos();
            SweepGradient {
                cx: 0.0,
                cy: 0.0,
                start_angle: 0.0,
                end_angle: 360.0,
                transform: Transform::from_row(cos, sin, -sin, cos, x, y),
                spread_method: SpreadMethod::Pad,
                stops: stops(reader)?,
                anti_alias: false,
            }
            .into()
        }
        _ => return Err(reader.malformed("an unknown paint")),
    };
    Ok(Filling::Gradient(gradient))
}

fn stops(reader: &mut Reader) -> Result<Vec<Stop>> {
    let count = reader.count(3)?;
    if count == 0 {
        return Err(reader.malformed("a gradient without stops"));
    }
    let mut space = None;
    (0..count)
        .map(|_| {
            let offset = krilla_opacity(opacity(reader)?);
            let color = match color(reader)? {
                Color::Special(color) => Color::Rgb(color.alternate),
                color => color,
            };
            if *space.get_or_insert(std::mem::discriminant(&color)) != std::mem::discriminant(&color) {
                return Err(reader.malformed("stops in several colour spaces"));
            }
            Ok(Stop { offset, color: krilla_color(color), opacity: krilla_opacity(opacity(reader)?) })
        })
        .collect()
}

pub struct Stroke {
    pub color: Color,
    pub opacity: f32,
    pub width: f32,
    /// As PDF numbers them: butt, round, square.
    pub cap: u32,
    pub dashes: Vec<f32>,
}

pub fn stroke(reader: &mut Reader) -> Result<Stroke> {
    let (color, opacity) = (color(reader)?, opacity(reader)?);
    let width = length(reader)?;
    let cap = reader.integer()?;
    if cap > 2 {
        return Err(reader.malformed("an unknown cap"));
    }
    let count = reader.count(1)?;
    let dashes: Vec<f32> = (0..count).map(|_| length(reader)).collect::<Result<_>>()?;
    Ok(Stroke { color, opacity, width, cap, dashes })
}

/// The segments of a path, in the list.
pub struct Path<'a> {
    segments: Reader<'a>,
}

#[derive(Clone, Copy)]
pub enum Segment {
    Move([f32; 2]),
    Line([f32; 2]),
    Cubic([f32; 6]),
    Close,
}

impl<'a> Path<'a> {
    /// Reads a path, all of whose segments are there.
    pub fn read(reader: &mut Reader<'a>) -> Result<Self> {
        let words = reader.count(1)?;
        let path = Self { segments: reader.part(words) };
        let mut check = path.segments.clone();
        let mut has_start = false;
        while !check.at_end() {
            has_start |= matches!(segment(&mut check)?, Segment::Move(_));
            if !has_start {
                return Err(check.malformed("a path without a start"));
            }
        }
        reader.skip(words);
        Ok(path)
    }

    pub fn segments(&self) -> impl Iterator<Item = Segment> + use<'a> {
        let mut reader = self.segments.clone();
        std::iter::from_fn(move || segment(&mut reader).ok())
    }

    /// Whether it has a line.
    pub fn has_extent(&self) -> bool {
        self.segments().any(|segment| matches!(segment, Segment::Line(_) | Segment::Cubic(_)))
    }

    /// Bounds of its points and control points.
    pub fn bounds(&self) -> Bounds {
        let mut bounds = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
        let mut add = |points: &[f32]| {
            for point in points.chunks(2) {
                bounds = [
                    bounds[0].min(point[0]),
                    bounds[1].min(point[1]),
                    bounds[2].max(point[0]),
                    bounds[3].max(point[1]),
                ];
            }
        };
        for segment in self.segments() {
            match segment {
                Segment::Move(point) | Segment::Line(point) => add(&point),
                Segment::Cubic(points) => add(&points),
                Segment::Close => {}
            }
        }
        Bounds(bounds)
    }

    pub fn push(&self, out: &mut Vec<u8>) {
        for segment in self.segments() {
            match segment {
                Segment::Move(point) => push_operator(out, &point, b"m\n"),
                Segment::Line(point) => push_operator(out, &point, b"l\n"),
                Segment::Cubic(points) => push_operator(out, &points, b"c\n"),
                Segment::Close => out.extend_from_slice(b"h\n"),
            }
        }
    }

    /// None for a path without an extent.
    pub fn krilla(&self) -> Option<KrillaPath> {
        let mut builder = PathBuilder::new();
        for segment in self.segments() {
            match segment {
                Segment::Move([x, y]) => builder.move_to(x, y),
                Segment::Line([x, y]) => builder.line_to(x, y),
                Segment::Cubic([x1, y1, x2, y2, x, y]) => builder.cubic_to(x1, y1, x2, y2, x, y),
                Segment::Close => builder.close(),
            }
        }
        builder.finish()
    }
}

fn push_operator(out: &mut Vec<u8>, operands: &[f32], operator: &[u8]) {
    push_numbers(out, operands);
    out.extend_from_slice(operator);
}

fn segment(reader: &mut Reader) -> Result<Segment> {
    Ok(match reader.integer()? {
        segment::MOVE => Segment::Move(reader.numbers()?),
        segment::LINE => Segment::Line(reader.numbers()?),
        segment::CUBIC => Segment::Cubic(reader.numbers()?),
        segment::CLOSE => Segment::Close,
        _ => return Err(reader.malformed("an unknown segment")),
    })
}

/// Adds a rectangle to a path.
pub fn push_rectangle(out: &mut Vec<u8>, rectangle: &[f32; 4]) {
    push_operator(out, rectangle, b"re\n");
}

pub fn krilla_rectangle([x, y, width, height]: [f32; 4]) -> Option<KrillaPath> {
    let mut builder = PathBuilder::new();
    builder.push_rect(Rect::from_xywh(x, y, width, height)?);
    builder.finish()
}
