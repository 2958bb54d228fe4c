#![forbid(unsafe_code)]

//! The document outline: bookmarks nested by level. Source: ISO 32000-1, 12.3.3

use crate::destination::{Destination, PageNumber};
use crate::file::FileWriter;
use crate::syntax::{push_integer, push_ref, push_text};

pub struct Bookmark {
    pub level: usize,
    pub title: Box<str>,
    pub destination: Destination,
}

/// Writes the outline.
///
/// # Returns
/// The number of its root.
pub fn write_outline(file: &mut FileWriter, bookmarks: &[Bookmark], pages: &[PageNumber]) -> u32 {
    let root = file.allocate();
    let numbers: Vec<u32> = bookmarks.iter().map(|_| file.allocate()).collect();
    let parents = parents(bookmarks);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); bookmarks.len() + 1];
    for (index, parent) in parents.iter().enumerate() {
        children[parent.map_or(0, |parent| parent + 1)].push(index);
    }
    // Bookmarks are open: all below one are visible. A child comes after its parent.
    let mut below = vec![0_u64; bookmarks.len() + 1];
    for (index, parent) in parents.iter().enumerate().rev() {
        below[parent.map_or(0, |parent| parent + 1)] += 1 + below[index + 1];
    }
    let push_children = |out: &mut Vec<u8>, children: &[usize], visible: u64| {
        if let [first, .., last] | [first @ last] = children {
            out.extend_from_slice(b"/First ");
            push_ref(out, numbers[*first]);
            out.extend_from_slice(b"/Last ");
            push_ref(out, numbers[*last]);
            out.extend_from_slice(b"/Count ");
            push_integer(out, visible);
        }
    };
    for siblings in &children {
        for (place, &index) in siblings.iter().enumerate() {
            let Bookmark { title, destination, .. } = &bookmarks[index];
            file.object(numbers[index], |out| {
                out.extend_from_slice(b"<</Title");
                push_text(out, title);
                out.extend_from_slice(b"/Parent ");
                push_ref(out, parents[index].map_or(root, |parent| numbers[parent]));
                if let Some(previous) = place.checked_sub(1) {
                    out.extend_from_slice(b"/Prev ");
                    push_ref(out, numbers[siblings[previous]]);
                }
                if let Some(next) = siblings.get(place + 1) {
                    out.extend_from_slice(b"/Next ");
                    push_ref(out, numbers[*next]);
                }
                push_children(out, &children[index + 1], below[index + 1]);
                out.extend_from_slice(b"/Dest");
                destination.push(out, pages);
                out.extend_from_slice(b">>");
            });
        }
    }
    file.object(root, |out| {
        out.extend_from_slice(b"<</Type/Outlines");
        push_children(out, &children[0], below[0]);
        out.extend_from_slice(b">>");
    });
    root
}

/// The parent of a bookmark is the last one before it with a lower level.
fn parents(bookmarks: &[Bookmark]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    let mut parents = Vec::with_capacity(bookmarks.len());
    for (index, bookmark) in bookmarks.iter().enumerate() {
        while open.last().is_some_and(|&last| bookmarks[last].level >= bookmark.level) {
            open.pop();
        }
        parents.push(open.last().copied());
        open.push(index);
    }
    parents
}
