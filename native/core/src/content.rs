#![forbid(unsafe_code)]

//! A content stream, which sets a parameter of the graphics state only where it changes.
//! Source: ISO 32000-1, 8.4 (graphics state) and annex A (operators)

use std::collections::BTreeSet;

use crate::matrix::Matrix;
use crate::paint::{Color, Intent};
use crate::syntax::{push_integer, push_name, push_number, push_numbers, push_scaled, push_text, scaled};

/// A named resource, by its index in the document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Resource {
    Font(usize),
    ExtGState(usize),
    XObject(usize),
    Pattern(usize),
    ColorSpace(usize),
}

impl Resource {
    pub fn push_name(self, out: &mut Vec<u8>) {
        let (kind, index) = match self {
            Self::Font(index) => (b'F', index),
            Self::ExtGState(index) => (b'G', index),
            Self::XObject(index) => (b'X', index),
            Self::Pattern(index) => (b'P', index),
            Self::ColorSpace(index) => (b'C', index),
        };
        out.extend_from_slice(&[b'/', kind]);
        push_integer(out, index as u64);
    }
}

/// Opacities of fills and strokes.
pub type Alphas = [f32; 2];

#[derive(Clone, Copy, PartialEq)]
pub enum RenderingMode {
    Fill = 0,
    FillAndStroke = 2,
}

/// Parameters of the graphics state; None: not known.
#[derive(Clone, Copy)]
struct State {
    fill: Option<Color>,
    stroke: Option<Color>,
    intent: Intent,
    alphas: Option<Alphas>,
    font: Option<(usize, f32)>,
    mode: Option<RenderingMode>,
    line_width: Option<f32>,
    line_cap: Option<u32>,
    has_miter_limit: bool,
    is_solid: bool,
}

/// Glyphs one after the other in a string, whose codes are known when the document is finished: until then, their bytes have
/// their indices in the glyphs of the font. A font has 65,535 glyphs at most.
struct PendingCodes {
    /// Place of the first byte.
    offset: u32,
    font: u32,
    /// Number of glyphs.
    count: u32,
}

pub struct Content {
    pub bytes: Vec<u8>,
    codes: Vec<PendingCodes>,
    pub resources: BTreeSet<Resource>,
    state: State,
    saved: Vec<State>,
    is_in_text: bool,
    /// Where the line of the text object starts, in units of `scaled`; None: its matrix is not set.
    line: Option<[i64; 2]>,
    /// Whether the marked content began inside the text object, where it has to end.
    is_marked_in_text: bool,
    /// The last string, which a run right after it continues.
    pub shown: Option<ShownString>,
}

/// A string of glyphs on a baseline. Lengths along it are in thousandths of an em, from its start.
#[derive(Clone, Copy)]
pub struct ShownString {
    /// Places of the bracket before it, if it needs one, and of what follows its operator.
    pub start: usize,
    pub end: usize,
    pub has_adjustments: bool,
    pub font: usize,
    pub size: f32,
    /// Where it starts: a point in units whose y points down.
    pub x: f32,
    pub y: f32,
    /// Where the next glyph would be shown.
    pub drawn: f32,
    /// Sum of the widths as whole numbers less the widths: viewers that round widths, as MuPDF does, are so far off.
    pub rounding: f32,
}

/// The miter limit of SVG and Chromium; that of PDF is 10.
/// Source: https://svgwg.org/svg2-draft/painting.html#StrokeMiterlimitProperty
const MITER_LIMIT: &[u8] = b"4 M\n";

impl Content {
    /// The content of a page, which starts with the defaults.
    pub fn page() -> Self {
        let state = State {
            fill: Some(Color::BLACK),
            stroke: Some(Color::BLACK),
            line_width: Some(1.0),
            line_cap: Some(0),
            is_solid: true,
            mode: Some(RenderingMode::Fill),
            ..Self::form().state
        };
        Self { state, ..Self::form() }
    }

