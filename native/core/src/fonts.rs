#![forbid(unsafe_code)]

//! Embeds the fonts of a document as CID-keyed fonts with the glyphs that it shows.
//! Source: ISO 32000-1, 9.7 (composite fonts), 9.8 (font descriptors) and 9.10.3 (ToUnicode)

use std::borrow::Cow;
use std::cell::Cell;
use std::hash::Hasher;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use siphasher::sip128::{Hasher128, SipHasher13};
use skrifa::MetadataProvider;
use skrifa::instance::{LocationRef, Size};
use skrifa::string::StringId;
use subsetter::GlyphRemapper;

use crate::file::{FileWriter, deflated};
use crate::font_program;
use crate::resources::FontResource;
use crate::syntax::{hexadecimal, push_integer, push_name, push_number, push_numbers, push_rect, push_ref, push_utf16};

/// Glyph space: thousandths of an em.
pub const EM: f32 = 1000.0;

/// Entries of a block in a CMap. Source: Adobe Technical Note 5014, chapter 4
const MAX_BLOCK: usize = 100;

/// Bytes of a font's name: names have at most 127.
const MAX_NAME: usize = 100;

/// Characters of which a document that shows a quarter embeds all: documents of one template differ by a few of these, and
/// so share subsets.
const ALPHABETS: [&str; 3] = ["0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"];

