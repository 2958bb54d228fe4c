/** NDJSON and CSV as streams of records. */

import t from 'tap';
import { readRecords } from '../../src/records/records.js';

/** The records of a text that arrives in pieces of so many bytes. */
async function read(text: string | Uint8Array, format: 'ndjson' | 'csv', size = 7, maxLength = 1000) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: unknown[] = [];
  for await (const record of readRecords(pieces(), { format, maxLength }))
    found.push('json' in record ? JSON.parse(record.json) : `${record.number}, line ${record.line}: ${record.fault}`);
  return found;
}

t.test('each line of NDJSON is a record; empty lines and a byte order mark are none', async (t) => {
  const text = '\ufeff{"name": "Zoë"}\r\n\n{"name": "💶"}\n  \n{"a": {"b": [1]}}';
  for (const size of [1, 2, 3, 1000])
    t.strictSame(await read(text, 'ndjson', size), [{ name: 'Zoë' }, { name: '💶' }, { a: { b: [1] } }]);
});

t.test('a line that is no JSON object is a faulty record; those after it are read', async (t) => {
  t.match(await read('{"a": 1}\n[1]\n\nnope\n{"a": 2}\n', 'ndjson'), [
    { a: 1 },
    /^2, line 2: must be a JSON object/,
    /^3, line 4: is not JSON/,
    { a: 2 },
  ]);
});

t.test('a record that is too long ends the stream before it is in memory', async (t) => {
  await t.rejects(read(`{"a": "${'x'.repeat(100)}"}`, 'ndjson', 10, 50), { message: /^line 1: .* more than 50 / });
  await t.rejects(read(`a\n"${'x'.repeat(100)}"`, 'csv', 10, 50), { message: /^line 2: .* more than 50 / });
});

t.test('text that is not UTF-8 is refused', async (t) => {
  await t.rejects(read(Uint8Array.of(0x7b, 0xff, 0x7d), 'ndjson'), { name: 'RecordsError', message: /not UTF-8/ });
});

t.test('CSV: quoted fields hold separators, line breaks and quotation marks', async (t) => {
  const text = 'name,note\r\nAda,"a, ""b""\r\nc"\r\n"Zoë",\r\n\r\n';
  for (const size of [1, 2, 5, 1000])
    t.strictSame(await read(text, 'csv', size), [
      { name: 'Ada', note: 'a, "b"\r\nc' },
      { name: 'Zoë', note: '' },
    ]);
});

t.test('CSV: semicolons or tabs separate, if the first row uses them', async (t) => {
  t.strictSame(await read('name;total\nAda;1,50\n', 'csv'), [{ name: 'Ada', total: '1,50' }]);
  t.strictSame(await read('name\ttotal\nAda\t1;50', 'csv'), [{ name: 'Ada', total: '1;50' }]);
});

t.test('CSV: names are no prototype, and an empty quoted field is a row', async (t) => {
  const [record] = await read('__proto__\n""\n', 'csv');
  t.strictSame(Object.entries(record as object), [['__proto__', '']]);
});

t.test('CSV: a row with too few or too many fields, or with text after a quoted field, is faulty', async (t) => {
  t.strictSame(await read('a,b\n1\n1,2,3\n"1"x,2\n1,2\n1,"2', 'csv'), [
    '1, line 2: has 1 fields, the first row names 2',
    '2, line 3: has 3 fields, the first row names 2',
    '3, line 4: has text after a quoted field',
    { a: '1', b: '2' },
    '5, line 6: has a quoted field that does not end',
  ]);
});

t.test('CSV: the first row must name each field once', async (t) => {
  await t.rejects(read('', 'csv'), { message: /is empty/ });
  await t.rejects(read('a,,b\n', 'csv'), { message: /field 2 has no name/ });
  await t.rejects(read('a,a\n', 'csv'), { message: /two fields "a"/ });
});

t.test('a CSV whose first row names a hundred thousand fields was read', async (t) => {
  const names = Array.from({ length: 100_000 }, (_, n) => `f${n}`).join();
  await t.rejects(read(`${names}\n`, 'csv', 1000, 1e6), { message: /names 100000 fields, and at most 16,384/ });
});

t.test('records of NDJSON are checked before they are parsed', async (t) => {
  const seen: string[] = [];
  const check = (json: string) => {
    seen.push(json);
    if (seen.length === 2) throw new Error('too deep');
  };
  const chunks = async function* () {
    yield new TextEncoder().encode('{"a": 1}\n{"a": [[[\n{}\n');
  };
  const records = readRecords(chunks(), { format: 'ndjson', maxLength: 1000, check });
  await records.next();
  await t.rejects(records.next(), { message: 'too deep' });
  t.strictSame(seen, ['{"a": 1}', '{"a": [[[']);
});
