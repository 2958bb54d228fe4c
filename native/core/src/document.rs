#![forbid(unsafe_code)]

//! A drawn document, and how it becomes a file. Source: ISO 32000-1, 7.7 (document structure)

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::content::{Content, Resource, push_resources};
use crate::destination::{Link, PageNumber};
use crate::error::{Result, WriteError};
use crate::file::FileWriter;
use crate::fonts::UsedFont;
use crate::matrix::{Bounds, Matrix};
use crate::metadata::Metadata;
use crate::outline::{Bookmark, write_outline};
use crate::paint::SpecialColor;
use crate::pictures::Pictures;
use crate::resources::{FontResource, ImageResource};
use crate::spaces::ColorSpace;
use crate::states::ExtGState;
use crate::stop;
use crate::syntax::{push_integer, push_number, push_rect, push_ref, push_text};
use crate::tags::{Numbers, Parents, Tags};

pub struct DrawnPage {
    /// pt.
    pub width: f32,
    pub height: f32,
    pub content: Content,
    /// Structure elements of marked content, by identifier; None: the document.
    pub owners: Vec<Option<usize>>,
}

pub enum XObject {
    /// An isolated transparency group.
    Group { content: Box<Content>, bounds: Bounds },
    /// Index of a picture.
    Picture(usize),
}

/// A tiling pattern.
pub struct Tile {
    pub content: Content,
    /// To the units of the content that uses it.
    pub matrix: Matrix,
    pub width: f32,
    pub height: f32,
}

#[derive(Default)]
pub struct DrawnDocument {
    pub pages: Vec<DrawnPage>,
    pub pictures: Pictures,
    pub tags: Tags,
    pub links: Vec<Link>,
    pub bookmarks: Vec<Bookmark>,
    pub metadata: Metadata,
    pub spaces: Vec<ColorSpace>,
    /// Components of the colours that content has, by their space.
    color_uses: Vec<Option<u8>>,
    /// By the index of their resource.
    fonts: Vec<Option<UsedFont>>,
    states: Vec<ExtGState>,
    state_indices: HashMap<ExtGState, usize>,
    objects: Vec<XObject>,
    tiles: Vec<Tile>,
}

impl DrawnDocument {
    pub fn last_page(&mut self) -> &mut DrawnPage {
        self.pages.last_mut().expect("a page is being drawn")
    }

    pub fn font(&mut self, index: usize, resource: &Rc<FontResource>) -> &mut UsedFont {
        if index >= self.fonts.len() {
            self.fonts.resize_with(index + 1, || None);
        }
        self.fonts[index].get_or_insert_with(|| UsedFont::new(resource))
    }

    /// The index of a state.
    pub fn state(&mut self, state: ExtGState) -> usize {
        *self.state_indices.entry(state).or_insert_with(|| {
            self.states.push(state);
            self.states.len() - 1
        })
    }

    pub fn sets_alphas(&self, state: usize) -> bool {
        matches!(self.states[state], ExtGState::Alphas(_))
    }

    /// Records that content has a colour. False: another one of the space has more or fewer components.
    pub fn use_space(&mut self, color: &SpecialColor) -> bool {
        let index = usize::from(color.space);
        if index >= self.color_uses.len() {
            self.color_uses.resize(index + 1, None);
        }
        *self.color_uses[index].get_or_insert(color.count) == color.count
    }

    /// Whether the spaces of all colours are there.
    pub fn has_used_spaces(&self) -> bool {
        self.color_uses.iter().enumerate().all(|(index, count)| {
            count.is_none_or(|count| self.spaces.get(index).is_some_and(|space| space.components() == count))
        })
    }

    /// The index of a new XObject.
    pub fn object(&mut self, object: XObject) -> usize {
        self.objects.push(object);
        self.objects.len() - 1
    }

    /// The index of a new tiling pattern.
    pub fn tile(&mut self, tile: Tile) -> usize {
        self.tiles.push(tile);
        self.tiles.len() - 1
    }

