#![forbid(unsafe_code)]

//! Reads colours, gradients, strokes and paths.

use krilla::color::rgb;
use krilla::geom::{Path as KrillaPath, PathBuilder, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{FillRule, LinearGradient, Paint, RadialGradient, SpreadMethod, Stop, SweepGradient};

use crate::error::Result;
use crate::format::{paint, segment};
use crate::matrix::Bounds;
use crate::reader::Reader;
use crate::syntax::push_numbers;

/// The default of SVG and Chromium. Source: https://svgwg.org/svg2-draft/painting.html#StrokeMiterlimitProperty
pub const MITER_LIMIT: f32 = 4.0;

/// 0xrrggbb.
pub type Color = u32;

pub fn color(reader: &mut Reader) -> Result<Color> {
    Ok(reader.integer()? & 0x00ff_ffff)
}

pub fn krilla_color(color: Color) -> rgb::Color {
    let [_, red, green, blue] = color.to_be_bytes();
    rgb::Color::new(red, green, blue)
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
    (0..count)
        .map(|_| {
            let offset = krilla_opacity(opacity(reader)?);
            let color = krilla_color(color(reader)?).into();
            Ok(Stop { offset, color, opacity: krilla_opacity(opacity(reader)?) })
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
