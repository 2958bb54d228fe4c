import t from 'tap';
import { asBrowsersTake } from '../../../../src/engine/css/syntax/lenience.js';
import { RewrittenText } from '../../../../src/engine/css/syntax/rewriting.js';
import { computed, diagnosed } from '../properties/computed.js';

const taken = (css: string): string => asBrowsersTake(RewrittenText.of(css)).text;

t.test('hsl() with commas wants percentages, and is reported as written', async (t) => {
  for (const css of ['color: hsla(0, 255, 128, 1)', 'color: hsl(120deg, 10%, 20)', 'color: hsl(1, 2, 3%)'])
    t.strictSame(diagnosed(taken(css)), [`InvalidCss ${css}`]);
  for (const css of ['color: hsl(0, 10%, 20%)', 'color: hsl(0 255 128)', 'content: "hsl(0, 255, 128)"'])
    t.equal(taken(css), css);
});

t.test('a line of a text decoration is named once', async (t) => {
  for (const css of ['text-decoration-line: blink blink', 'text-decoration: overline blue overline'])
    t.strictSame(diagnosed(taken(css)).length, 1, css);
  for (const css of [
    'text-decoration: underline overline',
    'font-family: underline underline',
    '--a: underline underline',
  ])
    t.equal(taken(css), css);
});

t.test('a block with variables is valid until they are replaced', async (t) => {
  t.equal(taken('p{color:{ [ var(--a) ] }}'), 'p{color:[ [ var(--a) ] ]}');
  t.strictSame(diagnosed(taken('color: { var(--a) }')), []);
  for (const css of [
    '--b: { var(--a) }',
    'a{b:hover{color:var(--a)}}',
    'color: { red }',
    'content: "color: { var(--a) }"',
  ])
    t.equal(taken(css), css);
});

t.test('text-underline-position takes one word of each kind', async (t) => {
  for (const value of ['under under', 'left right', 'auto left', 'under from-font'])
    t.strictSame(diagnosed(`text-underline-position: ${value}`).length, 1, value);
  t.equal(computed('text-underline-position: left under')['text-underline-position'], 'under');
});
