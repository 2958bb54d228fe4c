/**
 * Constants of the binary display list that the native core reads. `native/core/src/format.rs` has the same constants
 * and documents the arguments; change both together, and `VERSION` with them.
 */

export const MAGIC = 0x4e54_4c50;
export const VERSION = 3;
/** Magic number, version, words of operations, bytes of text. */
export const HEADER_BYTES = 16;

/** Stands for no tag, text or font. */
export const NONE = 0xffff_ffff;

/** A colour in CMYK: its inks follow. */
export const CMYK = 0x0100_0000;

/**
 * A colour of a space of the document: with the index of the space, number of components << 16 and rendering intent << 20;
 * the conversion to sRGB and the components follow.
 */
export const SPECIAL = 0x0200_0000;

export const OP = {
  page: 1,
  endPage: 2,
  transform: 3,
  clip: 4,
  opacity: 5,
  blend: 6,
  isolated: 7,
  mask: 8,
  pop: 9,
  endStream: 10,
  text: 11,
  rect: 12,
  fill: 13,
  stroke: 14,
  image: 15,
  tiles: 16,
  tag: 17,
  inTag: 18,
  artifact: 19,
  link: 20,
  bookmark: 21,
  document: 22,
  colorSpace: 23,
} as const;

export const SPACE = { profile: 0, separation: 1 } as const;

export const TAG = {
  heading: 0,
  paragraph: 1,
  list: 2,
  listItem: 3,
  listLabel: 4,
  listBody: 5,
  table: 6,
  tableHead: 7,
  tableBody: 8,
  tableFoot: 9,
  tableRow: 10,
  tableCell: 11,
  tableHeaderCell: 12,
  figure: 13,
  link: 14,
  formula: 15,
} as const;

export const SCOPE = { row: 0, column: 1, both: 2 } as const;
export const PAINT = { color: 0, linear: 1, radial: 2, conic: 3 } as const;
export const SEGMENT = { M: 0, L: 1, C: 2, Z: 3 } as const;
export const FILL_RULE = { nonzero: 0, evenodd: 1 } as const;
export const CAP = { butt: 0, round: 1, square: 2 } as const;

/** Depth of nested groups and tags that the core accepts. */
export const MAX_DEPTH = 96;
