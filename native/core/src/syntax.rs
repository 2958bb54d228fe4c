#![forbid(unsafe_code)]

//! Writes PDF objects as text. Source: ISO 32000-1, 7.3 (objects)

use std::io::Write;

/// Decimals of coordinates and lengths: a ten-thousandth of a unit.
const SCALE: f64 = 10_000.0;
const DECIMALS: usize = 4;

/// Largest magnitude that is exact in units of 1 / SCALE.
const MAX_SCALED: f64 = 1e15;

pub fn push_integer(out: &mut Vec<u8>, mut value: u64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// An integer after spaces, as wide as `width` if it is not wider.
pub fn push_padded(out: &mut Vec<u8>, value: u64, width: usize) {
    out.resize(out.len() + width.saturating_sub(digits(value)), b' ');
    push_integer(out, value);
}

/// Number of digits of an integer.
pub fn digits(value: u64) -> usize {
    value.checked_ilog10().map_or(1, |power| power as usize + 1)
}

/// A number with up to four decimals.
pub fn push_number(out: &mut Vec<u8>, value: f32) {
    match scaled(value) {
        Some(scaled) => push_scaled(out, scaled),
        None => push_exact(out, value),
    }
}

/// A number in the units that are written, ten-thousandths; None: it is not exact in them.
pub fn scaled(value: f32) -> Option<i64> {
    let scaled = (f64::from(value) * SCALE).round();
    (scaled.abs() <= MAX_SCALED).then_some(scaled as i64)
}

/// A number in ten-thousandths.
pub fn push_scaled(out: &mut Vec<u8>, scaled: i64) {
    if scaled < 0 {
        out.push(b'-');
    }
    let scaled = scaled.unsigned_abs();
    push_integer(out, scaled / SCALE as u64);
    let mut fraction = scaled % SCALE as u64;
    if fraction == 0 {
        return;
    }
    let mut digits = [b'0'; DECIMALS];
    for digit in digits.iter_mut().rev() {
        *digit += (fraction % 10) as u8;
        fraction /= 10;
    }
    let length = digits.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
    out.push(b'.');
    out.extend_from_slice(&digits[..length]);
}

/// A number with all its decimals, without an exponent.
pub fn push_exact(out: &mut Vec<u8>, value: f32) {
    write!(out, "{value}").expect("a vector takes everything");
}

/// Numbers, each followed by a space.
pub fn push_numbers(out: &mut Vec<u8>, values: &[f32]) {
    for value in values {
        push_number(out, *value);
        out.push(b' ');
    }
}

/// A rectangle as an array.
pub fn push_rect(out: &mut Vec<u8>, [left, bottom, right, top]: [f32; 4]) {
    out.push(b'[');
    push_numbers(out, &[left, bottom, right]);
    push_number(out, top);
    out.push(b']');
}

/// The reference to an object.
pub fn push_ref(out: &mut Vec<u8>, number: u32) {
    push_integer(out, number.into());
    out.extend_from_slice(b" 0 R");
}

pub fn push_name(out: &mut Vec<u8>, name: &[u8]) {
    out.push(b'/');
    for byte in name {
        match byte {
            b'!'..=b'~' if !b"#/()<>[]{}%".contains(byte) => out.push(*byte),
            _ => write!(out, "#{byte:02x}").expect("a vector takes everything"),
        }
    }
}

pub fn push_string(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'(');
    for byte in bytes {
        match byte {
            b'(' | b')' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
            b'\r' => out.extend_from_slice(b"\\r"),
            _ => out.push(*byte),
        }
    }
    out.push(b')');
}

/// A text string: ASCII, or UTF-16 with a byte order mark. Source: ISO 32000-1, 7.9.2.2
pub fn push_text(out: &mut Vec<u8>, text: &str) {
    // PDFDocEncoding differs from ASCII in control characters.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r')) {
        push_string(out, text.as_bytes());
        return;
    }
    out.extend_from_slice(b"<FEFF");
    push_utf16(out, text);
    out.push(b'>');
}

/// The UTF-16BE code units of a text in hexadecimal.
pub fn push_utf16(out: &mut Vec<u8>, text: &str) {
    for unit in text.encode_utf16() {
        out.extend_from_slice(&hexadecimal(unit));
    }
}

pub fn hexadecimal(value: u16) -> [u8; 4] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [12, 8, 4, 0].map(|shift| DIGITS[usize::from(value >> shift) & 15])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_have_the_decimals_they_need() {
        for (value, expected) in [
            (0.0, "0"),
            (-0.00001, "0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (-12.25, "-12.25"),
            (0.0001, "0.0001"),
            (841.8898, "841.8898"),
            (1e9, "1000000000"),
            (1e12, "1000000000000"),
        ] {
            assert_eq!(written(|out| push_number(out, value)), expected);
        }
    }

    #[test]
    fn strings_and_names_are_escaped() {
        assert_eq!(written(|out| push_string(out, b"a(b)\\c\r")), "(a\\(b\\)\\\\c\\r)");
        assert_eq!(written(|out| push_name(out, b"A B#/C")), "/A#20B#23#2fC");
        assert_eq!(written(|out| push_text(out, "plain")), "(plain)");
        assert_eq!(written(|out| push_text(out, "é😀")), "<FEFF00E9D83DDE00>");
    }
}
