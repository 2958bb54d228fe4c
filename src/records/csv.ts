/**
 * CSV: the first row names the fields, every other row is a record of texts. Fields are separated by commas, semicolons
 * or tabs, whichever the first row uses first.
 * Source: https://www.rfc-editor.org/rfc/rfc4180
 */

import { RecordsError, type Row } from './record.js';

/** Fields of a record: as many columns as spreadsheets have. */
const MAX_FIELDS = 16_384;

/** Where the parser stands in a row. */
type State = 'start of field' | 'unquoted' | 'quoted' | 'after quote';

/** @throws RecordsError */
export async function* parseCsv(texts: AsyncIterable<string>, maxLength: number): AsyncGenerator<Row> {
  const rows = new RowParser(maxLength);
  let names: readonly string[] | undefined;
  for await (const text of withEnd(texts)) {
    for (const { fields, line, fault } of text === undefined ? rows.end() : rows.take(text)) {
      if (!names) names = checkedNames(fields, fault);
      else if (fault !== undefined) yield { line, fault };
      else yield toRecord(names, fields, line);
    }
  }
  if (!names) throw new RecordsError('the CSV is empty: its first row names the fields');
}

async function* withEnd(texts: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  yield* texts;
  yield undefined;
}

function checkedNames(names: readonly string[], fault: string | undefined): readonly string[] {
  if (fault !== undefined) throw new RecordsError(`the first row ${fault}`);
  if (names.length > MAX_FIELDS) {
    const limit = MAX_FIELDS.toLocaleString('en-US');
    throw new RecordsError(`the first row names ${names.length} fields, and at most ${limit} are allowed`);
  }
  const empty = names.indexOf('');
  if (empty >= 0) throw new RecordsError(`the first row names the fields, but field ${empty + 1} has no name`);
  const seen = new Set<string>();
  const repeated = names.find((name) => seen.has(name) || !seen.add(name));
  if (repeated !== undefined) throw new RecordsError(`the first row names two fields "${repeated}"`);
  return names;
}

function toRecord(names: readonly string[], fields: readonly string[], line: number): Row {
  if (fields.length !== names.length)
    return { line, fault: `has ${fields.length} fields, the first row names ${names.length}` };
  return { line, json: JSON.stringify(Object.fromEntries(names.map((name, index) => [name, fields[index]]))) };
}

interface ParsedRow {
  readonly fields: readonly string[];
  readonly line: number;
  readonly fault: string | undefined;
}

class RowParser {
  readonly #maxLength: number;
  #separator: string | undefined;
  #state: State = 'start of field';
  #fields: string[] = [];
  #field = '';
  #length = 0;
  #fault: string | undefined;
  /** The previous character was a carriage return, which may be half of a line break. */
  #isAfterReturn = false;
  #line = 1;
  #firstLine = 1;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  *take(text: string): Generator<ParsedRow> {
    for (const character of text) {
      const isSecondHalf = character === '\n' && this.#isAfterReturn;
      this.#isAfterReturn = character === '\r';
      if (isSecondHalf && this.#state !== 'quoted') continue;
      if ((character === '\n' && !isSecondHalf) || character === '\r') this.#line += 1;
      if (this.#state !== 'quoted' && (character === '\n' || character === '\r')) yield* this.#endRow();
      else this.#add(character);
    }
  }

  *end(): Generator<ParsedRow> {
    if (this.#state === 'quoted') this.#fault ??= 'has a quoted field that does not end';
    yield* this.#endRow();
  }

  #add(character: string): void {
    this.#length += character.length;
    if (this.#length > this.#maxLength) {
      const limit = this.#maxLength.toLocaleString('en-US');
      throw new RecordsError(`line ${this.#firstLine}: the record has more than ${limit} characters`);
    }
    if (this.#state === 'quoted') {
      if (character === '"') this.#state = 'after quote';
      else this.#field += character;
    } else if (character === '"' && this.#state !== 'unquoted') {
      // A second quotation mark in a quoted field stands for one.
      if (this.#state === 'after quote') this.#field += '"';
      this.#state = 'quoted';
    } else if (this.#isSeparator(character)) {
      this.#fields.push(this.#field);
      this.#field = '';
      this.#state = 'start of field';
    } else {
      if (this.#state === 'after quote') this.#fault ??= 'has text after a quoted field';
      this.#field += character;
      this.#state = 'unquoted';
    }
  }

  #isSeparator(character: string): boolean {
    if (this.#separator === undefined && /[,;\t]/.test(character)) this.#separator = character;
    return character === this.#separator;
  }

  /** Empty lines are no rows. */
  *#endRow(): Generator<ParsedRow> {
    const isEmpty = this.#fields.length === 0 && this.#field === '' && this.#state === 'start of field';
    if (!isEmpty) yield { fields: [...this.#fields, this.#field], line: this.#firstLine, fault: this.#fault };
    this.#fields = [];
    this.#field = '';
    this.#length = 0;
    this.#fault = undefined;
    this.#state = 'start of field';
    this.#firstLine = this.#line;
  }
}
