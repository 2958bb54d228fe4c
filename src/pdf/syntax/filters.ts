/**
 * Decodes the data of streams.
 * Source: ISO 32000-1, 7.4 (filters)
 */

import { inflateSync } from 'node:zlib';
import { PdfSyntaxError } from './lexer.js';
import { Name, type PdfObject, type Stream } from './objects.js';

/** Bytes of one decoded stream. */
const MAX_DECODED = 64 * 1024 * 1024;

/** @throws PdfSyntaxError for damaged data, and for filters other than FlateDecode, which are those of images */
export function decodedStream({ dict, data }: Stream): Uint8Array {
  const filters = listOf(dict.get('Filter'));
  const parameters = listOf(dict.get('DecodeParms'));
  return filters.reduce<Uint8Array>((bytes, filter, index) => {
    if (!(filter instanceof Name) || (filter.text !== 'FlateDecode' && filter.text !== 'Fl')) {
      throw new PdfSyntaxError(`a stream has the filter ${filter instanceof Name ? filter.text : 'unknown'}`);
    }
    const inflated = inflate(bytes);
    const parms = parameters[index];
    return parms instanceof Map ? unpredicted(inflated, (key) => parms.get(key)) : inflated;
  }, data);
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_DECODED });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const reason = isLarge ? `it has more than ${MAX_DECODED / 1024 ** 2} MB` : (error as Error).message;
    throw new PdfSyntaxError(`a stream cannot be decompressed: ${reason}`, { cause: error });
  }
}

const listOf = (object: PdfObject | undefined): readonly PdfObject[] =>
  object === undefined ? [] : Array.isArray(object) ? object : [object];

/** Undoes a PNG predictor. Source: ISO 32000-1, 7.4.4.4; https://www.w3.org/TR/png-3/#9Filters */
function unpredicted(bytes: Uint8Array, parameter: (key: string) => PdfObject | undefined): Uint8Array {
  const predictor = numberOf(parameter('Predictor'), 1);
  if (predictor < 10) {
    if (predictor > 1) throw new PdfSyntaxError('a stream has a TIFF predictor');
    return bytes;
  }
  const pixel = Math.max(1, (numberOf(parameter('Colors'), 1) * numberOf(parameter('BitsPerComponent'), 8)) >> 3);
  const bits = numberOf(parameter('Colors'), 1) * numberOf(parameter('BitsPerComponent'), 8);
  const columns = Math.ceil((bits * numberOf(parameter('Columns'), 1)) / 8);
  if (!(columns >= 1 && pixel >= 1)) throw new PdfSyntaxError('a stream has rows without columns');
  const rows = Math.ceil(bytes.length / (columns + 1));
  // The last row may end early, and rows may be said to be longer than all of the data.
  const out = new Uint8Array(bytes.length - rows);
  for (let row = 0; row < rows; row += 1) {
    const type = bytes[row * (columns + 1)]!;
    const start = row * columns;
    const length = Math.min(columns, out.length - start);
    for (let column = 0; column < length; column += 1) {
      const left = column >= pixel ? out[start + column - pixel]! : 0;
      const above = row > 0 ? out[start + column - columns]! : 0;
      const corner = row > 0 && column >= pixel ? out[start + column - columns - pixel]! : 0;
      const value = bytes[row * (columns + 1) + 1 + column]!;
      out[start + column] = value + predicted(type, left, above, corner);
    }
  }
  return out;
}

function predicted(type: number, left: number, above: number, corner: number): number {
  if (type === 1) return left;
  if (type === 2) return above;
  if (type === 3) return (left + above) >> 1;
  if (type !== 4) return 0;
  const estimate = left + above - corner;
  const [toLeft, toAbove, toCorner] = [estimate - left, estimate - above, estimate - corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

const numberOf = (object: PdfObject | undefined, initial: number): number =>
  typeof object === 'number' ? object : initial;
