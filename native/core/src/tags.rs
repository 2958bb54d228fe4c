#![forbid(unsafe_code)]

//! The structure tree, built from tags that are numbered in order. Source: ISO 32000-1, 14.7 (logical structure) and 14.8

use std::collections::HashMap;

use crate::error::Result;
use crate::file::{FileWriter, Rows};
use crate::format::{MAX_DEPTH, NONE, tag};
use crate::reader::Reader;
use crate::syntax::{digits, push_integer, push_padded, push_ref, push_text};

/// The greatest level of a heading that PDF 1.7 has.
const MAX_HEADING: u32 = 6;

#[derive(Default)]
pub struct Tags {
    elements: Vec<Element>,
    /// Children of the document.
    children: Vec<Child>,
    /// Levels of headings beyond the greatest, which need a role.
    deep_headings: Vec<u32>,
}

struct Element {
    kind: Kind,
    parent: Option<usize>,
    depth: usize,
    children: Vec<Child>,
}

#[derive(PartialEq, Eq, Hash)]
enum Kind {
    Plain(&'static str),
    Heading { level: u32, title: Option<Box<str>> },
    List { numbering: &'static str },
    Cell { header_scope: Option<&'static str>, columns: u32, rows: u32 },
    /// A figure or a formula.
    Illustration { role: &'static str, alternative: Option<Box<str>> },
}

#[derive(Clone, Copy)]
enum Child {
    Element(usize),
    Content { page: usize, identifier: usize },
    Annotation { page: usize, annotation: usize },
}

/// Numbers of the objects that structure elements refer to.
pub struct Numbers<'a> {
    pub pages: &'a [u32],
    pub annotations: &'a [u32],
}

/// A key of the parent tree.
pub enum Parents {
    /// Elements of the marked content of a page, by identifier; None: the document.
    Content(Vec<Option<usize>>),
    /// The element of an annotation.
    Annotation(usize),
}

impl Tags {
    /// The element with a tag number; None: the document.
    pub fn element(&self, reader: &mut Reader) -> Result<Option<usize>> {
        match reader.integer()? {
            NONE => Ok(None),
            number if (number as usize) < self.elements.len() => Ok(Some(number as usize)),
            _ => Err(reader.malformed("an unknown tag")),
        }
    }

    /// Adds the tag at the reader's position.
    pub fn read(&mut self, reader: &mut Reader) -> Result<()> {
        let parent = self.element(reader)?;
        let depth = parent.map_or(1, |parent| self.elements[parent].depth + 1);
        if depth > MAX_DEPTH {
            return Err(reader.malformed("tags too deep in one another"));
        }
        let kind = kind(reader)?;
        if let Kind::Heading { level, .. } = kind
            && level > MAX_HEADING
            && !self.deep_headings.contains(&level)
        {
            self.deep_headings.push(level);
        }
        let number = self.elements.len();
        self.elements.push(Element { kind, parent, depth, children: Vec::new() });
        self.children_of(parent).push(Child::Element(number));
        Ok(())
    }

    pub fn add_content(&mut self, element: Option<usize>, page: usize, identifier: usize) {
        self.children_of(element).push(Child::Content { page, identifier });
    }

    pub fn add_annotation(&mut self, element: usize, page: usize, annotation: usize) {
        self.elements[element].children.push(Child::Annotation { page, annotation });
    }

    fn children_of(&mut self, element: Option<usize>) -> &mut Vec<Child> {
        match element {
            Some(number) => &mut self.elements[number].children,
            None => &mut self.children,
        }
    }

    /// Sorts the elements by how they are written.
    fn groups(&self) -> Groups {
        let mut groups = Groups::default();
        if self.elements.len() < MIN_ROWS {
            groups.alone = (0..self.elements.len()).collect();
            return groups;
        }
        let mut known = HashMap::new();
        let mut shapes: Vec<Vec<usize>> = Vec::new();
        for (index, element) in self.elements.iter().enumerate() {
            match element.shape() {
                None if is_long(&element.children) => groups.long.push(index),
                None => groups.alone.push(index),
                Some(shape) => {
                    let group = *known.entry(shape).or_insert(shapes.len());
                    if group == shapes.len() {
                        shapes.push(Vec::new());
                    }
                    shapes[group].push(index);
                }
            }
        }
        let few: Vec<Vec<usize>>;
        (groups.shapes, few) = shapes.into_iter().partition(|group| group.len() >= MIN_ROWS);
        groups.alone.extend(few.into_iter().flatten());
        groups.alone.sort_unstable();
        groups
    }

    /// Writes the tree.
    ///
    /// # Returns
    /// The number of its root.
    pub fn write(&self, file: &mut FileWriter, numbers: &Numbers, parents: &[Parents]) -> u32 {
        let root = file.allocate();
        let document = file.allocate();
        let groups = self.groups();
        let mut elements = vec![0; self.elements.len()];
        // Numbers that count on are little in rows, and in the cross-reference table.
        for index in groups.alone.iter().chain(&groups.long).chain(groups.shapes.iter().flatten()) {
            elements[*index] = file.allocate();
        }
        let widths = Widths::new(file.size(), numbers, parents);
        let mut lists = Rows::of_items(widths.element + REFERENCE);
        let head = |out: &mut Vec<u8>, index: usize, width: usize| {
            let element = &self.elements[index];
            out.extend_from_slice(b"<<");
            element.kind.push(out);
            out.extend_from_slice(b"/P ");
            push_wide_ref(out, element.parent.map_or(document, |parent| elements[parent]), width);
        };
        let body = |out: &mut Vec<u8>, index: usize, widths: &Widths| {
            head(out, index, widths.element);
            push_children(out, &self.elements[index].children, &elements, numbers, widths);
            out.extend_from_slice(b">>");
        };
        let document_head = |out: &mut Vec<u8>| {
            out.extend_from_slice(b"<</S/Document/P ");
            push_ref(out, root);
        };
        if is_long(&self.children) {
            write_long(file, &mut lists, document, document_head, child_elements(&self.children, &elements));
        } else {
            file.object(document, |out| {
                document_head(out);
                push_children(out, &self.children, &elements, numbers, &Widths::default());
                out.extend_from_slice(b">>");
            });
        }
        for index in groups.alone {
            file.object(elements[index], |out| body(out, index, &Widths::default()));
        }
        for index in groups.long {
            let children = child_elements(&self.elements[index].children, &elements);
            write_long(file, &mut lists, elements[index], |out| head(out, index, 0), children);
        }
        for group in groups.shapes {
            let mut first = Vec::new();
            body(&mut first, group[0], &widths);
            let mut rows = Rows::new(first.len() + 1);
            for index in group {
                file.row(&mut rows, elements[index], |out| body(out, index, &widths));
            }
            file.finish_rows(&mut rows);
        }
        let owners =
            write_parents(file, &mut lists, parents, |owner| owner.map_or(document, |element| elements[element]));
        file.finish_rows(&mut lists);
        file.object(root, |out| {
            out.extend_from_slice(b"<</Type/StructTreeRoot/K ");
            push_ref(out, document);
            out.extend_from_slice(b"/ParentTree<</Nums[");
            for (key, (parents, list)) in parents.iter().zip(owners).enumerate() {
                push_integer(out, key as u64);
                out.push(b' ');
                push_ref(
                    out,
                    match parents {
                        Parents::Annotation(element) => elements[*element],
                        Parents::Content(_) => list.unwrap_or(document),
                    },
                );
                out.push(b' ');
            }
            out.extend_from_slice(b"]>>/ParentTreeNextKey ");
            push_integer(out, parents.len() as u64);
            if !self.deep_headings.is_empty() {
                out.extend_from_slice(b"/RoleMap<<");
                for level in &self.deep_headings {
                    out.extend_from_slice(format!("/H{level}/P").as_bytes());
                }
                out.extend_from_slice(b">>");
            }
            out.extend_from_slice(b">>");
        });
        root
    }
}

/// Writes the lists of the elements of marked content.
///
/// # Returns
/// Their numbers, by key.
fn write_parents(
    file: &mut FileWriter,
    rows: &mut Rows,
    parents: &[Parents],
    number: impl Fn(Option<usize>) -> u32,
) -> Vec<Option<u32>> {
    let lists = parents.iter().map(|parents| match parents {
        Parents::Content(owners) => Some(owners),
        Parents::Annotation(_) => None,
    });
    let are_rows = lists.clone().flatten().map(Vec::len).sum::<usize>() >= MIN_ROWS;
    lists
        .map(|owners| {
            let owners = owners?.iter().map(|owner| number(*owner));
            let list = file.allocate();
            if are_rows {
                let columns = rows.columns();
                file.row(rows, list, |out| push_items(out, owners, columns));
            } else {
                file.object(list, |out| {
                    out.push(b'[');
                    for owner in owners {
                        push_ref(out, owner);
                        out.push(b' ');
                    }
                    out.push(b']');
                });
            }
            Some(list)
        })
        .collect()
}

/// Elements by how they are written.
#[derive(Default)]
struct Groups {
    alone: Vec<usize>,
    /// Those with many children, which are rows.
    long: Vec<usize>,
    /// Those of a shape, of which there are many.
    shapes: Vec<Vec<usize>>,
}

/// Bytes of numbers in rows, in which the same digits are below one another. The default: as many as they have digits.
#[derive(Default)]
struct Widths {
    element: usize,
    page: usize,
    identifier: usize,
}

impl Widths {
    /// # Arguments
    /// `size`: more than the number of any element.
    fn new(size: u32, numbers: &Numbers, parents: &[Parents]) -> Self {
        let identifiers = parents.iter().map(|parents| match parents {
            Parents::Content(owners) => owners.len(),
            Parents::Annotation(_) => 0,
        });
        Self {
            element: digits(size.into()),
            page: digits(numbers.pages.iter().copied().max().unwrap_or(0).into()),
            identifier: digits(identifiers.max().unwrap_or(0) as u64),
        }
    }
}

/// Number of elements of a shape, or of items of a list, from which on they are written in rows.
const MIN_ROWS: usize = 200;

/// Bytes after the number of a reference and before the next one.
const REFERENCE: usize = b" 0 R ".len();

/// Children of an element in rows.
const MAX_ROW_CHILDREN: usize = 64;

/// Whether the children are elements and so many that they are written in rows.
fn is_long(children: &[Child]) -> bool {
    children.len() >= MIN_ROWS && children.iter().all(|child| matches!(child, Child::Element(_)))
}

/// The numbers of the children that are elements.
fn child_elements<'a>(children: &'a [Child], elements: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    children.iter().filter_map(|child| match child {
        Child::Element(element) => Some(elements[*element]),
        _ => None,
    })
}

/// Writes an element whose children are rows.
fn write_long(
    file: &mut FileWriter,
    rows: &mut Rows,
    number: u32,
    head: impl FnOnce(&mut Vec<u8>),
    children: impl Iterator<Item = u32>,
) {
    let columns = rows.columns();
    file.row(rows, number, |out| {
        head(out);
        out.extend_from_slice(b"/K");
        push_items(out, children, columns);
        out.extend_from_slice(b">>");
    });
}

/// An array of references, each at the start of a row.
fn push_items(out: &mut Vec<u8>, items: impl Iterator<Item = u32>, columns: usize) {
    out.push(b'[');
    for item in items {
        out.resize(out.len().next_multiple_of(columns), b' ');
        push_wide_ref(out, item, columns - REFERENCE);
    }
    out.push(b']');
}

/// What elements have in common whose dictionaries differ by numbers only.
#[derive(PartialEq, Eq, Hash)]
struct Shape<'a> {
    kind: &'a Kind,
    children: usize,
    are_elements: bool,
}

impl Element {
    /// None: its dictionary has texts, or children of several sorts.
    fn shape(&self) -> Option<Shape<'_>> {
        if matches!(self.kind, Kind::Heading { .. } | Kind::Illustration { .. }) || self.children.len() > MAX_ROW_CHILDREN {
            return None;
        }
        let are_elements = self.children.iter().all(|child| matches!(child, Child::Element(_)));
        let is_on_one_page = || {
            let mut pages = self.children.iter().map(|child| match child {
                Child::Content { page, .. } => Some(page),
                _ => None,
            });
            let first = pages.next().flatten();
            first.is_some() && pages.all(|page| page == first)
        };
        let has_shape = are_elements || is_on_one_page();
        has_shape.then_some(Shape { kind: &self.kind, children: self.children.len(), are_elements })
    }
}

