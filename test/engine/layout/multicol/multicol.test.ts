import t from 'tap';
import type { PhysicalFragment } from '../../../../src/engine/layout/algorithm/fragment.js';
import type { Rect } from '../../../../src/engine/layout/algorithm/geometry.js';
import type { DocumentLayout } from '../../../../src/engine/layout/page/page-layout.js';
import { painted } from '../../paint/painted.js';
import { geometryById, layOut } from '../lay-out.js';
import { wordsOf } from '../words.js';

const STYLE =
  '<!doctype html><style>@page{size:300px 200px;margin:0}body{margin:0;font:16px/20px Arial;orphans:1;widows:1}p{margin:0}div{column-gap:20px}</style>';
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line${index}`).join('<br>');
const heightOf = (html: string, id = 'a') => geometryById(layOut(STYLE + html).layout).get(id)?.[0]?.height;

/** Every fragment that says it has column rules. */
function columnRules(layout: DocumentLayout): (readonly Rect[])[] {
  const found: (readonly Rect[])[] = [];
  const visit = (fragment: PhysicalFragment): void => {
    if (fragment.kind === 'text') return;
    if (fragment.kind === 'box' && fragment.details?.kind === 'multicol') found.push(fragment.details.columnRules);
    for (const child of fragment.children) visit(child.fragment);
  };
  for (const page of layout.pages) for (const { fragment } of page.content) visit(fragment);
  return found;
}

t.test('rules are drawn between columns that both have content', async (t) => {
  const rule = 'columns:4;column-rule:2px solid red';
  const { layout } = layOut(`${STYLE}<div style="${rule}">${lines(3)}</div>`);
  t.strictSame(columnRules(layout), [
    [
      { x: 69, y: 0, width: 2, height: 20 },
      { x: 149, y: 0, width: 2, height: 20 },
    ],
  ]);
});

t.test('every row between spanners has rules of its own', async (t) => {
  const html = `<div style="columns:2;column-rule:2px solid red">a<br>b<p style="column-span:all;height:30px"></p>c<br>d</div>`;
  const [rules] = columnRules(layOut(STYLE + html).layout);
  t.strictSame(
    rules?.map(({ y, height }) => [y, height]),
    [
      [0, 20],
      [50, 20],
    ],
  );
});

t.test('rules of the last row reach the end of the container, those before a spanner do not', async (t) => {
  const rulesOf = (content: string) =>
    columnRules(
      layOut(`${STYLE}<div style="columns:2;column-rule:2px solid;height:90px;padding:5px">${content}</div>`).layout,
    )
      .flat()
      .map(({ y, height }) => [y, height]);
  const spanner = '<p style="column-span:all;height:10px"></p>';
  t.strictSame(rulesOf('a<br>b'), [[5, 90]]);
  t.strictSame(rulesOf(`a<br>b${spanner}c<br>d`), [
    [5, 20],
    [35, 60],
  ]);
  t.strictSame(rulesOf(`a<br>b${spanner}`), [[5, 20]]);
});

t.test('a rule is painted in its colour, whole pixels wide', async (t) => {
  const html = '<div style="columns:2;orphans:1;widows:1;column-gap:21px;column-rule:3px solid #00f">a<br>b</div>';
  t.match(
    painted(html).find((item) => item.startsWith('rect')),
    /^rect 199,0 3x\d+ #0000ff$/,
  );
});

t.test('an empty container takes no height', async (t) => {
  t.equal(heightOf('<div id="a" style="columns:3"></div>'), 0);
  t.equal(heightOf('<div id="a" style="columns:3;padding:5px"></div>'), 10);
});

t.test('flex and grid containers have no columns', async (t) => {
  t.equal(heightOf('<div id="a" style="display:flex;columns:2"><p>a</p><p>b</p></div>'), 20);
  t.equal(heightOf('<div id="a" style="display:grid;columns:2"><p>a</p><p>b</p></div>'), 40);
});

t.test('nothing is lost when nothing fits', async (t) => {
  for (const style of ['height:0', 'max-height:1px', 'height:5px;column-fill:auto', 'columns:1px;column-gap:0']) {
    const { layout } = layOut(`${STYLE}<div style="columns:2;${style}"><p style="padding:9px">${lines(6)}</p></div>`);
    const words = new Set(wordsOf(layout).map(({ text }) => text));
    t.equal(words.size, 6, style);
  }
});

t.test('content that has more forced breaks than a page has columns comes to an end', async (t) => {
  const items = Array.from({ length: 30 }, (_, i) => `<p style="break-after:column">item${i}</p>`).join('');
  for (const style of ['columns:2', 'columns:2;height:50px', 'columns:2;column-fill:auto']) {
    const { layout } = layOut(`${STYLE}<div style="${style}">${items}</div>`);
    t.equal(new Set(wordsOf(layout).map(({ text }) => text)).size, 30, style);
  }
});

t.test('forced breaks in flex items and cells end columns as well', async (t) => {
  const broken = '<p>one</p><p style="break-before:column">two</p>';
  for (const html of [
    `<section style="display:flex"><span>${broken}</span></section>`,
    `<table><tr><td>${broken}</table>`,
    `<section style="display:grid"><span>${broken}</span></section>`,
  ]) {
    const found = wordsOf(layOut(`${STYLE}<div style="columns:2">${html}</div>`).layout);
    const one = found.find(({ text }) => text === 'one');
    const two = found.find(({ text }) => text === 'two');
    t.ok((two?.x ?? 0) > (one?.x ?? 1000) + 100, html);
  }
});

t.test('a marker without a line beside it is at the start', async (t) => {
  const html =
    '<style>li::marker{content:"1"}</style><li style="columns:2;margin:30px"><p style="height:50px"></p><p style="column-span:all;height:50px">';
  const [marker] = wordsOf(layOut(STYLE + html).layout);
  t.equal(marker!.text, '1');
  t.ok(marker!.y > 30 && marker!.y < 60, `${marker!.y}`);
});

t.test('a tall box was laid out in each of 65,535 columns', async (t) => {
  for (const columns of ['65535', '1px;column-gap:0;width:100000px']) {
    const html = `<div style="columns:${columns}"><p id=a style="height:100000px"></p></div>`;
    t.equal(geometryById(layOut(STYLE + html).layout).get('a')?.length, 1000, columns);
  }
});

t.test('columns beyond the limit are reported once for each container', async (t) => {
  const reported = (style: string) =>
    layOut(`${STYLE}<div id="many" style="${style};column-gap:0;width:2000px">a</div>`)
      .report.diagnostics.filter(({ kind }) => kind === 'UnsupportedValue')
      .map(({ text, context, count }) => [text, context, count]);
  const place = /#many: more than 1000 columns; so many are used$/;
  t.match(reported('column-count:65535'), [['column-count: 65535', place, 1]]);
  t.match(reported('column-width:1px'), [['column-width: 1px', place, 1]]);
  t.strictSame(reported('column-count:1000'), []);
  t.strictSame(reported('column-count:65535;column-width:4px'), []);
});
