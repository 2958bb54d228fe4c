#![forbid(unsafe_code)]

//! Colour spaces of a document. Source: ISO 32000-1, 8.6.5.5 (ICCBased) and 8.6.6.4 (Separation)

use crate::error::Result;
use crate::file::FileWriter;
use crate::format::space;
use crate::paint::{Color, color};
use crate::reader::Reader;
use crate::syntax::{push_integer, push_name, push_numbers, push_ref};

pub enum ColorSpace {
    /// An ICC profile.
    Profile { components: u8, data: Box<[u8]> },
    /// A colorant, by name, with the colour in place of it where it is missing.
    Separation { name: Box<str>, alternate: Color },
}

impl ColorSpace {
    pub fn read(reader: &mut Reader) -> Result<Self> {
        match reader.integer()? {
            space::PROFILE => {
                let components = reader.integer()?;
                match components {
                    1 | 3 | 4 => Ok(Self::Profile { components: components as u8, data: reader.bytes()?.into() }),
                    _ => Err(reader.malformed("a profile that has neither 1, 3 nor 4 components")),
                }
            }
            space::SEPARATION => {
                let name = reader.text()?.into();
                match color(reader)? {
                    Color::Special(_) => Err(reader.malformed("an alternate that is no device colour")),
                    alternate => Ok(Self::Separation { name, alternate }),
                }
            }
            _ => Err(reader.malformed("an unknown kind of colour space")),
        }
    }

    pub fn components(&self) -> u8 {
        match self {
            Self::Profile { components, .. } => *components,
            Self::Separation { .. } => 1,
        }
    }

    pub fn write(&self, file: &mut FileWriter, number: u32) {
        match self {
            Self::Profile { components, data } => {
                let stream = file.allocate();
                let mut entries = b"/N ".to_vec();
                push_integer(&mut entries, (*components).into());
                file.stream(stream, &entries, data);
                file.object(number, |out| {
                    out.extend_from_slice(b"[/ICCBased ");
                    push_ref(out, stream);
                    out.push(b']');
                });
            }
            Self::Separation { name, alternate } => file.object(number, |out| {
                out.extend_from_slice(b"[/Separation");
                push_name(out, name.as_bytes());
                let (space, none, all): (&[u8], &[f32], &[f32]) = match alternate {
                    Color::Cmyk(inks) => (b"DeviceCMYK", &[0.0; 4], inks),
                    Color::Rgb(color) | Color::Special(crate::paint::SpecialColor { alternate: color, .. }) => {
                        let [_, red, green, blue] = color.to_be_bytes();
                        (b"DeviceRGB", &[1.0; 3], &[red, green, blue].map(|channel| f32::from(channel) / 255.0))
                    }
                };
                push_name(out, space);
                // A tint is so much of the alternate on white.
                out.extend_from_slice(b"<</FunctionType 2/N 1/Domain[0 1]/C0[");
                push_numbers(out, none);
                out.extend_from_slice(b"]/C1[");
                push_numbers(out, all);
                out.extend_from_slice(b"]>>]");
            }),
        }
    }
}
