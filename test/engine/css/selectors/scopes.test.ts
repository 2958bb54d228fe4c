/** Scoped style rules beside what the fixtures in test/suite/scope show. */

import t from 'tap';
import { style, styleSource } from '../styling.js';

t.test('a scope is closed where its block is, whatever stands in strings, comments and escapes', async (t) => {
  const css = `@scope (.s) { /* } & */ p::before { content: "} &" } .a\\} { order: 3 } p { order: 2 } } p { width: 9px }`;
  const { get, findings } = style(css, '<div class=s><p id=a>x</div><p id=b>x');
  const values = (id: string) => [get(id, 'width'), get(id, 'order')];
  t.strictSame(
    [values('a'), values('b')],
    [
      ['9', '2'],
      ['9', '0'],
    ],
  );
  t.strictSame(findings, []);
});

t.test('invalid contents are reported, and the rest applies', async (t) => {
  const { get, findings } = style(
    '@scope (.s) { p:nonsense { color: red } p { order: 3 } }',
    '<div class=s><p id=a>x</div>',
  );
  t.equal(get('a', 'order'), '3');
  t.match(findings, [/UnsupportedSelector :nonsense/]);
});

t.test('documents with the same sheet have their own implicit roots', async (t) => {
  const sheet = '<style>@scope { p { order: 5 } }</style>';
  const inFirst = styleSource(`<div>${sheet}<p id=a>x</div><div><p id=b>x</div>`);
  t.strictSame([inFirst.get('a', 'order'), inFirst.get('b', 'order')], ['5', '0']);
  const inSecond = styleSource(`<div><p id=a>x</div><div>${sheet}<p id=b>x</div>`);
  t.strictSame([inSecond.get('a', 'order'), inSecond.get('b', 'order')], ['0', '5']);
});