/// An integer, after spaces up to the width.
fn push_wide_ref(out: &mut Vec<u8>, number: u32, width: usize) {
    push_padded(out, number.into(), width);
    out.extend_from_slice(b" 0 R");
}

/// Content on the page of the element's first content is referred to by its identifier alone.
fn push_children(out: &mut Vec<u8>, children: &[Child], elements: &[u32], numbers: &Numbers, widths: &Widths) {
    let first = children.iter().find_map(|child| match child {
        Child::Content { page, .. } => Some(*page),
        _ => None,
    });
    if let Some(page) = first {
        out.extend_from_slice(b"/Pg ");
        push_wide_ref(out, numbers.pages[page], widths.page);
    }
    if children.is_empty() {
        return;
    }
    let is_single = children.len() == 1;
    out.extend_from_slice(if is_single { b"/K " } else { b"/K[" });
    for child in children {
        match *child {
            Child::Element(element) => push_wide_ref(out, elements[element], widths.element),
            Child::Content { page, identifier } if Some(page) == first => {
                push_padded(out, identifier as u64, widths.identifier);
            }
            Child::Content { page, identifier } => {
                out.extend_from_slice(b"<</Type/MCR/Pg ");
                push_ref(out, numbers.pages[page]);
                out.extend_from_slice(b"/MCID ");
                push_integer(out, identifier as u64);
                out.extend_from_slice(b">>");
            }
            Child::Annotation { page, annotation } => {
                out.extend_from_slice(b"<</Type/OBJR/Pg ");
                push_ref(out, numbers.pages[page]);
                out.extend_from_slice(b"/Obj ");
                push_ref(out, numbers.annotations[annotation]);
                out.extend_from_slice(b">>");
            }
        }
        if !is_single {
            out.push(b' ');
        }
    }
    if !is_single {
        out.push(b']');
    }
}

