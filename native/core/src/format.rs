#![forbid(unsafe_code)]

//! The format of the display list; `src/engine/encode/format.ts` defines the same constants for the encoder.
//!
//! ```text
//! header    magic, version, words of the operations, bytes of the texts: 4 words
//! operations
//! texts     UTF-8, referred to by offset and length in bytes
//! ```
//!
//! A word is 4 bytes, little-endian: an unsigned integer, or a finite single-precision number. Lengths are in units of
//! the page, whose origin is its top left. Fonts and images are indices into the tables of the document.
//!
//! A document may come in several lists, each with whole pages and texts of its own; structure elements, fonts and images are
//! numbered through all of them.

pub const MAGIC: u32 = 0x4e54_4c50;
pub const VERSION: u32 = 3;
pub const HEADER_BYTES: usize = 16;

/// Stands for no tag, text or font.
pub const NONE: u32 = u32::MAX;

/// A colour is 0xrrggbb, or this and n cyan, n magenta, n yellow, n black from 0 to 1. The stops of a gradient have
/// either kind of colours.
pub const CMYK: u32 = 0x0100_0000;

/// Or a colour of a space of the document: this with the index of the space in the low 16 bits, the number of components
/// in the next 4 and the rendering intent in 4 more; then 0xrrggbb, the colour where only device colours can be used, and
/// the components, n from 0 to 1 each.
pub const SPECIAL: u32 = 0x0200_0000;

/// The first word of an operation. Arguments: `n` number, `u` integer, `text` offset and length, `colour` as above,
/// `paint`, `path` as below.
pub mod op {
    /// n width, n height: pt; n points per unit.
    pub const PAGE: u32 = 1;
    pub const END_PAGE: u32 = 2;
    /// n × 6: a CSS matrix.
    pub const TRANSFORM: u32 = 3;
    /// u fill rule, path.
    pub const CLIP: u32 = 4;
    /// n 0 to 1. Opens a group.
    pub const OPACITY: u32 = 5;
    /// u blend mode, in the order of the specification. Opens a group.
    pub const BLEND: u32 = 6;
    /// Opens an isolated group.
    pub const ISOLATED: u32 = 7;
    /// u 0: alpha, 1: luminance; operations of the mask, END_STREAM. Opens a group.
    pub const MASK: u32 = 8;
    /// Closes the last TRANSFORM, CLIP, OPACITY, BLEND, ISOLATED or MASK.
    pub const POP: u32 = 9;
    pub const END_STREAM: u32 = 10;
    /// u font, n size, n x, n y of the baseline, colour, n opacity, n stroke width (0: none), colour and n opacity of the
    /// stroke, text, u glyphs, u 1: with offsets. A glyph: u id, u bytes of the text it stands for (NONE: those of
    /// the glyph before), n advance, with offsets n x, n y. In em; y is upwards.
    pub const TEXT: u32 = 11;
    /// n x, n y, n width, n height, paint.
    pub const RECT: u32 = 12;
    /// u fill rule, paint, path.
    pub const FILL: u32 = 13;
    /// Colour, n opacity, n width, u cap, u lengths of dashes, n each; path.
    pub const STROKE: u32 = 14;
    /// u image, n x, n y, n width, n height.
    pub const IMAGE: u32 = 15;
    /// n x, n y, n width, n height of the area; n x, n y of the first tile; n steps along x and y; operations of a tile in
    /// its own coordinate space, END_STREAM.
    pub const TILES: u32 = 16;
    /// u parent (NONE: the document), u kind, arguments by kind. Tags are numbered from 0.
    pub const TAG: u32 = 17;
    /// u tag (NONE: the document), text: the language (empty: the document's). Assigns the content that follows.
    pub const IN_TAG: u32 = 18;
    /// Makes the content that follows an artifact.
    pub const ARTIFACT: u32 = 19;
    /// u tag (NONE: none), n x, n y, n width, n height, u 0: text, a URI; 1: u page, n x, n y on it.
    pub const LINK: u32 = 20;
    /// u level from 1, text, u page, n x, n y on it.
    pub const BOOKMARK: u32 = 21;
    /// text: title, text: language, text: description, u count of authors, a text each, u count of keywords, a text each.
    pub const DOCUMENT: u32 = 22;
    /// u kind, arguments by kind. Colour spaces are numbered from 0; colours may come before their space.
    pub const COLOR_SPACE: u32 = 23;
}

/// Kinds of colour spaces.
pub mod space {
    /// u components, u bytes of an ICC profile; the bytes, filled up to whole words.
    pub const PROFILE: u32 = 0;
    /// text: the name of a colorant; colour in RGB or CMYK: all of it on white, the alternate.
    pub const SEPARATION: u32 = 1;
}

/// Kinds of tags.
pub mod tag {
    /// u level, text: title.
    pub const HEADING: u32 = 0;
    pub const PARAGRAPH: u32 = 1;
    /// u 1: with labels.
    pub const LIST: u32 = 2;
    pub const LIST_ITEM: u32 = 3;
    pub const LIST_LABEL: u32 = 4;
    pub const LIST_BODY: u32 = 5;
    pub const TABLE: u32 = 6;
    pub const TABLE_HEAD: u32 = 7;
    pub const TABLE_BODY: u32 = 8;
    pub const TABLE_FOOT: u32 = 9;
    pub const TABLE_ROW: u32 = 10;
    /// u colspan and u rowspan; for a header cell u scope: 0 row, 1 column, 2 both.
    pub const TABLE_CELL: u32 = 11;
    pub const TABLE_HEADER_CELL: u32 = 12;
    /// text: alternative text.
    pub const FIGURE: u32 = 13;
    pub const LINK: u32 = 14;
    /// text: alternative text.
    pub const FORMULA: u32 = 15;
}

/// The first word of a fill.
pub mod paint {
    /// Colour, n opacity.
    pub const COLOR: u32 = 0;
    /// n x1, n y1, n x2, n y2, stops.
    pub const LINEAR: u32 = 1;
    /// n x, n y, n radius along x, n along y, stops.
    pub const RADIAL: u32 = 2;
    /// n x, n y, n degrees clockwise from upwards, stops.
    pub const CONIC: u32 = 3;
    // stops: u count, then n offset, colour, n opacity each.
}

/// A path: u number of words; then per segment one of these and its coordinates.
pub mod segment {
    pub const MOVE: u32 = 0;
    pub const LINE: u32 = 1;
    pub const CUBIC: u32 = 2;
    pub const CLOSE: u32 = 3;
}

/// Limit for nested groups, masks and tiles, and for nested tags.
pub const MAX_DEPTH: usize = 96;
