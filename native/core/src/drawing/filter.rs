#![forbid(unsafe_code)]

//! Groups with filters, which resvg draws in pixels. Source: krilla-svg 0.8.1

use krilla::geom::Size;
use krilla::image::Image;
use krilla::surface::Surface;
use resvg::tiny_skia::Pixmap;
use usvg::{Group, Node, Transform};

use super::convert::usvg_transform;
use super::density::MAX_SIDE;
use super::draw::Drawer;
use crate::stop;

impl Drawer {
    /// # Returns
    /// None: nothing is drawn, as it has no extent.
    #[inline(never)]
    pub fn filtered(&mut self, group: &Group, surface: &mut Surface) -> Option<()> {
        let bounds = group.layer_bounding_box().transform(group.transform())?;
        // Only as far as it is known: the content stream may be drawn at another scale.
        let drawn = group
            .layer_bounding_box()
            .transform(usvg_transform(surface.cur_transform()))?
            .transform(group.transform())?;
        let drawn_scale = (drawn.width() / bounds.width()).max(drawn.height() / bounds.height());
        let max_scale = (MAX_SIDE / bounds.width()).min(MAX_SIDE / bounds.height());
        let scale = (drawn_scale * self.density).min(max_scale);
        let size = Size::from_wh(bounds.width() * scale, bounds.height() * scale)?;
        let (width, height) = (size.width().round() as u32, size.height().round() as u32);
        let layer = group.abs_layer_bounding_box();
        let matrix = Transform::from_scale(scale, scale)
            .pre_concat(Transform::from_translate(-bounds.x(), -bounds.y()))
            // resvg moves the group by this.
            .pre_concat(Transform::from_translate(layer.x(), layer.y()));
        // A failure is told by the next check.
        let pixels = stop::interruptible(|| pixels(group, width, height, matrix)).ok()??;
        let image = Image::from_rgba8(pixels, width, height);
        let size = Size::from_wh(bounds.width(), bounds.height())?;
        surface.push_transform(&krilla::geom::Transform::from_translate(bounds.x(), bounds.y()));
        surface.draw_image(image, size);
        surface.pop();
        Some(())
    }
}

/// Red, green, blue and opacity of each pixel.
fn pixels(group: &Group, width: u32, height: u32, matrix: Transform) -> Option<Vec<u8>> {
    let mut pixmap = Pixmap::new(width, height)?;
    resvg::render_node(&Node::Group(Box::new(group.clone())), matrix, &mut pixmap.as_mut());
    let mut pixels = pixmap.take_demultiplied();
    pixels.shrink_to_fit();
    Some(pixels)
}
