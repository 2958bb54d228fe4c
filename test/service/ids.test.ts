import t from 'tap';
import { base62, isId, newId } from '../../src/service/ids.js';

t.test('an id is a UUID of version 7 that sorts by its millisecond', async (t) => {
  const id = newId(Date.parse('2026-01-02T03:04:05.678Z'));
  t.match(id, /^019b7ca9-\w{4}-7\w{3}-[89ab]\w{3}-\w{12}$/);
  t.equal(Number.parseInt(id.slice(0, 13).replace('-', ''), 16), Date.parse('2026-01-02T03:04:05.678Z'));
  t.ok(newId(1) < newId(2));
  t.equal(new Set(Array.from({ length: 10_000 }, () => newId(1))).size, 10_000);
});

t.test('only UUIDs are ids', async (t) => {
  t.ok(isId(newId()));
  t.ok(isId(newId().toUpperCase()));
  for (const text of ['', 'abc', `${newId()}0`, `{${newId()}}`, newId().replaceAll('-', ''), `${newId()}\n`]) {
    t.notOk(isId(text), JSON.stringify(text));
  }
});

t.test('base 62 has one length for all bytes, and no two have one text', async (t) => {
  t.equal(base62(new Uint8Array(32)), '0'.repeat(43));
  t.equal(base62(new Uint8Array(32).fill(255)).length, 43);
  t.equal(base62(Uint8Array.of(61)), '0z');
  t.equal(base62(Uint8Array.of(62)), '10');
});