    /// Writes the file.
    pub fn write(mut self, fonts: &[Rc<FontResource>], images: &[Rc<ImageResource>]) -> Result<Vec<u8>> {
        let (mut file, pictures) = std::mem::take(&mut self.pictures).finish(fonts, images)?.write()?;
        stop::check_now()?;
        let numbers = ResourceNumbers {
            fonts: self.fonts.iter().map(|font| font.as_ref().map_or(0, |_| file.allocate())).collect(),
            states: self.states.iter().map(|_| file.allocate()).collect(),
            objects: self
                .objects
                .iter()
                .map(|object| match object {
                    XObject::Picture(picture) => pictures[*picture],
                    XObject::Group { .. } => file.allocate(),
                })
                .collect(),
            tiles: self.tiles.iter().map(|_| file.allocate()).collect(),
            // Those without a use are not written.
            spaces: self.color_uses.iter().map(|count| count.map_or(0, |_| file.allocate())).collect(),
        };
        for (space, number) in self.spaces.iter().zip(&numbers.spaces).filter(|(_, number)| **number != 0) {
            space.write(&mut file, *number);
        }
        let codes = self.write_fonts(&mut file, &numbers.fonts)?;
        for (state, number) in self.states.iter().zip(&numbers.states) {
            file.object(*number, |out| state.push(out, &numbers.objects));
        }
        let mut contents = ContentWriter { file, codes, numbers, dictionaries: HashMap::new() };
        contents.forms(&mut self.objects, &mut self.tiles);
        let pages = contents.pages(&mut self.pages);
        let file = contents.file;
        Ok(self.write_structure(file, pages))
    }

    /// Writes the fonts.
    ///
    /// # Returns
    /// The codes of their glyphs.
    fn write_fonts(&mut self, file: &mut FileWriter, numbers: &[u32]) -> Result<Vec<Vec<u16>>> {
        let fonts = self.fonts.iter_mut().zip(numbers).enumerate();
        fonts
            .map(|(index, (font, number))| match font {
                Some(font) => font.write(file, *number).map_err(|message| WriteError::Font { index, message }),
                None => Ok(Vec::new()),
            })
            .collect()
    }

    /// Writes pages, annotations, structure, outline and metadata.
    fn write_structure(self, mut file: FileWriter, contents: Vec<PageContent>) -> Vec<u8> {
        let tree = file.allocate();
        let pages: Vec<PageNumber> =
            self.pages.iter().map(|page| PageNumber { number: file.allocate(), height: page.height }).collect();
        let links: Vec<u32> = self.links.iter().map(|_| file.allocate()).collect();

        let mut parents = Vec::new();
        let mut annotations: Vec<Vec<u32>> = pages.iter().map(|_| Vec::new()).collect();
        for (link, number) in self.links.iter().zip(&links) {
            let key = link.element.map(|element| {
                parents.push(Parents::Annotation(element));
                parents.len() - 1
            });
            file.object(*number, |out| link.push(out, key, &pages));
            annotations[link.page].push(*number);
        }
        for (((page, content), page_number), annotations) in
            self.pages.into_iter().zip(contents).zip(&pages).zip(annotations)
        {
            file.object(page_number.number, |out| {
                out.extend_from_slice(b"<</Type/Page/Parent ");
                push_ref(out, tree);
                out.extend_from_slice(b"/MediaBox");
                push_rect(out, [0.0, 0.0, page.width, page.height]);
                out.extend_from_slice(b"/Contents ");
                push_ref(out, content.stream);
                out.extend_from_slice(b"/Resources");
                content.resources.push(out);
                if !page.owners.is_empty() {
                    out.extend_from_slice(b"/StructParents ");
                    push_integer(out, parents.len() as u64);
                }
                if !annotations.is_empty() {
                    out.extend_from_slice(b"/Tabs/S/Annots");
                    push_references(out, &annotations);
                }
                out.extend_from_slice(b">>");
            });
            if !page.owners.is_empty() {
                parents.push(Parents::Content(page.owners));
            }
        }
        let page_numbers: Vec<u32> = pages.iter().map(|page| page.number).collect();
        file.object(tree, |out| {
            out.extend_from_slice(b"<</Type/Pages/Count ");
            push_integer(out, page_numbers.len() as u64);
            out.extend_from_slice(b"/Kids");
            push_references(out, &page_numbers);
            out.extend_from_slice(b">>");
        });

        let structure = self.tags.write(&mut file, &Numbers { pages: &page_numbers, annotations: &links }, &parents);
        let outline = (!self.bookmarks.is_empty()).then(|| write_outline(&mut file, &self.bookmarks, &pages));
        let information = file.allocate();
        file.object(information, |out| self.metadata.push_information(out));
        let identifier = file.hash();
        let xmp = file.allocate();
        // XMP stays legible for programs that do not read PDF (ISO 32000-1, 14.3.2).
        let packet = self.metadata.xmp(page_numbers.len() as u32, identifier);
        file.filtered_stream(xmp, b"/Type/Metadata/Subtype/XML", packet.as_bytes());
        let catalog = file.allocate();
        file.object(catalog, |out| {
            out.extend_from_slice(b"<</Type/Catalog/MarkInfo<</Marked true>>");
            if let Some(language) = self.metadata.language.as_deref() {
                out.extend_from_slice(b"/Lang");
                push_text(out, language);
            }
            for (key, number) in [
                (b"/Pages ".as_slice(), Some(tree)),
                (b"/StructTreeRoot ", Some(structure)),
                (b"/Metadata ", Some(xmp)),
                (b"/Outlines ", outline),
            ] {
                if let Some(number) = number {
                    out.extend_from_slice(key);
                    push_ref(out, number);
                }
            }
            out.extend_from_slice(b">>");
        });
        file.finish(catalog, information, identifier)
    }
}

