#![forbid(unsafe_code)]

//! The cost of the filters of a drawing. They are drawn in pixels, by one primitive after another: what many of them, or large
//! ones, would take is bounded by a coarser raster.

use std::collections::HashSet;

use usvg::filter::Kind;
use usvg::{Group, Node, Tree};

/// Steps of the filters of a drawing: pixels times what is done for each.
const MAX_STEPS: f32 = 100_000_000.0;

/// Pixels per pt. Source: `SvgSettings` of krilla-svg
const DENSITY: f32 = 4.0;

/// Pixels of a side, to which krilla-svg bounds rasters.
const MAX_SIDE: f32 = 5000.0;

/// Steps per pixel of a group with filters, beside those of its primitives: it is drawn, copied and compressed.
const STEPS_OF_GROUP: f32 = 8.0;

/// A group with filters.
#[derive(Debug, PartialEq)]
struct Filtered {
    /// Units of the drawing.
    width: f32,
    height: f32,
    /// Per pixel.
    steps: f32,
}

#[derive(Default)]
pub struct Filters(Vec<Filtered>);

impl Filters {
    pub fn of(tree: &Tree) -> Self {
        let mut filters = Self::default();
        filters.collect(tree.root(), &mut HashSet::new());
        filters
    }

    /// # Arguments
    /// * `scale` - pt per unit of the drawing
    ///
    /// # Returns
    /// Pixels per pt at which to draw the filters.
    pub fn density(&self, scale: f32) -> f32 {
        let steps: f32 = self.0.iter().map(|filtered| filtered.steps(scale * DENSITY)).sum();
        if steps > MAX_STEPS { DENSITY * (MAX_STEPS / steps).sqrt() } else { DENSITY }
    }

    /// # Arguments
    /// * `seen` - addresses of groups, which several others may refer to
    fn collect(&mut self, group: &Group, seen: &mut HashSet<*const Group>) {
        if !seen.insert(std::ptr::from_ref(group)) {
            return;
        }
        if !group.filters().is_empty() {
            let bounds = group.abs_layer_bounding_box();
            let primitives = group.filters().iter().flat_map(|filter| filter.primitives());
            let steps = STEPS_OF_GROUP + primitives.map(|primitive| steps_of(primitive.kind())).sum::<f32>();
            self.0.push(Filtered { width: bounds.width(), height: bounds.height(), steps });
        }
        for node in group.children() {
            if let Node::Group(child) = node {
                self.collect(child, seen);
            }
            node.subroots(|root| self.collect(root, seen));
        }
    }
}

impl Filtered {
    /// # Arguments
    /// * `density` - pixels per unit
    fn steps(&self, density: f32) -> f32 {
        let density = density.min(MAX_SIDE / self.width.max(self.height));
        self.width * density * self.height * density * self.steps
    }
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
        Filters::of(&Tree::from_str(&source, &usvg::Options::default()).unwrap()).density(0.75)
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
