#![forbid(unsafe_code)]

//! Fonts, images and drawings, which are parsed once and serve many documents.

use std::cell::RefCell;
use std::sync::Arc;

use krilla::image::Image;
use krilla::text::Font;
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::TableProvider;
use skrifa::{GlyphId, MetadataProvider};
use usvg::fontdb;

use crate::drawing::Drawing;
use crate::error::WriteError;
use crate::fonts::{Alphabet, Description, EM, Subset, Subsets, alphabets};

pub struct FontResource {
    pub font: Font,
    data: Arc<Vec<u8>>,
    index: u32,
    /// Upper bound of glyph ids.
    pub glyphs: u32,
    /// Glyphs are outlines in the colour of the text, not colours or pixels of their own.
    pub has_outlines_only: bool,
    pub description: Description,
    pub alphabets: Vec<Alphabet>,
    /// By glyph id; NaN: not known yet.
    widths: RefCell<Vec<f32>>,
    subsets: Subsets,
}

impl FontResource {
    /// # Errors
    /// Describes what is wrong with the font.
    pub fn new(data: Vec<u8>, index: u32) -> Result<Self, String> {
        let reference = skrifa::FontRef::from_index(&data, index).map_err(|error| error.to_string())?;
        let glyphs = u32::from(reference.maxp().map_err(|error| error.to_string())?.num_glyphs());
        let has_outlines = reference.outline_glyphs().format().is_some();
        let has_pictures =
            reference.colr().is_ok() || reference.svg().is_ok() || reference.sbix().is_ok() || reference.cbdt().is_ok();
        if !has_outlines && !has_pictures {
            return Err("it has no glyphs".into());
        }
        let description = Description::new(&reference);
        let alphabets = alphabets(&reference);
        let data = Arc::new(data);
        let font = Font::new(data.clone().into(), index).ok_or("it cannot be read")?;
        let has_outlines_only = has_outlines && !has_pictures;
        let (widths, subsets) = (RefCell::new(vec![f32::NAN; glyphs as usize]), Subsets::default());
        Ok(Self { font, data, index, glyphs, has_outlines_only, description, alphabets, widths, subsets })
    }

    pub fn reference(&self) -> skrifa::FontRef<'_> {
        skrifa::FontRef::from_index(&self.data, self.index).expect("`new` has read it")
    }

    /// The advance width of a glyph in thousandths of an em, with as many decimals as the dictionary of a font has.
    pub fn width(&self, glyph: u32) -> f32 {
        let known = self.widths.borrow()[glyph as usize];
        if !known.is_nan() {
            return known;
        }
        let font = self.reference();
        let scale = EM / f32::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em.max(1));
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let width = metrics.advance_width(GlyphId::new(glyph)).unwrap_or(0.0) * scale;
        let width = (width * 10_000.0).round() / 10_000.0;
        self.widths.borrow_mut()[glyph as usize] = width;
        width
    }

    /// The subset with the glyphs of these ids, which are in order.
    ///
    /// # Errors
    /// Describes what is wrong with the font.
    pub fn subset(&self, ids: &[u16]) -> Result<Arc<Subset>, String> {
        self.subsets.get(&self.data, self.index, ids)
    }
}

pub enum ImageResource {
    /// Pixels are decoded and deflated on first use in a document.
    Raster(Image),
    Drawing(Drawing),
}

#[derive(Clone, Copy)]
pub enum RasterFormat {
    Png,
    Jpeg,
    Gif,
    Webp,
}

impl RasterFormat {
    /// # Errors
    /// Says that there is no format of this name.
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "png" => Ok(Self::Png),
            "jpeg" => Ok(Self::Jpeg),
            "gif" => Ok(Self::Gif),
            "webp" => Ok(Self::Webp),
            _ => Err(format!("not a format of images: {name}")),
        }
    }
}

impl ImageResource {
    /// # Errors
    /// Describes what is wrong with the file's header; corrupt pixels are found only on use.
    pub fn raster(data: Vec<u8>, format: RasterFormat, smooth: bool) -> Result<Self, String> {
        let image = match format {
            RasterFormat::Png => Image::from_png(data.into(), smooth),
            RasterFormat::Jpeg => Image::from_jpeg(data.into(), smooth),
            RasterFormat::Gif => Image::from_gif(data.into(), smooth),
            RasterFormat::Webp => Image::from_webp(data.into(), smooth),
        };
        image.map(Self::Raster)
    }

    /// An SVG drawing. Its images are data: URLs; its text uses the given fonts, of which the first are the last resort.
    pub fn drawing<'a>(
        source: &str,
        fonts: impl Iterator<Item = (&'a FontResource, DrawingFont)>,
    ) -> Result<Self, WriteError> {
        let mut database = fontdb::Database::new();
        let mut last_resort = None;
        for (resource, named) in fonts {
            if last_resort.is_none() {
                last_resort = named.families.first().cloned();
            }
            database.push_face_info(fontdb::FaceInfo {
                id: fontdb::ID::dummy(),
                source: fontdb::Source::Binary(resource.data.clone()),
                index: resource.index,
                families: named
                    .families
                    .into_iter()
                    .map(|family| (family, fontdb::Language::English_UnitedStates))
                    .collect(),
                post_script_name: String::new(),
                style: if named.italic { fontdb::Style::Italic } else { fontdb::Style::Normal },
                weight: fontdb::Weight(named.weight),
                stretch: fontdb::Stretch::Normal,
                monospaced: false,
            });
        }
        // The fallback of usvg.
        database.set_serif_family(last_resort.unwrap_or_default());
        Ok(Self::Drawing(Drawing::read(source, Arc::new(database))?))
    }
}

/// The properties by which a drawing refers to a font.
pub struct DrawingFont {
    pub families: Vec<String>,
    pub weight: u16,
    pub italic: bool,
}