impl Kind {
    /// Writes the structure type and attributes.
    fn push(&self, out: &mut Vec<u8>) {
        match self {
            Self::Plain(role) => push_role(out, role),
            Self::Heading { level, title } => {
                push_role(out, "H");
                push_integer(out, (*level).into());
                push_entry(out, b"/T", title.as_deref());
            }
            Self::List { numbering } => {
                push_role(out, "L");
                out.extend_from_slice(b"/A<</O/List/ListNumbering/");
                out.extend_from_slice(numbering.as_bytes());
                out.extend_from_slice(b">>");
            }
            Self::Cell { header_scope, columns, rows } => {
                push_role(out, if header_scope.is_some() { "TH" } else { "TD" });
                if header_scope.is_none() && *columns <= 1 && *rows <= 1 {
                    return;
                }
                out.extend_from_slice(b"/A<</O/Table");
                if let Some(scope) = header_scope {
                    out.extend_from_slice(b"/Scope/");
                    out.extend_from_slice(scope.as_bytes());
                }
                for (key, span) in [(b"/ColSpan ", *columns), (b"/RowSpan ", *rows)] {
                    if span > 1 {
                        out.extend_from_slice(key);
                        push_integer(out, span.into());
                    }
                }
                out.extend_from_slice(b">>");
            }
            Self::Illustration { role, alternative } => {
                push_role(out, role);
                push_entry(out, b"/Alt", alternative.as_deref());
            }
        }
    }
}

