#![forbid(unsafe_code)]

//! Writes the file: streams deflated, other objects in object streams, which removes most of the size of structure tags, and
//! a cross-reference stream. Source: ISO 32000-1, 7.5.7 (object streams) and 7.5.8 (cross-reference streams)

use std::cell::RefCell;
use std::hash::Hasher;

use flate2::{Compress, Compression, FlushCompress, Status};
use siphasher::sip128::{Hasher128, SipHasher13};

use crate::syntax::{push_integer, push_padded, push_ref};

/// Objects per object stream: enough to deflate well, few enough for viewers that need a single one.
const OBJECTS_PER_STREAM: usize = 200;

/// Objects per object stream of rows, of which little is left.
const ROWS_PER_STREAM: usize = 6000;

/// Bytes of rows from which a stream is full.
const MAX_ROW_BYTES: usize = 1 << 18;

/// Bytes of an entry of the table before the objects. Columns of rows are multiples of it, so that entries begin where those
/// above do, and so that the offsets of objects, in decimals, change in few digits.
const ROW_UNIT: usize = 20;
const NUMBER_WIDTH: usize = 8;
const OFFSET_WIDTH: usize = ROW_UNIT - NUMBER_WIDTH - 2;

/// Level 5 takes a third longer and saves a tenth of a long table, a twentieth of an invoice.
const LEVEL: Compression = Compression::new(2);

/// Rows are mostly zeros, in which a long search is short: 10,000 elements take 5 ms at this level, half the bytes of level 4.
const ROW_LEVEL: Compression = Compression::new(8);

/// Bytes of data below which a filter costs more than it saves.
const MIN_DEFLATED: usize = 64;

/// Bytes of an entry in the table: type, offset or stream number, index.
const ENTRY: usize = 1 + 4 + 2;

/// The comment shows programs that the file is binary (ISO 32000-1, 7.5.2).
const HEADER: &[u8] = b"%PDF-1.7\n%\x80\x80\x80\x80\n";

pub struct FileWriter {
    out: Vec<u8>,
    entries: Vec<[u8; ENTRY]>,
    free: Vec<u32>,
    /// Bodies of objects that are no streams, and their numbers and offsets.
    bodies: Vec<u8>,
    waiting: Vec<(u32, usize)>,
}

impl FileWriter {
    /// Numbers up to `size` are taken, except for the free ones.
    pub fn new(size: u32, free: Vec<u32>) -> Self {
        Self {
            out: HEADER.to_vec(),
            entries: vec![[0; ENTRY]; size.max(1) as usize],
            free,
            bodies: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// The number of a new object.
    pub fn allocate(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.entries.push([0; ENTRY]);
            self.entries.len() as u32 - 1
        })
    }

