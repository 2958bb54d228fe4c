#![forbid(unsafe_code)]

//! Clip paths. Those of SVG may have transforms and clip paths inside, those of PDF are one path: where that is not enough,
//! they are masks. Source: krilla-svg 0.8.1

use krilla::geom::{Path, PathBuilder};
use krilla::mask::{Mask, MaskType};
use krilla::surface::Surface;
use usvg::tiny_skia_path::PathSegment;
use usvg::{ClipPath, FillRule, Group, Node, Transform};

use super::convert::{fill_rule, transform};
use super::draw::{Drawer, pop};
use crate::stop;

impl Drawer {
    /// # Returns
    /// How much is pushed.
    #[inline(never)]
    pub fn push_clip_path(&mut self, path: &ClipPath, surface: &mut Surface) -> usize {
        let rules = fill_rules(path.root());
        // Shapes that overlap are united, which only one rule does.
        let is_path = rules.iter().all(|rule| *rule == FillRule::NonZero) || rules == [FillRule::EvenOdd];
        if !is_path || has_clip_paths(path.root()) {
            self.push_clip_mask(path, surface);
            return 1;
        }
        let rule = fill_rule(rules.first().copied().unwrap_or(FillRule::NonZero));
        let chain: Vec<&ClipPath> = std::iter::successors(Some(path), |path| path.clip_path()).collect();
        for path in chain.iter().rev() {
            surface.push_clip_path(&outline(path), &rule);
        }
        chain.len()
    }

    #[inline(never)]
    fn push_clip_mask(&mut self, path: &ClipPath, surface: &mut Surface) {
        let stream = self.stream(path.root(), surface.stream_builder(), |drawer, surface| {
            let pushed = path.clip_path().map_or(0, |outer| drawer.push_clip_path(outer, surface));
            surface.push_transform(&transform(path.transform()));
            drawer.group(path.root(), surface);
            pop(surface, pushed + 1);
        });
        surface.push_mask(Mask::new(stream, MaskType::Alpha));
    }
}

fn outline(path: &ClipPath) -> Path {
    let mut builder = PathBuilder::new();
    // Without shapes, it hides everything.
    builder.move_to(0.0, 0.0);
    push_shapes(path.root(), path.transform(), &mut builder);
    builder.finish().unwrap_or_else(|| {
        let mut empty = PathBuilder::new();
        empty.move_to(0.0, 0.0);
        empty.line_to(0.0, 0.0);
        empty.finish().expect("a path with a segment")
    })
}

fn push_shapes(group: &Group, matrix: Transform, builder: &mut PathBuilder) {
    for child in group.children() {
        if stop::check().is_err() {
            return;
        }
        match child {
            Node::Path(path) if path.is_visible() => {
                for segment in path.data().segments() {
                    push_segment(segment, matrix, builder);
                }
            }
            Node::Group(group) => push_shapes(group, matrix.pre_concat(group.transform()), builder),
            Node::Text(text) => push_shapes(text.flattened(), matrix, builder),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

fn push_segment(segment: PathSegment, matrix: Transform, builder: &mut PathBuilder) {
    let map = |mut point| {
        matrix.map_point(&mut point);
        point
    };
    match segment {
        PathSegment::MoveTo(end) => {
            let end = map(end);
            builder.move_to(end.x, end.y);
        }
        PathSegment::LineTo(end) => {
            let end = map(end);
            builder.line_to(end.x, end.y);
        }
        PathSegment::QuadTo(control, end) => {
            let [control, end] = [control, end].map(map);
            builder.quad_to(control.x, control.y, end.x, end.y);
        }
        PathSegment::CubicTo(first, second, end) => {
            let [first, second, end] = [first, second, end].map(map);
            builder.cubic_to(first.x, first.y, second.x, second.y, end.x, end.y);
        }
        PathSegment::Close => builder.close(),
    }
}

/// Whether elements of a clip path have clip paths, which is not the same as one on the clip path itself.
fn has_clip_paths(group: &Group) -> bool {
    group.children().iter().any(|node| match node {
        Node::Group(group) => group.clip_path().is_some() || has_clip_paths(group),
        _ => false,
    })
}

fn fill_rules(group: &Group) -> Vec<FillRule> {
    let mut rules = Vec::new();
    push_fill_rules(group, &mut rules);
    rules
}

fn push_fill_rules(group: &Group, rules: &mut Vec<FillRule>) {
    for node in group.children() {
        match node {
            Node::Path(path) => rules.extend(path.fill().map(usvg::Fill::rule)),
            Node::Text(text) => push_fill_rules(text.flattened(), rules),
            Node::Group(group) => push_fill_rules(group, rules),
            Node::Image(_) => {}
        }
    }
}
