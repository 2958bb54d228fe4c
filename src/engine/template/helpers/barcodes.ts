/** Barcodes and QR codes as inline SVG: sharp at any size, with their content as alternative text. */

import { createRequire } from 'node:module';
import type { RenderOptions } from 'bwip-js/generic';
import Handlebars from 'handlebars/dist/handlebars.js';
import { HelperError } from '../run.js';
import { asNumber, describe, type Helper, type HelperCall, isMissing, toInteger, toText } from './helper.js';

interface Symbology {
  /** Display name. */
  readonly name: string;
  /** Name of the encoder in BWIPP. */
  readonly encoder: string;
  /** Units of the encoder's drawing per module, the width of the narrowest bar. */
  readonly units: number;
  /** Whether bars have any height and digits below them; otherwise the symbol is a matrix of squares. */
  readonly linear: boolean;
  /** Quiet zone in modules: left and right of bars, on all sides of a matrix. */
  readonly quiet: readonly [left: number, right: number];
}

const linear = (name: string, encoder: string, left = 10, right = left): Symbology => ({
  name,
  encoder,
  units: 1,
  linear: true,
  quiet: [left, right],
});
const pattern = (name: string, encoder: string, quiet: number, units = 2): Symbology => ({
  name,
  encoder,
  units,
  linear: false,
  quiet: [quiet, quiet],
});

const QR = pattern('QR code', 'qrcode', 4);

/** Symbologies by their name in templates; quiet zones from ISO/IEC 15417, 15420, 16388, 16390, 15438, … */
const SYMBOLOGIES: ReadonlyMap<string, Symbology> = new Map(
  Object.entries({
    code128: linear('Code 128', 'code128'),
    'gs1-128': linear('GS1-128', 'gs1-128'),
    code39: linear('Code 39', 'code39'),
    code93: linear('Code 93', 'code93'),
    codabar: linear('Codabar', 'rationalizedCodabar'),
    ean13: linear('EAN-13', 'ean13', 11, 7),
    ean8: linear('EAN-8', 'ean8', 7),
    upca: linear('UPC-A', 'upca', 9),
    upce: linear('UPC-E', 'upce', 9, 7),
    isbn: linear('ISBN', 'isbn', 11, 7),
    itf: linear('Interleaved 2 of 5', 'interleaved2of5'),
    itf14: linear('ITF-14', 'itf14'),
    msi: linear('MSI', 'msi', 12),
    pharmacode: linear('Pharmacode', 'pharmacode', 6),
    qr: QR,
    datamatrix: pattern('Data Matrix', 'datamatrix', 1),
    gs1datamatrix: pattern('GS1 Data Matrix', 'gs1datamatrix', 1),
    aztec: pattern('Aztec code', 'azteccode', 0),
    pdf417: pattern('PDF417', 'pdf417', 2, 1),
  }),
);

/** Values of `type=`. */
export const BARCODE_TYPES: readonly string[] = [...SYMBOLOGIES.keys()];

/** Upper bound for the content of any symbology. */
const MAX_CONTENT = 8000;
/** Width of a module in mm: nominal for EAN and UPC; for others a size that scanners and phones read well. */
const DEFAULT_MODULE = { linear: 0.33, pattern: 0.5 };
const DEFAULT_HEIGHT = 15;
/** Scale of the encoder, which rounds to whole units; at twice the scale half modules are whole. */
const SCALE = 2;

/**
 * Options are in millimetres: `module=` is the width of the narrowest bar, `height=` the height of bars, `size=` the
 * side of the symbol (or its width, if it is not square) including the quiet zone.
 */
export const BARCODE_HELPERS: Readonly<Record<string, Helper>> = {
  /** `{{barcode sku}}`, `{{barcode gtin type="ean13" height=12 text=false}}`. */
  barcode: {
    args: [1, 1],
    options: ['type', 'module', 'height', 'size', 'text', 'quiet', 'color', 'label'],
    call: (call, value) => draw(call, value, symbologyOf(call.options['type'] ?? 'code128')),
  },
  /** `{{qr url}}`, `{{qr url size=30 level="H" quiet=0}}`. */
  qr: {
    args: [1, 1],
    options: ['module', 'size', 'level', 'quiet', 'color', 'label'],
    call: (call, value) => draw(call, value, QR),
  },
};

function symbologyOf(type: unknown): Symbology {
  const symbology = SYMBOLOGIES.get(toText(type).toLowerCase());
  if (symbology) return symbology;
  throw new HelperError(`${describe(type)} is not a type of barcode: it is one of ${BARCODE_TYPES.join(', ')}.`);
}

