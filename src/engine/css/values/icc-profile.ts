/**
 * ICC profiles: what PDF needs to know of them, and the conversion of their colors to sRGB.
 * Source: ICC.1:2022 (version 4), ICC.1:2001-04 (version 2)
 */

import { each, fromLab, fromXyzD50, type Triple } from './color.js';
import { RENDERING_INTENTS, type RenderingIntent } from './values.js';

export interface IccProfile {
  /** Number of components of a color. */
  readonly components: 1 | 3 | 4;
  /** @param color  components, 0..1 @returns sRGB, 0..1, not clipped */
  toSrgb(color: readonly number[], intent: RenderingIntent): Triple;
}

/** Bytes of a profile: those of presses have up to three million. */
export const MAX_PROFILE_BYTES = 8_000_000;

const HEADER_BYTES = 128;
const MAX_VERSION = 4;
const MAX_TAGS = 200;

/** Device classes that PDF takes. Source: ISO 32000-1, 8.6.5.5 */
const CLASSES = ['scnr', 'mntr', 'prtr', 'spac'];

const COMPONENTS: Readonly<Record<string, IccProfile['components']>> = { GRAY: 1, 'RGB ': 3, CMYK: 4 };

/**
 * Reads a profile, all of whose tables are checked.
 * @returns what is wrong with it: a profile that PDF does not take, or none
 */
export function readIccProfile(bytes: Uint8Array): IccProfile | { readonly failure: string } {
  if (bytes.length > MAX_PROFILE_BYTES)
    return { failure: `the profile has ${bytes.length} bytes, the limit is ${MAX_PROFILE_BYTES}` };
  const file = new ProfileFile(bytes);
  if (bytes.length < HEADER_BYTES || file.text(36) !== 'acsp') return { failure: 'not an ICC profile' };
  if (file.integer(0) !== bytes.length) return { failure: 'an ICC profile whose size is not that of the file' };
  if (bytes[8]! > MAX_VERSION) return { failure: `an ICC profile of version ${bytes[8]}` };
  const [deviceClass, space, connection] = [file.text(12), file.text(16), file.text(20)];
  if (!CLASSES.includes(deviceClass)) return { failure: `an ICC profile of the class "${deviceClass}"` };
  const components = Object.hasOwn(COMPONENTS, space) ? COMPONENTS[space] : undefined;
  if (!components) return { failure: `an ICC profile of colors in "${space}"` };
  if (connection !== 'XYZ ' && connection !== 'Lab ') return { failure: 'an ICC profile without XYZ or Lab' };
  try {
    const toConnection = readTransforms(file, components, connection);
    // Exponents may be absurd.
    const toSrgb: IccProfile['toSrgb'] = (color, intent) => each(toConnection(intent)(color), (value) => value || 0);
    return { components, toSrgb };
  } catch (error) {
    if (error instanceof BadProfile || error instanceof RangeError) return { failure: 'a damaged ICC profile' };
    throw error;
  }
}

class BadProfile extends Error {}

interface Tag {
  readonly offset: number;
  readonly end: number;
}

/** Numbers are big-endian; places outside of the file throw a RangeError. */
class ProfileFile {
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(at: number): number {
    return this.#view.getUint8(at);
  }
  short(at: number): number {
    return this.#view.getUint16(at);
  }
  integer(at: number): number {
    return this.#view.getUint32(at);
  }
  /** s15Fixed16Number */
  fixed(at: number): number {
    return this.#view.getInt32(at) / 65_536;
  }
  text(at: number): string {
    return String.fromCharCode(...this.bytes.subarray(at, at + 4));
  }

  tags(): Map<string, Tag> {
    const count = this.integer(HEADER_BYTES);
    if (count > MAX_TAGS) throw new BadProfile();
    const tags = new Map<string, Tag>();
    for (let index = 0; index < count; index++) {
      const at = HEADER_BYTES + 4 + index * 12;
      const [offset, size] = [this.integer(at + 4), this.integer(at + 8)];
      if (offset + size > this.bytes.length) throw new BadProfile();
      tags.set(this.text(at), { offset, end: offset + size });
    }
    return tags;
  }
}

type Curve = (value: number) => number;
type Transform = (color: readonly number[]) => Triple;

const A2B: Readonly<Record<RenderingIntent, string>> = {
  'relative-colorimetric': 'A2B1',
  'absolute-colorimetric': 'A2B1',
  perceptual: 'A2B0',
  saturation: 'A2B2',
};

/** The transforms from the device to sRGB by intent; where a profile has none of its own, that of `A2B0`. */
function readTransforms(
  file: ProfileFile,
  components: number,
  connection: 'XYZ ' | 'Lab ',
): (intent: RenderingIntent) => Transform {
  const tags = file.tags();
  const fallback = tags.get('A2B0');
  if (!fallback) {
    const transform = components === 1 ? gray(file, tags) : components === 3 ? matrix(file, tags) : undefined;
    if (!transform) throw new BadProfile();
    return () => transform;
  }
  const read = new Map<Tag, Transform>();
  const byIntent = RENDERING_INTENTS.map((intent) => {
    const tag = tags.get(A2B[intent]) ?? fallback;
    const transform = read.get(tag) ?? table(file, tag, components, connection);
    read.set(tag, transform);
    return transform;
  });
  return (intent) => byIntent[RENDERING_INTENTS.indexOf(intent)]!;
}