    /// The content of a transparency group or tile, which inherits parameters, but no transparency.
    pub fn form() -> Self {
        let state = State {
            fill: None,
            stroke: None,
            intent: Intent::RelativeColorimetric,
            alphas: Some([1.0; 2]),
            font: None,
            mode: None,
            line_width: None,
            line_cap: None,
            has_miter_limit: false,
            is_solid: false,
        };
        Self {
            bytes: Vec::new(),
            codes: Vec::new(),
            resources: BTreeSet::new(),
            state,
            saved: Vec::new(),
            is_in_text: false,
            line: None,
            is_marked_in_text: false,
            shown: None,
        }
    }

    /// Where graphics are drawn: outside of text objects.
    fn graphics(&mut self) -> &mut Vec<u8> {
        if self.is_in_text {
            debug_assert!(!self.is_marked_in_text, "marked content begins and ends in one text object");
            self.bytes.extend_from_slice(b"ET\n");
            self.is_in_text = false;
        }
        &mut self.bytes
    }

    fn text(&mut self) -> &mut Vec<u8> {
        if !self.is_in_text {
            self.bytes.extend_from_slice(b"BT\n");
            self.is_in_text = true;
            self.line = None;
        }
        &mut self.bytes
    }

    /// Ends the content; it may be kept for long.
    pub fn finish(&mut self) {
        self.graphics();
        self.bytes.shrink_to_fit();
        self.codes.shrink_to_fit();
        self.saved = Vec::new();
    }

    pub fn save(&mut self) {
        self.graphics().extend_from_slice(b"q\n");
        self.saved.push(self.state);
    }

    pub fn restore(&mut self) {
        self.graphics().extend_from_slice(b"Q\n");
        if let Some(state) = self.saved.pop() {
            self.state = state;
        }
    }

    pub fn concatenate(&mut self, matrix: Matrix) {
        let out = self.graphics();
        matrix.push(out);
        out.extend_from_slice(b" cm\n");
    }

    /// Where marked content begins: inside a text object, if it is text alone.
    fn marked(&mut self, is_text: bool) -> &mut Vec<u8> {
        self.is_marked_in_text = is_text;
        if is_text { self.text() } else { self.graphics() }
    }

    /// Whether the open marked content takes text only.
    pub fn is_marked_in_text(&self) -> bool {
        self.is_marked_in_text
    }

    /// Begins marked content of a structure element.
    pub fn mark(&mut self, identifier: usize, language: Option<&str>, is_text: bool) {
        let out = self.marked(is_text);
        match language {
            Some(language) => {
                out.extend_from_slice(b"/Span<</Lang");
                push_text(out, language);
            }
            None => out.extend_from_slice(b"/P<<"),
        }
        out.extend_from_slice(b"/MCID ");
        push_integer(out, identifier as u64);
        out.extend_from_slice(b">>BDC\n");
    }

    pub fn mark_artifact(&mut self, is_text: bool) {
        self.marked(is_text).extend_from_slice(b"/Artifact BMC\n");
    }

    pub fn unmark(&mut self) {
        let out = if std::mem::take(&mut self.is_marked_in_text) { &mut self.bytes } else { self.graphics() };
        out.extend_from_slice(b"EMC\n");
    }

    fn push_resource(&mut self, resource: Resource) {
        resource.push_name(&mut self.bytes);
        self.resources.insert(resource);
    }

    pub fn apply(&mut self, state: usize) {
        self.push_resource(Resource::ExtGState(state));
        self.bytes.extend_from_slice(b" gs\n");
    }

    pub fn draw(&mut self, object: usize) {
        self.graphics();
        // Its content starts with the default.
        self.set_intent(Intent::RelativeColorimetric);
        self.push_resource(Resource::XObject(object));
        self.bytes.extend_from_slice(b" Do\n");
    }

