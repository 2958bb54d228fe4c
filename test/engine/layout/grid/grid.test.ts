/** Rules of https://drafts.csswg.org/css-grid-2/; sections in the names of the tests. */

import t from 'tap';
import { rects } from '../rects.js';

type Item = string | readonly [style: string, content: string];

/** @param items  style, and content where it matters, by id; letters are 12px wide, lines 20px high */
function grid(container: string, items: Readonly<Record<string, Item>>): Record<string, string> {
  const children = Object.entries(items).map(([id, item]) => {
    const [style, content] = typeof item === 'string' ? [item, ''] : item;
    return `<div id="${id}" style="${style}">${content}</div>`;
  });
  return rects(`<div style="display: grid; width: 320px; ${container}">${children.join('')}</div>`);
}

t.test('§7.2.3.2 auto-fill keeps empty tracks, auto-fit collapses them with their gutters', async (t) => {
  const one = (repeat: string) =>
    grid(`grid-template-columns: repeat(${repeat}, minmax(100px, 1fr)); gap: 10px`, { a: 'height: 5px' });
  t.strictSame(one('auto-fill'), { a: '0,0 100×5' });
  t.strictSame(one('auto-fit'), { a: '0,0 320×5' });
});

t.test('§7.2.3.2 as many repetitions as fit with their gaps', async (t) => {
  const last = (width: number) =>
    grid(`width: ${width}px; grid-template-columns: repeat(auto-fill, 100px); gap: 10px`, {
      a: 'grid-column: -2; height: 5px',
    });
  t.strictSame([last(320), last(319)], [{ a: '220,0 100×5' }, { a: '110,0 100×5' }]);
});

t.test('§7.5 the sizes of implicit tracks repeat, away from the explicit grid on both sides', async (t) => {
  t.strictSame(
    grid('grid-template-rows: 50px; grid-auto-rows: 10px 20px', {
      a: 'grid-row: -4',
      b: 'grid-row: -3',
      c: 'grid-row: 1',
      d: 'grid-row: 2',
      e: 'grid-row: 3',
      f: 'grid-row: 4',
    }),
    {
      a: '0,0 320×10',
      b: '0,10 320×20',
      c: '0,30 320×50',
      d: '0,80 320×10',
      e: '0,90 320×20',
      f: '0,110 320×10',
    },
  );
});

t.test('§6.3 placement follows order', async (t) => {
  t.strictSame(grid('grid: 5px / 100px 220px', { a: 'order: 1', b: '' }), { b: '0,0 100×5', a: '100,0 220×5' });
});

t.test('§8.1 an area places by its name', async (t) => {
  t.strictSame(
    grid(`grid-template: 'head head' 10px 'side main' 30px / 120px 200px`, {
      a: 'grid-area: main',
      b: 'grid-area: head',
    }),
    { a: '120,10 200×30', b: '0,0 320×10' },
  );
});

t.test('§6.6 the automatic minimum size of an item holds in an auto track, not in a scroll container', async (t) => {
  const columns = 'width: 100px; grid-template-columns: 1fr 1fr';
  t.strictSame(grid(columns, { a: ['', 'abcdef'], b: '' }), { a: '0,0 72×20', b: '72,0 28×20' });
  t.strictSame(grid(columns, { a: ['overflow: hidden', 'abcdef'], b: '' }), { a: '0,0 50×20', b: '50,0 50×20' });
});

t.test('§6.6 an item over several tracks, one of them flexible, has no automatic minimum size', async (t) => {
  t.strictSame(grid('width: 30px; grid-template-columns: auto 1fr', { a: ['grid-column: span 2', 'abcdef'] }), {
    a: '0,0 30×20',
  });
});

t.test('§10.2 auto margins center in the area before justify-self and align-self apply', async (t) => {
  t.strictSame(grid('grid: 100px / 200px; place-items: end', { a: 'margin: auto; width: 20px; height: 30px' }), {
    a: '90,35 20×30',
  });
});

t.test('§10.5 align-content spreads rows, and what spans them covers the space between', async (t) => {
  t.strictSame(
    grid('grid: 20px 20px / 100px 100px; height: 100px; align-content: space-between', {
      a: 'grid-row: span 2',
      b: '',
      c: '',
    }),
    { a: '0,0 100×100', b: '100,0 100×20', c: '100,80 100×20' },
  );
});

t.test('§9 an absolutely positioned child is placed in its grid area, auto lines are the padding edges', async (t) => {
  t.strictSame(
    grid('position: relative; padding: 7px; grid: 50px 30px / 100px 200px', {
      a: 'position: absolute; inset: 0; grid-area: 1 / 2 / 2 / 3',
      b: 'position: absolute; inset: 0; grid-column: 2',
    }),
    { a: '107,7 200×50', b: '107,0 227×94' },
  );
});

t.test('§5 percentage gaps and tracks resolve against the content box', async (t) => {
  t.strictSame(
    grid('grid-template-columns: 25% 25%; column-gap: 10%; padding-left: 8px', { a: 'height: 5px', b: 'height: 5px' }),
    { a: '8,0 80×5', b: '120,0 80×5' },
  );
});

t.test('§11.1 items in a row share their first baseline', async (t) => {
  t.strictSame(
    grid('grid-template-columns: 100px 100px; align-items: baseline', { a: ['padding-top: 10px', 'x'], b: ['', 'x'] }),
    { a: '0,0 100×30', b: '100,10 100×20' },
  );
});

t.test('§10.5 rows that are aligned to the end start above a container that they overflow', async (t) => {
  t.strictSame(
    grid('height: 20px; align-content: end; grid-template-columns: 320px', { a: 'height: 20px', b: 'height: 20px' }),
    { a: '0,-20 320×20', b: '0,0 320×20' },
  );
});
