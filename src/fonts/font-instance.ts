/** Instantiates variable fonts with HarfBuzz's instancer, so that layout and Typst need not handle variation axes. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ByteReader } from './bytes.js';
import { OpenTypeError } from './table-directory.js';
import { FVAR, tagNumber } from './table-fields.js';

export interface Axis {
  /** `wght`, `wdth`, … */
  readonly tag: string;
  readonly min: number;
  readonly default: number;
  readonly max: number;
}

const MAX_AXES = 64;

/** @returns no axes for a static font. Throws RangeError when the table ends early. */
export function readAxes(fvar: Uint8Array | undefined): Axis[] {
  if (!fvar) return [];
  const reader = new ByteReader(fvar);
  reader.at = FVAR.axesArrayOffset;
  const start = reader.uint16();
  reader.at = FVAR.axisCount;
  const count = reader.uint16();
  const size = reader.uint16(); // axisSize
  if (count > MAX_AXES) throw new OpenTypeError(`too many variation axes: ${count}`);
  const fixed = () => (reader.uint32() | 0) / 65536; // signed 16.16
  return Array.from({ length: count }, (_, i) => {
    reader.at = start + i * size;
    return { tag: reader.tag(), min: fixed(), default: fixed(), max: fixed() };
  });
}

/** The functions in use of HarfBuzz's subsetting API. Source: https://harfbuzz.github.io/harfbuzz-hb-subset.html */
interface Subsetter {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_length(blob: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** `HB_MEMORY_MODE_READONLY` of hb-blob.h. */
const READ_ONLY = 1;
let module: WebAssembly.Module | undefined;

/**
 * Instantiates a font at given axis values; other axes have their defaults.
 * Throws OpenTypeError when HarfBuzz rejects the font or traps on it.
 */
export function instantiateFont(font: Uint8Array, location: ReadonlyMap<string, number>): Uint8Array {
  module ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')),
  );
  // A new instance per font: a trap cannot affect other fonts, and its memory is freed.
  const hb = new WebAssembly.Instance(module, {}).exports as unknown as Subsetter;
  try {
    hb._initialize();
    const data = hb.malloc(font.length);
    new Uint8Array(hb.memory.buffer).set(font, data);
    const face = hb.hb_face_create(hb.hb_blob_create(data, font.length, READ_ONLY, 0, 0), 0);
    const input = hb.hb_subset_input_create_or_fail();
    hb.hb_subset_input_keep_everything(input);
    hb.hb_subset_input_pin_all_axes_to_default(input, face);
    for (const [tag, value] of location) hb.hb_subset_input_pin_axis_location(input, face, tagNumber(tag), value);
    const made = hb.hb_subset_or_fail(face, input);
    if (made !== 0) {
      const blob = hb.hb_face_reference_blob(made);
      const at = hb.hb_blob_get_data(blob, 0);
      return new Uint8Array(hb.memory.buffer).slice(at, at + hb.hb_blob_get_length(blob));
    }
  } catch (cause) {
    throw new OpenTypeError('the variation tables are damaged', { cause });
  }
  throw new OpenTypeError('the variation tables are damaged');
}
