/**
 * The functions of HarfBuzz in use, on its WebAssembly module. The wrapper of the package makes two objects and a call
 * into WebAssembly for each glyph, which takes longer than shaping; here glyphs are read from memory as they stand.
 * Source: https://harfbuzz.github.io/reference-manual.html
 */

import { BoundedCache } from '../collections/bounded-cache.js';
import { getOrMake } from '../collections/maps.js';
import type { PathCommand } from '../css/values/values.js';

type Pointer = number;

/** The C functions. `hb_bool_t` is a number. */
interface Functions {
  malloc(size: number): Pointer;
  free(pointer: Pointer): void;
  hb_blob_create(data: Pointer, length: number, mode: number, userData: Pointer, destroy: number): Pointer;
  hb_blob_destroy(blob: Pointer): void;
  hb_blob_get_data(blob: Pointer, length: Pointer): Pointer;
  hb_blob_get_length(blob: Pointer): number;
  hb_face_create(blob: Pointer, index: number): Pointer;
  hb_face_destroy(face: Pointer): void;
  hb_face_reference_table(face: Pointer, table: number): Pointer;
  hb_font_create(face: Pointer): Pointer;
  hb_font_destroy(font: Pointer): void;
  hb_font_get_nominal_glyph(font: Pointer, unicode: number, glyph: Pointer): number;
  hb_font_get_glyph_h_advance(font: Pointer, glyph: number): number;
  hb_font_get_glyph_extents(font: Pointer, glyph: number, extents: Pointer): number;
  hb_font_draw_glyph(font: Pointer, glyph: number, functions: Pointer, data: Pointer): void;
  hb_draw_funcs_create(): Pointer;
  hb_draw_funcs_set_move_to_func(functions: Pointer, callback: number, data: Pointer, destroy: number): void;
  hb_draw_funcs_set_line_to_func(functions: Pointer, callback: number, data: Pointer, destroy: number): void;
  hb_draw_funcs_set_cubic_to_func(functions: Pointer, callback: number, data: Pointer, destroy: number): void;
  hb_draw_funcs_set_quadratic_to_func(functions: Pointer, callback: number, data: Pointer, destroy: number): void;
  hb_draw_funcs_set_close_path_func(functions: Pointer, callback: number, data: Pointer, destroy: number): void;
  hb_ot_layout_table_get_feature_tags(
    face: Pointer,
    table: number,
    start: number,
    count: Pointer,
    tags: Pointer,
  ): number;
  hb_ot_layout_get_glyph_class(face: Pointer, glyph: number): number;
  hb_feature_from_string(text: Pointer, length: number, feature: Pointer): number;
  hb_language_from_string(text: Pointer, length: number): Pointer;
  hb_script_from_string(text: Pointer, length: number): number;
  hb_buffer_create(): Pointer;
  hb_buffer_destroy(buffer: Pointer): void;
  hb_buffer_reset(buffer: Pointer): void;
  hb_buffer_add_utf16(buffer: Pointer, text: Pointer, length: number, offset: number, itemLength: number): void;
  hb_buffer_set_direction(buffer: Pointer, direction: number): void;
  hb_buffer_set_script(buffer: Pointer, script: number): void;
  hb_buffer_set_language(buffer: Pointer, language: Pointer): void;
  hb_buffer_get_length(buffer: Pointer): number;
  hb_buffer_get_glyph_infos(buffer: Pointer, length: Pointer): Pointer;
  hb_buffer_get_glyph_positions(buffer: Pointer, length: Pointer): Pointer;
  hb_shape(font: Pointer, buffer: Pointer, features: Pointer, count: number): void;
}

/** Emscripten's module; its views are replaced when the memory grows. */
interface HarfBuzzModule {
  readonly wasmExports: Functions;
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
  readonly HEAP32: Int32Array;
  /** @param signature  types of the result and the parameters: v(oid), i(nt32), f(loat) */
  addFunction(callback: (...values: number[]) => void, signature: string): number;
  stackSave(): Pointer;
  stackAlloc(size: number): Pointer;
  stackRestore(pointer: Pointer): void;
}

// The package exports its wrapper only, which keeps the module to itself; the module is beside it.
const factory = new URL('harfbuzz.js', import.meta.resolve('harfbuzzjs'));
const { default: createHarfBuzz } = (await import(factory.href)) as { default(): Promise<HarfBuzzModule> };
const module = await createHarfBuzz();
const hb = module.wasmExports;

/** `HB_MEMORY_MODE_WRITABLE`: HarfBuzz may repair the copy. */
const WRITABLE = 2;
const freeFunction = module.addFunction((pointer) => hb.free(pointer!), 'vi');

/** `hb_direction_t`. */
const DIRECTION = { ltr: 4, rtl: 5, ttb: 6 } as const;

