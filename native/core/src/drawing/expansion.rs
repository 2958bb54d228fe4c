#![forbid(unsafe_code)]

//! Counts what a drawing becomes once each reference is replaced by what it refers to: a few kilobytes of `use`, markers,
//! masks, patterns, clip paths or filters may become billions of elements. usvg walks all of them, without a way to stop it.
//!
//! An operation is about a microsecond of usvg. The same source has the same count on each machine.

use std::cell::Cell;
use std::collections::HashMap;

use usvg::roxmltree::{Document, Node};

use super::elements::{Elements, Paints, Tag};
use crate::error::{Result, WriteError};

/// Operations of a drawing.
pub const MAX_OPERATIONS: f64 = 2_000_000.0;

/// Levels of references within one another; usvg recurses.
const MAX_LEVELS: usize = 100;

/// Levels of elements within one another, also by reference: the stack of a thread has room for twice as many.
pub const MAX_DEPTH: usize = 512;

/// An element of the document, with everything that it refers to.
#[derive(Clone, Copy, Default)]
struct Cost {
    operations: f64,
    /// References to paint servers, clip paths, masks and filters.
    references: f64,
    /// What they refer to, of which many shapes have one of their own. usvg compares each reference with all.
    instances: f64,
    /// Levels of elements within one another, also by reference.
    levels: f64,
}

impl Cost {
    fn of(operations: f64) -> Self {
        Self { operations, ..Self::default() }
    }

    fn add(&mut self, other: Self, times: f64) {
        self.operations += other.operations * times;
        self.references += other.references * times;
        self.instances += other.instances * times;
        self.levels = self.levels.max(other.levels);
    }

    fn total(self) -> f64 {
        const COMPARISONS: f64 = 3000.0;
        self.operations + self.references * self.instances / COMPARISONS
    }
}

/// What a drawing becomes.
#[derive(Debug)]
pub struct Expanded<'d> {
    pub operations: f64,
    /// Elements with the property by which they refer to what they are in. Some more may come to light without these.
    pub endless: Vec<(Node<'d, 'd>, &'static str)>,
}

/// # Arguments
/// * `max_levels` - of elements within one another, also by reference
///
/// # Errors
/// The drawing becomes too much.
pub fn expand<'d>(document: &'d Document<'d>, max_levels: usize) -> Result<Expanded<'d>> {
    let elements = Elements::read(document, MAX_OPERATIONS)?;
    let expansion = Expansion {
        elements: &elements,
        max_levels,
        known: HashMap::new(),
        contexts: vec![Paints::default()],
        indices: HashMap::from([(Paints::default(), 0)]),
        path: Vec::new(),
        open: HashMap::new(),
        endless: Vec::new(),
    };
    expansion.whole()
}

/// The error of a drawing with too many operations, at an element.
pub fn too_complex(node: Option<Node>) -> WriteError {
    let place = node.map_or_else(String::new, |node| {
        let id = node.attribute("id").map_or_else(String::new, |id| format!(" id=\"{}\"", shortened(id)));
        format!(" at <{}{id}>, with everything that it refers to", shortened(node.tag_name().name()))
    });
    WriteError::TooComplex(format!(
        "An SVG drawing takes more than {} operations{place}. Use fewer elements, references or characters in it.",
        grouped(MAX_OPERATIONS as u64)
    ))
}

fn too_deep(node: Node, levels: usize) -> WriteError {
    let name = shortened(node.tag_name().name());
    WriteError::TooComplex(format!(
        "In an SVG drawing, elements are in one another or refer to one another through more than {levels} levels, such as <{name}>."
    ))
}

fn shortened(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).take(40).collect()
}

/// With commas between thousands.
fn grouped(number: u64) -> String {
    match number / 1000 {
        0 => number.to_string(),
        thousands => format!("{},{:03}", grouped(thousands), number % 1000),
    }
}

