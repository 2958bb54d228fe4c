/** Rules of https://drafts.csswg.org/css-flexbox-1/; sections in the names of the groups. */

import t from 'tap';
import { rects } from '../rects.js';

type Item = string | readonly [style: string, content: string];

/** @param items  style, and content where it matters, by id; letters are 12px wide, lines 20px high */
function flex(container: string, items: Readonly<Record<string, Item>>): Record<string, string> {
  const children = Object.entries(items).map(([id, item]) => {
    const [style, content] = typeof item === 'string' ? [item, ''] : item;
    return `<div id="${id}" style="${style}">${content}</div>`;
  });
  return rects(`<div style="display: flex; width: 300px; height: 50px; ${container}">${children.join('')}</div>`);
}

t.test('§9.7 flexible lengths', async (t) => {
  t.test('free space is shared by flex-grow on top of the base sizes', async (t) => {
    t.strictSame(flex('', { a: 'flex: 1 0 60px', b: 'flex: 2 0 90px' }), {
      a: '0,0 110×50',
      b: '110,0 190×50',
    });
  });

  t.test('factors that add up to less than 1 leave part of the space free', async (t) => {
    t.strictSame(flex('', { a: 'flex: 0.25 0 0px', b: 'flex: 0.5 0 0px' }), { a: '0,0 75×50', b: '75,0 150×50' });
  });

  t.test('shrinking is in proportion to flex-shrink times the base size', async (t) => {
    t.strictSame(flex('', { a: 'flex: 0 1 200px', b: 'flex: 0 1 400px' }), { a: '0,0 100×50', b: '100,0 200×50' });
  });

  t.test('padding counts toward the sum of sizes, but not toward the share that an item shrinks by', async (t) => {
    t.strictSame(flex('', { a: 'width: 100px; padding-left: 100px', b: 'width: 300px' }), {
      a: '0,0 150×50',
      b: '150,0 150×50',
    });
  });

  t.test('hypothetical sizes, not base sizes, decide whether items grow or shrink', async (t) => {
    t.strictSame(flex('', { a: 'flex: 1 1 200px; max-width: 50px', b: 'flex: 1 1 200px' }), {
      a: '0,0 50×50',
      b: '50,0 250×50',
    });
  });

  t.test('what a maximum does not take goes to the other items', async (t) => {
    t.strictSame(flex('', { a: 'flex: 1; max-width: 50px', b: 'flex: 1', c: 'flex: 1' }), {
      a: '0,0 50×50',
      b: '50,0 125×50',
      c: '175,0 125×50',
    });
  });

  t.test('when minimums violate more than maximums, only they are frozen in that round', async (t) => {
    t.strictSame(flex('', { a: 'flex: 1; min-width: 180px', b: 'flex: 1; max-width: 80px', c: 'flex: 1' }), {
      a: '0,0 180×50',
      b: '180,0 60×50',
      c: '240,0 60×50',
    });
  });
});

t.test('§4.5 automatic minimum size', async (t) => {
  t.test('an item does not shrink below its min-content size', async (t) => {
    t.strictSame(flex('width: 100px', { a: ['flex: 0 1 100px', 'abcde'], b: 'flex: 0 1 100px' }), {
      a: '0,0 60×50',
      b: '60,0 40×50',
    });
  });

  t.test('a specified size that is smaller than the content is the minimum', async (t) => {
    t.strictSame(flex('width: 100px', { a: ['width: 30px', 'abcde'], b: 'width: 200px' }), {
      a: '0,0 30×50',
      b: '30,0 70×50',
    });
  });

  t.test('a scroll container has none', async (t) => {
    t.strictSame(flex('width: 100px', { a: ['width: 60px; overflow: hidden', 'abcde'], b: 'width: 140px' }), {
      a: '0,0 30×50',
      b: '30,0 70×50',
    });
  });

  t.test('in a column it is the height of the content', async (t) => {
    t.strictSame(flex('flex-direction: column', { a: ['flex: 0 1 40px', 'a<br>b'], b: 'flex: 0 1 40px' }), {
      a: '0,0 300×40',
      b: '0,40 300×10',
    });
  });
});

