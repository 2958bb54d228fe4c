#![forbid(unsafe_code)]

//! Graphics state parameter dictionaries. Source: ISO 32000-1, 8.4.5 and 11.6.5 (soft masks)

use crate::content::Alphas;
use crate::syntax::{push_number, push_ref};

/// In the order of the specification. Source: https://drafts.fxtf.org/compositing/#ltblendmodegt
pub const BLEND_MODES: [&str; 16] = [
    "Normal",
    "Multiply",
    "Screen",
    "Overlay",
    "Darken",
    "Lighten",
    "ColorDodge",
    "ColorBurn",
    "HardLight",
    "SoftLight",
    "Difference",
    "Exclusion",
    "Hue",
    "Saturation",
    "Color",
    "Luminosity",
];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MaskKind {
    Alpha,
    Luminosity,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExtGState {
    /// Bits of the opacities of fills and strokes.
    Alphas([u32; 2]),
    /// Index of the blend mode.
    Blend(usize),
    /// The XObject of a group is the mask.
    Mask { kind: MaskKind, group: usize },
    /// The parameters that a page starts with.
    Defaults,
}

impl ExtGState {
    pub fn alphas(alphas: Alphas) -> Self {
        Self::Alphas(alphas.map(f32::to_bits))
    }

    /// Writes the dictionary; `objects`: numbers of the XObjects.
    pub fn push(self, out: &mut Vec<u8>, objects: &[u32]) {
        match self {
            Self::Alphas([fill, stroke]) => {
                out.extend_from_slice(b"<</ca ");
                push_number(out, f32::from_bits(fill));
                out.extend_from_slice(b"/CA ");
                push_number(out, f32::from_bits(stroke));
            }
            Self::Blend(mode) => {
                out.extend_from_slice(b"<</BM/");
                out.extend_from_slice(BLEND_MODES[mode].as_bytes());
            }
            Self::Mask { kind, group } => {
                out.extend_from_slice(b"<</SMask<</S/");
                out.extend_from_slice(match kind {
                    MaskKind::Alpha => b"Alpha",
                    MaskKind::Luminosity => b"Luminosity",
                });
                out.extend_from_slice(b"/G ");
                push_ref(out, objects[group]);
                out.extend_from_slice(b">>");
            }
            Self::Defaults => out.extend_from_slice(b"<</ca 1/CA 1/LW 1/LC 0/LJ 0/ML 10/D[[]0]"),
        }
        out.extend_from_slice(b">>");
    }
}
