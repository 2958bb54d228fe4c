//! Writes a display list as a PDF.
//!
//! The input is one buffer with everything in place and text as glyphs ([`format`] describes it); the output is the file.
//! Nothing is laid out or shaped here, and nothing is read but the input: no files, no network, no clock. Equal buffers with
//! equal fonts and images give equal bytes, regardless of former documents.
//!
//! The file is written here, object by object: the list has everything in order, so that content sets a parameter only where
//! it changes and structure is numbered in one pass. krilla draws what is rare and intricate: see [`pictures`].
//!
//! Parsed fonts, subsets of fonts, decoded images and parsed drawings are kept between documents: see [`resources`].

#![deny(unsafe_code)]
#![cfg_attr(has_alloc_error_hook, feature(alloc_error_hook))]

#[cfg(any(feature = "addon", target_arch = "wasm32"))]
mod binding;
mod content;
mod destination;
mod document;
mod drawing;
pub mod error;
mod file;
mod font_program;
mod fonts;
pub mod format;
mod handles;
mod matrix;
mod metadata;
mod outline;
mod paint;
mod pictures;
pub mod reader;
pub mod resources;
mod spaces;
mod states;
mod stop;
mod syntax;
mod tags;
mod text;
pub mod write;