struct Expansion<'e, 'd> {
    elements: &'e Elements<'d>,
    max_levels: usize,
    /// By element and context; resources have the context of their own place.
    known: HashMap<(usize, usize), Cost>,
    contexts: Vec<Paints>,
    indices: HashMap<Paints, usize>,
    /// References that are being followed.
    path: Vec<Reference>,
    /// Where the path has its targets.
    open: HashMap<usize, usize>,
    endless: Vec<(usize, &'static str)>,
}

/// A reference of an element to another one.
#[derive(Clone, Copy)]
struct Reference {
    source: usize,
    by: By,
    target: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum By {
    Href,
    Property(&'static str),
    /// A property that the element inherits.
    Inherited(&'static str),
    Marker,
}

impl<'d> Expansion<'_, 'd> {
    fn whole(mut self) -> Result<Expanded<'d>> {
        let mut cost = Cost::of(self.elements.search_operations());
        cost.operations += self.elements.list.iter().map(|element| 1.0 + element.selectors).sum::<f64>();
        if let Some(root) = self.elements.root {
            cost.add(self.element(root, 0, 0)?, 1.0);
        }
        if cost.total() > MAX_OPERATIONS {
            return Err(too_complex(None));
        }
        let endless =
            self.endless.iter().map(|(index, property)| (self.elements.list[*index].node, *property)).collect();
        Ok(Expanded { operations: cost.total(), endless })
    }

    /// Counts an element where it is drawn.
    ///
    /// # Arguments
    /// * `outer` - the context that it inherits
    fn element(&mut self, index: usize, outer: usize, depth: usize) -> Result<Cost> {
        let element = &self.elements.list[index];
        if !element.tag.is_drawn() {
            return Ok(Cost::default());
        }
        if depth > self.max_levels {
            return Err(too_deep(element.node, self.max_levels));
        }
        if let Some(cost) = self.known.get(&(index, outer)) {
            return Ok(*cost);
        }
        let context = self.context(self.contexts[outer].inherited_by(&element.paints));
        let mut cost = Cost::of(element.weight + element.selectors);
        match element.tag {
            Tag::Use => self.add_used(index, context, depth, &mut cost)?,
            Tag::Shape => self.add_painted(index, context, depth, &mut cost)?,
            Tag::Text => {
                cost.add(self.paint(index, context, depth)?, element.characters);
                cost.add(self.children(index, context, depth)?, 1.0);
            }
            _ => cost.add(self.children(index, context, depth)?, 1.0),
        }
        self.add_effects(index, depth, &mut cost)?;
        cost.levels += self.elements.list[index].levels;
        self.keep(index, outer, cost)
    }

    /// Adds what a `use` element or a primitive refers to.
    #[inline(never)]
    fn add_used(&mut self, index: usize, context: usize, depth: usize, cost: &mut Cost) -> Result<()> {
        if let Some(target) = self.elements.list[index].use_target {
            let reference = Reference { source: index, by: By::Href, target };
            cost.add(self.followed(reference, |this| this.used(target, context, depth + 1))?, 1.0);
        }
        Ok(())
    }

    /// Adds the paint servers and markers of a shape.
    #[inline(never)]
    fn add_painted(&mut self, index: usize, context: usize, depth: usize, cost: &mut Cost) -> Result<()> {
        cost.add(self.paint(index, context, depth)?, 1.0);
        let [start, middle, end] = self.contexts[context].markers;
        let middles = (self.elements.list[index].vertices - 2.0).max(0.0);
        for (marker, times) in [(start, 1.0), (middle, middles), (end, 1.0)] {
            if let Some(target) = marker.target() {
                // A marker is a group with a clip path, of which there is one for each shape.
                cost.add(Cost { operations: 2.0, references: 1.0, ..Cost::default() }, times);
                cost.instances += 1.0;
                cost.add(self.resource(Reference { source: index, by: By::Marker, target }, depth)?, times);
            }
        }
        Ok(())
    }

    /// Adds the clip path, the mask and the filters of an element.
    #[inline(never)]
    fn add_effects(&mut self, index: usize, depth: usize, cost: &mut Cost) -> Result<()> {
        let element = &self.elements.list[index];
        let filters = element.filters.iter().map(|target| ("filter", *target));
        let others = [("clip-path", element.clip_path), ("mask", element.mask)];
        let others = others.into_iter().filter_map(|(property, target)| Some((property, target?)));
        for (property, target) in others.chain(filters) {
            cost.add(self.reference(Reference { source: index, by: By::Property(property), target }, depth)?, 1.0);
        }
        Ok(())
    }

    #[inline(never)]
    fn keep(&mut self, index: usize, context: usize, cost: Cost) -> Result<Cost> {
        if cost.total() > MAX_OPERATIONS || self.known.len() as f64 > MAX_OPERATIONS {
            return Err(too_complex(Some(self.elements.list[index].node)));
        }
        if cost.levels > self.max_levels as f64 {
            return Err(too_deep(self.elements.list[index].node, self.max_levels));
        }
        self.known.insert((index, context), cost);
        Ok(cost)
    }

    fn children(&mut self, index: usize, context: usize, depth: usize) -> Result<Cost> {
        let mut cost = Cost::default();
        for child in &self.elements.list[index].children {
            cost.add(self.element(*child, context, depth + 1)?, 1.0);
        }
        Ok(cost)
    }

    /// The target of a `use` element.
    fn used(&mut self, target: usize, context: usize, depth: usize) -> Result<Cost> {
        match self.elements.list[target].tag {
            Tag::Symbol => self.children(target, context, depth),
            _ => self.element(target, context, depth),
        }
    }

    /// What the fill and the stroke of an element take.
    #[inline(never)]
    fn paint(&mut self, source: usize, context: usize, depth: usize) -> Result<Cost> {
        let own = self.elements.list[source].paints;
        let Paints { fill, stroke, .. } = self.contexts[context];
        let mut cost = Cost::of(1.0);
        for (property, own, used) in [("fill", own.fill, fill), ("stroke", own.stroke, stroke)] {
            if let Some(target) = used.target() {
                let by = if own == used { By::Property(property) } else { By::Inherited(property) };
                cost.add(self.reference(Reference { source, by, target }, depth)?, 1.0);
            }
        }
        Ok(cost)
    }

    fn reference(&mut self, reference: Reference, depth: usize) -> Result<Cost> {
        let instances = if self.elements.list[reference.target].is_shared() { 0.0 } else { 1.0 };
        let mut cost = Cost { references: 1.0, instances, ..Cost::default() };
        cost.add(self.resource(reference, depth)?, 1.0);
        Ok(cost)
    }

    /// A clip path, mask, filter, marker or paint server. Its content inherits from where it is.
    fn resource(&mut self, reference: Reference, depth: usize) -> Result<Cost> {
        const OWN: usize = usize::MAX;
        let Reference { target, .. } = reference;
        if let Some(cost) = self.known.get(&(target, OWN)) {
            return Ok(*cost);
        }
        let is_open = self.open.contains_key(&target);
        let cost = self.followed(reference, |this| {
            let content = this.elements.content_of(target);
            let element = &this.elements.list[target];
            let context = this.context(this.elements.paints_at(content));
            let mut cost = Cost::of(element.weight);
            match element.tag {
                // Its stops are copied.
                Tag::Gradient => cost.operations += this.elements.list[content].children.len() as f64 / 8.0,
                Tag::Filter => {
                    for index in &this.elements.list[content].children {
                        let primitive = &this.elements.list[*index];
                        cost.operations += 1.0 + primitive.weight;
                        this.add_used(*index, 0, depth, &mut cost)?;
                    }
                }
                _ => cost.add(this.children(content, context, depth)?, 1.0),
            }
            this.add_effects(target, depth, &mut cost)?;
            cost.levels += element.levels;
            Ok(cost)
        })?;
        if is_open { Ok(cost) } else { self.keep(target, OWN, cost) }
    }

    /// Counts what is referred to, unless it is in itself.
    fn followed(&mut self, reference: Reference, count: impl FnOnce(&mut Self) -> Result<Cost>) -> Result<Cost> {
        let Reference { target, .. } = reference;
        if let Some(start) = self.open.get(&target) {
            let start = *start + 1;
            self.find_endless(start, reference);
            return Ok(Cost::default());
        }
        if self.path.len() >= MAX_LEVELS {
            return Err(too_deep(self.elements.list[target].node, MAX_LEVELS));
        }
        self.open.insert(target, self.path.len());
        self.path.push(reference);
        let cost = count(self);
        self.path.pop();
        self.open.remove(&target);
        cost
    }

    /// Finds the reference to leave out of a cycle in which usvg would walk for ever. It ends those of `use` and of markers, and
    /// those of two elements that refer to one another by a property of their own.
    ///
    /// # Arguments
    /// * `start` - where in the path the cycle starts
    /// * `last` - the reference that ends it
    #[inline(never)]
    fn find_endless(&mut self, start: usize, last: Reference) {
        let cycle = || self.path[start..].iter().chain([&last]);
        let kind = |reference: &Reference| self.elements.list[reference.target].tag;
        let is_known = cycle().count() <= 2
            && kind(&last).is_searched()
            && cycle().all(|reference| matches!(reference.by, By::Property(_)) && kind(reference) == kind(&last));
        let cut = cycle().rev().find_map(|reference| match reference.by {
            By::Property(property) | By::Inherited(property) => Some((reference.source, property)),
            By::Href | By::Marker => None,
        });
        if let Some(cut) = cut.filter(|cut| !is_known && !self.endless.contains(cut)) {
            self.endless.push(cut);
        }
    }

    /// The index of a context.
    fn context(&mut self, paints: Paints) -> usize {
        let contexts = &mut self.contexts;
        *self.indices.entry(paints).or_insert_with_key(|paints| {
            contexts.push(*paints);
            contexts.len() - 1
        })
    }
}

/// Checks the attributes of elements, which the parser compares with one another.
///
/// # Errors
/// There are too many.
pub fn check_attributes(source: &str) -> Result<()> {
    const COMPARISONS: f64 = 500.0;
    let operations = Cell::new(0.0);
    let end_of_tag = |count: f64| operations.set(operations.get() + count * count / COMPARISONS);
    let bytes = source.as_bytes();
    let mut at = 0;
    while let Some(start) = find(bytes, at, b"<") {
        at = match bytes.get(start + 1) {
            Some(b'!') if bytes[start..].starts_with(b"<!--") => find(bytes, start, b"-->"),
            Some(b'!') if bytes[start..].starts_with(b"<![CDATA[") => find(bytes, start, b"]]>"),
            Some(b'!' | b'?' | b'/') => Some(start + 1),
            _ => {
                let mut count = 0.0;
                let mut quote = None;
                let end = bytes[start..].iter().position(|byte| match (quote, byte) {
                    (None, b'=') => {
                        count += 1.0;
                        false
                    }
                    (None, b'"' | b'\'') => {
                        quote = Some(*byte);
                        false
                    }
                    (Some(open), _) => {
                        quote = (open != *byte).then_some(open);
                        false
                    }
                    (None, _) => *byte == b'>',
                });
                end_of_tag(count);
                end.map(|end| start + end)
            }
        }
        .unwrap_or(bytes.len());
    }
    if operations.get() > MAX_OPERATIONS { Err(too_complex(None)) } else { Ok(()) }
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let found = bytes.get(from..)?.windows(what.len()).position(|window| window == what)?;
    Some(from + found)
}

#[cfg(test)]
mod tests {
    use usvg::roxmltree::ParsingOptions;

