/** Absolutely positioned boxes past the last column of their containing block. */

import t from 'tap';
import type { PhysicalFragment } from '../../../../src/engine/layout/algorithm/fragment.js';
import { layOut } from '../lay-out.js';

const columns = (content: string) =>
  `<style>body { margin: 0 } #columns { columns: 2 100px; column-gap: 10px; width: 210px; height: 100px;
    column-fill: auto } #container { position: relative; height: 150px } i { position: absolute; width: 10px;
    height: 10px }</style><div id="columns"><div id="container">${content}</div></div>`;

/** Inline offsets of the `i` elements in the page, px. */
function offsets(html: string): number[] {
  const found: number[] = [];
  const visit = (fragment: PhysicalFragment, x: number): void => {
    if (fragment.kind === 'text') return;
    if (fragment.kind === 'box' && fragment.box.element.name === 'i') found.push(x);
    for (const child of fragment.children) visit(child.fragment, x + child.x);
  };
  for (const { content } of layOut(html).layout.pages) for (const { fragment, x } of content) visit(fragment, x);
  return found;
}

t.test('a box starts in the column of its offset, which is created if need be', async (t) => {
  const tops = ['5px', '105px', '405px', '205px'];
  const html = columns(tops.map((top) => `<i style="top: ${top}"></i>`).join(''));
  t.strictSame(
    offsets(html).sort((a, b) => a - b),
    [0, 110, 220, 440],
  );
});

t.test('only the columns with content are created, however far the offset is', async (t) => {
  const html = columns('<i style="top: 30000000px"></i>');
  t.strictSame(offsets(html), [300_000 * 110]);
});
