/** Documents that are validated without painting them: painting would have found nothing. */

import t from 'tap';
import { Report } from '../../../src/engine/diagnostics.js';
import { paintDocument } from '../../../src/engine/paint/paint.js';
import { paintsSilently } from '../../../src/engine/paint/silence.js';
import type { GlyphText } from '../../../src/engine/text/outlines.js';
import { WrittenParts } from '../../../src/engine/written-parts.js';
import { share } from '../../support/sample.js';
import { suiteSample } from '../../support/suite.js';
import { layOut, shaper } from '../layout/lay-out.js';

const glyphs = (text: GlyphText) => shaper.glyphs(text);

const isSilent = (html: string): boolean => paintsSilently(layOut(html).styled);

t.test('painting has something to say of links, pictures, controls, effects, 3D and deep clips', async (t) => {
  const speaking = {
    link: '<a href="x.html">x</a>',
    image: '<img alt="" src="x.png">',
    drawing: '<svg width="9" height="9"></svg>',
    control: '<input type="checkbox">',
    background: '<p style="background: url(x.png)">x',
    'background of the page': '<style>@page { background: url(x.png) }</style><p>x',
    'background of a margin box': '<style>@page { @top-left { content: "x"; background: url(x.png) } }</style><p>x',
    'background of a pseudo-element': '<style>p::after { content: "x"; background: url(x.png) }</style><p>x',
    'background of a first line': '<style>p::first-line { background: url(x.png) }</style><p>x',
    'border image': '<p style="border: 3px solid; border-image: url(x.png) 3">x',
    marker: '<ul style="list-style-image: url(x.png)"><li>x</ul>',
    content: '<style>p::before { content: url(x.png) }</style><p>x',
    mask: '<p style="mask-image: url(x.png)">x',
    'clip path': '<p style="clip-path: url(#x)">x',
    filter: '<p style="filter: blur(2px)">x',
    shadow: '<p style="box-shadow: 0 0 3px black">x',
    'text shadow': '<p style="text-shadow: 0 0 3px black">x',
    perspective: '<p style="perspective: 90px">x',
    opacity: '<p style="opacity: 0.5">x <i>y</i>',
    blending: '<p style="mix-blend-mode: multiply">x',
    'text as a clip': '<p style="background: red; background-clip: text">x',
    'nested clips': `${'<div style="overflow: hidden">'.repeat(10)}x`,
  };
  for (const [name, html] of Object.entries(speaking)) t.notOk(isSilent(html), name);
});

t.test('painting has nothing to say of text, colours, borders, tables and a few clips', async (t) => {
  const silent = {
    text: '<h1>a</h1><p>b <b>c</b></p><ul><li>d</ul>',
    table: '<table style="border-collapse: collapse"><tr><td style="border: 1px solid; background: red">x</table>',
    'margin box': '<style>@page { @top-left { content: counter(page) } }</style><p>x',
    clip: '<p style="overflow: hidden">x',
    'deep without clips': `${'<div>'.repeat(30)}x`,
  };
  for (const [name, html] of Object.entries(silent)) t.ok(isSilent(html), name);
});

t.test('silent documents of the suite', async (t) => {
  const documents = suiteSample('silence');
  const written = new WrittenParts();
  const wrong: string[] = [];
  let count = 0;
  for (const { name, html } of documents) {
    const { layout, styled } = layOut(html);
    if (!paintsSilently(styled)) continue;
    count += 1;
    const report = new Report();
    let images = 0;
    const image = () => {
      images += 1;
      return undefined;
    };
    const list = paintDocument(layout, styled, { report, image, glyphs });
    if (report.diagnostics.length > 0 || images > 0 || written.isOpen(list, new Map())) wrong.push(name);
  }
  t.strictSame(wrong, []);
  t.ok(count > share(300), `${count} of ${documents.length}`);
});
