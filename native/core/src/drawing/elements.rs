#![forbid(unsafe_code)]

//! The elements of a drawing as [`super::expansion`] counts them: what each refers to, by attributes and style sheets.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use simplecss::{AttributeOperator, DeclarationTokenizer, PseudoClass, StyleSheet};
use usvg::roxmltree::{Document, Node, NodeId};

use super::expansion::too_complex;
use crate::error::{Result, WriteError};

const XLINK: &str = "http://www.w3.org/1999/xlink";

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tag {
    /// Elements with content: `g`, `svg`, `a`, `switch`, `tspan`, `textPath`.
    Group,
    Use,
    Shape,
    Text,
    Image,
    Symbol,
    ClipPath,
    Mask,
    Marker,
    Pattern,
    Gradient,
    Filter,
    /// `defs`, filter primitives, stops and elements without effect.
    Other,
}

impl Tag {
    fn of(name: &str) -> Self {
        match name {
            "g" | "svg" | "a" | "switch" | "tspan" | "textPath" | "tref" => Self::Group,
            "use" => Self::Use,
            "path" | "rect" | "circle" | "ellipse" | "line" | "polyline" | "polygon" => Self::Shape,
            "text" => Self::Text,
            "image" => Self::Image,
            "symbol" => Self::Symbol,
            "clipPath" => Self::ClipPath,
            "mask" => Self::Mask,
            "marker" => Self::Marker,
            "pattern" => Self::Pattern,
            "linearGradient" | "radialGradient" => Self::Gradient,
            "filter" => Self::Filter,
            _ => Self::Other,
        }
    }

    pub fn is_drawn(self) -> bool {
        matches!(self, Self::Group | Self::Use | Self::Shape | Self::Text | Self::Image)
    }
}

/// The value of a property that is inherited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Value {
    #[default]
    Inherited,
    /// A colour, `none`, or what is not there.
    Own,
    Target(usize),
}

impl Value {
    pub fn target(self) -> Option<usize> {
        match self {
            Self::Target(target) => Some(target),
            _ => None,
        }
    }

    fn over(self, outer: Self) -> Self {
        if self == Self::Inherited { outer } else { self }
    }
}

/// Properties that elements inherit and that may refer to others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Paints {
    pub fill: Value,
    pub stroke: Value,
    /// At the start, in the middle and at the end.
    pub markers: [Value; 3],
}

impl Paints {
    pub fn inherited_by(&self, inner: &Self) -> Self {
        let [start, middle, end] = inner.markers;
        let [outer_start, outer_middle, outer_end] = self.markers;
        Self {
            fill: inner.fill.over(self.fill),
            stroke: inner.stroke.over(self.stroke),
            markers: [start.over(outer_start), middle.over(outer_middle), end.over(outer_end)],
        }
    }
}

pub struct Element<'d> {
    pub node: Node<'d, 'd>,
    pub tag: Tag,
    /// A text, or inside of one.
    is_text: bool,
    parent: Option<usize>,
    /// The innermost resource around it, or itself, in which usvg searches.
    searched: Option<usize>,
    depth: usize,
    pub children: Vec<usize>,
    pub paints: Paints,
    pub clip_path: Option<usize>,
    pub mask: Option<usize>,
    pub filters: Vec<usize>,
    /// Of `use` and `feImage`.
    pub use_target: Option<usize>,
    /// Of gradients, patterns and filters, from which they take what they do not have.
    template: Option<usize>,
    /// Operations of its own, where it is drawn.
    pub weight: f64,
    /// Levels of usvg's recursion.
    pub levels: f64,
    /// Operations of matching selectors, also where it is only read.
    pub selectors: f64,
    /// Upper bound, of a shape.
    pub vertices: f64,
    /// Of a text.
    pub characters: f64,
}

pub struct Elements<'d> {
    pub list: Vec<Element<'d>>,
    pub root: Option<usize>,
}

/// References by name.
struct Names<'d> {
    /// What `use` refers to: the first element of this id; others refer to the last.
    first: HashMap<&'d str, usize>,
    last: HashMap<&'d str, usize>,
}

