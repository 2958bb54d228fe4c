import t from 'tap';
import { logicalStyle } from '../../../../src/engine/css/compute/logical-style.js';
import { Report } from '../../../../src/engine/diagnostics.js';
import { createLayoutContext } from '../../../../src/engine/layout/algorithm/registry.js';
import { inlineStyle } from '../../../../src/engine/layout/inline/styles.js';
import { Hyphenators } from '../../../../src/engine/text/hyphenation.js';
import { TextShaper } from '../../../../src/engine/text/shape.js';
import { style } from '../../css/styling.js';
import { library } from '../../text/fonts-at-hand.js';

const shaper = new TextShaper(library);
const { styled, element } = style('b { font-weight: bold }', '<p id=a>a<b id=b>b</b><p id=c lang=de>c');

/** The inline style of an element in a new document. */
function derived(id: string, hyphenators?: Hyphenators) {
  const context = createLayoutContext({
    fonts: library,
    shaper,
    report: new Report(),
    viewport: { width: 700, height: 1000 },
    quirks: false,
    caches: { byModule: new Map() },
    ...(hyphenators && { hyphenators }),
  });
  return inlineStyle(context, logicalStyle(styled.style(element(id)), 'horizontal-tb'), element(id));
}

t.test('documents share inline styles by style and language', async (t) => {
  t.equal(derived('a'), derived('a'));
  t.not(derived('a'), derived('b'));
  t.not(derived('a'), derived('c'));
});

t.test('styles with equal shaping share it, also when they come from different documents', async (t) => {
  t.equal(derived('a').shape, derived('a').shape);
  t.not(derived('a').shape, derived('b').shape);
});

t.test('inline styles of other hyphenation are not shared', async (t) => {
  const hyphenators = new Hyphenators(() => [[], {}, {}]);
  t.not(derived('a', hyphenators), derived('a'));
});
