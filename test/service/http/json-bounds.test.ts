import t from 'tap';
import { checkJsonBounds } from '../../../src/service/http/json-bounds.js';

const check = (json: string, limits = { maxDepth: 3, maxValues: 10 }) =>
  checkJsonBounds(new TextEncoder().encode(json), limits);

t.test('depth is that of arrays and objects inside each other', async (t) => {
  check('[[[1]],{"a":{}}]');
  t.throws(() => check('[[[[1]]]]'), { code: 'invalid_request', message: /more than 3 levels/ });
  t.throws(() => check('{"a":[{"b":[1]}]}'), { code: 'invalid_request' });
});

t.test('many small values are refused before they are parsed', async (t) => {
  check('[1,2,3,4,5,6,7,8]');
  t.throws(() => check('[{},{},{},{},{},{}]'), { code: 'body_too_large', message: /more than 10 values/ });
  t.throws(() => check(`{${Array.from({ length: 6 }, (_, i) => `"${i}":1`).join()}}`), { code: 'body_too_large' });
});

t.test('what stands in strings does not count', async (t) => {
  check(JSON.stringify(['[[[[[[', ',,,,,,,,,,,,', '\\"[[[[', '\\\\', '"']));
  t.throws(
    () => check(`${JSON.stringify(['\\\\'])}[[[[`),
    { code: 'invalid_request' },
    'an escaped backslash ends none',
  );
  check('"never closed [[[[[[');
});