impl<'d> Elements<'d> {
    /// # Arguments
    /// * `max_operations` - what matching selectors may take
    ///
    /// # Errors
    /// It takes more, or elements are nested more deeply than usvg takes them.
    pub fn read(document: &'d Document<'d>, max_operations: f64) -> Result<Self> {
        let nodes: Vec<Node> = document.descendants().filter(Node::is_element).collect();
        let indices: HashMap<NodeId, usize> =
            nodes.iter().enumerate().map(|(index, node)| (node.id(), index)).collect();
        let with_ids = || nodes.iter().enumerate().filter_map(|(index, node)| Some((node.attribute("id")?, index)));
        let names = Names { first: with_ids().rev().collect(), last: with_ids().collect() };
        let sheet = style_sheet(&nodes);
        let steps = Cell::new(0);
        let max_steps = (max_operations * STEPS_PER_OPERATION) as u64;
        let mut list: Vec<Element> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let parent = node.parent_element().and_then(|parent| indices.get(&parent.id())).copied();
            let mut element = Element::new(node, parent.map(|parent| &list[parent]), &names);
            element.parent = parent;
            if element.depth > MAX_DEPTH {
                return Err(WriteError::Refused("elements are nested too deeply".into()));
            }
            let index = list.len();
            element.searched = if element.tag.is_searched() { Some(index) } else { None };
            if let Some(parent) = parent {
                list[parent].children.push(index);
                element.searched = element.searched.or(list[parent].searched);
            }
            let before = steps.get();
            element.style(&sheet, &steps, max_steps, &names);
            if steps.get() > max_steps {
                return Err(too_complex(Some(node)));
            }
            element.selectors = (steps.get() - before) as f64 / STEPS_PER_OPERATION;
            list.push(element);
        }
        let root = (!list.is_empty()).then_some(0);
        Ok(Self { list, root })
    }

    /// The element whose content a resource has.
    pub fn content_of(&self, target: usize) -> usize {
        let mut at = target;
        for _ in 0..MAX_TEMPLATES {
            match self.list[at].template {
                Some(template) if self.list[at].children.is_empty() => at = template,
                _ => break,
            }
        }
        at
    }

    /// What the content of an element inherits where it is.
    pub fn paints_at(&self, index: usize) -> Paints {
        let mut paints = Paints::default();
        let mut at = Some(index);
        while let Some(index) = at {
            paints = self.list[index].paints.inherited_by(&paints);
            at = self.list[index].parent;
        }
        paints
    }

    /// Operations of usvg's search for elements that refer to what they are in: from each resource to all that its
    /// descendants refer to, and again for each that is found. Source: `fix_recursive_links` of usvg 0.47
    pub fn search_operations(&self) -> f64 {
        const STEPS: f64 = 20.0;
        let sizes = self.sizes();
        // From the resource to what is referred to inside.
        let mut inside: HashSet<(usize, usize)> = HashSet::new();
        let mut searched: Vec<(usize, usize)> = Vec::new();
        let mut steps = 0.0;
        let mut all = 0.0;
        for (index, element) in self.list.iter().enumerate() {
            for resource in self.searched(index) {
                all += 1.0;
                for target in element.references().filter(|target| self.list[*target].tag == self.list[resource].tag) {
                    steps += sizes[target];
                    if inside.insert((resource, target)) || target == resource {
                        searched.push((resource, target));
                    }
                }
            }
        }
        let repeated =
            |(resource, target): &&(usize, usize)| resource == target || inside.contains(&(*target, *resource));
        let found = searched.iter().filter(repeated).count() as f64;
        (steps + all + found * (steps + all)) / STEPS
    }

    /// Elements in each element, with itself.
    fn sizes(&self) -> Vec<f64> {
        let mut sizes = vec![1.0; self.list.len()];
        for (index, element) in self.list.iter().enumerate().rev() {
            if let Some(parent) = element.parent {
                sizes[parent] += sizes[index];
            }
        }
        sizes
    }

    /// The resources around an element, and itself.
    fn searched(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let outer = |resource: &usize| self.list[*resource].parent.and_then(|parent| self.list[parent].searched);
        std::iter::successors(self.list[index].searched, outer)
    }
}