fn push_role(out: &mut Vec<u8>, role: &str) {
    out.extend_from_slice(b"/S/");
    out.extend_from_slice(role.as_bytes());
}

fn push_entry(out: &mut Vec<u8>, key: &[u8], text: Option<&str>) {
    if let Some(text) = text {
        out.extend_from_slice(key);
        push_text(out, text);
    }
}

fn kind(reader: &mut Reader) -> Result<Kind> {
    Ok(match reader.integer()? {
        tag::HEADING => {
            let level = reader.integer()?;
            if level == 0 || level > u16::MAX.into() {
                return Err(reader.malformed("not a heading's level"));
            }
            Kind::Heading { level, title: reader.optional_text()?.map(Into::into) }
        }
        tag::PARAGRAPH => Kind::Plain("P"),
        tag::LIST => match reader.integer()? {
            0 => Kind::List { numbering: "None" },
            1 => Kind::List { numbering: "Decimal" },
            _ => return Err(reader.malformed("neither with nor without labels")),
        },
        tag::LIST_ITEM => Kind::Plain("LI"),
        tag::LIST_LABEL => Kind::Plain("Lbl"),
        tag::LIST_BODY => Kind::Plain("LBody"),
        tag::TABLE => Kind::Plain("Table"),
        tag::TABLE_HEAD => Kind::Plain("THead"),
        tag::TABLE_BODY => Kind::Plain("TBody"),
        tag::TABLE_FOOT => Kind::Plain("TFoot"),
        tag::TABLE_ROW => Kind::Plain("TR"),
        tag::TABLE_CELL => {
            let [columns, rows] = spans(reader)?;
            Kind::Cell { header_scope: None, columns, rows }
        }
        tag::TABLE_HEADER_CELL => {
            let [columns, rows] = spans(reader)?;
            let scope = match reader.integer()? {
                0 => "Row",
                1 => "Column",
                2 => "Both",
                _ => return Err(reader.malformed("an unknown scope")),
            };
            Kind::Cell { header_scope: Some(scope), columns, rows }
        }
        tag::FIGURE => Kind::Illustration { role: "Figure", alternative: reader.optional_text()?.map(Into::into) },
        tag::LINK => Kind::Plain("Link"),
        tag::FORMULA => Kind::Illustration { role: "Formula", alternative: reader.optional_text()?.map(Into::into) },
        _ => return Err(reader.malformed("an unknown kind of tag")),
    })
}

/// Spans of columns and rows.
fn spans(reader: &mut Reader) -> Result<[u32; 2]> {
    let mut span = || -> Result<u32> {
        let count = reader.integer()?;
        // The attribute is a signed integer.
        if count > i32::MAX as u32 {
            return Err(reader.malformed("a span too large"));
        }
        Ok(count)
    };
    Ok([span()?, span()?])
}
