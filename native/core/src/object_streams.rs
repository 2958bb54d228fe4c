#![forbid(unsafe_code)]

//! Packs the objects of a PDF into object streams, which removes most of the size of structure tags, and deflates its streams.
//! krilla writes objects without object streams, one cross-reference table, and, as asked, content without compression: its
//! own has a new state of several hundred kilobytes per stream, which takes longer to clear than most streams to deflate.
//! Source: ISO 32000-1, 7.5.7 (object streams) and 7.5.8 (cross-reference streams)

use flate2::{Compress, Compression, FlushCompress, Status};

/// Objects per object stream: enough to deflate well, few enough for viewers that need a single one.
const OBJECTS_PER_STREAM: usize = 200;

/// Higher levels take longer than the bytes that they save are worth.
const LEVEL: Compression = Compression::new(5);

/// Bytes of data below which a filter costs more than it saves.
const MIN_DEFLATED: usize = 64;

/// Bytes of an entry in the table: type, offset or stream number, index.
const ENTRY: usize = 1 + 4 + 2;

/// Poppler reports the default value as an error.
const NO_SUSPECTS: &[u8] = b"/Suspects false";

/// # Errors
/// When the file does not have the structure krilla writes.
pub fn pack(pdf: &[u8]) -> Result<Vec<u8>, &'static str> {
    let file = File::read(pdf).ok_or("a PDF whose objects are not where its table says")?;
    let mut packed = Packer {
        out: Vec::with_capacity(pdf.len() / 2),
        entries: vec![[0; ENTRY]; file.size],
        plain: Vec::new(),
        deflate: Deflate { state: Compress::new(LEVEL, true) },
    };
    packed.out.extend_from_slice(file.header);
    for object in &file.objects {
        if object.body.ends_with(b"endstream") {
            packed.stream(object);
        } else {
            packed.plain.push(*object);
        }
    }
    for chunk in std::mem::take(&mut packed.plain).chunks(OBJECTS_PER_STREAM) {
        packed.object_stream(chunk);
    }
    packed.finish(file.trailer);
    Ok(packed.out)
}

#[derive(Clone, Copy)]
struct Object<'a> {
    number: usize,
    /// From the object number to `endobj`.
    whole: &'a [u8],
    body: &'a [u8],
}

struct File<'a> {
    header: &'a [u8],
    /// In the order of the file.
    objects: Vec<Object<'a>>,
    /// Upper bound of object numbers.
    size: usize,
    /// The entries of the trailer except for its size.
    trailer: &'a [u8],
}

impl<'a> File<'a> {
    fn read(pdf: &'a [u8]) -> Option<Self> {
        let tail = &pdf[pdf.len().saturating_sub(64)..];
        let start = find(tail, b"startxref")? + b"startxref".len();
        let (table, _) = number(tail, start)?;
        let (size, first) = number(pdf, table + find(pdf.get(table..)?, b"0 ")? + 2)?;
        let first = first + 1;
        let mut places = Vec::with_capacity(size);
        for index in 0..size {
            let entry = pdf.get(first + 20 * index..first + 20 * (index + 1))?;
            if entry[17] == b'n' {
                places.push((number(entry, 0)?.0, index));
            }
        }
        places.sort_unstable();
        let mut objects = Vec::with_capacity(places.len());
        for (index, &(offset, number)) in places.iter().enumerate() {
            let end = places.get(index + 1).map_or(table, |next| next.0);
            objects.push(Object::read(pdf.get(offset..end)?, number)?);
        }
        let trailer = pdf.get(first + 20 * size..)?;
        let open = find(trailer, b"<<")? + 2;
        let close = find(trailer, b"startxref")?;
        let dictionary = trailer.get(open..close)?.trim_ascii_end().strip_suffix(b">>")?;
        // The size entry comes first.
        let (_, rest) = number_after(dictionary, b"/Size ")?;
        Some(Self { header: pdf.get(..places.first()?.0)?, objects, size, trailer: &dictionary[rest..] })
    }
}

impl<'a> Object<'a> {
    fn read(bytes: &'a [u8], expected: usize) -> Option<Self> {
        let whole = bytes.trim_ascii_end();
        let body = whole.strip_suffix(b"endobj")?.trim_ascii_end();
        let (found, at) = number(body, 0)?;
        let body = body[at..].strip_prefix(b" 0 obj")?.trim_ascii_start();
        (found == expected).then_some(Self { number: expected, whole, body })
    }

