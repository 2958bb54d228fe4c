import t from 'tap';
import { preparedSvg } from '../../../src/engine/box/svg-image.js';
import { StyleCaches } from '../../../src/engine/css/compute/style-caches.js';
import { Report } from '../../../src/engine/diagnostics.js';
import { TextShaper } from '../../../src/engine/text/shape.js';
import { fonts } from '../layout/lay-out.js';

const context = {
  caches: new StyleCaches(),
  fontUnits: () => ({ xHeight: 8, capHeight: 11, zeroAdvance: 8, lineSpacing: 18 }),
  resolveFamilies: (families: readonly string[]) => [...families],
  shaper: new TextShaper(fonts),
  image: () => undefined,
};

/** An SVG file as it is written. */
const written = (css: string, content: string): string =>
  preparedSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>${css}</style>${content}</svg>`,
    context,
    new Report(),
  ) ?? '';

t.test('rules that the renderer does not know are applied to SVG files', async (t) => {
  const rect = '<rect class="a" fill="currentColor" width="9" height="9"/>';
  t.match(written(':root { color: blue }', rect), /<svg[^>]*color:rgba\(0,0,255,1\)/, 'the root is the outermost svg');
  t.match(written('@media print { .a { fill: lime } }', rect), /<rect[^>]*fill: ?(?:lime|#0f0)/);
  t.notMatch(written('@media screen { .a { fill: lime } }', rect), /<rect[^>]*fill: ?(?:lime|#0f0)/);
  t.match(written(':root { --c: lime } .a { fill: var(--c) }', rect), /<rect[^>]*fill: ?(?:lime|#0f0)/);
});

t.test('other files are written as they are', async (t) => {
  t.match(written('.a { fill: lime }', '<rect class="a"/>'), '<style>.a { fill: lime }</style><rect class="a"/>');
});
