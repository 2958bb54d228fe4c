#![forbid(unsafe_code)]

//! Glyphs of fonts that are SVG documents. Source: krilla-svg 0.8.1

use std::io::Read;

use flate2::read::GzDecoder;
use krilla::color::rgb::Color;
use krilla::geom::Transform;
use krilla::surface::Surface;
use krilla::text::GlyphId;
use usvg::{Group, Node, Options, Size};

use super::{drawer, tree};
use crate::stop;

/// Pixels per unit at which filters are drawn.
const DENSITY: f32 = 4.0;

/// # Arguments
/// * `data` - a document with the glyph, and possibly others
/// * `color` - that of the text
/// * `size` - units of an em
///
/// # Returns
/// None: the glyph is not drawn.
pub fn draw_svg_glyph(
    data: &[u8],
    color: Color,
    glyph: GlyphId,
    size: (f32, f32),
    surface: &mut Surface,
) -> Option<()> {
    let em = Size::from_wh(size.0, size.1)?;
    let options = Options {
        style_sheet: Some(format!("svg {{ color: rgb({}, {}, {}) }}", color.red(), color.green(), color.blue())),
        default_size: em,
        ..Default::default()
    };
    // A failure is told by the next check.
    let source = stop::interruptible(|| text(data)).ok()??;
    let tree = stop::interruptible(|| tree(&source, &options)).ok()?.ok()?;
    // The document is as large as an em, unless it says otherwise.
    let is_scaled = em != tree.size() && source.contains("viewBox");
    if is_scaled {
        let scale = (em.width() / tree.size().width()).min(em.height() / tree.size().height());
        surface.push_transform(&Transform::from_scale(scale, scale));
    }
    let mut drawer = drawer(&tree, DENSITY);
    match node_by_id(tree.root(), &format!("glyph{}", glyph.to_u32())) {
        Some(node) => drawer.node(node, surface),
        // The id may be that of the root element, which usvg does not keep.
        None => drawer.group(tree.root(), surface),
    }
    if is_scaled {
        surface.pop();
    }
    Some(())
}

fn text(data: &[u8]) -> Option<String> {
    const GZIP: &[u8] = &[0x1f, 0x8b];
    if !data.starts_with(GZIP) {
        return Some(std::str::from_utf8(data).ok()?.into());
    }
    let mut text = String::new();
    GzDecoder::new(data).read_to_string(&mut text).ok()?;
    Some(text)
}

fn node_by_id<'a>(group: &'a Group, id: &str) -> Option<&'a Node> {
    group.children().iter().find_map(|child| match child {
        _ if child.id() == id => Some(child),
        Node::Group(group) => node_by_id(group, id),
        _ => None,
    })
}
