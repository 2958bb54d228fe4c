/** How often layout visits boxes: once, and once more to measure, unless a specification needs more. */

import { readFileSync } from 'node:fs';
import t from 'tap';
import type { BlockLevelBox } from '../../../src/engine/box/tree.js';
import { describeElement } from '../../../src/engine/html/dom.js';
import { LayoutCounts } from '../../../src/engine/layout/algorithm/layout-counts.js';
import { Engine } from '../../../src/engine/render.js';
import { openFont } from '../../../src/fonts/document-fonts.js';
import { loadFonts } from '../../../src/fonts/fonts.js';
import { loadPatterns } from '../../../src/hyphenation.js';

const fonts = loadFonts();

function countsOf(html: string, data = {}): LayoutCounts {
  const counts = new LayoutCounts();
  new Engine({ fonts, openFont, loadPatterns, counts }).validate({ html, data });
  return counts;
}

const moreThanOnce = (visits: ReadonlyMap<BlockLevelBox, number>) =>
  [...visits].flatMap(([{ element }, count]) => (count > 1 ? [`${describeElement(element)}: ${count}`] : []));

const row = (i: number) => `<tr><td>${i}<td>Item number ${i} of the invoice<td class=n>${i * 7},00 €`;

t.test('every box of an invoice is laid out once and measured at most once', async (t) => {
  const rows = Array.from({ length: 20 }, (_, i) => row(i)).join('');
  const { layouts, measurements } = countsOf(
    `<style>table { width: 100%; border-collapse: collapse } .n { text-align: right }</style>
     <h1>Invoice</h1><p>Thank you for your order.</p>
     <table><thead><tr><th>No.<th>Item<th>Amount<tbody>${rows}</table><p>Payable within 30 days.</p>`,
  );
  t.ok(layouts.size > 60);
  t.strictSame(moreThanOnce(layouts), []);
  t.strictSame(moreThanOnce(measurements), []);
});

t.test('the example invoice is measured at most once', async (t) => {
  const data = JSON.parse(readFileSync('examples/invoice.json', 'utf8'));
  const { layouts, measurements } = countsOf(readFileSync('examples/invoice.html', 'utf8'), data);
  t.ok(layouts.size > 60);
  t.strictSame(moreThanOnce(measurements), []);
});

t.test('what a forced break is before is laid out once, on its page', async (t) => {
  const letter = '<section><div>Sender</div><p>Dear reader,</p><table><tr><td>1</table></section>';
  const rules = [
    'section { break-after: page }',
    'section + section { break-before: right }',
    'div { break-before: page }',
  ];
  for (const rule of rules) {
    const { layouts } = countsOf(`<style>${rule}</style>${letter.repeat(5)}`);
    t.ok(layouts.size > 20);
    t.strictSame(moreThanOnce(layouts), [], rule);
  }
});

t.test('a run of text is shaped once for its widths and its line', async (t) => {
  const { shapings } = countsOf('<table><tr><td>one<td>two<td>three</table>');
  t.equal(shapings, 3);
});

t.test('balanced columns inside others do not multiply the layouts of what they contain', async (t) => {
  const around = '<p>a b c</p>'.repeat(3);
  const nested = (levels: number): string =>
    levels === 0 ? '<h2>x</h2><h2>y</h2>' : `<div style="columns: 2">${around}${nested(levels - 1)}${around}</div>`;
  const maxLayouts = (levels: number) => {
    const inner = [...countsOf(nested(levels)).layouts].filter(([{ element }]) => element?.name === 'h2');
    return Math.max(...inner.map(([, count]) => count));
  };
  t.ok(maxLayouts(2) > 1, 'balancing lays out more than once');
  t.ok(
    maxLayouts(7) <= maxLayouts(4) * 8,
    `${maxLayouts(4)} layouts in four levels, ${maxLayouts(7)} in seven: below twice as many by level`,
  );
});

t.test('content that runs through columns inside columns does not double its layouts with each level', async (t) => {
  const paragraphs = '<p>a b c</p>'.repeat(60);
  const layouts = (levels: number) => {
    const { layouts } = countsOf(`${'<div style="columns: 2; column-gap: 0">'.repeat(levels)}${paragraphs}`);
    return [...layouts.values()].reduce((sum, count) => sum + count, 0);
  };
  t.ok(layouts(8) < layouts(4) * 2 ** 4, `${layouts(4)} layouts in four levels, ${layouts(8)} in eight`);
});

t.test('each column laid out all that followed it, to balance the columns inside', async (t) => {
  const layouts = (paragraphs: number) => {
    const { layouts } = countsOf(`${'<div style="columns: 2">'.repeat(3)}${'<p>a b c</p>'.repeat(paragraphs)}`);
    return [...layouts.values()].reduce((sum, count) => sum + count, 0);
  };
  t.ok(layouts(1600) < layouts(400) * 5, `${layouts(400)} layouts of 400 paragraphs, ${layouts(1600)} of 1600`);
});

t.test('grids that break, inside others, doubled the layouts of what they contain with each level', async (t) => {
  const grid = '<div class=grid><h2>x</h2><h2>y</h2><div>one<br>two<br>three<br>four<br>five<br>six<br>';
  const style = `<style>@page { size: 240px 240px; margin: 20px } .grid { display: grid; grid-template-columns: 1fr 1fr; padding-top: 60px }</style>`;
  const maxLayouts = (levels: number) => Math.max(...countsOf(style + grid.repeat(levels)).layouts.values());
  t.ok(maxLayouts(6) > 1, 'a grid is measured');
  t.ok(maxLayouts(18) <= maxLayouts(6) * 8, `${maxLayouts(6)} layouts in six levels, ${maxLayouts(18)} in eighteen`);
});

t.test(
  'flex columns that avoid breaks, inside others, doubled the layouts of what they contain with each level',
  async (t) => {
    const lines = 'a<br>b<br>c<br>d<br>e<br>f<br>g<br>h<br>i<br>j<br>k<br>l<br>m<br>n';
    const column = `<section><div style="margin-top: 40px">${lines}</div>`;
    const style = `<style>@page { size: 300px 300px; margin: 20px } section { display: flex; flex-direction: column }
    div { break-inside: avoid; font: 14px/20px Arial }</style>`;
    const maxLayouts = (levels: number) => Math.max(...countsOf(style + column.repeat(levels)).layouts.values());
    t.ok(maxLayouts(4) > 1, 'a column is measured');
    t.ok(maxLayouts(14) <= maxLayouts(4) * 8, `${maxLayouts(4)} layouts in four levels, ${maxLayouts(14)} in fourteen`);
  },
);

t.test(
  'positioned boxes in balanced columns, inside others, doubled the layouts of what they contain with each level',
  async (t) => {
    const box = `<div style="position: absolute">one<br>two<br>three<br>four<br>
    <div style="position: absolute; columns: 1; overflow: hidden">`;
    const maxLayouts = (levels: number) => Math.max(...countsOf(box.repeat(levels)).layouts.values());
    t.ok(maxLayouts(4) > 1, 'columns are laid out to be balanced');
    t.ok(maxLayouts(14) <= maxLayouts(4) * 8, `${maxLayouts(4)} layouts in four levels, ${maxLayouts(14)} in fourteen`);
  },
);
