#![forbid(unsafe_code)]

use std::fmt;

/// The reason why a document was not written.
#[derive(Debug, PartialEq)]
pub enum WriteError {
    /// The buffer does not have the structure described in [`crate::format`].
    Malformed { offset: usize, what: &'static str },
    /// An image does not decode; its index in the table of the document.
    Image { index: usize, message: String },
    /// A font cannot be embedded; its index in the table of the document.
    Font { index: usize, message: String },
    /// krilla rejected the document.
    Refused(String),
    /// A drawing becomes too much once everything that it refers to is in its place: a sentence.
    TooComplex(String),
    /// More memory would be needed than the document may take.
    OutOfMemory,
    /// The caller wants the document no longer.
    Late,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed { offset, what } => {
                write!(f, "malformed display list at byte {offset}: {what}")
            }
            Self::Image { index, message } => write!(f, "image {index} does not decode: {message}"),
            Self::Font { index, message } => {
                write!(f, "font {index} cannot be embedded: {message}")
            }
            Self::Refused(message) | Self::TooComplex(message) => f.write_str(message),
            Self::OutOfMemory => f.write_str("out of memory"),
            Self::Late => f.write_str("it is late"),
        }
    }
}

impl std::error::Error for WriteError {}

pub type Result<T> = std::result::Result<T, WriteError>;