const needed = (tags: ReadonlyMap<string, Tag>, name: string): Tag => {
  const tag = tags.get(name);
  if (!tag) throw new BadProfile();
  return tag;
};

/** Source: ICC.1:2022, F.2 (monochrome) */
function gray(file: ProfileFile, tags: ReadonlyMap<string, Tag>): Transform {
  const { curve } = readCurve(file, needed(tags, 'kTRC').offset);
  return ([value]) => {
    const y = curve(value!);
    return fromXyzD50([0.9642 * y, y, 0.8249 * y]);
  };
}

/** Source: ICC.1:2022, F.3 (three-component matrix-based) */
function matrix(file: ProfileFile, tags: ReadonlyMap<string, Tag>): Transform {
  const columns = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => {
    const { offset } = needed(tags, name);
    return [8, 12, 16].map((at) => file.fixed(offset + at)) as unknown as Triple;
  });
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => readCurve(file, needed(tags, name).offset).curve);
  return (color) => {
    const linear = curves.map((curve, index) => curve(color[index]!));
    const sum = (row: 0 | 1 | 2) => columns.reduce((total, column, index) => total + column[row] * linear[index]!, 0);
    return fromXyzD50([sum(0), sum(1), sum(2)]);
  };
}

/** Encodings of the connection space in tables, from 0..1. Source: ICC.1:2022, 6.3.4 */
const DECODED: Readonly<Record<string, (values: readonly number[]) => Triple>> = {
  'mft1 Lab ': ([l, a, b]) => fromLab([l! * 100, a! * 255 - 128, b! * 255 - 128]),
  'mft2 Lab ': ([l, a, b]) =>
    fromLab([(l! * 6_553_500) / 65_280, (a! * 65_535) / 256 - 128, (b! * 65_535) / 256 - 128]),
  'mAB  Lab ': ([l, a, b]) => fromLab([l! * 100, a! * 255 - 128, b! * 255 - 128]),
  'mft2 XYZ ': ([x, y, z]) => fromXyzD50([x! * XYZ_RANGE, y! * XYZ_RANGE, z! * XYZ_RANGE]),
  'mAB  XYZ ': ([x, y, z]) => fromXyzD50([x! * XYZ_RANGE, y! * XYZ_RANGE, z! * XYZ_RANGE]),
};
const XYZ_RANGE = 1 + 32_767 / 32_768;

/** Source: ICC.1:2022, 10.10 (lut16Type), 10.11 (lut8Type), 10.12 (lutAToBType) */
function table(file: ProfileFile, { offset, end }: Tag, components: number, connection: string): Transform {
  const type = file.text(offset);
  const decoded = DECODED[`${type} ${connection}`];
  if (!decoded || file.byte(offset + 8) !== components || file.byte(offset + 9) !== 3) throw new BadProfile();
  const apply = type === 'mAB ' ? stages(file, offset, components) : oldTable(file, offset, end, components);
  return (color) => decoded(apply(color));
}

type Stage = (values: readonly number[]) => readonly number[];

const curved =
  (curves: readonly Curve[]): Stage =>
  (values) =>
    values.map((value, index) => curves[index]!(value));

function oldTable(file: ProfileFile, offset: number, end: number, inputs: number): Stage {
  const isShort = file.text(offset) === 'mft2';
  const size = isShort ? 2 : 1;
  const [before, after] = isShort ? [file.short(offset + 48), file.short(offset + 50)] : [256, 256];
  if (before < 2 || after < 2) throw new BadProfile();
  const grid = Array.from({ length: inputs }, () => file.byte(offset + 10));
  const start = offset + (isShort ? 52 : 48);
  const points = start + inputs * before * size;
  const outputs = points + gridLength(grid) * 3 * size;
  if (outputs + 3 * after * size > end) throw new BadProfile();
  const sampled = (at: number, count: number) => interpolated(samples(file, at, count, size), count);
  const curves = (from: number, count: number, number: number) =>
    Array.from({ length: number }, (_, index) => sampled(from + index * count * size, count));
  return inTurn([
    curved(curves(start, before, inputs)),
    lookUp(grid, samples(file, points, gridLength(grid) * 3, size)),
    curved(curves(outputs, after, 3)),
  ]);
}

