/**
 * Converts colors of all notations to sRGB.
 * Source: https://drafts.csswg.org/css-color-4/#color-conversion
 */

import { type CssColor, transform } from 'lightningcss';
import { Deferred, map, type Specified } from '../cascade/specified.js';
import { roundF32 } from '../syntax/lightning.js';
import { readMark } from './custom-colors.js';
import { readDeviceCmyk } from './device-cmyk.js';
import type { Color } from './values.js';

export type Triple = readonly [number, number, number];
export type Matrix = readonly [Triple, Triple, Triple];

/** System colors of Chromium's light color scheme on Linux. Source: Blink's LayoutTheme::SystemColor */
const SYSTEM_COLORS: Readonly<Record<string, string>> = {
  accentcolor: '0075ff',
  accentcolortext: 'ffffff',
  activetext: 'ff0000',
  buttonborder: '000000',
  buttonface: 'efefef',
  buttontext: '000000',
  canvas: 'ffffff',
  canvastext: '000000',
  field: 'ffffff',
  fieldtext: '000000',
  graytext: '808080',
  highlight: '0041c6cc',
  highlighttext: 'ffffff',
  linktext: '0000ee',
  mark: 'ffff00',
  marktext: '000000',
  selecteditem: '1967d2',
  selecteditemtext: 'ffffff',
  visitedtext: '551a8b',
  activeborder: '000000',
  activecaption: 'ffffff',
  appworkspace: 'ffffff',
  background: 'ffffff',
  buttonhighlight: 'efefef',
  buttonshadow: 'efefef',
  captiontext: '000000',
  inactiveborder: '000000',
  inactivecaption: 'ffffff',
  inactivecaptiontext: '808080',
  infobackground: 'ffffff',
  infotext: '000000',
  menu: 'ffffff',
  menutext: '000000',
  scrollbar: 'ffffff',
  threeddarkshadow: '000000',
  threedface: 'efefef',
  threedhighlight: '000000',
  threedlightshadow: '000000',
  threedshadow: '000000',
  window: 'ffffff',
  windowframe: '000000',
  windowtext: '000000',
};

export const isSystemColor = (word: string): boolean => Object.hasOwn(SYSTEM_COLORS, word.toLowerCase());

/** Converts channels from 0..1 to 0..255, clipped to the gamut. */
export function toColor([r, g, b]: Triple, alpha: number): Color {
  const channel = (value: number) => Number((Math.min(1, Math.max(0, value)) * 255).toFixed(3));
  return { r: channel(r), g: channel(g), b: channel(b), a: Math.min(1, Math.max(0, alpha)) };
}

function fromHex(hex: string): Color {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return { r: channel(0), g: channel(2), b: channel(4), a: hex.length > 6 ? channel(6) / 255 : 1 };
}

export const multiply = (m: Matrix, [x, y, z]: Triple): Triple =>
  m.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Triple;

// Matrices and transfer functions: https://drafts.csswg.org/css-color-4/#color-conversion-code