    pub fn set_fill(&mut self, color: Color) {
        self.set_intent(color.intent());
        if let Some(former) = replaced(&mut self.state.fill, color) {
            self.push_color(color, former, &Operators { rgb: b"rg\n", cmyk: b"k\n", space: b" cs\n", color: b"scn\n" });
        }
    }

    pub fn set_pattern(&mut self, pattern: usize) {
        self.state.fill = None;
        self.bytes.extend_from_slice(b"/Pattern cs ");
        self.push_resource(Resource::Pattern(pattern));
        self.bytes.extend_from_slice(b" scn\n");
    }

    pub fn set_stroke(&mut self, color: Color) {
        self.set_intent(color.intent());
        if let Some(former) = replaced(&mut self.state.stroke, color) {
            self.push_color(color, former, &Operators { rgb: b"RG\n", cmyk: b"K\n", space: b" CS\n", color: b"SCN\n" });
        }
    }

    fn set_intent(&mut self, intent: Intent) {
        if self.state.intent != intent {
            self.state.intent = intent;
            push_name(&mut self.bytes, intent.name());
            self.bytes.extend_from_slice(b" ri\n");
        }
    }

    /// Sets a colour in its space, `DeviceRGB`, `DeviceCMYK` or one of the document, in place of the former colour.
    fn push_color(&mut self, color: Color, former: Option<Color>, operators: &Operators) {
        match color {
            Color::Rgb(color) => {
                let [_, red, green, blue] = color.to_be_bytes();
                push_numbers(&mut self.bytes, &[red, green, blue].map(|channel| f32::from(channel) / 255.0));
                self.bytes.extend_from_slice(operators.rgb);
            }
            Color::Cmyk(inks) => {
                push_numbers(&mut self.bytes, &inks);
                self.bytes.extend_from_slice(operators.cmyk);
            }
            Color::Special(color) => {
                if !matches!(former, Some(Color::Special(former)) if former.space == color.space) {
                    self.push_resource(Resource::ColorSpace(color.space.into()));
                    self.bytes.extend_from_slice(operators.space);
                }
                push_numbers(&mut self.bytes, color.components());
                self.bytes.extend_from_slice(operators.color);
            }
        }
    }

    /// Whether these opacities need an ExtGState, which the caller applies.
    pub fn changes_alphas(&mut self, alphas: Alphas) -> bool {
        let changes = self.state.alphas != Some(alphas);
        self.state.alphas = Some(alphas);
        changes
    }

    pub fn alphas(&self) -> Alphas {
        self.state.alphas.unwrap_or([1.0; 2])
    }

    pub fn set_line_width(&mut self, width: f32) {
        if self.state.line_width != Some(width) {
            self.state.line_width = Some(width);
            push_number(&mut self.bytes, width);
            self.bytes.extend_from_slice(b" w\n");
        }
    }

    /// Sets cap and dashes; no dashes: a solid line.
    pub fn set_line(&mut self, cap: u32, dashes: &[f32]) {
        self.set_miter_limit();
        let out = &mut self.bytes;
        if self.state.line_cap != Some(cap) {
            self.state.line_cap = Some(cap);
            push_integer(out, cap.into());
            out.extend_from_slice(b" J\n");
        }
        if !dashes.is_empty() || !self.state.is_solid {
            out.push(b'[');
            push_numbers(out, dashes);
            out.extend_from_slice(b"]0 d\n");
            self.state.is_solid = dashes.is_empty();
        }
    }

    fn set_miter_limit(&mut self) {
        if !self.state.has_miter_limit {
            self.state.has_miter_limit = true;
            self.bytes.extend_from_slice(MITER_LIMIT);
        }
    }

    /// The current path, built from operators and their operands.
    pub fn path(&mut self) -> &mut Vec<u8> {
        self.graphics()
    }

    /// Operators that paint or clip with the path.
    pub fn paint(&mut self, operators: &[u8]) {
        self.bytes.extend_from_slice(operators);
    }