impl Tag {
    /// Whether usvg looks for elements of this kind that refer to themselves.
    pub fn is_searched(self) -> bool {
        matches!(self, Self::ClipPath | Self::Mask | Self::Pattern | Self::Filter)
    }
}

/// Levels of elements within one another; usvg takes 1,024.
const MAX_DEPTH: usize = 1024;

/// Templates of templates that are followed.
const MAX_TEMPLATES: usize = 1000;

/// Selectors that are compared with an element in an operation.
const STEPS_PER_OPERATION: f64 = 15.0;

impl<'d> Element<'d> {
    fn new(node: Node<'d, 'd>, parent: Option<&Self>, names: &Names) -> Self {
        let tag = Tag::of(node.tag_name().name());
        let href = node.attribute((XLINK, "href")).or_else(|| node.attribute("href")).unwrap_or_default();
        let target = href.trim().strip_prefix('#');
        let is_use = tag == Tag::Use;
        let target = target.and_then(|id| if is_use { names.first.get(id) } else { names.last.get(id) }).copied();
        let length = |name| node.attribute(name).map_or(0.0, |value| value.len() as f64);
        let coordinates = length("d") + length("points");
        let is_in_text = parent.is_some_and(|parent| parent.is_text);
        let characters: usize = match tag {
            Tag::Text if !is_in_text => {
                node.descendants().filter_map(|child| child.is_text().then(|| child.text())?).map(str::len).sum()
            }
            _ => 0,
        };
        let characters = characters as f64;
        let mut element = Self {
            node,
            tag,
            is_text: is_in_text || tag == Tag::Text,
            parent: None,
            searched: None,
            depth: parent.map_or(0, |parent| parent.depth + 1),
            children: Vec::new(),
            paints: Paints::default(),
            clip_path: None,
            mask: None,
            filters: Vec::new(),
            use_target: if matches!(tag, Tag::Use | Tag::Other) { target } else { None },
            template: if matches!(tag, Tag::Gradient | Tag::Pattern | Tag::Filter) { target } else { None },
            // Layout of text compares each character with those before; an image is decoded from base64.
            weight: 1.0
                + coordinates / 30.0
                + characters
                + characters * characters / 1000.0
                + href.len() as f64 / 1000.0,
            levels: if matches!(node.tag_name().name(), "svg" | "symbol" | "use") { 2.0 } else { 1.0 },
            selectors: 0.0,
            vertices: if tag == Tag::Shape { vertices(node) } else { 0.0 },
            characters,
        };
        if tag == Tag::Gradient {
            element.weight += equal_stops(node);
        }
        for attribute in node.attributes() {
            element.declare(attribute.name(), attribute.value(), names);
        }
        element
    }

    /// Applies the style sheet and the attribute `style`, of which the later declarations win, and the first important one.
    fn style(&mut self, sheet: &StyleSheet, steps: &Cell<u64>, max_steps: u64, names: &Names) {
        let matched = Matched { node: self.node, steps, max_steps };
        let rules = sheet.rules.iter().filter(|rule| rule.selector.matches(&matched));
        let own = DeclarationTokenizer::from(self.node.attribute("style").unwrap_or_default());
        let declarations = rules.flat_map(|rule| rule.declarations.iter().copied()).chain(own);
        let (important, others): (Vec<_>, Vec<_>) = declarations.partition(|declaration| declaration.important);
        for declaration in others.iter().chain(important.iter().rev()) {
            self.declare(declaration.name, declaration.value, names);
        }
    }

