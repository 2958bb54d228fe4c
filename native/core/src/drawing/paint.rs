#![forbid(unsafe_code)]

//! Fills and strokes. Source: krilla-svg 0.8.1

use krilla::color::{luma, rgb};
use krilla::paint::{Fill, LinearGradient, Paint, Pattern, RadialGradient, Stroke, StrokeDash};
use krilla::stream::StreamBuilder;
use usvg::Transform;

use super::convert::{fill_rule, line_cap, line_join, opacity, spread_method, stop, transform};
use super::draw::Drawer;

impl Drawer {
    /// # Arguments
    /// * `to_paint` - from the units of the painted shape to those of the paint server
    pub fn fill(&mut self, fill: &usvg::Fill, builder: StreamBuilder, to_paint: Transform) -> Fill {
        Fill {
            paint: self.paint_server(fill.paint(), builder, to_paint),
            opacity: opacity(fill.opacity()),
            rule: fill_rule(fill.rule()),
        }
    }

    /// # Arguments
    /// * `to_paint` - as of `fill`
    pub fn stroke(&mut self, stroke: &usvg::Stroke, builder: StreamBuilder, to_paint: Transform) -> Stroke {
        let dashes = stroke.dasharray().map(<[f32]>::to_vec);
        Stroke {
            paint: self.paint_server(stroke.paint(), builder, to_paint),
            width: stroke.width().get(),
            miter_limit: stroke.miterlimit().get(),
            line_cap: line_cap(stroke.linecap()),
            line_join: line_join(stroke.linejoin()),
            opacity: opacity(stroke.opacity()),
            dash: dashes.map(|array| StrokeDash { offset: stroke.dashoffset(), array }),
        }
    }

    fn paint_server(&mut self, paint: &usvg::Paint, builder: StreamBuilder, to_paint: Transform) -> Paint {
        match paint {
            usvg::Paint::Color(usvg::Color { red, green, blue }) if red == green && green == blue => {
                luma::Color::new(*red).into()
            }
            usvg::Paint::Color(color) => rgb::Color::new(color.red, color.green, color.blue).into(),
            usvg::Paint::LinearGradient(gradient) => LinearGradient {
                x1: gradient.x1(),
                y1: gradient.y1(),
                x2: gradient.x2(),
                y2: gradient.y2(),
                transform: transform(to_paint.pre_concat(gradient.transform())),
                spread_method: spread_method(gradient.spread_method()),
                stops: gradient.stops().iter().map(stop).collect(),
                anti_alias: false,
            }
            .into(),
            usvg::Paint::RadialGradient(gradient) => RadialGradient {
                cx: gradient.cx(),
                cy: gradient.cy(),
                cr: gradient.r().get(),
                fx: gradient.fx(),
                fy: gradient.fy(),
                fr: 0.0,
                transform: transform(to_paint.pre_concat(gradient.transform())),
                spread_method: spread_method(gradient.spread_method()),
                stops: gradient.stops().iter().map(stop).collect(),
                anti_alias: false,
            }
            .into(),
            usvg::Paint::Pattern(pattern) => {
                let stream =
                    self.stream(pattern.root(), builder, |drawer, surface| drawer.group(pattern.root(), surface));
                let rect = pattern.rect();
                let place = Transform::from_translate(rect.x(), rect.y());
                Pattern {
                    stream,
                    transform: transform(to_paint.pre_concat(pattern.transform()).pre_concat(place)),
                    width: rect.width(),
                    height: rect.height(),
                }
                .into()
            }
        }
    }
}