export const XYZ_TO_SRGB: Matrix = [
  [12831 / 3959, -329 / 214, -1974 / 3959],
  [-851781 / 878810, 1648619 / 878810, 36519 / 878810],
  [705 / 12673, -2585 / 12673, 705 / 667],
];
export const P3_TO_XYZ: Matrix = [
  [608311 / 1250200, 189793 / 714400, 198249 / 1000160],
  [35783 / 156275, 247089 / 357200, 198249 / 2500400],
  [0, 32229 / 714400, 5220557 / 5000800],
];
export const A98_TO_XYZ: Matrix = [
  [573536 / 994567, 263643 / 1420810, 187206 / 994567],
  [591459 / 1989134, 6239551 / 9945670, 374412 / 4972835],
  [53769 / 1989134, 351524 / 4972835, 4929758 / 4972835],
];
export const REC2020_TO_XYZ: Matrix = [
  [63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314],
  [26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157],
  [0, 19567812 / 697040785, 295819943 / 278816314],
];
export const PROPHOTO_TO_XYZ_D50: Matrix = [
  [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
  [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
  [0, 0, 0.8251046025104602],
];
export const D50_TO_D65: Matrix = [
  [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
  [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
  [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
];
export const D50_WHITE: Triple = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585];
export const OKLAB_TO_LMS: Matrix = [
  [1, 0.3963377773761749, 0.2158037573099136],
  [1, -0.1055613458156586, -0.0638541728258133],
  [1, -0.0894841775298119, -1.2914855480194092],
];
export const LMS_TO_XYZ: Matrix = [
  [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
  [-0.0405757452148008, 1.112286803280317, -0.0717110580655164],
  [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816],
];

/** The sRGB transfer function, extended to negative values. */
export const gamma = (value: number): number => {
  const size = Math.abs(value);
  return size > 0.0031308 ? Math.sign(value) * (1.055 * size ** (1 / 2.4) - 0.055) : 12.92 * value;
};
export const linear = (value: number): number => {
  const size = Math.abs(value);
  return size <= 0.04045 ? value / 12.92 : Math.sign(value) * ((size + 0.055) / 1.055) ** 2.4;
};
export const each = (triple: Triple, change: (value: number) => number): Triple =>
  triple.map(change) as unknown as Triple;

export const fromXyz = (xyz: Triple): Triple => each(multiply(XYZ_TO_SRGB, xyz), gamma);
export const fromXyzD50 = (xyz: Triple): Triple => fromXyz(multiply(D50_TO_D65, xyz));

export function fromLab([l, a, b]: Triple): Triple {
  const kappa = 24389 / 27;
  const epsilon = 216 / 24389;
  const fy = (l + 16) / 116;
  const fx = a / 500 + fy;
  const fz = fy - b / 200;
  const cube = (f: number) => (f ** 3 > epsilon ? f ** 3 : (116 * f - 16) / kappa);
  const y = l > kappa * epsilon ? fy ** 3 : l / kappa;
  return fromXyzD50([cube(fx) * D50_WHITE[0], y * D50_WHITE[1], cube(fz) * D50_WHITE[2]]);
}

export const fromOklab = (lab: Triple): Triple =>
  fromXyz(
    multiply(
      LMS_TO_XYZ,
      each(multiply(OKLAB_TO_LMS, lab), (value) => value ** 3),
    ),
  );

export const polar = (l: number, c: number, h: number): Triple => [
  l,
  c * Math.cos((h * Math.PI) / 180),
  c * Math.sin((h * Math.PI) / 180),
];

export function fromHsl(h: number, s: number, l: number): Triple {
  const channel = (n: number) => {
    const k = (n + h / 30) % 12;
    return l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return [channel(0), channel(8), channel(4)];
}

export function fromHwb(h: number, w: number, b: number): Triple {
  if (w + b >= 1) return [w / (w + b), w / (w + b), w / (w + b)];
  return each(fromHsl(h, 1, 0.5), (value) => value * (1 - w - b) + w);
}

export const rec2020Linear = (value: number): number => {
  const size = Math.abs(value);
  return size < 0.018053968510807 * 4.5
    ? value / 4.5
    : Math.sign(value) * ((size + 0.09929682680944) / 1.09929682680944) ** (1 / 0.45);
};
export const prophotoLinear = (value: number): number =>
  Math.abs(value) <= 16 / 512 ? value / 16 : Math.sign(value) * Math.abs(value) ** 1.8;
export const a98Linear = (value: number): number => Math.sign(value) * Math.abs(value) ** (563 / 256);

export type Typed = Exclude<CssColor, string | { type: 'currentcolor' } | { type: 'light-dark' }>;

/** Names of the components of a color, in their order. */
const COMPONENTS: Readonly<Record<Typed['type'], string>> = {
  rgb: 'rgb',
  srgb: 'rgb',
  'srgb-linear': 'rgb',
  'display-p3': 'rgb',
  'a98-rgb': 'rgb',
  'prophoto-rgb': 'rgb',
  rec2020: 'rgb',
  'xyz-d50': 'xyz',
  'xyz-d65': 'xyz',
  lab: 'lab',
  oklab: 'lab',
  lch: 'lch',
  oklch: 'lch',
  hsl: 'hsl',
  hwb: 'hwb',
};

/** The components of a color in the space of its type; a missing one (`none`) is undefined. */
export function componentsOf(color: Typed): readonly (number | undefined)[] {
  const values = color as unknown as Readonly<Record<string, number | null>>;
  // lightningcss has percent in them.
  const isPercent = color.type === 'hsl' || color.type === 'hwb';
  return [...COMPONENTS[color.type]].map((name) => {
    const value = values[name] ?? Number.NaN;
    if (Number.isNaN(value)) return undefined;
    return isPercent && name !== 'h' ? roundF32(value) / 100 : roundF32(value);
  });
}

/** Missing components (`none`) are 0. */
function toSrgb(color: Typed): Triple {
  const components = componentsOf(color);
  const names = COMPONENTS[color.type];
  const part = (name: string) => components[names.indexOf(name)] ?? 0;
  const pick = (x: string, y: string, z: string): Triple => [part(x), part(y), part(z)];
  switch (color.type) {
    case 'srgb':
      return pick('r', 'g', 'b');
    case 'srgb-linear':
      return each(pick('r', 'g', 'b'), gamma);
    case 'display-p3':
      return fromXyz(multiply(P3_TO_XYZ, each(pick('r', 'g', 'b'), linear)));
    case 'a98-rgb':
      return fromXyz(multiply(A98_TO_XYZ, each(pick('r', 'g', 'b'), a98Linear)));
    case 'prophoto-rgb':
      return fromXyzD50(multiply(PROPHOTO_TO_XYZ_D50, each(pick('r', 'g', 'b'), prophotoLinear)));
    case 'rec2020':
      return fromXyz(multiply(REC2020_TO_XYZ, each(pick('r', 'g', 'b'), rec2020Linear)));
    case 'xyz-d50':
      return fromXyzD50(pick('x', 'y', 'z'));
    case 'xyz-d65':
      return fromXyz(pick('x', 'y', 'z'));
    case 'lab':
      return fromLab(pick('l', 'a', 'b'));
    case 'lch':
      return fromLab(polar(...pick('l', 'c', 'h')));
    case 'oklab':
      return fromOklab(pick('l', 'a', 'b'));
    case 'oklch':
      return fromOklab(polar(...pick('l', 'c', 'h')));
    case 'hsl':
      return fromHsl(...pick('h', 's', 'l'));
    case 'hwb':
      return fromHwb(...pick('h', 'w', 'b'));
    case 'rgb':
      return each(pick('r', 'g', 'b'), (value) => value / 255);
  }
}

const CURRENT_COLOR = new Deferred<Color>((context) => context.currentColor);

/** Converts a color of lightningcss. The color scheme of `light-dark()` is light. */
export function readColor(color: CssColor): Specified<Color> {
  if (typeof color === 'string') return fromHex(SYSTEM_COLORS[color] ?? '000000');
  if (color.type === 'currentcolor') return CURRENT_COLOR;
  if (color.type === 'light-dark') {
    const cmyk = readDeviceCmyk(color);
    if (cmyk) return map(readColor(color.light), (light) => ({ ...light, cmyk }));
    const mark = readMark(color);
    return mark === undefined ? readColor(color.light) : map(readColor(color.light), (light) => ({ ...light, mark }));
  }
  const alpha = roundF32(color.alpha ?? 0);
  return toColor(toSrgb(color), alpha);
}

/** Parses a named color, which lightningcss leaves as an identifier in component values. */
export function readColorName(word: string): Specified<Color> | undefined {
  return /^[a-z]+$/i.test(word) ? parseColor(word) : undefined;
}

/** @returns undefined unless the text is a color */
function parseColor(text: string): Specified<Color> | undefined {
  let color: Specified<Color> | undefined;
  transform({
    filename: 'color',
    code: Buffer.from(`a{color:${text}}`),
    errorRecovery: true,
    visitor: {
      Declaration: {
        color(declaration) {
          if (declaration.property === 'color') color = readColor(declaration.value);
        },
      },
    },
  });
  return color;
}
