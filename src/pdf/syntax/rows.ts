/**
 * Packs objects so that little is left of those that differ by numbers only, such as the structure elements of a table: each
 * at the start of a row, with numbers of one width, the rows as differences to the ones above.
 * Source: ISO 32000-1, 7.4.4.4 (predictor functions) and 7.5.7 (object streams)
 */

import { deflateSync } from 'node:zlib';
import { dict, name, Stream } from './objects.js';

export interface PackedObject {
  readonly number: number;
  /** Its syntax, in Latin-1. */
  readonly body: string;
}

interface ObjectStream {
  readonly stream: Stream;
  /** The numbers of its objects, by index. */
  readonly numbers: readonly number[];
}

interface Packing {
  readonly streams: readonly ObjectStream[];
  /** Those with too few of their like, in the order given. */
  readonly rest: readonly PackedObject[];
}

/** Objects of a shape, or references in all lists, from which on they are rows. */
const MIN_ROWS = 200;
/** References of a list. */
const MIN_ITEMS = 20;
/** Objects of one stream, and their bytes; little is left of them. */
const MAX_OBJECTS = 6000;
const MAX_BYTES = 1 << 18;
/** Bytes of an entry of the table before the objects; rows are multiples of it. */
const UNIT = 20;
const NUMBER_WIDTH = 8;
const OFFSET_WIDTH = UNIT - NUMBER_WIDTH - 2;
/** Beyond it, zeros are searched much longer for few bytes. */
const LEVEL = 8;

/** Objects with strings, whose digits are no numbers, have no shape. */
const HAS_STRING = /\(|(?<!<)<(?!<)/;
/** Integers that are tokens, with what is before. */
const INTEGER = /(^|[\s[\]>])(\d+)(?=[\s[\]<>/]|$)/g;
const REFERENCE = /\b(\d+) 0 R\b ?/g;
/** Longer ones have no shape. */
const MAX_BODY = 1000;

/** Equal objects give equal streams. */
export function packRows(objects: readonly PackedObject[]): Packing {
  if (objects.length < MIN_ROWS) return { streams: [], rest: objects };
  const shapes = new Map<string, PackedObject[]>();
  for (const object of objects) {
    if (HAS_STRING.test(object.body)) continue;
    // What is long has references, which are rows themselves.
    const shape = object.body.length <= MAX_BODY ? object.body.replace(INTEGER, '$1#') : '';
    const others = shapes.get(shape);
    if (others) others.push(object);
    else shapes.set(shape, [object]);
  }
  const groups: PackedObject[][] = [];
  let lists: PackedObject[] = [];
  for (const [shape, group] of shapes) {
    if (shape !== '' && group.length >= MIN_ROWS) groups.push(group);
    else lists.push(...group.filter(({ body }) => count(body, REFERENCE) >= MIN_ITEMS));
  }
  if (lists.reduce((sum, { body }) => sum + count(body, REFERENCE), 0) < MIN_ROWS) lists = [];
  lists.sort((one, other) => one.number - other.number);
  const packed = new Set([lists, ...groups].flat());
  const streams = groups.flatMap((group) => {
    const rows = rowsOf(group);
    const columns = Math.ceil((rows[0]!.body.length + 1) / UNIT) * UNIT;
    return streamsOf(rows, columns);
  });
  if (lists.length > 0) {
    const width = Math.max(...objects.map(({ number }) => String(number).length));
    const columns = width + ' 0 R '.length;
    streams.push(
      ...streamsOf(
        lists.map((list) => ({ ...list, body: itemsOf(list.body, columns) })),
        columns,
      ),
    );
  }
  return { streams, rest: objects.filter((object) => !packed.has(object)) };
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Makes the numbers of objects of a shape as wide as the widest in their place. */
function rowsOf(group: readonly PackedObject[]): readonly PackedObject[] {
  const widths: number[] = [];
  for (const { body } of group) {
    let place = 0;
    for (const [, , digits] of body.matchAll(INTEGER)) {
      widths[place] = Math.max(widths[place] ?? 0, digits!.length);
      place += 1;
    }
  }
  return group.map(({ number, body }) => {
    let place = 0;
    const padded = (_: string, before: string, digits: string) => before + digits.padStart(widths[place++]!);
    return { number, body: body.replace(INTEGER, padded) };
  });
}

/** Puts each reference of an object at the start of a row. */
function itemsOf(body: string, columns: number): string {
  const pieces: string[] = [];
  let length = 0;
  const push = (text: string): void => {
    pieces.push(text);
    length += text.length;
  };
  let at = 0;
  for (const match of body.matchAll(REFERENCE)) {
    push(body.slice(at, match.index));
    push(' '.repeat((columns - (length % columns)) % columns));
    push(`${match[1]} 0 R `.padStart(columns));
    at = match.index + match[0].length;
  }
  push(body.slice(at));
  return pieces.join('');
}

/** Object streams of objects that each begin a row. */
function streamsOf(objects: readonly PackedObject[], columns: number): ObjectStream[] {
  const streams: ObjectStream[] = [];
  let numbers: number[] = [];
  let head = '';
  let bodies: string[] = [];
  let offset = 0;
  const flush = (): void => {
    if (numbers.length === 0) return;
    const first = Math.ceil(head.length / columns) * columns;
    const data = differences(Buffer.from(head.padEnd(first) + bodies.join(''), 'latin1'), columns);
    const entries = {
      Type: name('ObjStm'),
      N: numbers.length,
      First: first,
      Filter: name('FlateDecode'),
      DecodeParms: dict({ Predictor: 12, Columns: columns }),
    };
    streams.push({ stream: new Stream(dict(entries), deflateSync(data, { level: LEVEL })), numbers });
    [numbers, head, bodies, offset] = [[], '', [], 0];
  };
  for (const { number, body } of objects) {
    numbers.push(number);
    head += `${String(number).padStart(NUMBER_WIDTH)} ${String(offset).padStart(OFFSET_WIDTH)} `;
    const row = body.padEnd(Math.ceil((body.length + 1) / columns) * columns);
    bodies.push(row);
    offset += row.length;
    if (numbers.length === MAX_OBJECTS || offset > MAX_BYTES) flush();
  }
  flush();
  return streams;
}

/** @param rows  of `columns` bytes, one after the other; @returns PNG rows, each the difference to the one above */
export function differences(rows: Uint8Array, columns: number): Buffer {
  const count = rows.length / columns;
  const result = Buffer.alloc(count * (columns + 1));
  for (let row = 0, to = 0, from = 0; row < count; row += 1) {
    result[to++] = 2;
    for (let byte = 0; byte < columns; byte += 1, from += 1)
      result[to++] = rows[from]! - (row > 0 ? rows[from - columns]! : 0);
  }
  return result;
}
