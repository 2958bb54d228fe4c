#![forbid(unsafe_code)]

//! The document outline: bookmarks nested by level.

use krilla::destination::XyzDestination;
use krilla::outline::{Outline, OutlineNode};

pub struct Bookmark {
    pub level: usize,
    pub title: String,
    pub destination: XyzDestination,
}

/// The parent of a bookmark is the last one before it with a lower level.
pub fn outline(bookmarks: Vec<Bookmark>) -> Outline {
    let mut outline = Outline::new();
    let mut open: Vec<(usize, OutlineNode)> = Vec::new();
    let mut close = |open: &mut Vec<(usize, OutlineNode)>| {
        if let Some((_, node)) = open.pop() {
            match open.last_mut() {
                Some((_, parent)) => parent.push_child(node),
                None => outline.push_child(node),
            }
        }
    };
    for Bookmark { level, title, destination } in bookmarks {
        while open.last().is_some_and(|(last, _)| *last >= level) {
            close(&mut open);
        }
        open.push((level, OutlineNode::new(title, destination)));
    }
    while !open.is_empty() {
        close(&mut open);
    }
    outline
}
