/** How large the content of boxes is with what they hide; the sizes are Chromium's scrollWidth and scrollHeight. */

import t from 'tap';
import type { BoxFragment, Fragment } from '../../../../src/engine/layout/algorithm/fragment.js';
import { fitsInside, scrollableSize } from '../../../../src/engine/layout/overflow/scrollable.js';
import { layOut } from '../lay-out.js';

const STYLE = `<!DOCTYPE html><style>
  body { margin: 0; width: 400px; font: 14px/20px Arimo; }
  #a { overflow: hidden; width: 100px; height: 40px; padding: 3px 7px 5px 2px; border: 1px solid; }
</style>`;

/** Of the box without overflow. */
const PADDING_BOX = '109x48';

const CASES: readonly (readonly [sentence: string, style: string, content: string, size: string])[] = [
  [
    'the end margins and paddings of content in flow are kept',
    '',
    '<div style="width:150px;height:60px;margin:4px"></div>',
    '167x76',
  ],
  ['lines and long words', '', 'some words that wrap over several lines here and averyveryverylongword', '153x108'],
  [
    'relatively positioned boxes count where they are seen, without padding',
    '',
    '<div style="position:relative;left:30px;top:50px;width:100px;height:10px"></div>',
    '132x63',
  ],
  [
    'nothing is scrolled to at the start',
    'position:relative',
    '<div style="position:absolute;left:-20px;top:10px;width:300px;height:10px"></div>',
    '280x48',
  ],
  ['from right to left', 'direction:rtl', '<div style="width:150px;height:10px"></div>', '159x48'],
  [
    'flex items with their margins',
    'display:flex',
    '<div style="flex:none;width:200px;height:10px;margin:0 6px"></div>',
    '221x48',
  ],
  [
    'reversed containers overflow at their other side',
    'display:flex;flex-direction:row-reverse',
    '<div style="flex:none;width:200px;height:10px;margin:0 6px"></div>',
    '221x48',
  ],
  [
    'grids',
    'display:grid;grid-template-columns:80px 80px;grid-template-rows:60px',
    '<div>x</div><div>y</div>',
    '169x68',
  ],
  [
    'tracks of grids, whatever items fill of them',
    'display:grid;grid-template-columns:80px 50px;grid-auto-rows:30px',
    '<div style="margin:8px;width:90px"></div><div style="height:10px"></div><div></div>',
    '139x68',
  ],
  ['lines with their leading', '', '<div style="height:30px">a<br>b</div>', '109x48'],
  ['lines that overflow', '', '<div style="height:10px">a<br>b<br>c</div>', '109x63'],
  ['boxes in boxes', '', '<div style="height:20px"><div style="height:70px;width:120px"></div></div>', '122x73'],
  [
    'what another box hides does not count',
    '',
    '<div style="overflow:hidden;width:90px;height:20px"><div style="height:70px;width:120px"></div></div>',
    '109x48',
  ],
  [
    'inline-blocks with their margins',
    '',
    '<span style="display:inline-block;width:150px;height:50px;margin:2px"></span>',
    '163x67',
  ],
  ['floats with their margins', '', '<div style="float:right;width:30px;height:90px;margin:5px"></div>', '109x108'],
  ['content without height', 'padding:0', '<div style="width:150px"></div>', '150x40'],
  [
    'content without height in a box without height is nothing to scroll to',
    'padding:0;height:0',
    '<div style="width:150px"></div>',
    '100x0',
  ],
  [
    'transformed boxes where they are seen',
    '',
    '<div style="transform:translate(50px,40px);width:80px;height:10px"></div>',
    '132x53',
  ],
  [
    'vertical content in its own axes',
    '',
    '<div style="writing-mode:vertical-rl;width:50px;height:30px"><div style="width:48px;height:20px">a</div></div>',
    '109x48',
  ],
  [
    'vertical content that overflows',
    '',
    '<div style="writing-mode:vertical-rl;width:50px;height:60px"><div style="width:20px;height:70px">a</div></div>',
    '109x73',
  ],
  ['a line and a positioned box inside', 'position:relative', 'a<i style="position:absolute;right:0">b</i>', '109x48'],
];

for (const [sentence, style, content, size] of CASES) {
  t.test(sentence, async (t) => {
    const box = boxOf(`${STYLE}<div id="a" style="${style}">${content}</div>`);
    const { width, height } = scrollableSize(box);
    t.equal(`${Math.round(width)}x${Math.round(height)}`, size);
    if (fitsInside(box)) t.equal(size, PADDING_BOX);
  });
}

t.test('most content fits, which is told from its places alone', async (t) => {
  const fits = (style: string, content: string) =>
    fitsInside(boxOf(`${STYLE}<div id="a" style="${style}">${content}</div>`));
  t.ok(fits('', 'some words'));
  t.ok(fits('', '<div style="margin:4px;height:20px">a</div>'));
  t.ok(fits('position:relative', 'a<i style="position:absolute;right:0">b</i>'));
  t.notOk(fits('', '<div style="margin-right:-3px;padding-right:104px"></div>'));
  t.notOk(fits('', '<div style="margin-bottom:31px;height:10px">a</div>'));
  t.notOk(fits('position:relative', '<i style="position:absolute;right:-1px">b</i>'));
});

function boxOf(html: string): BoxFragment {
  const find = (fragment: Fragment): BoxFragment | undefined => {
    if (fragment.kind === 'text') return undefined;
    if (fragment.kind === 'box' && fragment.box.element.attribute('id') === 'a') return fragment;
    for (const child of fragment.children) {
      const found = find(child.fragment);
      if (found) return found;
    }
    return undefined;
  };
  const [page] = layOut(html).layout.pages;
  // Pages of horizontal text are as layout has made them.
  return find(page!.content[0]!.fragment as unknown as BoxFragment)!;
}
