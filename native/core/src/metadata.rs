#![forbid(unsafe_code)]

//! The document information dictionary and the XMP metadata. Source: ISO 32000-1, 14.3

use xmp_writer::{LangId, RenditionClass, XmpWriter};

use crate::syntax::push_text;

const CREATOR: &str = "Platen";

#[derive(Default)]
pub struct Metadata {
    pub title: Option<String>,
    pub language: Option<String>,
    pub description: Option<String>,
    pub authors: Vec<String>,
    pub keywords: Vec<String>,
}

impl Metadata {
    /// Writes the information dictionary.
    pub fn push_information(&self, out: &mut Vec<u8>) {
        let [authors, keywords] = self.lists();
        out.extend_from_slice(b"<<");
        for (key, text) in [
            (b"/Title".as_slice(), self.title.as_deref()),
            (b"/Subject", self.description.as_deref()),
            (b"/Author", authors.as_deref()),
            (b"/Keywords", keywords.as_deref()),
            (b"/Creator", Some(CREATOR)),
        ] {
            if let Some(text) = text {
                out.extend_from_slice(key);
                push_text(out, text);
            }
        }
        out.extend_from_slice(b">>");
    }

    pub fn xmp(&self, pages: u32, identifier: [u8; 16]) -> String {
        let [authors, keywords] = self.lists();
        let mut xmp = XmpWriter::new();
        if let Some(title) = self.title.as_deref() {
            xmp.title([(None, title)]);
        }
        if let Some(description) = self.description.as_deref() {
            xmp.description([(None, description)]);
        }
        if let Some(keywords) = &keywords {
            xmp.pdf_keywords(keywords);
        }
        // One item, as in the information dictionary: Acrobat shows a mixture where they differ.
        if let Some(authors) = &authors {
            xmp.creator([authors.as_str()]);
        }
        xmp.creator_tool(CREATOR);
        if let Some(language) = self.language.as_deref() {
            xmp.language([LangId(language)]);
        }
        xmp.num_pages(pages);
        xmp.format("application/pdf");
        let identifier = uuid(identifier);
        xmp.instance_id(&identifier);
        xmp.document_id(&identifier);
        xmp.rendition_class(RenditionClass::Proof);
        xmp.pdf_version("1.7");
        xmp.finish(None)
    }

    /// Authors and keywords as one text each.
    fn lists(&self) -> [Option<String>; 2] {
        [&self.authors, &self.keywords].map(|list| (!list.is_empty()).then(|| list.join(", ")))
    }
}

/// Source: RFC 9562, 5.8 (version 8: a hash of the writer's own)
fn uuid(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("uuid:{}-{}-{}-{}-{}", &digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..])
}
