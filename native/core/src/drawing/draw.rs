#![forbid(unsafe_code)]

//! Draws the nodes of a drawing. Source: krilla-svg 0.8.1, whose results these are, by Laurenz Stampfl (MIT or Apache-2.0)
//!
//! Groups within one another recurse: what is not always part of that is not inlined, as it would take stack at each level.
//! What is pushed onto a surface is popped in any case: once the drawing stops, nodes are skipped.

use std::collections::HashMap;
use std::mem::ManuallyDrop;

use krilla::geom::{Rect, Size};
use krilla::image::Image;
use krilla::mask::{Mask, MaskType};
use krilla::num::NormalizedF32;
use krilla::paint::FillRule;
use krilla::stream::{Stream, StreamBuilder};
use krilla::surface::Surface;
use usvg::{BlendMode, Group, ImageKind, Node, Opacity, PaintOrder, Transform};

use super::convert::{blend_mode, clip_rectangle, krilla_path, transform};
use super::text::Fonts;
use crate::stop;

/// Those of objects that are sized by the shapes that use them are drawn for each of these, and not used again.
const MAX_KEPT_STREAMS: usize = 1000;

pub struct Drawer {
    pub fonts: Fonts,
    /// Pixels per unit at which filters are drawn.
    pub density: f32,
    /// Contents of masks, patterns and clip paths that were drawn, by the address of their group: others may use them too.
    streams: HashMap<*const Group, Stream>,
}

impl Drawer {
    pub fn new(fonts: Fonts, density: f32) -> Self {
        Self { fonts, density, streams: HashMap::new() }
    }

    pub fn node(&mut self, node: &Node, surface: &mut Surface) {
        if stop::check().is_err() {
            return;
        }
        match node {
            Node::Group(group) => self.group(group, surface),
            Node::Path(path) => self.path(path, surface),
            // One that cannot be drawn is not there, as by krilla-svg.
            Node::Image(image) => {
                let _is_drawn = self.image(image, surface);
            }
            Node::Text(text) => self.text(text, surface),
        }
    }

    pub fn group(&mut self, group: &Group, surface: &mut Surface) {
        if !group.filters().is_empty() {
            // None: it has no extent.
            let _is_drawn = self.filtered(group, surface);
            return;
        }
        surface.push_transform(&transform(group.transform()));
        let mut pushed = 3;
        if let Some(path) = group.clip_path() {
            pushed += self.push_clip_path(path, surface);
        }
        if let Some(mask) = group.mask() {
            self.push_mask(mask, surface);
            pushed += 1;
        }
        surface.push_blend_mode(blend_mode(group.blend_mode()));
        surface.push_opacity(NormalizedF32::new(group.opacity().get()).unwrap_or(NormalizedF32::ONE));
        // A clip path alone makes no visible difference to what it would isolate.
        let is_isolated = group.isolate()
            || group.opacity() != Opacity::ONE
            || group.mask().is_some()
            || group.blend_mode() != BlendMode::Normal;
        if is_isolated {
            surface.push_isolated();
            pushed += 1;
        }
        for child in group.children() {
            self.node(child, surface);
        }
        pop(surface, pushed);
    }

    #[inline(never)]
    fn push_mask(&mut self, mask: &usvg::Mask, surface: &mut Surface) {
        let kind = match mask.kind() {
            usvg::MaskType::Luminance => MaskType::Luminosity,
            usvg::MaskType::Alpha => MaskType::Alpha,
        };
        let rect = mask.rect().to_rect();
        let stream = self.stream(mask.root(), surface.stream_builder(), |drawer, surface| {
            if let Some(outer) = mask.mask() {
                drawer.push_mask(outer, surface);
            }
            // Without extent, it hides everything.
            let clip = Rect::from_ltrb(rect.left(), rect.top(), rect.right(), rect.bottom());
            surface.push_clip_path(&clip_rectangle(clip), &FillRule::NonZero);
            drawer.group(mask.root(), surface);
            pop(surface, if mask.mask().is_some() { 2 } else { 1 });
        });
        surface.push_mask(Mask::new(stream, kind));
    }

    /// Draws the content of a mask, pattern or clip path, once.
    ///
    /// # Arguments
    /// * `root` - the group of the content, which lives as long as the drawing
    #[inline(never)]
    pub fn stream(
        &mut self,
        root: &Group,
        mut builder: StreamBuilder,
        draw: impl FnOnce(&mut Self, &mut Surface),
    ) -> Stream {
        let key = std::ptr::from_ref(root);
        if let Some(stream) = self.streams.get(&key) {
            return stream.clone();
        }
        // After a panic it stays: dropped unfinished, it would panic again, which aborts the process.
        let mut surface = ManuallyDrop::new(builder.surface());
        draw(self, &mut surface);
        ManuallyDrop::into_inner(surface).finish();
        let stream = builder.finish();
        if self.streams.len() < MAX_KEPT_STREAMS {
            self.streams.insert(key, stream.clone());
        }
        stream
    }

    #[inline(never)]
    pub fn path(&mut self, path: &usvg::Path, surface: &mut Surface) {
        if !path.is_visible() {
            return;
        }
        match path.paint_order() {
            PaintOrder::FillAndStroke => self.paint(path, path.fill(), path.stroke(), surface),
            PaintOrder::StrokeAndFill => {
                self.paint(path, None, path.stroke(), surface);
                self.paint(path, path.fill(), None, surface);
            }
        }
    }

    fn paint(
        &mut self,
        path: &usvg::Path,
        fill: Option<&usvg::Fill>,
        stroke: Option<&usvg::Stroke>,
        surface: &mut Surface,
    ) {
        let fill = fill.map(|fill| self.fill(fill, surface.stream_builder(), Transform::identity()));
        let stroke = stroke.map(|stroke| self.stroke(stroke, surface.stream_builder(), Transform::identity()));
        // krilla fills with black without either.
        if fill.is_none() && stroke.is_none() {
            return;
        }
        let Some(outline) = krilla_path(path.data()) else { return };
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_path(&outline);
    }

    #[inline(never)]
    fn image(&mut self, image: &usvg::Image, surface: &mut Surface) -> Option<()> {
        if !image.is_visible() {
            return None;
        }
        let size = Size::from_wh(image.size().width(), image.size().height())?;
        let decoded = match image.kind() {
            ImageKind::JPEG(data) => Image::from_jpeg(data.clone().into(), false),
            ImageKind::PNG(data) => Image::from_png(data.clone().into(), false),
            ImageKind::GIF(data) => Image::from_gif(data.clone().into(), false),
            ImageKind::WEBP(data) => Image::from_webp(data.clone().into(), false),
            ImageKind::SVG(tree) => {
                let clip = Rect::from_xywh(0.0, 0.0, tree.size().width(), tree.size().height());
                surface.push_clip_path(&clip_rectangle(clip), &FillRule::NonZero);
                self.group(tree.root(), surface);
                surface.pop();
                return Some(());
            }
        };
        surface.draw_image(decoded.ok()?, size);
        Some(())
    }
}

pub fn pop(surface: &mut Surface, count: usize) {
    for _ in 0..count {
        surface.pop();
    }
}