    /// More than the number of any object so far.
    pub fn size(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Writes an object that is no stream.
    pub fn object(&mut self, number: u32, write: impl FnOnce(&mut Vec<u8>)) {
        self.waiting.push((number, self.bodies.len()));
        write(&mut self.bodies);
        self.bodies.push(b'\n');
        if self.waiting.len() == OBJECTS_PER_STREAM {
            self.flush();
        }
    }

    /// Writes an object that is no stream into rows.
    pub fn row(&mut self, rows: &mut Rows, number: u32, write: impl FnOnce(&mut Vec<u8>)) {
        rows.objects.push((number, rows.bodies.len()));
        write(&mut rows.bodies);
        rows.bodies.push(b' ');
        rows.bodies.resize(rows.bodies.len().next_multiple_of(rows.columns), b' ');
        if rows.objects.len() == ROWS_PER_STREAM || rows.bodies.len() > MAX_ROW_BYTES {
            self.finish_rows(rows);
        }
    }

    /// Writes what is left of rows.
    pub fn finish_rows(&mut self, rows: &mut Rows) {
        if rows.objects.is_empty() {
            return;
        }
        let number = self.allocate();
        let mut data = Vec::new();
        for (index, (object, offset)) in rows.objects.iter().enumerate() {
            push_padded(&mut data, (*object).into(), NUMBER_WIDTH);
            data.push(b' ');
            push_padded(&mut data, *offset as u64, OFFSET_WIDTH);
            data.push(b' ');
            self.entries[*object as usize] = entry(2, number as usize, index);
        }
        data.resize(data.len().next_multiple_of(rows.columns), b' ');
        let first = data.len();
        data.extend_from_slice(&rows.bodies);
        let rows_of_differences = predicted(&data, rows.columns);
        let data = DEFLATE_ROWS.with_borrow_mut(|state| deflate(state, &[&rows_of_differences]));
        let dictionary = format!(
            "/Type/ObjStm/N {}/First {first}/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns {}>>",
            rows.objects.len(),
            rows.columns
        );
        rows.objects.clear();
        rows.bodies.clear();
        self.filtered_stream(number, dictionary.as_bytes(), &data);
    }

    /// Writes a stream with the entries of its dictionary but for filter and length.
    pub fn stream(&mut self, number: u32, entries: &[u8], data: &[u8]) {
        if data.len() < MIN_DEFLATED {
            self.filtered_stream(number, entries, data);
            return;
        }
        let data = deflated(&[data]);
        self.filtered_stream(number, &[entries, b"/Filter/FlateDecode"].concat(), &data);
    }

    /// Writes a stream as it is, with the entries of its dictionary but for the length.
    pub fn filtered_stream(&mut self, number: u32, entries: &[u8], data: &[u8]) {
        self.entries[number as usize] = entry(1, self.out.len(), 0);
        let out = &mut self.out;
        push_integer(out, number.into());
        out.extend_from_slice(b" 0 obj\n<<");
        out.extend_from_slice(entries);
        out.extend_from_slice(b"/Length ");
        push_integer(out, data.len() as u64);
        out.extend_from_slice(b">>\nstream\n");
        out.extend_from_slice(data);
        out.extend_from_slice(b"\nendstream\nendobj\n");
    }

    fn flush(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let number = self.entries.len() as u32;
        self.entries.push([0; ENTRY]);
        let mut head = Vec::new();
        for (index, (object, offset)) in self.waiting.iter().enumerate() {
            push_integer(&mut head, (*object).into());
            head.push(b' ');
            push_integer(&mut head, *offset as u64);
            head.push(b' ');
            self.entries[*object as usize] = entry(2, number as usize, index);
        }
        let data = deflated(&[&head, &self.bodies]);
        let dictionary =
            format!("/Type/ObjStm/N {}/First {}/Filter/FlateDecode", self.waiting.len(), head.len()).into_bytes();
        self.waiting.clear();
        self.bodies.clear();
        self.filtered_stream(number, &dictionary, &data);
    }

    /// Writes what is left and the cross-reference stream, which has an entry for itself.
    pub fn finish(mut self, root: u32, information: u32, identifier: [u8; 16]) -> Vec<u8> {
        self.flush();
        let number = self.entries.len() as u32;
        self.entries.push(entry(1, self.out.len(), 0));
        self.entries[0] = entry(0, 0, usize::from(u16::MAX));
        let start = self.out.len();
        let data = deflated(&[&predicted(self.entries.as_flattened(), ENTRY)]);
        let size = self.entries.len();
        let mut dictionary = format!(
            "/Type/XRef/Size {size}/W[1 4 2]/DecodeParms<</Predictor 12/Columns {ENTRY}>>/Filter/FlateDecode/Root "
        )
        .into_bytes();
        push_ref(&mut dictionary, root);
        dictionary.extend_from_slice(b"/Info ");
        push_ref(&mut dictionary, information);
        let identifier: String = identifier.iter().map(|byte| format!("{byte:02X}")).collect();
        dictionary.extend_from_slice(format!("/ID[<{identifier}><{identifier}>]").as_bytes());
        self.filtered_stream(number, &dictionary, &data);
        self.out.extend_from_slice(format!("startxref\n{start}\n%%EOF").as_bytes());
        self.out
    }

    /// A hash of what has been written.
    pub fn hash(&self) -> [u8; 16] {
        let mut hasher = SipHasher13::new();
        hasher.write(&self.out);
        hasher.write(&self.bodies);
        hasher.finish128().as_bytes()
    }
}

/// Objects of nearly the same text, each at the start of a row, or objects of such items: a predictor leaves zeros where they
/// agree, and small numbers where they count, so that little is left of them.
pub struct Rows {
    columns: usize,
    bodies: Vec<u8>,
    objects: Vec<(u32, usize)>,
}

impl Rows {
    /// Rows of so many bytes at least, each of one object.
    pub fn new(bytes: usize) -> Self {
        Self::of_items(bytes.next_multiple_of(ROW_UNIT))
    }

    /// Rows of so many bytes, each of one item of an object.
    pub fn of_items(columns: usize) -> Self {
        Self { columns, bodies: Vec::new(), objects: Vec::new() }
    }

    /// Bytes of a row.
    pub fn columns(&self) -> usize {
        self.columns
    }
}

/// The differences of rows to the ones above, which the predictor "Up" of PNG makes rows again.
/// Source: ISO 32000-1, 7.4.4.4
fn predicted(data: &[u8], columns: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() + data.len() / columns + 1);
    let mut above: &[u8] = &[];
    for row in data.chunks(columns) {
        out.push(2);
        match above {
            [] => out.extend_from_slice(row),
            _ => out.extend(row.iter().zip(above).map(|(byte, above)| byte.wrapping_sub(*above))),
        }
        above = row;
    }
    out
}

