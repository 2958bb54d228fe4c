#![forbid(unsafe_code)]

//! Values of usvg as those of krilla.

use krilla::blend::BlendMode;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Rect};
use krilla::num::NormalizedF32;
use krilla::paint::{FillRule, LineCap, LineJoin, SpreadMethod, Stop};
use usvg::tiny_skia_path::PathSegment;

pub fn transform(matrix: usvg::Transform) -> krilla::geom::Transform {
    let usvg::Transform { sx, ky, kx, sy, tx, ty } = matrix;
    krilla::geom::Transform::from_row(sx, ky, kx, sy, tx, ty)
}

pub fn usvg_transform(matrix: krilla::geom::Transform) -> usvg::Transform {
    usvg::Transform::from_row(matrix.sx(), matrix.ky(), matrix.kx(), matrix.sy(), matrix.tx(), matrix.ty())
}

/// None: it has no segments.
pub fn krilla_path(path: &usvg::tiny_skia_path::Path) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(end) => builder.move_to(end.x, end.y),
            PathSegment::LineTo(end) => builder.line_to(end.x, end.y),
            PathSegment::QuadTo(control, end) => builder.quad_to(control.x, control.y, end.x, end.y),
            PathSegment::CubicTo(first, second, end) => {
                builder.cubic_to(first.x, first.y, second.x, second.y, end.x, end.y);
            }
            PathSegment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Without a rectangle, a path without extent.
pub fn clip_rectangle(rect: Option<Rect>) -> Path {
    let [left, top, right, bottom] =
        rect.map_or([0.0; 4], |rect| [rect.left(), rect.top(), rect.right(), rect.bottom()]);
    let mut builder = PathBuilder::new();
    builder.move_to(left, top);
    builder.line_to(right, top);
    builder.line_to(right, bottom);
    builder.line_to(left, bottom);
    builder.close();
    builder.finish().expect("it has segments")
}

pub fn fill_rule(rule: usvg::FillRule) -> FillRule {
    match rule {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

pub fn opacity(value: usvg::Opacity) -> NormalizedF32 {
    NormalizedF32::new(value.get()).unwrap_or(NormalizedF32::ONE)
}

pub fn spread_method(method: usvg::SpreadMethod) -> SpreadMethod {
    match method {
        usvg::SpreadMethod::Pad => SpreadMethod::Pad,
        usvg::SpreadMethod::Reflect => SpreadMethod::Reflect,
        usvg::SpreadMethod::Repeat => SpreadMethod::Repeat,
    }
}

pub fn stop(stop: &usvg::Stop) -> Stop {
    let usvg::Color { red, green, blue } = stop.color();
    Stop {
        offset: NormalizedF32::new(stop.offset().get()).unwrap_or(NormalizedF32::ZERO),
        color: rgb::Color::new(red, green, blue).into(),
        opacity: opacity(stop.opacity()),
    }
}

pub fn line_cap(cap: usvg::LineCap) -> LineCap {
    match cap {
        usvg::LineCap::Butt => LineCap::Butt,
        usvg::LineCap::Round => LineCap::Round,
        usvg::LineCap::Square => LineCap::Square,
    }
}

pub fn line_join(join: usvg::LineJoin) -> LineJoin {
    match join {
        usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
        usvg::LineJoin::Round => LineJoin::Round,
        usvg::LineJoin::Bevel => LineJoin::Bevel,
    }
}

pub fn blend_mode(mode: usvg::BlendMode) -> BlendMode {
    match mode {
        usvg::BlendMode::Normal => BlendMode::Normal,
        usvg::BlendMode::Multiply => BlendMode::Multiply,
        usvg::BlendMode::Screen => BlendMode::Screen,
        usvg::BlendMode::Overlay => BlendMode::Overlay,
        usvg::BlendMode::Darken => BlendMode::Darken,
        usvg::BlendMode::Lighten => BlendMode::Lighten,
        usvg::BlendMode::ColorDodge => BlendMode::ColorDodge,
        usvg::BlendMode::ColorBurn => BlendMode::ColorBurn,
        usvg::BlendMode::HardLight => BlendMode::HardLight,
        usvg::BlendMode::SoftLight => BlendMode::SoftLight,
        usvg::BlendMode::Difference => BlendMode::Difference,
        usvg::BlendMode::Exclusion => BlendMode::Exclusion,
        usvg::BlendMode::Hue => BlendMode::Hue,
        usvg::BlendMode::Saturation => BlendMode::Saturation,
        usvg::BlendMode::Color => BlendMode::Color,
        usvg::BlendMode::Luminosity => BlendMode::Luminosity,
    }
}