    fn declare(&mut self, name: &str, value: &str, names: &Names) {
        let targets = || urls(value).filter_map(|id| names.last.get(id)).copied();
        let inherited = || match value.trim() {
            "inherit" => Value::Inherited,
            _ => targets().next().map_or(Value::Own, Value::Target),
        };
        match name {
            "fill" => self.paints.fill = inherited(),
            "stroke" => self.paints.stroke = inherited(),
            "marker-start" => self.paints.markers[0] = inherited(),
            "marker-mid" => self.paints.markers[1] = inherited(),
            "marker-end" => self.paints.markers[2] = inherited(),
            "marker" => self.paints.markers = [inherited(); 3],
            "clip-path" => self.clip_path = targets().next(),
            "mask" => self.mask = targets().next(),
            "filter" => self.filters = targets().collect(),
            _ => {}
        }
    }

    /// Whether all that refer to it have the same: it is not fitted to each shape.
    pub fn is_shared(&self) -> bool {
        const USER_SPACE: &str = "userSpaceOnUse";
        let (units, initial) = match self.tag {
            Tag::ClipPath => ("clipPathUnits", USER_SPACE),
            Tag::Mask => ("maskUnits", ""),
            Tag::Pattern => ("patternUnits", ""),
            Tag::Gradient => ("gradientUnits", ""),
            _ => ("filterUnits", ""),
        };
        self.node.attribute(units).unwrap_or(initial) == USER_SPACE
    }

    /// What usvg searches for recursion.
    fn references(&self) -> impl Iterator<Item = usize> + '_ {
        let paints = [self.paints.fill.target(), self.paints.stroke.target()];
        paints.into_iter().flatten().chain(self.clip_path).chain(self.mask).chain(self.filters.iter().copied())
    }
}

/// The ids in `url(#id)`.
fn urls(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let inside = rest.split(')').next()?.trim();
        inside.trim_matches(|character| matches!(character, '"' | '\'')).trim().strip_prefix('#')
    })
}

/// Each takes a coordinate at least.
fn vertices(node: Node) -> f64 {
    let count = |text: &str| {
        let mut is_number = false;
        let mut count = 0_u32;
        for byte in text.bytes() {
            let continues = byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E');
            // A sign may separate numbers, as may a second point.
            count += u32::from((continues && !is_number) || matches!(byte, b'.' | b'-' | b'+'));
            is_number = continues;
        }
        f64::from(count)
    };
    ["d", "points"].iter().filter_map(|name| node.attribute(*name)).map(count).sum()
}

/// Operations of removing stops at the place of others, each of which moves those after it. Source: `convert_stops` of
/// usvg 0.47
fn equal_stops(gradient: Node) -> f64 {
    const MOVES: f64 = 1000.0;
    let offsets: Vec<&str> = gradient.children().filter_map(|stop| stop.attribute("offset")).collect();
    let stops = gradient.children().filter(Node::is_element).count() as f64;
    let equal = offsets.windows(2).filter(|pair| pair[0] == pair[1]).count() as f64 + stops - offsets.len() as f64;
    equal * stops / MOVES
}

fn style_sheet<'d>(nodes: &[Node<'d, 'd>]) -> StyleSheet<'d> {
    let mut sheet = StyleSheet::new();
    for style in nodes.iter().filter(|node| node.tag_name().name() == "style") {
        let is_css = style.attribute("type").is_none_or(|kind| kind == "text/css");
        if let Some(text) = style.text().filter(|_| is_css) {
            sheet.parse_more(text);
        }
    }
    sheet
}

/// An element that selectors are compared with, as by usvg. Comparisons are counted, and fail after too many: selectors with
/// several descendant combinators may take exponential time.
struct Matched<'c, 'd> {
    node: Node<'d, 'd>,
    steps: &'c Cell<u64>,
    max_steps: u64,
}

impl Matched<'_, '_> {
    fn related(&self, node: Option<Self>) -> Option<Self> {
        self.steps.set(self.steps.get() + 1);
        node.filter(|_| self.steps.get() <= self.max_steps)
    }
}

impl simplecss::Element for Matched<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.related(self.node.parent_element().map(|node| Self { node, ..*self }))
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.related(self.node.prev_sibling_element().map(|node| Self { node, ..*self }))
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.node.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.node.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass) -> bool {
        class == PseudoClass::FirstChild && self.prev_sibling_element().is_none()
    }
}