fn push_references(out: &mut Vec<u8>, numbers: &[u32]) {
    out.push(b'[');
    for number in numbers {
        push_ref(out, *number);
        out.push(b' ');
    }
    out.push(b']');
}

struct ResourceNumbers {
    fonts: Vec<u32>,
    states: Vec<u32>,
    objects: Vec<u32>,
    tiles: Vec<u32>,
    spaces: Vec<u32>,
}

/// A resource dictionary.
#[derive(Clone, Copy)]
enum Dictionary {
    Empty,
    Object(u32),
}

impl Dictionary {
    fn push(self, out: &mut Vec<u8>) {
        match self {
            Self::Empty => out.extend_from_slice(b"<<>>"),
            Self::Object(number) => {
                out.push(b' ');
                push_ref(out, number);
            }
        }
    }
}

struct PageContent {
    stream: u32,
    resources: Dictionary,
}

/// Writes content streams.
struct ContentWriter {
    file: FileWriter,
    codes: Vec<Vec<u16>>,
    numbers: ResourceNumbers,
    /// Resource dictionaries so far.
    dictionaries: HashMap<BTreeSet<Resource>, u32>,
}

impl ContentWriter {
    fn pages(&mut self, pages: &mut [DrawnPage]) -> Vec<PageContent> {
        pages
            .iter_mut()
            .map(|page| {
                let resources = self.resources(&mut page.content);
                let stream = self.file.allocate();
                self.stream(stream, b"", &mut page.content);
                PageContent { stream, resources }
            })
            .collect()
    }

    fn forms(&mut self, objects: &mut [XObject], tiles: &mut [Tile]) {
        for (index, object) in objects.iter_mut().enumerate() {
            let XObject::Group { content, bounds } = object else { continue };
            let mut entries = b"/Type/XObject/Subtype/Form/Group<</S/Transparency/I true/CS/DeviceRGB>>/BBox".to_vec();
            push_rect(&mut entries, bounds.0);
            entries.extend_from_slice(b"/Resources");
            self.resources(content).push(&mut entries);
            self.stream(self.numbers.objects[index], &entries, content);
        }
        for (index, Tile { content, matrix, width, height }) in tiles.iter_mut().enumerate() {
            let mut entries = b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/Matrix[".to_vec();
            matrix.push(&mut entries);
            entries.extend_from_slice(b"]/BBox");
            push_rect(&mut entries, [0.0, 0.0, *width, *height]);
            for (key, step) in [(b"/XStep ", *width), (b"/YStep ", *height)] {
                entries.extend_from_slice(key);
                push_number(&mut entries, step);
            }
            entries.extend_from_slice(b"/Resources");
            self.resources(content).push(&mut entries);
            self.stream(self.numbers.tiles[index], &entries, content);
        }
    }

    fn stream(&mut self, number: u32, entries: &[u8], content: &mut Content) {
        content.resolve_codes(&self.codes);
        self.file.stream(number, entries, &content.bytes);
        content.bytes = Vec::new();
    }

    /// The resource dictionary of a content, which equal ones share.
    fn resources(&mut self, content: &mut Content) -> Dictionary {
        let resources = std::mem::take(&mut content.resources);
        if resources.is_empty() {
            return Dictionary::Empty;
        }
        let Self { file, numbers, dictionaries, .. } = self;
        let number = dictionaries.entry(resources).or_insert_with_key(|resources| {
            let number = file.allocate();
            file.object(number, |out| {
                push_resources(out, resources, |resource| match resource {
                    Resource::Font(index) => numbers.fonts[index],
                    Resource::ExtGState(index) => numbers.states[index],
                    Resource::XObject(index) => numbers.objects[index],
                    Resource::Pattern(index) => numbers.tiles[index],
                    Resource::ColorSpace(index) => numbers.spaces[index],
                });
            });
            number
        });
        Dictionary::Object(*number)
    }
}
