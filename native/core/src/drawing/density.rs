#![forbid(unsafe_code)]

//! The cost of the filters of a drawing. They are drawn in pixels, by one primitive after another: what many of them, or large
//! ones, would take is bounded by a coarser raster. So is what groups with filters have inside, which is drawn in pixels too.

use std::collections::HashSet;

use usvg::filter::Kind;
use usvg::tiny_skia_path::PathSegment;
use usvg::{BlendMode, Group, ImageKind, Node, Opacity, Paint, Path, Tree};

use super::expansion::{MAX_OPERATIONS, too_complex};
use crate::error::Result;
use crate::stop;

/// Steps of the filters of a drawing: pixels times what is done for each.
const MAX_STEPS: f32 = 100_000_000.0;

/// Steps of the content of groups with filters, which are simpler.
const MAX_CONTENT_STEPS: f32 = 1_000_000_000.0;

/// Pixels per pt.
const DENSITY: f32 = 4.0;

/// Pixels of a side, to which rasters are bounded.
pub const MAX_SIDE: f32 = 5000.0;

/// Steps per pixel of a group with filters, beside those of its primitives: it is drawn, copied and compressed.
const STEPS_OF_GROUP: f32 = 8.0;

/// Steps per pixel of a layer: it is cleared, drawn and blended.
const STEPS_OF_LAYER: f32 = 4.0;

/// Steps per pixel of height of an edge: each is drawn in four rows.
const STEPS_OF_EDGE: f32 = 16.0;

/// A group with filters.
#[derive(Debug, PartialEq)]
struct Filtered {
    /// Units of the drawing.
    width: f32,
    height: f32,
    /// Per pixel.
    steps: f32,
    content: Content,
}

/// What is inside of a group with filters.
#[derive(Debug, Default, PartialEq)]
struct Content {
    /// Units² times steps per pixel.
    area: f32,
    /// Heights of the edges of paths, units times steps per pixel.
    edges: f32,
    /// Operations that do not depend on the raster.
    operations: f64,
}

#[derive(Debug, Default)]
pub struct Filters(Vec<Filtered>);

impl Filters {
    /// # Errors
    /// They take too much in any raster.
    pub fn of(tree: &Tree) -> Result<Self> {
        let mut filters = Self::default();
        filters.collect(tree.root(), &mut HashSet::new())?;
        let operations: f64 = filters.0.iter().map(|filtered| filtered.content.operations).sum();
        if operations > MAX_OPERATIONS { Err(too_complex(None)) } else { Ok(filters) }
    }

    /// # Arguments
    /// * `scale` - pt per unit of the drawing
    ///
    /// # Returns
    /// Pixels per pt at which to draw the filters.
    pub fn density(&self, scale: f32) -> f32 {
        let steps: f32 = self.0.iter().map(|filtered| filtered.steps(scale * DENSITY)).sum();
        let fitting = if steps > MAX_STEPS { DENSITY * (MAX_STEPS / steps).sqrt() } else { DENSITY };
        let of_content = |of: fn(&Content) -> f32| -> f32 {
            let sums = self.0.iter().map(|filtered| of(&filtered.content) * filtered.max_density(scale * fitting));
            sums.sum()
        };
        let area = self.0.iter().map(|filtered| filtered.content.area * filtered.max_density(scale * fitting).powi(2));
        let (area, edges) = (area.sum::<f32>(), of_content(|content| content.edges));
        if area + edges <= MAX_CONTENT_STEPS {
            return fitting;
        }
        // The factor f for which area × f² + edges × f is the maximum.
        let factor = 2.0 * MAX_CONTENT_STEPS / (edges + (edges * edges + 4.0 * area * MAX_CONTENT_STEPS).sqrt());
        fitting * factor
    }

    /// # Arguments
    /// * `seen` - addresses of groups, which several others may refer to: they are drawn once
    fn collect(&mut self, group: &Group, seen: &mut HashSet<*const Group>) -> Result<()> {
        stop::check()?;
        if !seen.insert(std::ptr::from_ref(group)) {
            return Ok(());
        }
        if !group.filters().is_empty() {
            let bounds = group.abs_layer_bounding_box();
            let layer = Layer { width: bounds.width(), height: bounds.height() };
            let mut content = Content::default();
            content.add_group(group, &layer)?;
            let steps = STEPS_OF_GROUP + steps_of_filters(group);
            self.0.push(Filtered { width: layer.width, height: layer.height, steps, content });
        }
        for node in group.children() {
            if let Node::Group(child) = node {
                self.collect(child, seen)?;
            }
            let mut outcome = Ok(());
            node.subroots(|root| {
                if outcome.is_ok() {
                    outcome = self.collect(root, seen);
                }
            });
            outcome?;
        }
        Ok(())
    }
}

impl Filtered {
    /// # Arguments
    /// * `density` - pixels per unit
    fn steps(&self, density: f32) -> f32 {
        let density = self.max_density(density);
        self.width * density * self.height * density * self.steps
    }

    fn max_density(&self, density: f32) -> f32 {
        density.min(MAX_SIDE / self.width.max(self.height))
    }
}

/// The raster of a group with filters: units of the drawing. Nothing outside is drawn.
struct Layer {
    width: f32,
    height: f32,
}

impl Layer {
    fn area(&self) -> f32 {
        self.width * self.height
    }

    fn area_of(&self, bounds: usvg::Rect) -> f32 {
        bounds.width().min(self.width) * bounds.height().min(self.height)
    }
}

