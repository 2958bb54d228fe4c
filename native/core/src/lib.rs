//! Writes a display list as a PDF.
//!
//! The input is one buffer: everything already placed, text as glyphs ([`format`] describes it). The output is the file.
//! Nothing is laid out or shaped here, and nothing is read but what is handed in: no files, no network, no clock. The
//! same buffer with the same fonts and images gives the same bytes, whatever was written before.
//!
//! The PDF is made by krilla itself, not by Typst's frames above it. A frame would have to be built from the list, only
//! to be walked once more; its tags come from the elements of a layout, which a display list does not have; and krilla's
//! tag tree takes what the list says of structure as it is.
//!
//! krilla subsets and deflates a document's fonts while it finishes the document and lets nobody else do it, so subsets
//! are not kept between documents. Parsed fonts, decoded images and parsed drawings are: see [`resources`].

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