    /// The entries of the dictionary except for the length, which comes first, and the data; None if this is no stream.
    fn stream(&self) -> Option<(&'a [u8], &'a [u8])> {
        let dictionary = self.body.strip_prefix(b"<<")?.trim_ascii_start();
        let (length, entries) = number(dictionary.strip_prefix(b"/Length")?, 0)?;
        let entries = &dictionary[b"/Length".len() + entries..];
        let entries = entries.strip_suffix(b"\nendstream")?;
        let (entries, data) = entries.split_at_checked(entries.len().checked_sub(length)?)?;
        Some((entries.strip_suffix(b"\nstream\n")?.trim_ascii_end().strip_suffix(b">>")?, data))
    }
}

struct Packer<'a> {
    out: Vec<u8>,
    entries: Vec<[u8; ENTRY]>,
    plain: Vec<Object<'a>>,
    deflate: Deflate,
}

impl Packer<'_> {
    fn stream(&mut self, object: &Object) {
        self.place(object.number);
        match object.stream().filter(|(entries, data)| data.len() >= MIN_DEFLATED && may_deflate(entries)) {
            Some((entries, data)) => {
                let data = self.deflate.all(&[data]);
                self.write_stream(object.number, entries.trim_ascii(), &data);
            }
            None => {
                self.out.extend_from_slice(object.whole);
                self.out.push(b'\n');
            }
        }
    }

    fn object_stream(&mut self, objects: &[Object]) {
        let number = self.entries.len();
        let mut head = String::new();
        let mut bodies = Vec::new();
        for (index, object) in objects.iter().enumerate() {
            head.push_str(&format!("{} {} ", object.number, bodies.len()));
            push_body(&mut bodies, object.body);
            bodies.push(b'\n');
            self.entries[object.number] = entry(2, number, index);
        }
        let first = head.len();
        let data = self.deflate.all(&[head.as_bytes(), &bodies]);
        let dictionary = format!("/Type/ObjStm/N {}/First {first}", objects.len());
        self.entries.push([0; ENTRY]);
        self.place(number);
        self.write_stream(number, dictionary.as_bytes(), &data);
    }

    /// The cross-reference stream, which has an entry for itself.
    fn finish(&mut self, trailer: &[u8]) {
        let number = self.entries.len();
        self.entries.push([0; ENTRY]);
        self.place(number);
        let start = self.out.len();
        // PNG predictor: each row is the difference to the one above.
        let mut rows = Vec::with_capacity(self.entries.len() * (ENTRY + 1));
        let mut above = [0; ENTRY];
        for row in &self.entries {
            rows.push(2);
            rows.extend(row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(above)));
            above = *row;
        }
        let data = self.deflate.all(&[&rows]);
        let size = self.entries.len();
        let mut dictionary =
            format!("/Type/XRef/Size {size}/W[1 4 2]/DecodeParms<</Predictor 12/Columns {ENTRY}>>").into_bytes();
        dictionary.extend_from_slice(trailer.trim_ascii());
        self.write_stream(number, &dictionary, &data);
        self.out.extend_from_slice(format!("startxref\n{start}\n%%EOF").as_bytes());
    }

    /// Records the offset of the object that is written next.
    fn place(&mut self, number: usize) {
        self.entries[number] = entry(1, self.out.len(), 0);
    }

    fn write_stream(&mut self, number: usize, dictionary: &[u8], data: &[u8]) {
        self.out.extend_from_slice(format!("{number} 0 obj\n<<").as_bytes());
        self.out.extend_from_slice(dictionary);
        self.out.extend_from_slice(format!("/Filter/FlateDecode/Length {}>>\nstream\n", data.len()).as_bytes());
        self.out.extend_from_slice(data);
        self.out.extend_from_slice(b"\nendstream\nendobj\n");
    }
}

fn push_body(bodies: &mut Vec<u8>, body: &[u8]) {
    let catalog = body.starts_with(b"<<") && find(body, b"/MarkInfo").is_some();
    match find(body, NO_SUSPECTS).filter(|_| catalog) {
        Some(at) => {
            bodies.extend_from_slice(&body[..at]);
            bodies.extend_from_slice(&body[at + NO_SUSPECTS.len()..]);
        }
        None => bodies.extend_from_slice(body),
    }
}

fn entry(kind: u8, place: usize, index: usize) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[0] = kind;
    entry[1..5].copy_from_slice(&(place as u32).to_be_bytes());
    entry[5..].copy_from_slice(&(index as u16).to_be_bytes());
    entry
}

/// XMP metadata stays legible for programs that do not read PDF (ISO 32000-1, 14.3.2).
fn may_deflate(entries: &[u8]) -> bool {
    find(entries, b"/Filter").is_none() && find(entries, b"/Metadata").is_none()
}