/** Sizes in memory: 32-bit words of `hb_glyph_info_t`, `hb_glyph_position_t` and `hb_feature_t`. */
const GLYPH_WORDS = 5;
const FEATURE_WORDS = 4;
/** Words in `hb_glyph_info_t`. */
const INFO = { codepoint: 0, mask: 1, cluster: 2 } as const;
/** Words in `hb_glyph_position_t`. */
const POSITION = { xAdvance: 0, xOffset: 2, yOffset: 3 } as const;
/** `HB_OT_LAYOUT_GLYPH_CLASS_MARK`. */
const MARK_CLASS = 3;
/** `HB_GLYPH_FLAG_UNSAFE_TO_BREAK` in the mask. */
const UNSAFE_TO_BREAK = 1;

/** Runs `use` with the address of some bytes; frees the stack even when a malformed font makes HarfBuzz trap. */
function withStack<T>(size: number, use: (pointer: Pointer) => T): T {
  const stack = module.stackSave();
  try {
    return use(module.stackAlloc(size));
  } finally {
    module.stackRestore(stack);
  }
}

/** Runs `use` with the address of a copy of a text of a few hundred ASCII characters at most. */
function withAscii<T>(text: string, use: (pointer: Pointer, length: number) => T): T {
  return withStack(text.length + 1, (pointer) => {
    for (let i = 0; i < text.length; i++) module.HEAPU8[pointer + i] = text.charCodeAt(i);
    return use(pointer, text.length);
  });
}

/** OpenType features with ranges, as HarfBuzz reads them: `hb_feature_t` in words. */
export type Features = Uint32Array;

const FEATURE = /^[ -~]{1,100}$/;

/** Parses features like `liga=0`; invalid ones are dropped. Source: hb_feature_from_string */
export function parseFeatures(features: readonly string[]): Features {
  const parsed: number[] = [];
  withStack(4 * FEATURE_WORDS, (feature) => {
    for (const text of features) {
      if (!FEATURE.test(text)) continue;
      const isValid = withAscii(text, (pointer, length) => hb.hb_feature_from_string(pointer, length, feature));
      if (isValid) parsed.push(...module.HEAPU32.subarray(feature / 4, feature / 4 + FEATURE_WORDS));
    }
  });
  return Uint32Array.from(parsed);
}

