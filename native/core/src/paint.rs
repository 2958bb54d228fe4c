#![forbid(unsafe_code)]

//! Converts colours, gradients and paths from the buffer to krilla.

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, FillRule, LineCap, LinearGradient, Paint, RadialGradient, SpreadMethod, Stop, Stroke, StrokeDash,
    SweepGradient,
};

use crate::error::Result;
use crate::format::{paint, segment};
use crate::reader::Reader;

/// The default of SVG and Chromium. Source: https://svgwg.org/svg2-draft/painting.html#StrokeMiterlimitProperty
pub const MITER_LIMIT: f32 = 4.0;

pub fn color(reader: &mut Reader) -> Result<rgb::Color> {
    let [_, red, green, blue] = reader.integer()?.to_be_bytes();
    Ok(rgb::Color::new(red, green, blue))
}

pub fn opacity(reader: &mut Reader) -> Result<NormalizedF32> {
    NormalizedF32::new(reader.number()?).ok_or_else(|| reader.malformed("an opacity that is not from 0 to 1"))
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

pub fn fill(reader: &mut Reader, rule: FillRule) -> Result<Fill> {
    let (paint, opacity) = paint(reader)?;
    Ok(Fill { paint, opacity, rule })
}

fn paint(reader: &mut Reader) -> Result<(Paint, NormalizedF32)> {
    let paint = match reader.integer()? {
        paint::COLOR => return Ok((color(reader)?.into(), opacity(reader)?)),
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
    Ok((paint, NormalizedF32::ONE))
}

fn stops(reader: &mut Reader) -> Result<Vec<Stop>> {
    let count = reader.count(3)?;
    if count == 0 {
        return Err(reader.malformed("a gradient without stops"));
    }
    (0..count)
        .map(|_| Ok(Stop { offset: opacity(reader)?, color: color(reader)?.into(), opacity: opacity(reader)? }))
        .collect()
}

pub fn stroke(reader: &mut Reader) -> Result<Stroke> {
    let paint = color(reader)?.into();
    let opacity = opacity(reader)?;
    let width = length(reader)?;
    let line_cap = match reader.integer()? {
        0 => LineCap::Butt,
        1 => LineCap::Round,
        2 => LineCap::Square,
        _ => return Err(reader.malformed("an unknown cap")),
    };
    let count = reader.count(1)?;
    let array = (0..count).map(|_| length(reader)).collect::<Result<Vec<_>>>()?;
    let dash = (!array.is_empty()).then_some(StrokeDash { array, offset: 0.0 });
    Ok(Stroke { paint, width, miter_limit: MITER_LIMIT, line_cap, opacity, dash, ..Default::default() })
}

/// None for a path without an extent.
pub fn path(reader: &mut Reader) -> Result<Option<Path>> {
    let words = reader.count(1)?;
    let end = reader.remaining() - words;
    let mut builder = PathBuilder::new();
    while reader.remaining() > end {
        match reader.integer()? {
            segment::MOVE => {
                let [x, y] = reader.numbers()?;
                builder.move_to(x, y);
            }
            segment::LINE => {
                let [x, y] = reader.numbers()?;
                builder.line_to(x, y);
            }
            segment::CUBIC => {
                let [x1, y1, x2, y2, x, y] = reader.numbers()?;
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            segment::CLOSE => builder.close(),
            _ => return Err(reader.malformed("an unknown segment")),
        }
    }
    if reader.remaining() < end {
        return Err(reader.malformed("a segment beyond the end of its path"));
    }
    Ok(builder.finish())
}

pub fn rect_path([x, y, width, height]: [f32; 4]) -> Option<Path> {
    let mut builder = PathBuilder::new();
    builder.push_rect(Rect::from_xywh(x, y, width, height)?);
    builder.finish()
}