    use super::*;

    fn counted(content: &str) -> Result<f64> {
        let source = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{content}</svg>"#);
        check_attributes(&source)?;
        let document = Document::parse_with_options(&source, ParsingOptions::default()).unwrap();
        Ok(expand(&document, MAX_DEPTH)?.operations)
    }

    fn tower(
        levels: usize,
        level: impl Fn(&str, usize) -> String,
        element: impl Fn(Option<usize>) -> String,
    ) -> String {
        let content = |at: usize| element(at.checked_sub(1)).repeat(10);
        (0..levels).map(|at| level(&content(at), at)).collect::<String>() + &element(Some(levels - 1))
    }

    fn rect(property: &'static str) -> impl Fn(Option<usize>) -> String {
        move |target| match target {
            Some(target) => format!(r#"<rect width="9" height="9" {property}="url(#c{target})"/>"#),
            None => r#"<rect width="9" height="9"/>"#.into(),
        }
    }

    fn element(name: &'static str) -> impl Fn(&str, usize) -> String {
        move |content, at| format!(r#"<{name} id="c{at}">{content}</{name}>"#)
    }

    #[test]
    fn a_tower_has_ten_times_as_many_operations_with_each_level() {
        for (name, property) in
            [("clipPath", "clip-path"), ("mask", "mask"), ("pattern", "fill"), ("pattern", "stroke")]
        {
            let [low, high] = [3, 4].map(|levels| counted(&tower(levels, element(name), rect(property))).unwrap());
            assert!(low > 1000.0 && high > 9.0 * low && high < 12.0 * low, "{name} {property}: {low} {high}");
            let error = counted(&tower(9, element(name), rect(property))).unwrap_err();
            let message = "An SVG drawing takes more than 2,000,000 operations at <";
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    #[test]
    fn the_error_names_the_first_element_that_is_too_much() {
        let error = counted(&tower(9, element("clipPath"), rect("clip-path"))).unwrap_err();
        assert!(error.to_string().contains("at <clipPath id=\"c5\">, with everything"), "{error}");
    }

    #[test]
    fn paints_and_markers_are_inherited() {
        let pattern = format!(r#"<pattern id="p">{}</pattern>"#, "<rect/>".repeat(1000));
        let inherited = counted(&format!(r##"{pattern}<g fill="url(#p)">{}</g>"##, "<rect/>".repeat(100))).unwrap();
        assert!(inherited > 100_000.0, "{inherited}");
        let other =
            counted(&format!(r##"{pattern}<g fill="url(#p)">{}</g>"##, r#"<rect fill="red"/>"#.repeat(100))).unwrap();
        assert!(other < 10_000.0, "{other}");
        let used =
            counted(&format!(r##"{pattern}<defs><rect id="r"/></defs><use href="#r" style="fill:url('#p')"/>"##))
                .unwrap();
        assert!(used > 2000.0, "{used}");
    }

    #[test]
    fn style_sheets_refer_to_elements_too() {
        let clip = format!(
            r#"<style>.c {{ clip-path: url(#p) }}</style><clipPath id="p">{}</clipPath>"#,
            "<rect/>".repeat(1000)
        );
        let clipped = counted(&format!("{clip}{}", r#"<rect class="c"/>"#.repeat(100))).unwrap();
        assert!(clipped > 100_000.0, "{clipped}");
    }

    #[test]
    fn elements_that_refer_to_themselves_end() {
        let cycle = r##"<pattern id="a"><rect fill="url(#b)"/></pattern><pattern id="b"><rect fill="url(#a)"/></pattern>
            <g id="g"><use href="#g"/></g><rect fill="url(#a)"/>"##;
        assert!(counted(cycle).unwrap() < 1000.0);
    }

    #[test]
    fn many_attributes_of_one_element_are_too_much_those_of_many_are_not() {
        let attributes = |count: usize| (0..count).map(|index| format!(" a{index}=\"=\"")).collect::<String>();
        assert!(counted(&format!("<g{}/>", attributes(100_000))).is_err());
        assert!(counted(&format!("<!-- <a' --><g{}/>", attributes(10)).repeat(10_000)).is_ok());
    }
}