/// One state serves all streams of a file.
struct Deflate {
    state: Compress,
}

impl Deflate {
    /// The data of a stream with `/FlateDecode`: `parts` in one.
    fn all(&mut self, parts: &[&[u8]]) -> Vec<u8> {
        self.state.reset();
        let mut out = Vec::with_capacity(parts.iter().map(|part| part.len()).sum::<usize>() / 3 + 64);
        for (index, part) in parts.iter().enumerate() {
            let start = self.state.total_in();
            let flush = if index + 1 == parts.len() { FlushCompress::Finish } else { FlushCompress::None };
            loop {
                let taken = (self.state.total_in() - start) as usize;
                let status = self.state.compress_vec(&part[taken..], &mut out, flush).expect("valid parameters");
                let is_done = match flush {
                    FlushCompress::Finish => status == Status::StreamEnd,
                    _ => (self.state.total_in() - start) as usize == part.len(),
                };
                if is_done {
                    break;
                }
                out.reserve(out.capacity().max(64));
            }
        }
        out
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// The number at `start`, after white space, and its end.
fn number(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut at = start;
    while bytes.get(at)?.is_ascii_whitespace() {
        at += 1;
    }
    let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let value = std::str::from_utf8(&bytes[at..at + digits]).ok()?.parse().ok()?;
    Some((value, at + digits))
}

fn number_after(bytes: &[u8], what: &[u8]) -> Option<(usize, usize)> {
    number(bytes, find(bytes, what)? + what.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_go_into_streams_and_short_streams_stay() {
        let objects = [
            "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n",
            "2 0 obj\n<</Length 1>>\nstream\nx\nendstream\nendobj\n",
        ];
        let mut pdf = b"%PDF-1.7\n".to_vec();
        let mut table = String::from("xref\n0 3\n0000000000 65535 f\r\n");
        for object in objects {
            table.push_str(&format!("{:010} 00000 n\r\n", pdf.len()));
            pdf.extend_from_slice(object.as_bytes());
        }
        let start = pdf.len();
        pdf.extend_from_slice(format!("{table}trailer\n<</Size 3/Root 1 0 R>>\nstartxref\n{start}\n%%EOF").as_bytes());
        let packed = pack(&pdf).unwrap();
        let text = String::from_utf8_lossy(&packed);
        assert!(text.contains("2 0 obj\n<</Length 1>>\nstream\nx\nendstream"));
        assert!(text.contains("/Type/ObjStm/N 1/First 4"));
        assert!(text.contains("/Type/XRef/Size 5"));
        assert!(text.contains("/Root 1 0 R"));
        assert!(!text.contains("Catalog"));
    }

    fn stream(body: &[u8]) -> Option<(&[u8], &[u8])> {
        Object { number: 1, whole: body, body }.stream()
    }

    #[test]
    fn a_stream_has_entries_and_data() {
        let found = stream(b"<<\n  /Length 5\n  /Type /XObject\n>>\nstream\n>>\nst\nendstream");
        assert_eq!(found, Some((&b"\n  /Type /XObject\n"[..], &b">>\nst"[..])));
        assert_eq!(stream(b"<</Length 0>>\nstream\n\nendstream"), Some((&b""[..], &b""[..])));
        assert_eq!(stream(b"<</Length 9>>\nstream\nx\nendstream"), None);
        assert_eq!(stream(b"<</Type/Catalog>>"), None);
    }

    #[test]
    fn streams_are_deflated_but_for_metadata_and_what_has_a_filter() {
        assert!(may_deflate(b"/Type/XObject"));
        assert!(!may_deflate(b"/Type/Metadata/Subtype/XML"));
        assert!(!may_deflate(b"/Filter/DCTDecode"));
        let mut deflate = Deflate { state: Compress::new(LEVEL, true) };
        let data = b"0 0 m 10 10 l S ".repeat(4000);
        let once = deflate.all(&[&data]);
        assert!(once.len() < data.len() / 20);
        // Neither the cut into parts nor former data shows.
        assert_eq!(deflate.all(&[&data]), once);
        let mut inflated = Vec::new();
        let parts = deflate.all(&[&data[..100], b"", &data[100..]]);
        std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&parts[..]), &mut inflated).unwrap();
        assert_eq!(inflated, data);
    }

    #[test]
    fn another_file_is_refused() {
        assert!(pack(b"").is_err());
        assert!(pack(b"%PDF-1.7\nstartxref\n99\n%%EOF").is_err());
    }
}