function stages(file: ProfileFile, offset: number, inputs: number): Stage {
  const [b, matrixAt, m, lut, a] = [12, 16, 20, 24, 28].map((at) => file.integer(offset + at));
  const list: Stage[] = [];
  if (lut) {
    if (a) list.push(curved(readCurves(file, offset + a, inputs)));
    const at = offset + lut;
    const grid = Array.from({ length: inputs }, (_, index) => file.byte(at + index));
    const size = file.byte(at + 16);
    if (size !== 1 && size !== 2) throw new BadProfile();
    list.push(lookUp(grid, samples(file, at + 20, gridLength(grid) * 3, size)));
  } else if (inputs !== 3) throw new BadProfile();
  if (m) list.push(curved(readCurves(file, offset + m, 3)));
  if (matrixAt) {
    const e = Array.from({ length: 12 }, (_, index) => file.fixed(offset + matrixAt + index * 4));
    list.push(([x, y, z]) =>
      [0, 1, 2].map((row) => e[row * 3]! * x! + e[row * 3 + 1]! * y! + e[row * 3 + 2]! * z! + e[9 + row]!),
    );
  }
  if (b) list.push(curved(readCurves(file, offset + b, 3)));
  return inTurn(list);
}

const inTurn =
  (list: readonly Stage[]): Stage =>
  (values) =>
    list.reduce<readonly number[]>((value, stage) => stage(value), values);

/** Number of points, checked before anything of this size is made. */
function gridLength(grid: readonly number[]): number {
  if (grid.some((points) => points < 2)) throw new BadProfile();
  const length = grid.reduce((product, points) => product * points, 1);
  if (length > MAX_PROFILE_BYTES) throw new BadProfile();
  return length;
}

/** Gives a number of a list. */
type Samples = (index: number) => number;

/** Numbers of one or two bytes as 0..1, which stay in the file. */
function samples(file: ProfileFile, at: number, count: number, size: number): Samples {
  if (at + count * size > file.bytes.length) throw new BadProfile();
  return size === 1 ? (index) => file.byte(at + index) / 255 : (index) => file.short(at + index * 2) / 65_535;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value)) || 0;

/** The curve through samples from 0 to 1. */
const interpolated =
  (values: Samples, count: number): Curve =>
  (value) => {
    const place = clamp(value) * (count - 1);
    const at = Math.min(count - 2, Math.floor(place));
    const [from, to] = [values(at), values(at + 1)];
    return from + (to - from) * (place - at);
  };

/** Interpolates between the points around a color, linearly in each component. */
function lookUp(grid: readonly number[], points: Samples): Stage {
  const steps = grid.map((_, index) => grid.slice(index + 1).reduce((product, count) => product * count, 3));
  return (values) => {
    const places = grid.map((count, index) => {
      const place = clamp(values[index]!) * (count - 1);
      const at = Math.min(count - 2, Math.floor(place));
      return { at, part: place - at };
    });
    const result = [0, 0, 0];
    for (let corner = 0; corner < 1 << grid.length; corner++) {
      let weight = 1;
      let point = 0;
      for (const [index, { at, part }] of places.entries()) {
        const isUpper = ((corner >> index) & 1) === 1;
        weight *= isUpper ? part : 1 - part;
        point += (at + (isUpper ? 1 : 0)) * steps[index]!;
      }
      if (weight === 0) continue;
      for (let output = 0; output < 3; output++) result[output]! += weight * points(point + output);
    }
    return result;
  };
}

function readCurves(file: ProfileFile, offset: number, count: number): Curve[] {
  let at = offset;
  return Array.from({ length: count }, () => {
    const { curve, length } = readCurve(file, at);
    at += Math.ceil(length / 4) * 4;
    return curve;
  });
}

/** Parameters of the functions of a parametric curve, by type: how many there are. */
const PARAMETERS = [1, 3, 4, 5, 7];

/** Source: ICC.1:2022, 10.6 (curveType), 10.18 (parametricCurveType) */
function readCurve(file: ProfileFile, offset: number): { readonly curve: Curve; readonly length: number } {
  const type = file.text(offset);
  if (type === 'curv') {
    const count = file.integer(offset + 8);
    const length = 12 + count * 2;
    if (count === 0) return { curve: (value) => value, length };
    if (count === 1) {
      const gamma = file.short(offset + 12) / 256;
      return { curve: (value) => clamp(value) ** gamma, length };
    }
    return { curve: interpolated(samples(file, offset + 12, count, 2), count), length };
  }
  const kind = file.short(offset + 8);
  const count = PARAMETERS[kind];
  if (type !== 'para' || count === undefined) throw new BadProfile();
  const parameters = Array.from({ length: count }, (_, index) => file.fixed(offset + 12 + index * 4));
  return { curve: parametric(kind, parameters), length: 12 + count * 4 };
}

function parametric(kind: number, parameters: readonly number[]): Curve {
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = parameters;
  const power = (value: number) => Math.max(0, a * value + b) ** g;
  switch (kind) {
    case 0:
      return (value) => clamp(value) ** g;
    case 1:
      return (value) => (value >= -b / a ? power(value) : 0);
    case 2:
      return (value) => (value >= -b / a ? power(value) + c : c);
    case 3:
      return (value) => (value >= d ? power(value) : c * value);
    default:
      return (value) => (value >= d ? power(value) + e : c * value + f);
  }
}