t.test('§8 alignment', async (t) => {
  t.test('auto margins take the free space before justify-content sees it', async (t) => {
    t.strictSame(flex('justify-content: center', { a: 'width: 50px', b: 'width: 50px; margin-left: auto' }), {
      a: '0,0 50×50',
      b: '250,0 50×50',
    });
  });

  t.test('auto margins are 0 where there is no free space, and justify-content applies', async (t) => {
    t.strictSame(flex('width: 100px; justify-content: end', { a: 'flex: none; width: 160px; margin-left: auto' }), {
      a: '-60,0 160×50',
    });
  });

  t.test('an auto margin in the cross axis keeps an item from stretching', async (t) => {
    t.strictSame(flex('', { a: ['margin-top: auto; width: 50px', 'x'] }), { a: '0,30 50×20' });
  });

  t.test('baselines of a line are aligned, its height grows with that', async (t) => {
    t.strictSame(
      flex('align-items: baseline; height: auto', {
        a: ['padding-top: 10px', 'x'],
        b: ['height: 40px', 'x'],
        c: 'align-self: stretch',
      }),
      { a: '0,0 12×30', b: '12,10 12×40', c: '24,0 0×50' },
    );
  });

  t.test('a single-line container ignores align-content: its line is as high as it is', async (t) => {
    t.strictSame(flex('align-content: flex-end', { a: 'align-self: center; width: 10px; height: 20px' }), {
      a: '0,15 10×20',
    });
  });

  t.test('a stretched item has a definite height for percentages', async (t) => {
    t.strictSame(flex('', { a: ['width: 10px', '<div id="b" style="height: 40%"></div>'] }), {
      a: '0,0 10×50',
      b: '0,0 10×20',
    });
  });

  t.test('an absolutely positioned child is placed as the only item', async (t) => {
    t.strictSame(
      flex('position: relative; justify-content: center; align-items: end', {
        a: 'width: 50px',
        b: 'position: absolute; width: 100px; height: 10px',
      }),
      { a: '125,50 50×0', b: '100,40 100×10' },
    );
  });
});

t.test('§9.3 lines', async (t) => {
  t.test('an item wraps when the hypothetical outer sizes and gaps exceed the container', async (t) => {
    const item = 'flex: 1; min-width: 60px; margin-left: 30px; height: 20px';
    const lines = (gap: number) =>
      flex(`flex-wrap: wrap; align-content: start; column-gap: ${gap}px`, { a: item, b: item, c: item });
    t.strictSame(lines(15), { a: '30,0 60×20', b: '135,0 60×20', c: '240,0 60×20' });
    t.strictSame(lines(16), { a: '30,0 112×20', b: '188,0 112×20', c: '30,20 270×20' });
  });

  t.test('an item that is too long for a line has one of its own, and shrinks', async (t) => {
    t.strictSame(flex('flex-wrap: wrap; align-content: start', { a: 'width: 400px; height: 20px', b: 'width: 9px' }), {
      a: '0,0 300×20',
      b: '0,20 9×0',
    });
  });

  t.test('align-content: stretch adds the same to every line', async (t) => {
    t.strictSame(
      flex('flex-wrap: wrap; height: 100px', { a: ['width: 300px', 'x'], b: 'width: 300px; height: 40px' }),
      {
        a: '0,0 300×40',
        b: '0,40 300×40',
      },
    );
  });

  t.test('wrap-reverse stacks lines from the end of the cross axis', async (t) => {
    t.strictSame(
      flex('flex-wrap: wrap-reverse; align-content: flex-start; height: 100px', {
        a: 'width: 300px; height: 20px',
        b: 'width: 300px; height: 30px',
      }),
      { a: '0,80 300×20', b: '0,50 300×30' },
    );
  });
});

t.test('§5 order and direction', async (t) => {
  t.test('items are sorted by order, and stay in document order among equals', async (t) => {
    t.strictSame(
      flex('', { a: 'order: 1; width: 50px', b: 'width: 60px', c: 'order: -1; width: 70px', d: 'width: 80px' }),
      {
        c: '0,0 70×50',
        b: '70,0 60×50',
        d: '130,0 80×50',
        a: '210,0 50×50',
      },
    );
  });

  t.test('row-reverse starts at the right; flex-start follows it, start does not', async (t) => {
    const row = (justify: string) =>
      flex(`flex-direction: row-reverse; justify-content: ${justify}`, { a: 'width: 50px', b: 'width: 60px' });
    t.strictSame(row('flex-start'), { a: '250,0 50×50', b: '190,0 60×50' });
    t.strictSame(row('start'), { a: '60,0 50×50', b: '0,0 60×50' });
  });
});