impl Content {
    /// Adds a group each time it is drawn. Source: `render_group` of resvg 0.47
    fn add_group(&mut self, group: &Group, layer: &Layer) -> Result<()> {
        stop::check()?;
        self.operations += 1.0;
        if group.mask().is_some() || group.clip_path().is_some() {
            self.area += STEPS_OF_LAYER * layer.area();
        }
        let is_layer = group.isolate() || group.opacity() != Opacity::ONE || group.blend_mode() != BlendMode::Normal;
        if is_layer || group.mask().is_some() || group.clip_path().is_some() || !group.filters().is_empty() {
            let area = layer.area_of(group.abs_layer_bounding_box().to_rect());
            self.area += (STEPS_OF_LAYER + 2.0 * steps_of_filters(group)) * area;
        }
        let mut clip_path = group.clip_path();
        while let Some(path) = clip_path {
            self.add_group(path.root(), layer)?;
            clip_path = path.clip_path();
        }
        let mut mask = group.mask();
        while let Some(inner) = mask {
            self.area += STEPS_OF_LAYER * layer.area();
            self.add_group(inner.root(), layer)?;
            mask = inner.mask();
        }
        for filter in group.filters() {
            for primitive in filter.primitives() {
                if let Kind::Image(image) = primitive.kind() {
                    self.add_group(image.root(), layer)?;
                }
            }
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.add_group(group, layer)?,
                Node::Path(path) => self.add_path(path, layer)?,
                Node::Text(text) => self.add_group(text.flattened(), layer)?,
                Node::Image(image) => {
                    self.area += STEPS_OF_LAYER * layer.area_of(image.abs_bounding_box());
                    if let ImageKind::SVG(tree) = image.kind() {
                        self.add_group(tree.root(), layer)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn add_path(&mut self, path: &Path, layer: &Layer) -> Result<()> {
        stop::check()?;
        self.area += layer.area_of(path.abs_stroke_bounding_box());
        let paints = [path.fill().map(usvg::Fill::paint), path.stroke().map(usvg::Stroke::paint)];
        for pattern in paints.into_iter().flatten() {
            if let Paint::Pattern(pattern) = pattern {
                self.area += STEPS_OF_LAYER * layer.area_of(pattern.rect().to_rect());
                self.add_group(pattern.root(), layer)?;
            }
        }
        let (mut edges, mut height) = (0.0, 0.0);
        let mut last = 0.0;
        for segment in path.data().segments() {
            let end = match segment {
                PathSegment::MoveTo(end) | PathSegment::LineTo(end) => end.y,
                PathSegment::QuadTo(_, end) | PathSegment::CubicTo(_, _, end) => end.y,
                PathSegment::Close => last,
            };
            edges += 1.0;
            height += f32::abs(end - last);
            last = end;
        }
        let whole = path.data().bounds().height().max(f32::MIN_POSITIVE);
        // A stroke has edges on both sides.
        let outlines = if path.stroke().is_some() { 3.0 } else { 1.0 };
        self.edges += STEPS_OF_EDGE * outlines * edges * (height / edges).min(layer.height);
        // Edges are sorted again in each row: each passes others as often as it crosses them.
        self.operations += f64::from(edges * outlines) * f64::from(height / whole) / CROSSINGS;
        Ok(())
    }
}

/// Edges that pass one another in an operation.
const CROSSINGS: f64 = 1000.0;

/// Per pixel.
fn steps_of_filters(group: &Group) -> f32 {
    group.filters().iter().flat_map(|filter| filter.primitives()).map(|primitive| steps_of(primitive.kind())).sum()
}

/// Steps per pixel. Source: the modules `filter` of resvg 0.47
fn steps_of(kind: &Kind) -> f32 {
    match kind {
        Kind::GaussianBlur(_) | Kind::DropShadow(_) => 8.0,
        // Noise of each octave for each of four channels.
        Kind::Turbulence(turbulence) => 8.0 * turbulence.num_octaves() as f32,
        Kind::ConvolveMatrix(convolution) => {
            let matrix = convolution.matrix();
            1.0 + matrix.columns() as f32 * matrix.rows() as f32
        }
        // A radius of 5 at most, in units: it is compared with all pixels within.
        Kind::Morphology(_) => 32.0,
        Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => 8.0,
        _ => 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn density(content: &str) -> f32 {
        let source = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000">{content}</svg>"#);
        Filters::of(&Tree::from_str(&source, &usvg::Options::default()).unwrap()).unwrap().density(0.75)
    }

    fn filter(primitives: &str) -> String {
        format!(r#"<filter id="f" x="0" y="0" width="1" height="1">{primitives}</filter>"#)
    }

    fn rect(side: u32) -> String {
        format!(r#"<rect width="{side}" height="{side}" filter="url(#f)"/>"#)
    }

    const BLUR: &str = r#"<feGaussianBlur stdDeviation="9"/>"#;

    #[test]
    fn drawings_with_few_filters_have_all_their_pixels() {
        assert_eq!(density(&rect(1000)), DENSITY);
        assert_eq!(density(&(filter(BLUR) + &rect(200))), DENSITY);
    }

    #[test]
    fn large_filters_many_of_them_and_many_primitives_are_coarser() {
        let large = density(&(filter(BLUR) + &rect(1000)));
        assert!(large < DENSITY);
        let many = density(&(filter(BLUR) + &rect(1000).repeat(100)));
        assert!((many * 10.0 - large).abs() < 0.01 * large, "{many} {large}");
        let long = density(&(filter(&BLUR.repeat(100)) + &rect(1000)));
        assert!(long < large / 5.0);
    }

    #[test]
    fn filters_inside_masks_and_patterns_count() {
        let plain = density(&(filter(BLUR) + &rect(1000)));
        let mask = format!(r#"<mask id="m">{0}{0}</mask><rect width="9" height="9" mask="url(#m)"/>"#, rect(1000));
        assert!(density(&(filter(BLUR) + &mask)) < plain);
    }
}
