import t from 'tap';
import { parseJson } from '../../src/cli/json.js';

function faultOf(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'none';
}

t.test('JSON is read as it is', async (t) => {
  t.strictSame(parseJson(' {"a": [1, -2.5e3, "x\\u00e9", true, null, {}, []]}\n'), {
    a: [1, -2500, 'xé', true, null, {}, []],
  });
});

t.test('what is no JSON is told with its place', async (t) => {
  const faults: readonly (readonly [text: string, fault: string])[] = [
    ['', 'line 1, column 1: unexpected end of the text'],
    ['{"a": 1', 'line 1, column 8: unexpected end of the text'],
    ['{\n  "a": 1,\n}', 'line 3, column 1: "}" is not expected here'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: a string is not expected here; is a comma missing?'],
    ['{\r\n  a: 1\r\n}', 'line 2, column 3: "a" is not expected here'],
    ["{'a': 1}", 'line 1, column 2: "\'" is not expected here'],
    ['[1, 2,]', 'line 1, column 7: "]" is not expected here'],
    ['[1, 02]', 'line 1, column 5: "02" is not expected here'],
    ['[1, NaN]', 'line 1, column 5: "NaN" is not expected here'],
    ['[1}', 'line 1, column 3: "}" is not expected here'],
    ['{"a" 1}', 'line 1, column 6: "1" is not expected here'],
    ['{"a": 1} x', 'line 1, column 10: "x" is not expected here'],
    ['["a\nb"]', 'line 1, column 2: this string does not end, or holds a line break or a wrong escape'],
    ['["\\x"]', 'line 1, column 2: this string does not end, or holds a line break or a wrong escape'],
    ['<!doctype html>', 'line 1, column 1: "<" is not expected here'],
    ['[😀]', 'line 1, column 2: "😀" is not expected here'],
    ['{"a": [{"b": tru}]}', 'line 1, column 14: "tru" is not expected here'],
  ];
  for (const [text, fault] of faults) t.equal(faultOf(text), fault, JSON.stringify(text));
});

t.test('a fault late in a long text is found', async (t) => {
  const rows = Array.from({ length: 50_000 }, (_, i) => `  {"row": ${i}, "text": "${'x'.repeat(20)}"}`);
  t.equal(faultOf(`[\n${rows.join(',\n')},\n  oops\n]`), 'line 50002, column 3: "oops" is not expected here');
});
