#![forbid(unsafe_code)]

//! Places in the document, and links to them. Source: ISO 32000-1, 12.3.2 (destinations) and 12.5.6.5 (link annotations)

use crate::matrix::Bounds;
use crate::syntax::{push_integer, push_numbers, push_rect, push_ref, push_string};

/// The object number of a page and its height, pt.
pub struct PageNumber {
    pub number: u32,
    pub height: f32,
}

/// A point of a page, pt from its top left.
pub struct Destination {
    pub page: usize,
    pub x: f32,
    pub y: f32,
}

impl Destination {
    pub fn push(&self, out: &mut Vec<u8>, pages: &[PageNumber]) {
        let page = &pages[self.page];
        out.push(b'[');
        push_ref(out, page.number);
        out.extend_from_slice(b"/XYZ ");
        push_numbers(out, &[self.x, page.height - self.y]);
        // The zoom stays.
        out.extend_from_slice(b"0]");
    }
}

pub enum Target {
    Uri(Box<str>),
    Destination(Destination),
}

pub struct Link {
    pub page: usize,
    /// pt, with y upwards.
    pub bounds: Bounds,
    pub target: Target,
    /// The structure element.
    pub element: Option<usize>,
}

impl Link {
    /// Writes the annotation; `key`: its key in the parent tree.
    pub fn push(&self, out: &mut Vec<u8>, key: Option<usize>, pages: &[PageNumber]) {
        // Source of the flag (print): ISO 32000-1, 12.5.3
        out.extend_from_slice(b"<</Type/Annot/Subtype/Link/Border[0 0 0]/F 4/Rect");
        push_rect(out, self.bounds.0);
        if let Some(key) = key {
            out.extend_from_slice(b"/StructParent ");
            push_integer(out, key as u64);
        }
        match &self.target {
            Target::Uri(uri) => {
                out.extend_from_slice(b"/A<</Type/Action/S/URI/URI");
                push_string(out, uri.as_bytes());
                out.extend_from_slice(b">>");
            }
            Target::Destination(destination) => {
                out.extend_from_slice(b"/Dest");
                destination.push(out, pages);
            }
        }
        out.extend_from_slice(b">>");
    }
}