    /// Begins to show text: font, size and how its outlines are painted.
    pub fn begin_text(&mut self, font: usize, size: f32, mode: RenderingMode) {
        self.text();
        if self.state.font != Some((font, size)) {
            self.state.font = Some((font, size));
            self.push_resource(Resource::Font(font));
            self.bytes.push(b' ');
            push_number(&mut self.bytes, size);
            self.bytes.extend_from_slice(b" Tf\n");
        }
        if self.state.mode != Some(mode) {
            self.state.mode = Some(mode);
            push_integer(&mut self.bytes, mode as u64);
            self.bytes.extend_from_slice(b" Tr\n");
        }
    }

    /// The pen: a point in units whose y points down. From where the last line starts, rows of a table move alike.
    pub fn move_text(&mut self, x: f32, y: f32) {
        let place = scaled(x).zip(scaled(y)).map(|(x, y)| [x, y]);
        if let (Some([from_x, from_y]), Some([to_x, to_y])) = (self.line, place) {
            for distance in [to_x - from_x, from_y - to_y] {
                push_scaled(&mut self.bytes, distance);
                self.bytes.push(b' ');
            }
            self.bytes.extend_from_slice(b"Td");
        } else {
            self.bytes.extend_from_slice(b"1 0 0 -1 ");
            push_numbers(&mut self.bytes, &[x, y]);
            self.bytes.extend_from_slice(b"Tm");
        }
        self.line = place;
    }

    /// Marks glyphs that stand for a text that their codes do not give.
    pub fn begin_actual_text(&mut self, text: &str) {
        self.bytes.extend_from_slice(b"/Span<</ActualText");
        push_text(&mut self.bytes, text);
        self.bytes.extend_from_slice(b">>BDC\n");
    }

    pub fn end_actual_text(&mut self) {
        self.bytes.extend_from_slice(b"EMC\n");
    }

    /// Reserves the code of a glyph inside a string.
    pub fn push_code(&mut self, font: usize, glyph: u32) {
        let (offset, font) = (self.bytes.len() as u32, font as u32);
        match self.codes.last_mut() {
            Some(last) if last.font == font && last.offset + 2 * last.count == offset => last.count += 1,
            _ => self.codes.push(PendingCodes { offset, font, count: 1 }),
        }
        self.bytes.extend_from_slice(&(glyph as u16).to_be_bytes());
    }

    /// Sets the codes of glyphs, by font and index in its glyphs.
    pub fn resolve_codes(&mut self, codes: &[Vec<u16>]) {
        // Bytes to escape, and their places.
        let mut escapes = Vec::new();
        for PendingCodes { offset, font, count } in std::mem::take(&mut self.codes) {
            let (start, codes) = (offset as usize, &codes[font as usize]);
            for place in (start..).step_by(2).take(count as usize) {
                let bytes = &mut self.bytes[place..place + 2];
                let glyph = u16::from_be_bytes([bytes[0], bytes[1]]);
                let code = codes[usize::from(glyph)].to_be_bytes();
                bytes.copy_from_slice(&code);
                for (at, byte) in code.into_iter().enumerate() {
                    match byte {
                        b'(' | b')' | b'\\' => escapes.push((place + at, byte)),
                        // Readers take it for a line feed.
                        b'\r' => escapes.push((place + at, b'r')),
                        _ => {}
                    }
                }
            }
        }
        if escapes.is_empty() {
            return;
        }
        let mut escaped = Vec::with_capacity(self.bytes.len() + escapes.len());
        let mut start = 0;
        for (at, byte) in escapes {
            escaped.extend_from_slice(&self.bytes[start..at]);
            escaped.extend_from_slice(&[b'\\', byte]);
            start = at + 1;
        }
        escaped.extend_from_slice(&self.bytes[start..]);
        self.bytes = escaped;
    }
}

