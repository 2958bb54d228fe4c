#![forbid(unsafe_code)]

//! Leaves out of a TrueType font program what a composite font of a PDF has no use for.
//! Source: ISO 32000-1, 9.9 (embedded font programs); OpenType 1.9, "Font file" and "name"

/// Bytes of the header, and of a record of the table directory.
const HEADER: usize = 12;
const RECORD: usize = 16;

/// Bytes of the header of the table of names, and of a record in it.
const NAMES_HEADER: usize = 6;
const NAME_RECORD: usize = 12;

/// The name that is kept.
const COPYRIGHT: u16 = 0;

/// What `checkSumAdjustment` makes of the sum of the file, and its place in the table `head`.
const CHECKSUM: u32 = 0xB1B0_AFBA;
const ADJUSTMENT: usize = 8;

struct Table {
    tag: [u8; 4],
    data: Vec<u8>,
}

/// The program without names of glyphs, and with the copyright alone of the names of the font.
///
/// # Returns
/// None: it is not laid out as expected.
pub fn reduced(program: &[u8]) -> Option<Vec<u8>> {
    let count = usize::from(number(program, 4)?);
    let mut tables = Vec::new();
    for index in 0..count {
        let record = program.get(HEADER + index * RECORD..)?.get(..RECORD)?;
        let [offset, length] = [8, 12].map(|at| long(record, at).map(|value| value as usize));
        let mut data = program.get(offset?..)?.get(..length?)?.to_vec();
        let tag: [u8; 4] = record.get(..4)?.try_into().ok()?;
        match &tag {
            b"post" => continue,
            b"name" => match copyright(&data) {
                Some(names) => data = names,
                None => continue,
            },
            b"head" => data.get_mut(ADJUSTMENT..ADJUSTMENT + 4)?.fill(0),
            _ => {}
        }
        tables.push(Table { tag, data });
    }
    let mut out = written(program.get(..4)?, &tables)?;
    let head = tables.iter().position(|table| &table.tag == b"head")?;
    let at = long(&out, HEADER + head * RECORD + 8)? as usize + ADJUSTMENT;
    let adjustment = CHECKSUM.wrapping_sub(checksum(&out));
    out.get_mut(at..at + 4)?.copy_from_slice(&adjustment.to_be_bytes());
    Some(out)
}

/// A program of these tables, which are in the order of their tags.
fn written(version: &[u8], tables: &[Table]) -> Option<Vec<u8>> {
    let count = u16::try_from(tables.len()).ok()?;
    let selector = count.checked_ilog2()? as u16;
    let range = (1 << selector) * RECORD as u16;
    let mut out = version.to_vec();
    for value in [count, range, selector, count.checked_mul(RECORD as u16)? - range] {
        out.extend_from_slice(&value.to_be_bytes());
    }
    let mut offset = HEADER + tables.len() * RECORD;
    for Table { tag, data } in tables {
        out.extend_from_slice(tag);
        for value in [checksum(data), u32::try_from(offset).ok()?, u32::try_from(data.len()).ok()?] {
            out.extend_from_slice(&value.to_be_bytes());
        }
        offset += data.len().next_multiple_of(4);
    }
    for Table { data, .. } in tables {
        out.extend_from_slice(data);
        out.resize(out.len().next_multiple_of(4), 0);
    }
    Some(out)
}

/// The table of names with the copyright alone; None: it has none.
fn copyright(names: &[u8]) -> Option<Vec<u8>> {
    let strings = names.get(usize::from(number(names, 4)?)..)?;
    let mut records = Vec::new();
    let mut kept: Vec<u8> = Vec::new();
    for index in 0..usize::from(number(names, 2)?) {
        let record = names.get(NAMES_HEADER + index * NAME_RECORD..)?.get(..NAME_RECORD)?;
        if number(record, 6)? != COPYRIGHT {
            continue;
        }
        let text = strings.get(usize::from(number(record, 10)?)..)?.get(..usize::from(number(record, 8)?))?;
        records.extend_from_slice(&record[..10]);
        records.extend_from_slice(&u16::try_from(kept.len()).ok()?.to_be_bytes());
        kept.extend_from_slice(text);
    }
    if records.is_empty() {
        return None;
    }
    let count = records.len() / NAME_RECORD;
    let mut out = Vec::new();
    for value in [0, count, NAMES_HEADER + records.len()] {
        out.extend_from_slice(&u16::try_from(value).ok()?.to_be_bytes());
    }
    Some([out, records, kept].concat())
}

/// The sum of its words; the last one is filled with zeros.
fn checksum(data: &[u8]) -> u32 {
    data.chunks(4).fold(0, |sum: u32, chunk| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        sum.wrapping_add(u32::from_be_bytes(word))
    })
}

fn number(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

fn long(data: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(tag: &[u8; 4], data: &[u8]) -> Table {
        Table { tag: *tag, data: data.to_vec() }
    }

    fn tables_of(program: &[u8]) -> Vec<(String, Vec<u8>)> {
        (0..usize::from(number(program, 4).unwrap()))
            .map(|index| {
                let record = &program[HEADER + index * RECORD..][..RECORD];
                let [start, length] = [8, 12].map(|at| long(record, at).unwrap() as usize);
                let data = program[start..start + length].to_vec();
                (String::from_utf8_lossy(&record[..4]).into_owned(), data)
            })
            .collect()
    }

    /// Names with these ids and texts.
    fn names(texts: &[(u16, &str)]) -> Vec<u8> {
        let mut out: Vec<u8> = [0, texts.len() as u16, (NAMES_HEADER + texts.len() * NAME_RECORD) as u16]
            .iter()
            .flat_map(|value| value.to_be_bytes())
            .collect();
        let mut offset = 0;
        for (id, text) in texts {
            for value in [3, 1, 0x409, *id, text.len() as u16, offset] {
                out.extend_from_slice(&value.to_be_bytes());
            }
            offset += text.len() as u16;
        }
        for (_, text) in texts {
            out.extend_from_slice(text.as_bytes());
        }
        out
    }

    #[test]
    fn of_the_names_the_copyright_stays() {
        let all = names(&[(1, "Family"), (0, "(c) me"), (13, "A licence")]);
        let tables =
            [table(b"glyf", b"outline"), table(b"head", &[7; 54]), table(b"name", &all), table(b"post", &[1; 40])];
        let out = reduced(&written(&[0, 1, 0, 0], &tables).unwrap()).unwrap();
        let kept = tables_of(&out);
        assert_eq!(kept.iter().map(|(tag, _)| tag.as_str()).collect::<Vec<_>>(), ["glyf", "head", "name"]);
        assert_eq!(kept[0].1, b"outline");
        assert_eq!(kept[2].1, names(&[(0, "(c) me")]));
        assert_eq!(checksum(&out), CHECKSUM);
    }

    #[test]
    fn a_font_without_a_copyright_has_no_names() {
        let tables = [table(b"head", &[0; 54]), table(b"name", &names(&[(1, "Family")]))];
        let out = reduced(&written(&[0, 1, 0, 0], &tables).unwrap()).unwrap();
        assert_eq!(tables_of(&out).len(), 1);
    }

    #[test]
    fn what_is_no_font_stays() {
        assert_eq!(reduced(b"OTTO"), None);
        assert_eq!(reduced(&[0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0]), None);
    }
}
