#![forbid(unsafe_code)]

//! The structure tree, built from tags that are numbered in order.

use std::num::{NonZeroU16, NonZeroU32};

use krilla::tagging::{Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree};

use crate::error::Result;
use crate::format::{MAX_DEPTH, NONE, tag};
use crate::reader::Reader;

#[derive(Default)]
pub struct Tags {
    elements: Vec<Element>,
    /// Children of the document.
    children: Vec<Child>,
}

struct Element {
    kind: TagKind,
    depth: usize,
    children: Vec<Child>,
}

enum Child {
    Element(usize),
    Content(Identifier),
    Reserved,
}

/// The position of a content identifier that is known later.
pub struct Reserved {
    element: usize,
    child: usize,
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
        let number = self.elements.len();
        self.elements.push(Element { kind, depth, children: Vec::new() });
        self.children_of(parent).push(Child::Element(number));
        Ok(())
    }

    pub fn add(&mut self, element: Option<usize>, content: Identifier) {
        self.children_of(element).push(Child::Content(content));
    }

    pub fn reserve(&mut self, element: usize) -> Reserved {
        let children = &mut self.elements[element].children;
        children.push(Child::Reserved);
        Reserved { element, child: children.len() - 1 }
    }

    pub fn fill(&mut self, Reserved { element, child }: Reserved, content: Identifier) {
        self.elements[element].children[child] = Child::Content(content);
    }

    fn children_of(&mut self, element: Option<usize>) -> &mut Vec<Child> {
        match element {
            Some(number) => &mut self.elements[number].children,
            None => &mut self.children,
        }
    }

    pub fn finish(self) -> TagTree {
        // Children have greater numbers than their parents.
        let mut groups: Vec<Option<TagGroup>> = Vec::new();
        groups.resize_with(self.elements.len(), || None);
        let nodes = |children: Vec<Child>, groups: &mut Vec<Option<TagGroup>>| -> Vec<Node> {
            children
                .into_iter()
                .filter_map(|child| match child {
                    Child::Element(number) => groups[number].take().map(Node::Group),
                    Child::Content(content) => Some(Node::Leaf(content)),
                    Child::Reserved => None,
                })
                .collect()
        };
        for (number, element) in self.elements.into_iter().enumerate().rev() {
            groups[number] = Some(TagGroup::with_children(element.kind, nodes(element.children, &mut groups)));
        }
        nodes(self.children, &mut groups).into()
    }
}

fn kind(reader: &mut Reader) -> Result<TagKind> {
    Ok(match reader.integer()? {
        tag::HEADING => {
            let level = u16::try_from(reader.integer()?).ok().and_then(NonZeroU16::new);
            let level = level.ok_or_else(|| reader.malformed("not a heading's level"))?;
            Tag::Hn(level, reader.optional_text()?.map(str::to_owned)).into()
        }
        tag::PARAGRAPH => Tag::P.into(),
        tag::LIST => match reader.integer()? {
            0 => Tag::L(ListNumbering::None).into(),
            1 => Tag::L(ListNumbering::Decimal).into(),
            _ => return Err(reader.malformed("neither with nor without labels")),
        },
        tag::LIST_ITEM => Tag::LI.into(),
        tag::LIST_LABEL => Tag::Lbl.into(),
        tag::LIST_BODY => Tag::LBody.into(),
        tag::TABLE => Tag::Table.into(),
        tag::TABLE_HEAD => Tag::THead.into(),
        tag::TABLE_BODY => Tag::TBody.into(),
        tag::TABLE_FOOT => Tag::TFoot.into(),
        tag::TABLE_ROW => Tag::TR.into(),
        tag::TABLE_CELL => {
            let [columns, rows] = spans(reader)?;
            Tag::TD.with_col_span(columns).with_row_span(rows).into()
        }
        tag::TABLE_HEADER_CELL => {
            let [columns, rows] = spans(reader)?;
            let scope = match reader.integer()? {
                0 => TableHeaderScope::Row,
                1 => TableHeaderScope::Column,
                2 => TableHeaderScope::Both,
                _ => return Err(reader.malformed("an unknown scope")),
            };
            Tag::TH(scope).with_col_span(columns).with_row_span(rows).into()
        }
        tag::FIGURE => Tag::Figure(reader.optional_text()?.map(str::to_owned)).into(),
        tag::LINK => Tag::Link.into(),
        _ => return Err(reader.malformed("an unknown kind of tag")),
    })
}

/// Spans of columns and rows; None for the default of one.
fn spans(reader: &mut Reader) -> Result<[Option<NonZeroU32>; 2]> {
    let mut span = || -> Result<Option<NonZeroU32>> {
        let count = reader.integer()?;
        // The attribute is a signed integer.
        if count > i32::MAX as u32 {
            return Err(reader.malformed("a span too large"));
        }
        Ok(NonZeroU32::new(count).filter(|count| count.get() > 1))
    };
    Ok([span()?, span()?])
}
