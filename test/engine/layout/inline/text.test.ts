/** Runs, texts and diagnostics of inline layout. */

import t from 'tap';
import type {
  PhysicalFragment,
  PhysicalPlaced,
  PhysicalTextFragment,
  TextRun,
} from '../../../../src/engine/layout/algorithm/fragment.js';
import { runsOf } from '../../../../src/engine/layout/inline/text-runs.js';
import { layOut } from '../lay-out.js';

const STYLE = '<!DOCTYPE html><meta charset="utf-8"><style>body { margin: 0; font: 16px serif }</style>';

function textsOf(html: string): PhysicalTextFragment[] {
  const found: PhysicalTextFragment[] = [];
  const visit = (fragment: PhysicalFragment) => {
    if (fragment.kind === 'text') found.push(fragment);
    else for (const child of fragment.children) visit(child.fragment);
  };
  for (const page of layOut(STYLE + html).layout.pages) for (const { fragment } of page.content) visit(fragment);
  return found;
}

function childrenOfFirstLine(fragment: PhysicalFragment): readonly PhysicalPlaced<PhysicalFragment>[] {
  if (fragment.kind === 'line') return fragment.children;
  if (fragment.kind === 'text') return [];
  for (const child of fragment.children) {
    const found = childrenOfFirstLine(child.fragment);
    if (found.length > 0) return found;
  }
  return [];
}

const textOf = (runs: readonly TextRun[]) => runs.map(({ text }) => text).join('');
const shown = (html: string) => textsOf(html).map((fragment) => textOf(runsOf(fragment)));
const diagnosticsOf = (html: string) =>
  layOut(STYLE + html).report.diagnostics.map(({ kind, text, count }) => `${kind} ${text} ${count}`);

t.test('text is split where its direction changes', async (t) => {
  t.strictSame(
    textsOf('<p>one \u05e9\u05dc\u05d5\u05dd two</p>').flatMap((fragment) =>
      runsOf(fragment).map(({ text, rtl }) => [text, rtl]),
    ),
    [
      ['one ', false],
      ['\u05e9\u05dc\u05d5\u05dd', true],
      [' two', false],
    ],
  );
});

t.test('the hyphen at a break is painted, but not part of the text', async (t) => {
  const [first, second] = textsOf('<p style="width: 40px">Incom\u00adplete</p>');
  t.strictSame([first?.text, first && runsOf(first).at(-1)?.text], ['Incom\u00ad', '\u2010']);
  t.equal(second?.text, 'plete');
});

t.test('an ellipsis replaces overflowing text', async (t) => {
  const ellipsis = 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 90px';
  t.strictSame(shown(`<p style="${ellipsis}">The quick brown fox</p>`), ['The quick ', '\u2026']);
  t.strictSame(shown(`<p style="${ellipsis}">The <b>quick brown</b> fox</p>`), ['The ', 'quick ', '\u2026']);
  t.strictSame(shown(`<p style="${ellipsis}">It fits</p>`), ['It fits']);
  t.strictSame(shown(`<p style="${ellipsis}; width: 2px">The</p>`), ['T', '\u2026'], 'the first character stays');
  t.strictSame(diagnosticsOf(`<p style="${ellipsis}">The quick brown fox</p>`), []);
  const vertical =
    'overflow: hidden; text-overflow: ellipsis; white-space: nowrap; height: 90px; writing-mode: vertical-lr';
  t.strictSame(shown(`<p style="${vertical}">The quick brown fox</p>`), ['The quick ', '\u2026'], 'on vertical lines');
  t.strictSame(shown(`<p style="${vertical}; overflow: visible">The quick</p>`), ['The quick'], 'where the box clips');
});

t.test('the ellipsis is at the line end, regardless of the direction of the text', async (t) => {
  const ellipsis = 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 150px';
  const line = (direction: string, text: string) =>
    shown(`<p dir="${direction}" style="${ellipsis}; font-family: Noto Sans Hebrew, serif">${text}</p>`);
  const hebrew = 'שלום עולם שלום עולם שלום עולם';
  t.strictSame(line('rtl', hebrew), ['שלום עולם שלום עו', '…']);
  t.strictSame(
    line('rtl', 'The quick brown fox jumps over'),
    ['wn fox jumps over', '…'],
    'the end of other text stays',
  );
  t.strictSame(line('ltr', hebrew), ['ום עולם שלום עולם', '…']);
  t.strictSame(line('rtl', `The quick ${hebrew}`), [' שלום עו', 'The quick', '…'], 'from left to right');
  const places = layOut(`${STYLE}<p dir="rtl" style="${ellipsis}">${'abc '.repeat(20)}</p>`).layout.pages[0]!.content;
  const [shownText, dots] = childrenOfFirstLine(places[0]!.fragment);
  t.equal(shownText!.x + shownText!.fragment.width, 150, 'the text begins at the right');
  t.equal(dots!.x + dots!.fragment.width, shownText!.x, 'the ellipsis is left of it');
});

