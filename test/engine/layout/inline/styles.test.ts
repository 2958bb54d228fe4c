import t from 'tap';
import { logicalStyle } from '../../../../src/engine/css/compute/logical-style.js';
import { Report } from '../../../../src/engine/diagnostics.js';
import { createLayoutContext } from '../../../../src/engine/layout/algorithm/registry.js';
import { inlineStyle } from '../../../../src/engine/layout/inline/styles.js';
import { Hyphenators } from '../../../../src/engine/text/hyphenation.js';
import { TextShaper } from '../../../../src/engine/text/shape.js';
import { fontFeatures } from '../../../../src/engine/text/shape-style.js';
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
    lineHeightQuirk: false,
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

t.test(
  'names of font-variant-alternates have the values that @font-feature-values gives them for the family',
  async (t) => {
    const rules = `@font-feature-values Fancy, "Other Font" { @styleset { round: 1 12; tall: 3 } @stylistic { bold: 2 } }
    @font-feature-values fancy { @styleset { tall: 4 } @character-variant { beta: 3 2; gamma: 7 } }
    @font-feature-values fancy { @swash { flow: 1 } @ornaments { leaf: 5 } @annotation { boxed: 6 } }`;
    const features = (css: string, parent = 'font-family: Missing, fancy') => {
      const { styled, element } = style(rules, `<p style="${parent}"><b id=a style="font-weight: 400; ${css}">x`);
      return fontFeatures(styled.style(element('a')));
    };
    const of = (value: string, more = '') => features(`font-variant-alternates: ${value}; ${more}`);
    t.strictSame(of('styleset(round, tall)'), ['ss01', 'ss12', 'ss04']);
    t.strictSame(of('styleset(round, tall)', "font-family: 'other font'"), ['ss01', 'ss12', 'ss03']);
    t.strictSame(of('character-variant(beta, gamma) historical-forms'), ['cv03=2', 'cv07=1', 'hist']);
    t.strictSame(of('swash(flow) ornaments(leaf)'), ['swsh=1', 'cswh=1', 'ornm=5']);
    t.strictSame(of('annotation(boxed) stylistic(bold)'), ['nalt=6', 'salt=2']);
    t.strictSame(of('stylistic(none)'), [], 'a name without a value');
    t.strictSame(of('stylistic(bold)', 'font-family: Missing'), [], 'a family without values');
    t.strictSame(of('stylistic(bold, thin)'), [], 'only lists of sets and variants have several names');
    const inherited = 'font-family: fancy; font-variant-alternates: styleset(tall)';
    t.strictSame(features("font-family: 'Other Font'", inherited), ['ss03'], 'of the family of the element itself');
  },
);
