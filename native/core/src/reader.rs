#![forbid(unsafe_code)]

use crate::error::{Result, WriteError};
use crate::format::{HEADER_BYTES, MAGIC, VERSION};

/// Limit of coordinates; products of a few of them stay finite.
const MAX: f32 = 1e9;

/// Reads the words of a display list with bounds checks.
#[derive(Clone)]
pub struct Reader<'a> {
    operations: &'a [u8],
    texts: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// Checks the header, and that the texts are UTF-8.
    pub fn new(buffer: &'a [u8]) -> Result<Self> {
        let malformed = |offset, what| WriteError::Malformed { offset, what };
        let (header, rest) = buffer.split_at_checked(HEADER_BYTES).ok_or(malformed(0, "no header"))?;
        let mut head = Reader { operations: header, texts: "", at: 0 };
        if head.integer()? != MAGIC {
            return Err(malformed(0, "not a display list"));
        }
        if head.integer()? != VERSION {
            return Err(malformed(4, "another version of the format"));
        }
        let words = head.integer()? as usize;
        let length = head.integer()? as usize;
        let operations_end = words.checked_mul(4).ok_or(malformed(8, "too long"))?;
        if rest.len().checked_sub(operations_end) != Some(length) {
            return Err(malformed(8, "lengths that are not the buffer's"));
        }
        let (operations, texts) = rest.split_at(operations_end);
        let texts = std::str::from_utf8(texts).map_err(|error| {
            malformed(HEADER_BYTES + operations_end + error.valid_up_to(), "a text that is not UTF-8")
        })?;
        Ok(Reader { operations, texts, at: 0 })
    }

    pub fn at_end(&self) -> bool {
        self.at == self.operations.len()
    }

    /// Number of words left, an upper bound for counts.
    pub fn remaining(&self) -> usize {
        (self.operations.len() - self.at) / 4
    }

    /// A reader of the next words, of which there are so many.
    pub fn part(&self, words: usize) -> Self {
        Reader { operations: &self.operations[..self.at + words * 4], ..self.clone() }
    }

    /// Skips words, of which there are so many.
    pub fn skip(&mut self, words: usize) {
        self.at += words * 4;
    }

    /// An error at the word read last.
    pub fn malformed(&self, what: &'static str) -> WriteError {
        WriteError::Malformed { offset: HEADER_BYTES + self.at.saturating_sub(4), what }
    }

    pub fn integer(&mut self) -> Result<u32> {
        match self.operations.get(self.at..).and_then(|rest| rest.first_chunk::<4>()) {
            Some(word) => {
                self.at += 4;
                Ok(u32::from_le_bytes(*word))
            }
            None => Err(WriteError::Malformed { offset: HEADER_BYTES + self.at, what: "it ends too early" }),
        }
    }

    pub fn number(&mut self) -> Result<f32> {
        let value = f32::from_bits(self.integer()?);
        if value.abs() <= MAX { Ok(value) } else { Err(self.malformed("not a number, or too large")) }
    }

    pub fn numbers<const N: usize>(&mut self) -> Result<[f32; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.number()?;
        }
        Ok(values)
    }

    /// Reads a count of items of at least `words` words each, and checks that they fit.
    pub fn count(&mut self, words: usize) -> Result<usize> {
        let count = self.integer()? as usize;
        if count > self.remaining() / words {
            return Err(self.malformed("more than there is"));
        }
        Ok(count)
    }

    pub fn text(&mut self) -> Result<&'a str> {
        let start = self.integer()? as usize;
        let length = self.integer()? as usize;
        start
            .checked_add(length)
            .and_then(|end| self.texts.get(start..end))
            .ok_or_else(|| self.malformed("a text outside of the texts"))
    }

    /// Reads a count of bytes, and the bytes, which fill whole words.
    pub fn bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.integer()? as usize;
        let words = length.div_ceil(4);
        if words > self.remaining() {
            return Err(self.malformed("more than there is"));
        }
        let bytes = &self.operations[self.at..self.at + length];
        self.skip(words);
        Ok(bytes)
    }

    /// Reads a text; None if it is empty.
    pub fn optional_text(&mut self) -> Result<Option<&'a str>> {
        Ok(Some(self.text()?).filter(|text| !text.is_empty()))
    }
}
