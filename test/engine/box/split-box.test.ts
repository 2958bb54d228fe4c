import t from 'tap';
import { contentStyle, NO_EDGES, NO_PLACEMENT } from '../../../src/engine/box/split-box.js';
import type { ComputedStyle } from '../../../src/engine/css/properties/table.js';
import { styleSource } from '../css/styling.js';

function styleOf(declarations: string): ComputedStyle {
  const { styled, element } = styleSource(`<!doctype html><div id=a style="${declarations}">`);
  return styled.style(element('a'));
}

t.test('an anonymous box for the content has what lays it out, inherits, and repeats no effect', async (t) => {
  const style = styleOf(
    'color: rgb(1 2 3); display: flex; flex-wrap: wrap; column-gap: 5px; translate: 20px; rotate: 9deg; filter: invert(1); ' +
      'clip-path: inset(1px); aspect-ratio: 2; border-image: linear-gradient(red, blue) 1; padding: 4px; width: 9px',
  );
  const content = contentStyle(style, 'flex');
  t.match(content, { display: 'flex', 'flex-wrap': 'wrap', 'column-gap': 5, color: { r: 1, g: 2, b: 3 } });
  t.match(content, { translate: 'none', rotate: 'none', filter: 'none', 'clip-path': 'none', width: 'auto' });
  t.match(content, { 'aspect-ratio': { auto: true }, 'border-image-source': 'none', 'padding-left': 0 });
});

t.test('a table has its edges on the inner box, its place and effects on the outer one', async (t) => {
  const style = styleOf('display: table; border: 3px solid; margin: 4px; opacity: 0.5; overflow: hidden');
  t.match(
    { ...style, ...NO_PLACEMENT },
    { 'border-top-width': 3, 'margin-top': 0, opacity: 1, 'overflow-x': 'hidden' },
  );
  t.match({ ...style, ...NO_EDGES }, { 'border-top-width': 0, 'margin-top': 4, opacity: 0.5, 'overflow-x': 'visible' });
});