t.test('small capitals are synthesized for fonts without the feature', async (t) => {
  const texts = textsOf('<p style="font-variant: small-caps">Ab stra\u00dfe 1</p>');
  t.strictSame(
    texts.map((fragment) => [textOf(runsOf(fragment)), fragment.style['font-size']]),
    [
      ['A', 16],
      ['B', 11],
      [' ', 16],
      ['STRASSE', 11],
      [' 1', 16],
    ],
  );
  t.equal(new Set(texts.map(({ baseline }) => baseline)).size, 1, 'all stand on one baseline');
});

t.test('a justified line expands between ideographs', async (t) => {
  const [line] = textsOf(
    '<p style="width: 70px; text-align: justify; font-family: Noto Sans JP">\u65e5\u672c\u8a9e\u6587\u66f8</p>',
  );
  const runs = line ? runsOf(line) : [];
  t.equal(line?.width, 70, 'the line is full');
  t.strictSame(
    runs.map(({ text }) => text),
    [...'\u65e5\u672c\u8a9e\u6587'],
    'a run each',
  );
  t.strictSame(
    runs.map(({ x }) => Math.round(x)),
    [0, 18, 36, 54],
  );
});

t.test('a character that no font has is reported once per element, with the number of times', async (t) => {
  t.strictSame(diagnosticsOf('<p>a\u{10a00}b\u{10a00} <b>\u{10a00}</b></p>'), [
    'MissingGlyph \u{10a00} (U+10A00) 2',
    'MissingGlyph \u{10a00} (U+10A00) 1',
  ]);
  t.strictSame(diagnosticsOf('<p>plain \u00ad\u200b text</p>'), [], 'invisible ones need no glyph');
});

t.test('bullets are drawn as shapes, numbers as text', async (t) => {
  const [bullet] = textsOf('<ul><li>one</ul>').filter(({ box }) => box.origin === '::marker');
  t.match(bullet?.symbol, { shape: 'disc', rect: { x: 1, width: 5, height: 5 } });
  t.strictSame(bullet?.content, []);
  const [number] = textsOf('<ol><li>one</ol>').filter(({ box }) => box.origin === '::marker');
  t.strictSame([number?.symbol, number && runsOf(number)[0]?.text], [undefined, '1. ']);
});

t.test('an inside marker has the decorations of its line, an outside one has not', async (t) => {
  const decorationsOf = (position: string) =>
    textsOf(`<ol style="text-decoration:underline;list-style-position:${position}"><li>one</ol>`).map(
      ({ box }) => box.decorations.length,
    );
  t.strictSame(decorationsOf('inside'), [1, 1]);
  t.strictSame(decorationsOf('outside').sort(), [0, 1]);
});

t.test('pretty lines leave no short word alone at the end of a paragraph', async (t) => {
  const lines = (wrap: string, text: string) => shown(`<p style="width: 280px; text-wrap: ${wrap}">${text}</p>`);
  const text = 'The quick brown fox jumps over the lazy dogs';
  t.strictSame(lines('wrap', text), ['The quick brown fox jumps over the lazy', 'dogs']);
  t.strictSame(lines('pretty', text), ['The quick brown fox jumps over the', 'lazy dogs']);
  t.strictSame(lines('pretty', `Before<br>${text}<br>he`), [
    'Before',
    'The quick brown fox jumps over the',
    'lazy dogs',
    'he',
  ]);
  const long = text.replace('dogs', 'internationalization');
  t.strictSame(lines('pretty', long), lines('wrap', long), 'a long word may stand alone');
});

t.test('balanced lines are about equally long', async (t) => {
  const heading = (wrap: string) =>
    `<p style="width: 280px; text-wrap: ${wrap}">The quick brown fox jumps over the lazy dogs</p>`;
  t.strictSame(shown(heading('wrap')), ['The quick brown fox jumps over the lazy', 'dogs']);
  t.strictSame(shown(heading('balance')), ['The quick brown fox', 'jumps over the lazy dogs']);
});