fn entry(kind: u8, place: usize, index: usize) -> [u8; ENTRY] {
    let mut entry = [0; ENTRY];
    entry[0] = kind;
    entry[1..5].copy_from_slice(&(place as u32).to_be_bytes());
    entry[5..].copy_from_slice(&(index as u16).to_be_bytes());
    entry
}

thread_local! {
    /// One state serves all streams of a thread: a new one has several hundred kilobytes to allocate and clear.
    static DEFLATE: RefCell<Compress> = RefCell::new(Compress::new(LEVEL, true));
    static DEFLATE_ROWS: RefCell<Compress> = RefCell::new(Compress::new(ROW_LEVEL, true));
}

/// The data of a stream with `/Filter/FlateDecode`: `parts` in one.
pub fn deflated(parts: &[&[u8]]) -> Vec<u8> {
    DEFLATE.with_borrow_mut(|state| deflate(state, parts))
}

fn deflate(state: &mut Compress, parts: &[&[u8]]) -> Vec<u8> {
    state.reset();
    let mut out = Vec::with_capacity(parts.iter().map(|part| part.len()).sum::<usize>() / 3 + 64);
    for (index, part) in parts.iter().enumerate() {
        let start = state.total_in();
        let flush = if index + 1 == parts.len() { FlushCompress::Finish } else { FlushCompress::None };
        loop {
            let taken = (state.total_in() - start) as usize;
            let status = state.compress_vec(&part[taken..], &mut out, flush).expect("valid parameters");
            let is_done = match flush {
                FlushCompress::Finish => status == Status::StreamEnd,
                _ => (state.total_in() - start) as usize == part.len(),
            };
            if is_done {
                break;
            }
            out.reserve(out.capacity().max(64));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_go_into_streams_and_short_streams_stay() {
        let mut file = FileWriter::new(0, Vec::new());
        let (catalog, content) = (file.allocate(), file.allocate());
        file.object(catalog, |out| out.extend_from_slice(b"<</Type/Catalog>>"));
        file.stream(content, b"", b"x");
        let packed = file.finish(catalog, catalog, [0xab; 16]);
        let text = String::from_utf8_lossy(&packed);
        assert!(text.contains("2 0 obj\n<</Length 1>>\nstream\nx\nendstream"));
        assert!(text.contains("/Type/ObjStm/N 1/First 4"));
        assert!(text.contains("/Type/XRef/Size 5"));
        assert!(text.contains("/Root 1 0 R/Info 1 0 R/ID[<ABAB"));
        assert!(!text.contains("Catalog"));
    }

    #[test]
    fn streams_are_deflated_regardless_of_former_data() {
        let data = b"0 0 m 10 10 l S ".repeat(4000);
        let once = deflated(&[&data]);
        assert!(once.len() < data.len() / 20);
        assert_eq!(deflated(&[&data]), once);
        let mut inflated = Vec::new();
        let parts = deflated(&[&data[..100], b"", &data[100..]]);
        std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&parts[..]), &mut inflated).unwrap();
        assert_eq!(inflated, data);
    }
    #[test]
    fn rows_begin_objects() {
        let mut file = FileWriter::new(0, Vec::new());
        let numbers: Vec<u32> = (0..40).map(|_| file.allocate()).collect();
        let mut rows = Rows::new(20);
        for number in &numbers {
            file.row(&mut rows, *number, |out| out.extend_from_slice(format!("<</K {number}>>").as_bytes()));
        }
        file.finish_rows(&mut rows);
        let packed = file.finish(1, 1, [0; 16]);
        let dictionary = b"/N 40/First 800/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 20>>";
        let at = packed.windows(dictionary.len()).position(|part| part == dictionary).unwrap();
        let start = at + packed[at..].windows(7).position(|part| part == b"stream\n").unwrap() + 7;
        let mut data = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::ZlibDecoder::new(&packed[start..]), &mut data).unwrap();
        let mut above = [0_u8; 20];
        let mut plain = Vec::new();
        for row in data.chunks(21) {
            assert_eq!(row[0], 2);
            for (byte, difference) in above.iter_mut().zip(&row[1..]) {
                *byte = byte.wrapping_add(*difference);
            }
            plain.extend_from_slice(&above);
        }
        let text = String::from_utf8(plain).unwrap();
        assert!(text.starts_with("       1          0        2         20 "));
        assert_eq!(text[800..].split("<<").nth(40).map(str::trim_end), Some("/K 40>>"));
    }
}
