import t, { type Test } from 'tap';
import { dataError, dataProblems } from '../../src/portal/web/editor/data-problems.js';

/** @param text  of which the part between `«` and `»` is marked */
function check(t: Test, text: string, severity: 'error' | 'warning', message: RegExp): void {
  const [from, to] = [text.indexOf('«'), text.indexOf('»') - 1];
  const [problem, ...more] = dataProblems(text.replace(/[«»]/g, ''));
  t.match(problem, { from, to, severity, message }, text);
  t.strictSame(more, []);
}

t.test('sample data is a JSON object', async (t) => {
  t.strictSame(dataProblems('{"a": {"b": [1, -2.5e3, "x", null, true]}, "c": {"b": 1}}'), []);
  t.equal(dataError('{}\n'), undefined);
  for (const text of ['«[1, 2]»', ' «"text"»\n', '«null»', '«12»']) check(t, text, 'error', /is an object, like/);
});

t.test('errors of syntax are where they are', async (t) => {
  check(t, '{\n  "a": «}»', 'error', /^Unexpected token '}'$/);
  check(t, '{\n  "a": 1,\n«}»', 'error', /^Expected double-quoted property name$/);
  check(t, '{"a": 1«»', 'error', /^Expected ',' or '}' after property value$/);
  check(t, '«»', 'error', /^Unexpected end of JSON input$/);
});

t.test('values that are lost when the data is read are warned about', async (t) => {
  check(t, '{"a": 1, «"a"»: 2}', 'warning', /“a” is there twice/);
  check(t, '{"b": {"a": 1}, "a": [{"a": 1, "c": {"a": 2}, «"\\u0061"»: 3}]}', 'warning', /“a” is there twice/);
  check(t, '{"iban": «12345678901234567890»}', 'warning', /read as 12345678901234567000/);
  t.strictSame(dataProblems('{"a": 9007199254740992, "b": 0.1234567890123456789}'), []);
});