function draw({ options, run }: HelperCall, value: unknown, symbology: Symbology): unknown {
  if (isMissing(value)) return '';
  run.checkTime();
  const content = contentOf(value, symbology);
  const module = millimetres(options, 'module') ?? DEFAULT_MODULE[symbology.linear ? 'linear' : 'pattern'];
  const color = colorOf(options['color']);
  const { markup, width, height, bars } = encode(content, symbology, {
    ...(symbology.linear && {
      // The encoder takes points; use one per unit.
      height: ((millimetres(options, 'height') ?? DEFAULT_HEIGHT) / module) * (25.4 / 72),
      includetext: options['text'] !== false,
    }),
    ...(symbology === QR && { eclevel: levelOf(options['level']) }),
    ...(color && { barcolor: color, textcolor: color }),
  });

  const perModule = symbology.units * SCALE;
  const [left, right] = quietZone(options['quiet'], symbology).map((modules) => modules * perModule) as [
    number,
    number,
  ];
  // Digits beside the bars may extend into the quiet zone.
  const x = Math.min(0, bars.left - left);
  const y = symbology.linear ? 0 : -left;
  const box = { width: Math.max(width, bars.right + right) - x, height: height - 2 * y };
  const size = millimetres(options, 'size');
  const scale = size === undefined ? module / perModule : size / box.width;
  const label = toText(options['label'] ?? `${symbology.name} ${content}`);
  return new Handlebars.SafeString(
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${Handlebars.escapeExpression(label)}"` +
      ` width="${round(box.width * scale)}mm" height="${round(box.height * scale)}mm"` +
      ` viewBox="${[x, y, box.width, box.height].map(round).join(' ')}">${markup}</svg>`,
  );
}

function contentOf(value: unknown, { name }: Symbology): string {
  if (typeof value === 'object' || typeof value === 'function') {
    throw new HelperError(`${describe(value)} cannot be the content of a ${name}.`);
  }
  const content = toText(value);
  if (content.length > MAX_CONTENT) {
    throw new HelperError(`A text of ${content.length} characters is too long for a ${name}.`);
  }
  return content;
}

interface Drawing {
  /** SVG elements. */
  readonly markup: string;
  /** Size of the whole drawing. */
  readonly width: number;
  readonly height: number;
  /** Extent of the bars or squares, without digits. */
  readonly bars: { readonly left: number; readonly right: number };
}

/** BWIPP options; its types lack one of them. */
type EncoderOptions = Partial<RenderOptions> & { readonly eclevel?: string };

type Encoder = Pick<typeof import('bwip-js/generic'), 'drawingSVG' | 'render'>;

let loaded: Encoder | undefined;

/** The encoder: two megabytes, which take longer to load than many documents to render, so loaded on first use. */
function loadEncoder(): Encoder {
  loaded ??= createRequire(import.meta.url)('bwip-js/node') as Encoder;
  return loaded;
}

function encode(content: string, { name, encoder }: Symbology, options: EncoderOptions): Drawing {
  const { drawingSVG, render } = loadEncoder();
  const svg = drawingSVG();
  const size = { width: 0, height: 0 };
  const bars = { left: Number.POSITIVE_INFINITY, right: 0 };
  const reach = (left: number, right: number): void => {
    bars.left = Math.min(bars.left, left);
    bars.right = Math.max(bars.right, right);
  };
  const watched: typeof svg = {
    ...svg,
    init(width, height) {
      Object.assign(size, { width, height });
      svg.init(width, height);
    },
    line(x0, y0, x1, y1, stroke, color) {
      if (x0 === x1) reach(Math.floor(x0 - stroke / 2), Math.ceil(x1 + stroke / 2));
      svg.line(x0, y0, x1, y1, stroke, color);
    },
    polygon(points) {
      for (const [x] of points) reach(x, x);
      svg.polygon(points);
    },
  };
  try {
    const file = render({ bcid: encoder, text: content, scale: SCALE, ...options }, watched);
    const markup = file.replace(/^<svg[^>]*>|<\/svg>\s*$|\n/g, '');
    return { markup, ...size, bars };
  } catch (error) {
    throw new HelperError(`${describe(content)} cannot be written as ${name}: ${reasonOf(error)}.`);
  }
}

/** The reason in `bwipp.ean13badLength#6878: EAN-13 must be 12 or 13 digits`, or the encoder's message. */
function reasonOf(error: unknown): string {
  const reason = /^bwipp\.\w+#\d+: (.*)$/s.exec(error instanceof Error ? error.message : String(error))?.[1];
  return reason?.replace(/\.\s*$/, '') ?? 'it does not take this content';
}

function millimetres(options: HelperCall['options'], name: string): number | undefined {
  const value = options[name];
  if (isMissing(value)) return undefined;
  const number = asNumber(value);
  if (number !== undefined && number >= 0.05 && number <= 1000) return number;
  throw new HelperError(`${describe(value)} is not a number of millimetres for ${name}= (0.05 to 1000).`);
}

/** Parses `quiet=false` or a number of modules. */
function quietZone(value: unknown, { quiet }: Symbology): readonly [number, number] {
  if (isMissing(value) || value === true) return quiet;
  const modules = value === false ? 0 : toInteger(value, 0, 100);
  return [modules, modules];
}

function levelOf(value: unknown): string {
  const level = isMissing(value) ? 'M' : toText(value).toUpperCase();
  if (/^[LMQH]$/.test(level)) return level;
  throw new HelperError(`${describe(value)} is not a level of error correction: it is L, M, Q or H.`);
}

/** A colour as six hexadecimal digits, the encoder's format. */
function colorOf(value: unknown): string | undefined {
  if (isMissing(value)) return undefined;
  const color = /^#?([0-9a-f]{6})$/i.exec(toText(value))?.[1];
  if (color) return color;
  throw new HelperError(`${describe(value)} is not a colour for a barcode: write it as #1d2939.`);
}

const round = (length: number): number => Math.round(length * 1000) / 1000;