/// Operators of fills or strokes: that set a colour of a device space, another space, and a colour in it.
struct Operators {
    rgb: &'static [u8],
    cmyk: &'static [u8],
    space: &'static [u8],
    color: &'static [u8],
}

/// Puts a colour in the place of another. None: it is the same.
#[expect(clippy::option_option, reason = "the other may be unknown")]
fn replaced(place: &mut Option<Color>, color: Color) -> Option<Option<Color>> {
    (*place != Some(color)).then(|| place.replace(color))
}

/// A resource dictionary: references by name, kinds in order.
pub fn push_resources(out: &mut Vec<u8>, resources: &BTreeSet<Resource>, number: impl Fn(Resource) -> u32) {
    out.extend_from_slice(b"<<");
    let mut open = None;
    for resource in resources {
        let kind: &[u8] = match resource {
            Resource::Font(_) => b"Font",
            Resource::ExtGState(_) => b"ExtGState",
            Resource::XObject(_) => b"XObject",
            Resource::Pattern(_) => b"Pattern",
            Resource::ColorSpace(_) => b"ColorSpace",
        };
        if open != Some(kind) {
            if open.is_some() {
                out.extend_from_slice(b">>");
            }
            push_name(out, kind);
            out.extend_from_slice(b"<<");
            open = Some(kind);
        }
        resource.push_name(out);
        out.push(b' ');
        crate::syntax::push_ref(out, number(*resource));
    }
    if open.is_some() {
        out.extend_from_slice(b">>");
    }
    out.extend_from_slice(b">>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_would_end_a_string_are_escaped() {
        let mut content = Content::page();
        content.paint(b"(");
        for glyph in 0..4 {
            content.push_code(0, glyph);
        }
        content.paint(b")Tj\n");
        content.resolve_codes(&[vec![0x0028, 0x5c0d, 0x0041, 0x2900]]);
        assert_eq!(content.bytes, b"(\0\\(\\\\\\r\0A\\)\0)Tj\n");
    }

    #[test]
    fn a_colour_space_is_set_where_it_changes() {
        let color = |space: u32, tint: f32, intent: u32| {
            let word = crate::format::SPECIAL | intent << 20 | 1 << 16 | space;
            let words = [crate::format::MAGIC, crate::format::VERSION, 3, 0, word, 0, f32::to_bits(tint)];
            let list: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            crate::paint::color(&mut crate::reader::Reader::new(&list).unwrap()).unwrap()
        };
        let mut content = Content::page();
        content.set_fill(color(0, 0.5, 0));
        content.set_fill(color(0, 1.0, 0));
        content.set_fill(color(1, 1.0, 2));
        content.set_fill(Color::BLACK);
        let expected = "/C0 cs\n0.5 scn\n1 scn\n/Perceptual ri\n/C1 cs\n1 scn\n/RelativeColorimetric ri\n0 0 0 rg\n";
        assert_eq!(String::from_utf8(content.bytes).unwrap(), expected);
    }

    #[test]
    fn marked_text_stays_in_its_text_object_and_moves_from_line_to_line() {
        let mut content = Content::page();
        content.mark(0, None, true);
        content.move_text(10.5, 20.0);
        content.unmark();
        content.mark(1, None, true);
        content.move_text(0.25, 30.00004);
        content.unmark();
        content.mark(2, None, false);
        content.path();
        content.unmark();
        content.mark_artifact(true);
        content.move_text(1.0, 2.0);
        content.unmark();
        content.finish();
        let expected = "BT\n/P<</MCID 0>>BDC\n1 0 0 -1 10.5 20 TmEMC\n/P<</MCID 1>>BDC\n-10.25 -10 TdEMC\n\
            ET\n/P<</MCID 2>>BDC\nEMC\nBT\n/Artifact BMC\n1 0 0 -1 1 2 TmEMC\nET\n";
        assert_eq!(String::from_utf8(content.bytes).unwrap(), expected);
    }
}