/// The glyphs of an alphabet with their characters.
pub type Alphabet = Vec<(u32, &'static str)>;

/// The alphabets that a font has.
pub fn alphabets(font: &skrifa::FontRef) -> Vec<Alphabet> {
    let map = font.charmap();
    let glyph = |character: &'static str| Some((map.map(character.chars().next()?)?.to_u32(), character));
    let letters = |alphabet: &'static str| alphabet.char_indices().map(move |(at, _)| &alphabet[at..=at]);
    ALPHABETS.iter().filter_map(|alphabet| letters(alphabet).map(glyph).collect()).collect()
}

/// A font of the document and the glyphs that it shows.
pub struct UsedFont {
    resource: Rc<FontResource>,
    /// Index in `glyphs` plus one, by glyph id; 0: not used.
    indices: Vec<u32>,
    glyphs: Vec<UsedGlyph>,
}

struct UsedGlyph {
    id: u16,
    /// Thousandths of an em.
    width: f32,
    /// The width as a whole number less the width.
    rounding: f32,
    /// The text that the glyph stands for wherever nothing else is said; None: none yet.
    text: Option<Box<str>>,
}

/// A font program with some of the glyphs of its font.
pub struct Subset {
    /// Deflated.
    data: Vec<u8>,
    /// Bytes before deflating.
    length: usize,
    /// The CMap of the last document, and its data deflated.
    map: Mutex<(Vec<u8>, Arc<Vec<u8>>)>,
}

impl Subset {
    /// Deflates a CMap.
    fn deflated_map(&self, map: Vec<u8>) -> Arc<Vec<u8>> {
        let mut last = self.map.lock().unwrap_or_else(PoisonError::into_inner);
        if last.0 != map {
            let data = Arc::new(deflated(&[&map]));
            *last = (map, data);
        }
        last.1.clone()
    }
}

impl UsedFont {
    pub fn new(resource: &Rc<FontResource>) -> Self {
        Self { resource: resource.clone(), indices: vec![0; resource.glyphs as usize], glyphs: Vec::new() }
    }

    /// The index of a glyph of the font, which the document shows.
    pub fn glyph(&mut self, id: u32) -> u32 {
        let known = self.indices[id as usize];
        if known > 0 {
            return known - 1;
        }
        let width = self.resource.width(id);
        self.glyphs.push(UsedGlyph { id: id as u16, width, rounding: width.round() - width, text: None });
        self.indices[id as usize] = self.glyphs.len() as u32;
        self.glyphs.len() as u32 - 1
    }

    /// The width in thousandths of an em, and what it is less than a whole number.
    pub fn width(&self, glyph: u32) -> (f32, f32) {
        let UsedGlyph { width, rounding, .. } = self.glyphs[glyph as usize];
        (width, rounding)
    }

    /// Whether the glyph alone stands for this text: the first text of a glyph is its text.
    pub fn stands_for(&mut self, glyph: u32, text: &str) -> bool {
        **self.glyphs[glyph as usize].text.get_or_insert_with(|| text.into()) == *text
    }

    /// Adds the glyphs that are missing from the alphabets of which the document shows a quarter.
    fn complete_alphabets(&mut self) {
        let resource = self.resource.clone();
        for alphabet in &resource.alphabets {
            let missing = alphabet.iter().filter(|(id, _)| self.indices.get(*id as usize) == Some(&0));
            let missing: Vec<(u32, &str)> = missing.copied().collect();
            if missing.len() * 4 <= alphabet.len() * 3 {
                for (id, text) in missing {
                    let index = self.glyph(id);
                    self.stands_for(index, text);
                }
            }
        }
    }

    /// Writes the objects of the font as `number`.
    ///
    /// # Returns
    /// The codes of the glyphs, by index: glyphs are ordered by id, so that subsets do not depend on the order of texts.
    ///
    /// # Errors
    /// Describes what is wrong with the font.
    pub fn write(&mut self, file: &mut FileWriter, number: u32) -> Result<Vec<u16>, String> {
        self.complete_alphabets();
        let mut order: Vec<usize> = (0..self.glyphs.len()).collect();
        order.sort_unstable_by_key(|&index| self.glyphs[index].id);
        let ids: Vec<u16> = order.iter().map(|&index| self.glyphs[index].id).collect();
        // The glyph 0 is part of every font.
        let first = u16::from(ids.first() != Some(&0));
        let mut codes = vec![0; self.glyphs.len()];
        for (rank, &index) in order.iter().enumerate() {
            codes[index] = rank as u16 + first;
        }

        let subset = self.resource.subset(&ids)?;
        let [program, descriptor, descendant, map] = [(); 4].map(|()| file.allocate());
        let description = &self.resource.description;
        let name = [&tag(&ids, &description.name), b"+".as_slice(), description.name.as_bytes()].concat();
        let is_cff = description.is_cff;

        let dictionary = match is_cff {
            true => b"/Subtype/CIDFontType0C/Filter/FlateDecode".to_vec(),
            false => format!("/Length1 {}/Filter/FlateDecode", subset.length).into_bytes(),
        };
        file.filtered_stream(program, &dictionary, &subset.data);
        file.object(descriptor, |out| description.push_descriptor(out, &name, program));
        file.object(descendant, |out| {
            out.extend_from_slice(b"<</Type/Font/Subtype");
            push_name(out, if is_cff { b"CIDFontType0" } else { b"CIDFontType2" });
            out.extend_from_slice(b"/BaseFont");
            push_name(out, &name);
            out.extend_from_slice(
                b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ",
            );
            push_ref(out, descriptor);
            if !is_cff {
                out.extend_from_slice(b"/CIDToGIDMap/Identity");
            }
            out.extend_from_slice(b"/DW 0/W[");
            for range in order.chunk_by(|&one, &other| self.glyphs[one].width == self.glyphs[other].width) {
                for index in [range[0], range[range.len() - 1]] {
                    push_integer(out, codes[index].into());
                    out.push(b' ');
                }
                push_numbers(out, &[self.glyphs[range[0]].width]);
            }
            out.extend_from_slice(b"]>>");
        });
        file.filtered_stream(map, b"/Filter/FlateDecode", &subset.deflated_map(self.unicode_map(&order, &codes)));
        file.object(number, |out| {
            out.extend_from_slice(b"<</Type/Font/Subtype/Type0/BaseFont");
            push_name(out, &[name.as_slice(), if is_cff { b"-Identity-H".as_slice() } else { b"" }].concat());
            out.extend_from_slice(b"/Encoding/Identity-H/DescendantFonts[");
            push_ref(out, descendant);
            out.extend_from_slice(b"]/ToUnicode ");
            push_ref(out, map);
            out.extend_from_slice(b">>");
        });
        Ok(codes)
    }

    /// The CMap from codes to text.
    fn unicode_map(&self, order: &[usize], codes: &[u16]) -> Vec<u8> {
        let mut out = b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
            /CIDSystemInfo 3 dict dup begin\n/Registry (Adobe) def\n/Ordering (UCS) def\n/Supplement 0 def\nend def\n\
            /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n\
            1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
            .to_vec();
        let texts = order.iter().filter_map(|&index| Some((codes[index], self.glyphs[index].text.as_deref()?)));
        let texts: Vec<(u16, &str)> = texts.filter(|(_, text)| !text.is_empty()).collect();
        for block in texts.chunks(MAX_BLOCK) {
            push_integer(&mut out, block.len() as u64);
            out.extend_from_slice(b" beginbfchar\n");
            for (code, text) in block {
                out.push(b'<');
                out.extend_from_slice(&hexadecimal(*code));
                out.extend_from_slice(b"> <");
                push_utf16(&mut out, text);
                out.extend_from_slice(b">\n");
            }
            out.extend_from_slice(b"endbfchar\n");
        }
        out.extend_from_slice(b"endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
        out
    }
}

/// Six letters that tell subsets of a font apart. Source: ISO 32000-1, 9.6.4
fn tag(ids: &[u16], name: &str) -> [u8; 6] {
    let mut hasher = SipHasher13::new();
    hasher.write(name.as_bytes());
    for id in ids {
        hasher.write(&id.to_le_bytes());
    }
    let mut hash = hasher.finish128().as_u128();
    [(); 6].map(|()| {
        let letter = b'A' + (hash % 26) as u8;
        hash /= 26;
        letter
    })
}

/// What a font descriptor says of a font, in thousandths of an em.
pub struct Description {
    name: String,
    is_cff: bool,
    flags: u32,
    bounds: [f32; 4],
    italic_angle: f32,
    ascent: f32,
    descent: f32,
    cap_height: f32,
    stem: f32,
}

impl Description {
    pub fn new(font: &skrifa::FontRef) -> Self {
        use skrifa::raw::TableProvider;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        let scale = EM / f32::from(metrics.units_per_em.max(1));
        let os2 = font.os2().ok();
        let ascent = os2.as_ref().map_or(metrics.ascent, |os2| os2.s_typo_ascender().into()) * scale;
        let descent = os2.as_ref().map_or(metrics.descent, |os2| os2.s_typo_descender().into()) * scale;
        let name = font.localized_strings(StringId::POSTSCRIPT_NAME).next();
        let name: String = name.map_or_else(|| "unknown".into(), |name| name.chars().take(MAX_NAME).collect());
        // Source: ISO 32000-1, table 123. All are symbolic: their glyphs are not those of the standard Latin set.
        const FIXED_PITCH: u32 = 1;
        const SERIF: u32 = 1 << 1;
        const SYMBOLIC: u32 = 1 << 2;
        const ITALIC: u32 = 1 << 6;
        let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
        Self {
            flags: SYMBOLIC
                | flag(metrics.is_monospace, FIXED_PITCH)
                | flag(name.contains("Serif"), SERIF)
                | flag(metrics.italic_angle != 0.0, ITALIC),
            name,
            is_cff: font.cff().is_ok(),
            bounds: metrics.bounds.map_or([0.0, 0.0, EM, EM], |bounds| {
                [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|value| value * scale)
            }),
            italic_angle: metrics.italic_angle,
            ascent,
            descent,
            cap_height: metrics.cap_height.map_or(ascent, |height| height * scale),
            // The file does not say; this is how other writers guess it from the weight.
            stem: 10.0 + 0.244 * (font.attributes().weight.value() - 50.0),
        }
    }

    fn push_descriptor(&self, out: &mut Vec<u8>, name: &[u8], program: u32) {
        out.extend_from_slice(b"<</Type/FontDescriptor/FontName");
        push_name(out, name);
        out.extend_from_slice(b"/Flags ");
        push_integer(out, self.flags.into());
        out.extend_from_slice(b"/FontBBox");
        push_rect(out, self.bounds);
        for (key, value) in [
            (b"/ItalicAngle ".as_slice(), self.italic_angle),
            (b"/Ascent ", self.ascent),
            (b"/Descent ", self.descent),
            (b"/CapHeight ", self.cap_height),
            (b"/StemV ", self.stem),
        ] {
            out.extend_from_slice(key);
            push_number(out, value);
        }
        out.extend_from_slice(if self.is_cff { b"/FontFile3 " } else { b"/FontFile2 " });
        push_ref(out, program);
        out.extend_from_slice(b">>");
    }
}

/// Subsets of a font, the last used last.
#[derive(Default)]
pub struct Subsets {
    kept: Mutex<Vec<(Vec<u16>, Arc<Subset>)>>,
}

thread_local! {
    /// How often this thread took a subset that was kept, and made one.
    static USES: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

/// How often this thread took a subset that was kept, and made one.
pub fn subset_uses() -> (i64, i64) {
    USES.get()
}

/// Limits of the subsets that a font keeps.
const MAX_SUBSETS: usize = 8;
const MAX_SUBSET_BYTES: usize = 256 << 10;

impl Subsets {
    /// The subset with the glyphs of these ids, which are in order.
    ///
    /// # Errors
    /// Describes what is wrong with the font.
    pub fn get(&self, data: &[u8], index: u32, ids: &[u16]) -> Result<Arc<Subset>, String> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (hits, misses) = USES.get();
        if let Some(at) = kept.iter().position(|(known, _)| known == ids) {
            let found = kept.remove(at);
            let subset = found.1.clone();
            kept.push(found);
            USES.set((hits + 1, misses));
            return Ok(subset);
        }
        USES.set((hits, misses + 1));
        let remapper = GlyphRemapper::new_from_glyphs_sorted(ids);
        let whole = subsetter::subset(data, index, &remapper).map_err(|error| error.to_string())?;
        let font = skrifa::FontRef::new(&whole).map_err(|error| error.to_string())?;
        let program: Cow<[u8]> = match font.table_data(skrifa::Tag::new(b"CFF ")) {
            Some(table) => table.as_bytes().into(),
            None => font_program::reduced(&whole).map_or(whole.as_slice().into(), Cow::Owned),
        };
        let subset = Arc::new(Subset { data: deflated(&[&program]), length: program.len(), map: Mutex::default() });
        if subset.data.len() <= MAX_SUBSET_BYTES {
            if kept.len() == MAX_SUBSETS {
                kept.remove(0);
            }
            kept.push((ids.to_vec(), subset.clone()));
        }
        Ok(subset)
    }
}
