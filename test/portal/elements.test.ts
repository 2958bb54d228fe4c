import { html } from '@codemirror/lang-html';
import { EditorState } from '@codemirror/state';
import t, { type Test } from 'tap';
import { elementsAt } from '../../src/portal/web/editor/elements.js';

/** @param source  with `|` where the cursor is @param expected  the start tags around it, innermost first */
function check(t: Test, source: string, expected: readonly string[]): void {
  const offset = source.indexOf('|');
  const doc = source.replace('|', '');
  const found = elementsAt(EditorState.create({ doc, extensions: [html()] }), offset);
  const tags = found.map((start) => /^<[^>]*>/.exec(doc.slice(start))![0]);
  t.strictSame(tags, expected, source);
}

t.test('the cursor is in the elements around it', async (t) => {
  check(t, '<div><h1>He|llo</h1> text</div>', ['<h1>', '<div>']);
  check(t, '<div><h1>Hello|</h1> text</div>', ['<h1>', '<div>']);
  check(t, '<div><h1 class="|a">Hello</h1> text</div>', ['<h1 class="a">', '<div>']);
  check(t, '<div>{{#each list}}<p {{a}}>{{na|me}}</p>{{/each}}</div>', ['<p {{a}}>', '<div>']);
});

t.test('behind the end tag of a child it is in the parent', async (t) => {
  check(t, '<div><h1>Hello</h1>| text</div>', ['<div>']);
  check(t, '<div><h1>Hello</h1> te|xt</div>', ['<div>']);
  check(t, '<div><h1>Hello</h1>\n|\n<p>x</div>', ['<div>']);
  check(t, '<div><img src="a">|</div>', ['<div>']);
  check(t, '<div>a</div>|', []);
});

t.test('before a start tag it is in that element, where a click in the page puts it', async (t) => {
  check(t, '<div><h1>Hello</h1>|<p>text</p></div>', ['<p>', '<div>']);
  check(t, '|<p>text', ['<p>']);
});

t.test('an element without an end tag goes on to where the parent or its next sibling begins', async (t) => {
  check(t, '<div><p>text|', ['<p>', '<div>']);
  check(t, '<ul><li>one|</ul>', ['<li>', '<ul>']);
  check(t, '<ul><li>one\n|  <li>two</ul>', ['<li>', '<ul>']);
  check(t, '<div><p>one<p>two</p>|', ['<div>']);
});

t.test('in the head nothing has a box', async (t) => {
  check(t, '<html><head><style>p { color: |red }</style></head><body>x</body></html>', []);
});
