/** Vertical text in the PDF: it reads as it is written, turned or upright. */

import t from 'tap';
import { createRenderer } from '../src/index.js';
import { readPdf, textOf, withoutSpace } from './support/pdf.js';

const renderer = createRenderer();
t.teardown(() => renderer.close());

t.test('turned text reads from its beginning to its end, line after line', async (t) => {
  const { pdf, diagnostics } = await renderer.render({
    html: `<table><tr><th style="writing-mode: vertical-rl; transform: rotate(180deg)">First quarter<td>1</table>
      <div style="writing-mode: vertical-rl; height: 80px">Lines that run down and <b>wrap</b> more than once</div>
      <p style="writing-mode: sideways-lr">bottom to top`,
  });
  t.equal(await textOf(pdf), 'First quarter 1 Lines that run down and wrap more than once bottom to top');
  t.strictSame(diagnostics, []);
});

t.test('upright characters read in the order they are written', async (t) => {
  const { pdf, diagnostics } = await renderer.render({
    html: `<html lang="ja" style="writing-mode: vertical-rl; font-family: Noto Sans JP">
      <p>縦書きの文章に「括弧」とEnglishと2024年、<u>下線</u>。<p style="text-orientation: upright">ABC`,
  });
  t.equal(withoutSpace(await textOf(pdf)), '縦書きの文章に「括弧」とEnglishと2024年、下線。ABC');
  t.strictSame(diagnostics, []);
});

t.test('links in turned text can be followed', async (t) => {
  const { pdf } = await renderer.render({
    html: '<p style="writing-mode: vertical-rl; height: 200px"><a href="https://example.com/">down there</a>',
  });
  const { pages } = await readPdf(pdf);
  t.strictSame(pages[0]?.links, ['https://example.com/']);
});
