//! Writes a display list as a PDF.
//!
//! The input is one buffer with everything in place and text as glyphs ([`format`] describes it); the output is the file.
//! Nothing is laid out or shaped here, and nothing is read but the input: no files, no network, no clock. Equal buffers with
//! equal fonts and images give equal bytes, regardless of former documents.
//!
//! The PDF is written by krilla directly, not through Typst's frames. A frame would have to be built from the list only to be
//! traversed once; its tags come from layout elements, which a display list lacks; krilla's tag tree accepts the structure of
//! the list as it is.
//!
//! krilla subsets and deflates fonts while it finishes a document, so subsets are not cached between documents. Parsed fonts,
//! decoded images and parsed drawings are: see [`resources`].

#![deny(unsafe_code)]

mod binding;
pub mod error;
pub mod format;
pub mod object_streams;
mod outline;
mod paint;
pub mod reader;
pub mod resources;
mod tags;
mod text;
pub mod write;
