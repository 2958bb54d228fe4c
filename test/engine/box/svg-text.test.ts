/** Text of SVG: fonts, order and places of the pieces that the renderer draws. */

import t from 'tap';
import { collectText } from '../../../src/engine/box/svg-text/collect.js';
import { layOutText, type PlacedText } from '../../../src/engine/box/svg-text/layout.js';
import { laidOutText } from '../../../src/engine/box/svg-text/svg-text.js';
import { TextValues } from '../../../src/engine/box/svg-text/values.js';
import { prepare, shaper } from '../layout/lay-out.js';

const VIEWPORT = { width: 200, height: 100 };

function prepared(text: string) {
  const { styled, report } = prepare(`<!DOCTYPE html><style>svg { font: 20px Arial }</style><svg>${text}</svg>`);
  const find = (element: typeof styled.document.root): typeof element | undefined => {
    if (element.name === 'text') return element;
    for (const child of element.children) {
      const found = child.kind === 'element' ? find(child) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  return { styled, report, element: find(styled.document.root)! };
}

function placed(text: string): PlacedText[] {
  const { styled, element } = prepared(text);
  const values = new TextValues(styled, shaper.library);
  const collected = collectText(element, styled, shaper, values, VIEWPORT);
  return layOutText(collected, styled.style(element), values, shaper);
}

/** `text@x,y` of each piece, rounded. */
const places = (text: string): string =>
  placed(text)
    .map(({ text, x, y }) => `${text}@${Math.round(x)},${Math.round(y)}`)
    .join(' | ');

const leaves = (text: string) => {
  const { styled, report, element } = prepared(text);
  const laidOut = laidOutText(element, VIEWPORT, { styled, report, shaper }, new TextValues(styled, shaper.library));
  return {
    laidOut,
    leaves: element.children.flatMap((child) => laidOut?.leavesOf(child) ?? []),
    reported: report.diagnostics.map(({ kind, text }) => `${kind} ${text}`),
  };
};

t.test('each piece has the face of HTML text', async (t) => {
  const faces = placed('<text font-weight="bold">A 日 ש नम</text>').map(
    ({ face, text }) => `${text.trim()}${face.family}`,
  );
  t.strictSame(
    faces.filter((name) => !/^(?:Noto|Arimo)/.test(name)),
    ['AArimo', '日Noto Sans JP', 'שArimo', 'नमNoto Sans'],
  );
  const [letter] = placed('<text font-weight="bold">न</text>');
  t.equal(letter!.face.syntheticBold, true, 'fallback is a regular face, made bold');
});

t.test('anchors move a chunk by its width, whatever its direction', async (t) => {
  const width = placed('<text>שלום abc</text>').reduce((max, { x }) => Math.max(max, x), 0);
  t.ok(width > 20);
  t.equal(places('<text x="100">iii</text>'), 'iii@100,0');
  t.equal(places('<text x="100" text-anchor="end">iii</text>'), 'iii@87,0');
  t.equal(places('<text x="100" text-anchor="middle">iii</text>'), 'iii@93,0');
  t.equal(places('<text x="100" direction="rtl">iii</text>'), 'iii@87,0');
  t.equal(places('<text x="100" direction="rtl" text-anchor="end">iii</text>'), 'iii@100,0');
  t.equal(places('<g text-anchor="end"><text x="100">iii</text></g>'), 'iii@87,0', 'inherited');
  t.equal(places('<text x="100">שלום</text>'), 'שלום@100,0', 'letters from right to left begin at x, too');
});

t.test('x and y begin chunks, dx, dy and rotate move what follows', async (t) => {
  t.equal(places('<text x="10 40" y="5">iii</text>'), 'i@10,5 | ii@40,5');
  t.equal(places('<text x="10" dx="0 5" dy="0 7">iii</text>'), 'i@10,0 | ii@19,7');
  t.equal(places('<text x="10">ii<tspan x="50%" dy="1em">ii</tspan></text>'), 'ii@10,0 | ii@100,20');
  t.strictSame(
    placed('<text rotate="0 30">iii</text>').map(({ text, rotate }) => [text, rotate]),
    [
      ['i', 0],
      ['i', 30],
      ['i', 30],
    ],
  );
});

t.test(
  'textLength is reached by space between characters, in which text after it has a part, or by stretched glyphs',
  async (t) => {
    t.equal(places('<text textLength="100">ab c</text>'), 'a@0,0 | b@32,0 |  @64,0 | c@90,0');
    t.equal(places('<text>a<tspan textLength="51">bb</tspan>c</text>'), 'a@0,0 | b@11,0 | b@51,0 | c@91,0');
    t.equal(places('<text textLength="100">a<tspan textLength="30">bb</tspan></text>'), 'a@0,0 | b@70,0 | b@89,0');
    t.equal(places('<text textLength="0">ab</text>'), 'ab@0,0', '0 is as good as none');
    const [piece] = placed('<text textLength="200" lengthAdjust="spacingAndGlyphs">abc</text>');
    t.equal(Math.round(piece!.stretch * 32.25), 200);
  },
);

t.test('spaces collapse as in HTML, unless they are preserved', async (t) => {
  const text = (source: string) =>
    placed(source)
      .map(({ text }) => text)
      .join('|');
  t.equal(text('<text>\n  a  b\n <tspan> c </tspan>\n</text>'), 'a b |c');
  t.equal(text('<text xml:space="preserve"> a  b\n</text>'), ' a  b ');
  t.equal(text('<text style="white-space: pre"> a  b</text>'), ' a  b');
  t.equal(text('<text>a<title>not text</title><tspan display="none">b</tspan></text>'), 'a');
});

t.test('what the renderer would order otherwise stands alone', async (t) => {
  t.equal(
    places('<text x="100" direction="rtl">(של)!</text>').replaceAll(/@-?\d+,0/g, ''),
    ') | של | ( | !',
    'parentheses as they look',
  );
  const [first, second] = placed('<text>بل<tspan>غة</tspan></text>').map(({ text }) => text);
  t.equal(first, 'بل\u200d\u200f', 'letters join across elements');
  t.equal(second, '\u200f\u200dغة');
  t.match(
    places('<text x="9">a<tspan direction="rtl" unicode-bidi="bidi-override">bc</tspan></text>'),
    /^a@9,0 \| b@30,0 \| c@20,0$/,
  );
  t.match(places('<text direction="rtl" unicode-bidi="bidi-override" x="100">ab</text>'), /^a@89,0 \| b@78,0$/);
});

t.test('baselines are those of the primary font', async (t) => {
  const y = (attributes: string) => placed(`<text ${attributes}>x</text>`)[0]!.y;
  t.equal(
    y('dominant-baseline="middle"'),
    shaper.library.metrics(
      shaper.library.match({ families: ['Arial'], weight: 400, style: 'normal', stretch: 100, size: 20 }).primary,
      20,
    ).xHeight / 2,
  );
  t.equal(y('dominant-baseline="hanging"').toFixed(2), '14.40');
  t.equal(y('dominant-baseline="text-before-edge"'), 18);
  t.equal(placed('<text>a<tspan baseline-shift="super">b</tspan></text>')[1]!.y, -11);
  t.equal(placed('<text>a<tspan baseline-shift="5">b</tspan></text>')[1]!.y, -5);
});

t.test('features and slants that the renderer does not know are outlines over invisible text', async (t) => {
  const ligature = leaves('<text font-family="Noto Sans" style="font-feature-settings: \'smcp\'">abc</text>');
  t.strictSame(
    ligature.leaves.map(({ name }) => name),
    ['path', 'text'],
  );
  t.match(ligature.leaves[1]!.attributes.find(([name]) => name === 'style')![1], 'fill:none');
  t.equal(leaves('<text style="font-feature-settings: \'smcp\'">123</text>').laidOut?.hasOutlines, false);
  t.equal(leaves('<text font-style="italic">日</text>').laidOut?.hasOutlines, true, 'synthetic oblique');
});

t.test('small capitals are synthesized', async (t) => {
  t.strictSame(
    placed('<text font-variant="small-caps">Abc</text>').map(({ text, shape }) => [text, shape.font.size]),
    [
      ['A', 20],
      ['BC', 14],
    ],
  );
});

t.test('characters without a glyph are reported; text on a path is the renderer’s', async (t) => {
  t.strictSame(leaves('<text>a\u{13000}</text>').reported, ['MissingGlyph \u{13000} (U+13000)']);
  t.equal(leaves('<text><textPath href="#p">a</textPath></text>').laidOut, undefined);
  t.equal(leaves('<text writing-mode="vertical-rl">a</text>').laidOut, undefined);
});
