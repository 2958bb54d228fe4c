import t from 'tap';
import { style } from '../styling.js';

const RED = 'rgb(255 0 0)';
const GREEN = 'rgb(0 128 0)';
const BLUE = 'rgb(0 0 255)';

/** Color of `<p id=a class=c>` with the style sheet. */
function colour(css: string, attributes = ''): string {
  return style(css, `<p id=a class=c ${attributes}>x</p>`).get('a', 'color');
}

t.test('specificity wins over order of appearance', async (t) => {
  t.equal(colour('p { color: red } p { color: green }'), GREEN);
  t.equal(colour('.c { color: green } p { color: red }'), GREEN);
  t.equal(colour('#a { color: green } p.c.c.c { color: red }'), GREEN);
  t.equal(colour('p { color: green } :where(#a) { color: red }'), GREEN);
  t.equal(colour('.c { color: red } :is(p, #nothing) { color: green }'), GREEN);
});

t.test('the style attribute wins over rules, !important over the style attribute', async (t) => {
  t.equal(colour('#a { color: red }', 'style="color: green"'), GREEN);
  t.equal(colour('p { color: green !important }', 'style="color: red"'), GREEN);
  t.equal(colour('#a { color: red !important }', 'style="color: green !important"'), GREEN);
});

t.test('important declarations beat normal ones within a block', async (t) => {
  t.equal(colour('p { color: green !important; color: red }'), GREEN);
});

t.test('later layers win over earlier ones, unlayered rules over all layers', async (t) => {
  t.equal(colour('@layer one { #a { color: red } } @layer two { p { color: green } }'), GREEN);
  t.equal(colour('p { color: green } @layer one { #a { color: red } }'), GREEN);
  t.equal(colour('@layer two, one; @layer one { p { color: green } } @layer two { #a { color: red } }'), GREEN);
  t.equal(colour('@layer a { @layer b { #a { color: red } } p { color: green } }'), GREEN);
  t.equal(colour('@layer a.b { p { color: red } } @layer a.c { p { color: green } }'), GREEN);
  t.equal(colour('@layer { p { color: red } } @layer { p { color: green } }'), GREEN);
});

t.test('importance reverses the order of layers', async (t) => {
  t.equal(colour('@layer one { p { color: green !important } } @layer two { #a { color: red !important } }'), GREEN);
  t.equal(colour('@layer one { p { color: green !important } } #a { color: red !important }'), GREEN);
  t.equal(
    colour('@layer one { p { color: red !important } }', 'style="color: green !important"'),
    GREEN,
    'the style attribute is above all layers',
  );
});

t.test('a layer statement inside a false media query does not order layers', async (t) => {
  const css = '@media screen { @layer two, one; } @layer one { #a { color: red } } @layer two { p { color: green } }';
  t.equal(colour(css), GREEN);
});

t.test('revert goes back to the user agent, revert-layer to the layer below', async (t) => {
  t.equal(style('b { font-weight: 300 } #a { font-weight: revert }', '<b id=a>x</b>').get('a', 'font-weight'), '700');
  t.equal(colour('p { color: revert }'), 'rgb(0 0 0)');
  t.equal(colour('@layer one { p { color: green } } @layer two { p { color: red; color: revert-layer } }'), GREEN);
  t.equal(colour('@layer one { p { color: green } } p { color: revert-layer }'), GREEN);
  t.equal(colour('p { color: green }', 'style="color: revert-layer"'), GREEN);
  t.equal(colour('@layer one { p { color: revert-layer } }'), 'rgb(0 0 0)');
  t.equal(
    colour(`@layer low { p { color: green } } @layer high { p { color: revert-layer !important } }
      p { color: red !important }`),
    GREEN,
    'an important one rolls back to the normal ones of the layer below',
  );
});

t.test('every rule of the author wins over presentational attributes', async (t) => {
  t.equal(style('', '<font id=a color=green>x</font>').get('a', 'color'), GREEN);
  t.equal(style('* { color: red }', '<font id=a color=green>x</font>').get('a', 'color'), RED);
  t.equal(
    style('@layer l { * { color: blue } }', '<font id=a color=green>x</font>').get('a', 'color'),
    BLUE,
    'rules in a layer too',
  );
});

t.test('nested rules', async (t) => {
  const html = '<div class=box id=a><p id=b class=c>x</p></div>';
  t.equal(style('.box { .c { color: green } }', html).get('b', 'color'), GREEN);
  t.equal(style('.box { & > .c { color: green } }', html).get('b', 'color'), GREEN);
  t.equal(style('.c { .box & { color: green } }', html).get('b', 'color'), GREEN);
  t.equal(style('.box { > p { color: green } }', html).get('b', 'color'), GREEN);
  t.equal(style('.box { &.box { color: green } }', html).get('a', 'color'), GREEN);
  t.equal(style('.box { color: green; &div { color: red } }', html).get('a', 'color'), GREEN, 'a type stands first');
  t.equal(
    style('#a, .nothing { p { color: green } } .box .c { color: red }', html).get('b', 'color'),
    GREEN,
    '& has the specificity of the most specific parent',
  );
  t.equal(style('.c { color: red; @media print { color: green } }', html).get('b', 'color'), GREEN);
  t.equal(style('.c { @media print { color: red } color: green }', html).get('b', 'color'), GREEN);
});

t.test('a comma in :is() or nesting does not make rules match twice', async (t) => {
  const { styled, element } = style(':is(p, .c) { color: green }', '<p class=c id=a>x</p><p class=c id=b>y</p>');
  t.equal(styled.style(element('a')), styled.style(element('b')));
});