export function joinFeatures(first: Features, second: Features): Features {
  if (second.length === 0) return first;
  const joined = new Uint32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Extents of a glyph in font units, y upwards. `width` and `height` are to the right and downwards (negative). */
interface GlyphExtents {
  readonly xBearing: number;
  readonly yBearing: number;
  readonly width: number;
  readonly height: number;
}

const fonts = new FinalizationRegistry(({ font, face }: { readonly font: Pointer; readonly face: Pointer }) => {
  hb.hb_font_destroy(font);
  hb.hb_face_destroy(face);
});

/** `numGlyphs` of `maxp`; 0 without the table. */
function glyphCount(face: Pointer): number {
  const NUM_GLYPHS = 4;
  const table = hb.hb_face_reference_table(face, tagOf('maxp'));
  const at = hb.hb_blob_get_length(table) >= NUM_GLYPHS + 2 ? hb.hb_blob_get_data(table, 0) + NUM_GLYPHS : undefined;
  const count = at === undefined ? 0 : module.HEAPU8[at]! * 256 + module.HEAPU8[at + 1]!;
  hb.hb_blob_destroy(table);
  return count;
}

/** A face in the memory of HarfBuzz, at the size of its units per em. */
export class HarfBuzzFont {
  readonly pointer: Pointer;
  /** Substitutions of a damaged font may name others. */
  readonly glyphCount: number;
  readonly #face: Pointer;

  /** @param index  of the face in a collection */
  constructor(data: Uint8Array, index: number) {
    const copy = hb.malloc(data.length);
    if (copy === 0) throw new Error('HarfBuzz has no memory for a font');
    module.HEAPU8.set(data, copy);
    const blob = hb.hb_blob_create(copy, data.length, WRITABLE, copy, freeFunction);
    this.#face = hb.hb_face_create(blob, index);
    hb.hb_blob_destroy(blob);
    this.pointer = hb.hb_font_create(this.#face);
    this.glyphCount = glyphCount(this.#face);
    fonts.register(this, { font: this.pointer, face: this.#face });
  }

  /** The tags of the features in `GSUB` or `GPOS`. */
  featureTags(table: 'GSUB' | 'GPOS'): string[] {
    const MAX = 128;
    const tags: string[] = [];
    withStack(4 + 4 * MAX, (count) => {
      const found = count + 4;
      let length = MAX;
      while (length === MAX) {
        module.HEAPU32[count / 4] = MAX;
        hb.hb_ot_layout_table_get_feature_tags(this.#face, tagOf(table), tags.length, count, found);
        length = module.HEAPU32[count / 4]!;
        for (let i = 0; i < length; i++) tags.push(nameOf(module.HEAPU32[found / 4 + i]!));
      }
    });
    return tags;
  }

  /** Whether `GDEF` classifies a glyph as a combining mark. */
  isMark(glyph: number): boolean {
    return hb.hb_ot_layout_get_glyph_class(this.#face, glyph) === MARK_CLASS;
  }

  /** The glyph of a character by `cmap`. */
  nominalGlyph(character: number): number | undefined {
    return withStack(4, (glyph) =>
      hb.hb_font_get_nominal_glyph(this.pointer, character, glyph) ? module.HEAPU32[glyph / 4] : undefined,
    );
  }

  horizontalAdvance(glyph: number): number {
    return hb.hb_font_get_glyph_h_advance(this.pointer, glyph);
  }

  extents(glyph: number): GlyphExtents | undefined {
    return withStack(16, (extents) => {
      if (!hb.hb_font_get_glyph_extents(this.pointer, glyph, extents)) return undefined;
      const word = (index: number) => module.HEAP32[extents / 4 + index]!;
      return { xBearing: word(0), yBearing: word(1), width: word(2), height: word(3) };
    });
  }

  /** The outline of a glyph in font units, y upwards; quadratic curves become cubic. */
  outline(glyph: number): PathCommand[] {
    outline = [];
    [penX, penY] = [0, 0];
    drawFunctions ??= createDrawFunctions();
    hb.hb_font_draw_glyph(this.pointer, glyph, drawFunctions, 0);
    return outline;
  }
}

const tagOf = (name: string): number =>
  ((name.charCodeAt(0) << 24) | (name.charCodeAt(1) << 16) | (name.charCodeAt(2) << 8) | name.charCodeAt(3)) >>> 0;
const nameOf = (tag: number): string =>
  String.fromCharCode(tag >>> 24, (tag >>> 16) & 0xff, (tag >>> 8) & 0xff, tag & 0xff);

/** The outline being drawn, and its current point. */
let outline: PathCommand[] = [];
let [penX, penY] = [0, 0];
let drawFunctions: Pointer | undefined;

function createDrawFunctions(): Pointer {
  const functions = hb.hb_draw_funcs_create();
  // Each callback has the draw functions, the draw data and the draw state before its coordinates.
  const callback = (coordinates: number, draw: (...values: number[]) => void) =>
    module.addFunction((_functions, _data, _state, ...values) => draw(...values), `viii${'f'.repeat(coordinates)}i`);
  const to = (x: number, y: number) => {
    [penX, penY] = [x, y];
  };
  const moveTo = callback(2, (x, y) => {
    to(x!, y!);
    outline.push(['M', x!, y!]);
  });
  const lineTo = callback(2, (x, y) => {
    to(x!, y!);
    outline.push(['L', x!, y!]);
  });
  const cubicTo = callback(6, (a, b, c, d, x, y) => {
    to(x!, y!);
    outline.push(['C', a!, b!, c!, d!, x!, y!]);
  });
  const quadraticTo = callback(4, (a, b, x, y) => {
    const third = (from: number, control: number) => from + ((control - from) * 2) / 3;
    outline.push(['C', third(penX, a!), third(penY, b!), third(x!, a!), third(y!, b!), x!, y!]);
    to(x!, y!);
  });
  hb.hb_draw_funcs_set_move_to_func(functions, moveTo, 0, 0);
  hb.hb_draw_funcs_set_line_to_func(functions, lineTo, 0, 0);
  hb.hb_draw_funcs_set_cubic_to_func(functions, cubicTo, 0, 0);
  hb.hb_draw_funcs_set_quadratic_to_func(functions, quadraticTo, 0, 0);
  hb.hb_draw_funcs_set_close_path_func(
    functions,
    callback(0, () => outline.push(['Z'])),
    0,
    0,
  );
  return functions;
}

/** A run to shape. */
interface ShapeRequest {
  readonly font: HarfBuzzFont;
  /** The run with the characters around it that its shape may depend on. */
  readonly text: string;
  /** The run in it, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  readonly direction: keyof typeof DIRECTION;
  /** ISO 15924 */
  readonly script: string;
  /** BCP 47; ignored unless ASCII. */
  readonly language: string;
  readonly features: Features;
}

const MAX_LANGUAGES = 200;
/** HarfBuzz ignores the rest of a language tag, see `hb_language_from_string`. */
const LANGUAGE_LENGTH = 63;

/** Glyphs that a font may make of a character, and of a short text: far more than decompositions have. */
const MAX_GLYPHS_PER_UNIT = 20;
const MIN_GLYPHS = 32;

const buffers = new FinalizationRegistry((buffer: Pointer) => hb.hb_buffer_destroy(buffer));

/** Shapes runs one after another, and gives access to the glyphs of the last one, from left to right. */
export class GlyphBuffer {
  readonly #pointer = hb.hb_buffer_create();
  readonly #languages = new BoundedCache<string, Pointer>(MAX_LANGUAGES);
  readonly #scripts = new Map<string, number>();
  #text: Pointer = 0;
  /** UTF-16 units allocated for the text. */
  #capacity = 0;
  #features: Pointer = 0;
  /** Words allocated for features. */
  #featureCapacity = 0;
  // The glyphs: where their infos and positions are, in words.
  #words: Uint32Array = module.HEAPU32;
  #signed: Int32Array = module.HEAP32;
  #infos = 0;
  #positions = 0;
  #glyphCount = 0;
  /** Number of glyphs. */
  length = 0;

  constructor() {
    buffers.register(this, this.#pointer);
  }

  /** @throws an error when a font makes many glyphs of each character */
  shape({ font, text, offset, length, direction, script, language, features }: ShapeRequest): void {
    const buffer = this.#pointer;
    this.#writeText(text);
    hb.hb_buffer_reset(buffer);
    hb.hb_buffer_add_utf16(buffer, this.#text, text.length, offset, length);
    hb.hb_buffer_set_direction(buffer, DIRECTION[direction]);
    hb.hb_buffer_set_script(buffer, this.#script(script));
    const known = this.#language(language);
    if (known !== 0) hb.hb_buffer_set_language(buffer, known);
    this.#writeFeatures(features);
    const stack = module.stackSave();
    try {
      hb.hb_shape(font.pointer, buffer, this.#features, features.length / FEATURE_WORDS);
    } finally {
      module.stackRestore(stack); // after a trap
    }
    this.#glyphCount = font.glyphCount;
    this.length = hb.hb_buffer_get_length(buffer);
    if (this.length > Math.max(MIN_GLYPHS, MAX_GLYPHS_PER_UNIT * length))
      throw new Error('the font makes too many glyphs');
    this.#infos = hb.hb_buffer_get_glyph_infos(buffer, 0) / 4;
    this.#positions = hb.hb_buffer_get_glyph_positions(buffer, 0) / 4;
    this.#words = module.HEAPU32;
    this.#signed = module.HEAP32;
  }

  /** `.notdef` for one that the font does not have. */
  glyph(index: number): number {
    const id = this.#words[this.#infos + GLYPH_WORDS * index + INFO.codepoint]!;
    return id < this.#glyphCount ? id : 0;
  }

  /** The UTF-16 unit of the text that the cluster of the glyph starts at. */
  cluster(index: number): number {
    return this.#words[this.#infos + GLYPH_WORDS * index + INFO.cluster]!;
  }

  /** Whether both sides have to be shaped again when a line breaks before the cluster. */
  isUnsafeToBreak(index: number): boolean {
    return (this.#words[this.#infos + GLYPH_WORDS * index + INFO.mask]! & UNSAFE_TO_BREAK) !== 0;
  }

  /** Font units. */
  xAdvance(index: number): number {
    return this.#signed[this.#positions + GLYPH_WORDS * index + POSITION.xAdvance]!;
  }

  xOffset(index: number): number {
    return this.#signed[this.#positions + GLYPH_WORDS * index + POSITION.xOffset]!;
  }

  /** Upwards. */
  yOffset(index: number): number {
    return this.#signed[this.#positions + GLYPH_WORDS * index + POSITION.yOffset]!;
  }

  #writeText(text: string): void {
    if (text.length > this.#capacity) {
      hb.free(this.#text);
      this.#capacity = 2 * text.length;
      this.#text = hb.malloc(2 * this.#capacity);
    }
    const units = module.HEAPU16;
    const start = this.#text / 2;
    for (let i = 0; i < text.length; i++) units[start + i] = text.charCodeAt(i);
  }

  #writeFeatures(features: Features): void {
    if (features.length === 0) return;
    if (features.length > this.#featureCapacity) {
      hb.free(this.#features);
      this.#featureCapacity = 2 * features.length;
      this.#features = hb.malloc(4 * this.#featureCapacity);
    }
    module.HEAPU32.set(features, this.#features / 4);
  }

  #script(name: string): number {
    return getOrMake(this.#scripts, name, () =>
      withAscii(name, (pointer, length) => hb.hb_script_from_string(pointer, length)),
    );
  }

  /** 0 for a language that HarfBuzz does not accept. */
  #language(name: string): Pointer {
    const tag = name.slice(0, LANGUAGE_LENGTH);
    const isAscii = () => /^[!-~]+$/.test(name);
    return this.#languages.getOrMake(tag, () =>
      isAscii() ? withAscii(tag, (pointer, length) => hb.hb_language_from_string(pointer, length)) : 0,
    );
  }
}
