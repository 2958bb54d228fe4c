/**
 * The ICC profile of sRGB, version 4: a matrix and a parametric curve.
 * Sources: ICC.1:2010, 7 to 10; IEC 61966-2-1 for the colour space
 */

/** Primaries, adapted to D50 by the Bradford transform: rows X, Y, Z of the columns red, green, blue. */
const PRIMARIES = [
  [0.4360747, 0.3850649, 0.1430804],
  [0.2225045, 0.7168786, 0.0606169],
  [0.0139322, 0.0971045, 0.7141733],
] as const;
/** The Bradford transform from D65 to D50. */
const ADAPTATION = [
  1.0478112, 0.0228866, -0.050127, 0.0295424, 0.9904844, -0.0170491, -0.0092345, 0.0150436, 0.7521316,
];
/** The white point of the connection space. */
const D50 = [0.9642, 1, 0.8249] as const;
/** Y = (aX + b)^g for X >= d, else cX: g, a, b, c, d. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

const HEADER = 128;
const TAG_ENTRY = 12;

/** @returns the bytes of the profile */
export function srgbProfile(): Buffer {
  const [red, green, blue] = [0, 1, 2].map((column) => xyz(PRIMARIES.map((row) => row[column]!))) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const curve = tag('para', Buffer.from([0, 3, 0, 0]), fixed(CURVE));
  const tags: (readonly [string, Buffer])[] = [
    ['desc', text('sRGB')],
    ['cprt', text('CC0')],
    ['wtpt', xyz(D50)],
    ['chad', tag('sf32', fixed(ADAPTATION))],
    ['rXYZ', red],
    ['gXYZ', green],
    ['bXYZ', blue],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + TAG_ENTRY * tags.length);
  table.writeUInt32BE(tags.length, 0);
  const places = new Map<Buffer, number>();
  let end = HEADER + table.length;
  tags.forEach(([signature, data], index) => {
    const offset = places.get(data) ?? end;
    if (!places.has(data)) end += data.length;
    places.set(data, offset);
    const at = 4 + TAG_ENTRY * index;
    table.write(signature, at, 'latin1');
    table.writeUInt32BE(offset, at + 4);
    table.writeUInt32BE(data.length, at + 8);
  });
  return Buffer.concat([header(end), table, ...places.keys()]);
}

/** Source: ICC.1:2010, 7.2 */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(HEADER);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x04200000, 8); // version 4.2
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  bytes.writeUInt16BE(2000, 24); // a date is required: midnight of 1 January
  bytes.writeUInt16BE(1, 26);
  bytes.writeUInt16BE(1, 28);
  bytes.write('acsp', 36, 'latin1');
  fixed(D50).copy(bytes, 68);
  return bytes;
}

const tag = (signature: string, ...data: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(`${signature}\0\0\0\0`, 'latin1'), ...data]);

const xyz = (values: readonly number[]): Buffer => tag('XYZ ', fixed(values));

/** Numbers with 16 bits after the point. */
function fixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => void bytes.writeInt32BE(Math.round(value * 65536), 4 * index));
  return bytes;
}

/** A text in one language. Source: ICC.1:2010, 10.13 (multiLocalizedUnicodeType) */
function text(value: string): Buffer {
  const characters = Buffer.from(value, 'utf16le').swap16();
  const padding = Buffer.alloc((4 - (characters.length % 4)) % 4);
  const record = Buffer.alloc(20);
  record.writeUInt32BE(1, 0);
  record.writeUInt32BE(12, 4);
  record.write('enUS', 8, 'latin1');
  record.writeUInt32BE(characters.length, 12);
  record.writeUInt32BE(28, 16);
  return Buffer.concat([tag('mluc', record), characters, padding]);
}
