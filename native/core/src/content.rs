#![forbid(unsafe_code)]

//! A content stream, which sets a parameter of the graphics state only where it changes.
//! Source: ISO 32000-1, 8.4 (graphics state) and annex A (operators)

use std::collections::BTreeSet;

use crate::matrix::Matrix;
use crate::syntax::{hexadecimal, push_integer, push_name, push_number, push_numbers, push_text};

/// A named resource, by its index in the document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Resource {
    Font(usize),
    ExtGState(usize),
    XObject(usize),
    Pattern(usize),
}

impl Resource {
    pub fn push_name(self, out: &mut Vec<u8>) {
        let (kind, index) = match self {
            Self::Font(index) => (b'F', index),
            Self::ExtGState(index) => (b'G', index),
            Self::XObject(index) => (b'X', index),
            Self::Pattern(index) => (b'P', index),
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
    /// 0xrrggbb.
    fill: Option<u32>,
    stroke: Option<u32>,
    alphas: Option<Alphas>,
    font: Option<(usize, f32)>,
    mode: Option<RenderingMode>,
    line_width: Option<f32>,
    line_cap: Option<u32>,
    has_miter_limit: bool,
    is_solid: bool,
}

/// A glyph of a string whose code is known when the document is finished.
pub struct PendingCode {
    /// Place of its four digits.
    pub offset: usize,
    pub font: usize,
    /// Index in the glyphs of the font.
    pub glyph: u32,
}

pub struct Content {
    pub bytes: Vec<u8>,
    pub codes: Vec<PendingCode>,
    pub resources: BTreeSet<Resource>,
    state: State,
    saved: Vec<State>,
    is_in_text: bool,
}

/// The miter limit of SVG and Chromium; that of PDF is 10.
/// Source: https://svgwg.org/svg2-draft/painting.html#StrokeMiterlimitProperty
const MITER_LIMIT: &[u8] = b"4 M\n";

impl Content {
    /// The content of a page, which starts with the defaults.
    pub fn page() -> Self {
        let state = State {
            fill: Some(0),
            stroke: Some(0),
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
        }
    }

    /// Where graphics are drawn: outside of text objects.
    fn graphics(&mut self) -> &mut Vec<u8> {
        if self.is_in_text {
            self.bytes.extend_from_slice(b"ET\n");
            self.is_in_text = false;
        }
        &mut self.bytes
    }

    fn text(&mut self) -> &mut Vec<u8> {
        if !self.is_in_text {
            self.bytes.extend_from_slice(b"BT\n");
            self.is_in_text = true;
        }
        &mut self.bytes
    }

    pub fn finish(&mut self) {
        self.graphics();
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

    /// Begins marked content of a structure element.
    pub fn mark(&mut self, identifier: usize, language: Option<&str>) {
        let out = self.graphics();
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

    pub fn mark_artifact(&mut self) {
        self.graphics().extend_from_slice(b"/Artifact BMC\n");
    }

    pub fn unmark(&mut self) {
        self.graphics().extend_from_slice(b"EMC\n");
    }

    fn push_resource(&mut self, resource: Resource) {
        resource.push_name(&mut self.bytes);
        self.resources.insert(resource);
    }

    pub fn apply(&mut self, state: usize) {
        self.graphics();
        self.push_resource(Resource::ExtGState(state));
        self.bytes.extend_from_slice(b" gs\n");
    }

    pub fn draw(&mut self, object: usize) {
        self.graphics();
        self.push_resource(Resource::XObject(object));
        self.bytes.extend_from_slice(b" Do\n");
    }

    pub fn set_fill(&mut self, color: u32) {
        if self.state.fill != Some(color) {
            self.state.fill = Some(color);
            push_color(&mut self.bytes, color);
            self.bytes.extend_from_slice(b"rg\n");
        }
    }

    pub fn set_pattern(&mut self, pattern: usize) {
        self.state.fill = None;
        self.bytes.extend_from_slice(b"/Pattern cs ");
        self.push_resource(Resource::Pattern(pattern));
        self.bytes.extend_from_slice(b" scn\n");
    }

    pub fn set_stroke(&mut self, color: u32) {
        if self.state.stroke != Some(color) {
            self.state.stroke = Some(color);
            push_color(&mut self.bytes, color);
            self.bytes.extend_from_slice(b"RG\n");
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

    /// The pen: a point in units whose y points down.
    pub fn move_text(&mut self, x: f32, y: f32) {
        self.bytes.extend_from_slice(b"1 0 0 -1 ");
        push_numbers(&mut self.bytes, &[x, y]);
        self.bytes.extend_from_slice(b"Tm");
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

    /// Reserves the code of a glyph inside a hexadecimal string.
    pub fn push_code(&mut self, font: usize, glyph: u32) {
        self.codes.push(PendingCode { offset: self.bytes.len(), font, glyph });
        self.bytes.extend_from_slice(b"0000");
    }

    /// Sets the codes of glyphs, by font and index in its glyphs.
    pub fn resolve_codes(&mut self, codes: &[Vec<u16>]) {
        for PendingCode { offset, font, glyph } in self.codes.drain(..) {
            self.bytes[offset..offset + 4].copy_from_slice(&hexadecimal(codes[font][glyph as usize]));
        }
    }
}

fn push_color(out: &mut Vec<u8>, color: u32) {
    let [_, red, green, blue] = color.to_be_bytes();
    push_numbers(out, &[red, green, blue].map(|channel| f32::from(channel) / 255.0));
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
