/** Breaks of blocks, lines and tables between pages. Source: https://drafts.csswg.org/css-break-3/ */

import t from 'tap';
import { rects } from '../rects.js';

/** Pages of 100px, five lines. Glyphs are lower than the line, so that none crosses the edge of a page. */
const STYLE = '<style>@page { size: 300px 100px; margin: 0 } body { orphans: 1; widows: 1; font-size: 16px }</style>';
const pages = (html: string) => rects(STYLE + html);
/** A monolithic block. */
const block = (height: number, style = '', id = '') =>
  `<svg ${id && `id=${id}`} width="300" height="${height}" style="display: block; ${style}"></svg>`;
/** A flex or grid item. */
const item = (style = '', content = '0') => `<div style="width: 150px; ${style}">${content}</div>`;
/** `count` lines, as one paragraph. */
const lines = (count: number) => Array.from({ length: count }, (_, i) => i).join('<br>');

t.test('lines, §3.3', async (t) => {
  const paragraph = (above: number, count: number, style: string) =>
    pages(`${block(above)}<p id=p style="${style}">${lines(count)}</p>`)['p'];

  t.test('a paragraph with fewer lines than orphans before the break moves to the next page', async (t) => {
    t.equal(paragraph(60, 5, 'orphans: 2'), '0,60 300×40 + page 2: 0,0 300×60');
    t.equal(paragraph(60, 5, 'orphans: 3'), 'page 2: 0,0 300×100');
  });

  t.test('at least widows lines are after the break', async (t) => {
    t.equal(paragraph(40, 4, 'widows: 1'), '0,40 300×60 + page 2: 0,0 300×20');
    t.equal(paragraph(40, 4, 'widows: 2'), '0,40 300×60 + page 2: 0,0 300×40');
  });
});

t.test('line-clamp counts the lines of earlier pages, as Chromium does', async (t) => {
  const clamp = (style: string, content: string) =>
    pages(`${block(60)}<div id=a style="overflow: hidden; ${style}">${content}</div>`)['a'];
  t.equal(clamp('line-clamp: 7', lines(12)), '0,60 300×40 + page 2: 0,0 300×100');
  t.equal(clamp('line-clamp: 9', lines(12)), '0,60 300×40 + page 2: 0,0 300×100 + page 3: 0,0 300×40');
  t.equal(clamp('line-clamp: 2', lines(12)), '0,60 300×40');
  const nested = `<div>0<div>${lines(3)}</div></div>`;
  t.equal(clamp('line-clamp: 5', nested.repeat(3)), '0,60 300×40 + page 2: 0,0 300×60', 'of nested blocks, too');
});

t.test('forced breaks, §3.1', async (t) => {
  t.test('break-after and break-before at the same break point force one break', async (t) => {
    t.strictSame(pages(`${block(20, 'break-after: page', 'a')}${block(20, 'break-before: page', 'b')}`), {
      a: '0,0 300×20',
      b: 'page 2: 0,0 300×20',
    });
  });

  t.test('a forced break before a first child propagates to its parent', async (t) => {
    t.strictSame(pages(`${block(20)}<div id=a><div>${block(20, 'break-before: page', 'b')}</div></div>`), {
      a: 'page 2: 0,0 300×20',
      b: 'page 2: 0,0 300×20',
    });
  });

  t.test('a forced break overrides avoid on the other side', async (t) => {
    t.strictSame(pages(`${block(20, 'break-after: avoid')}${block(20, 'break-before: page', 'a')}`), {
      a: 'page 2: 0,0 300×20',
    });
  });

  t.test(
    'a forced break after an item follows its whole flex line or grid row, which may start pages before',
    async (t) => {
      const next = (container: string) => {
        const items = `${item('break-after: page')}${item('', lines(7))}<div id=next style="width: 150px">0</div>`;
        return pages(`<div style="${container}">${items}</div>`)['next'];
      };
      t.equal(next('display: flex; flex-wrap: wrap'), 'page 3: 0,0 150×20');
      t.equal(next('display: grid; grid-template-columns: 150px 150px'), 'page 3: 0,0 150×20');
    },
  );

  t.test('a forced break after a grid item follows the last row it spans', async (t) => {
    const items = `${item('break-after: page; grid-row: span 2')}${item()}<div id=a>0</div><div id=b>0</div>`;
    t.strictSame(pages(`<div style="display: grid; grid-template-columns: 150px 150px">${items}</div>`), {
      a: '150,20 150×20',
      b: 'page 2: 0,0 150×20',
    });
  });

  t.test('a forced break before the first box does not create an empty page', async (t) => {
    t.strictSame(pages(block(20, 'break-before: page', 'a')), { a: '0,0 300×20' });
  });

  t.test('break-before: right leaves a left page empty', async (t) => {
    t.strictSame(pages(`${block(20)}${block(20, 'break-before: right', 'a')}`), { a: 'page 3: 0,0 300×20' });
  });

  t.test('margins are kept after a forced break, and truncated at an unforced one', async (t) => {
    const margin = (style: string) => pages(`${block(90)}${block(20, `margin-top: 30px; ${style}`, 'a')}`)['a'];
    t.equal(margin('break-before: page'), 'page 2: 0,30 300×20');
    t.equal(margin(''), 'page 2: 0,0 300×20');
  });
});

t.test('break-inside and break appeal, §4.4', async (t) => {
  t.test('a box with break-inside: avoid moves to the next page', async (t) => {
    t.equal(
      pages(`${block(60)}<div id=a style="break-inside: avoid">${block(40)}${block(40)}</div>`)['a'],
      'page 2: 0,0 300×80',
    );
  });

  t.test('a box with break-inside: avoid that is higher than a page breaks', async (t) => {
    t.equal(
      pages(`<div id=a style="break-inside: avoid">${block(80)}${block(80)}</div>`)['a'],
      '0,0 300×100 + page 2: 0,0 300×80',
    );
  });

  t.test('a heading with break-after: avoid moves to the next page with the following box', async (t) => {
    t.strictSame(pages(`${block(60, '', 'a')}${block(30, 'break-after: avoid', 'h')}${block(40, '', 'b')}`), {
      a: '0,0 300×60',
      h: 'page 2: 0,0 300×30',
      b: 'page 2: 0,30 300×40',
    });
  });

  t.test('the break is inside an earlier box if that has the last perfect break point', async (t) => {
    t.strictSame(
      pages(
        `<div id=a>${block(30)}${block(30, '', 'x')}</div>${block(20, 'break-before: avoid', 'b')}${block(40, 'break-before: avoid', 'c')}`,
      ),
      {
        a: '0,0 300×100 + page 2: 0,0 300×30',
        x: 'page 2: 0,0 300×30',
        b: 'page 2: 0,30 300×20',
        c: 'page 2: 0,50 300×40',
      },
    );
  });

  t.test('if all break points have avoid, the break is at the last one', async (t) => {
    const avoid = 'break-before: avoid';
    t.strictSame(pages(`${block(40, '', 'a')}${block(40, avoid, 'b')}${block(40, avoid, 'c')}`), {
      a: '0,0 300×40',
      b: '0,40 300×40',
      c: 'page 2: 0,0 300×40',
    });
  });

  t.test('a break that violates orphans is taken only where there is no better one', async (t) => {
    const paragraph = `<p id=p style="orphans: 2; break-before: avoid">${lines(3)}</p>`;
    t.strictSame(pages(`${block(60, '', 'a')}${block(20, '', 'b')}${paragraph}`), {
      a: '0,0 300×60',
      b: 'page 2: 0,0 300×20',
      p: 'page 2: 0,20 300×60',
    });
    t.strictSame(pages(`${block(80, '', 'a')}${paragraph}`), {
      a: '0,0 300×80',
      p: '0,80 300×20 + page 2: 0,0 300×40',
    });
  });

  t.test('orphans and widows are violated before break-inside: avoid', async (t) => {
    t.strictSame(
      pages(
        `<p id=p style="orphans: 3; widows: 3">${lines(4)}</p><div id=a style="break-before: avoid; break-inside: avoid">${block(15)}${block(15)}</div>`,
      ),
      { p: '0,0 300×100 + page 2: 0,0 300×20', a: 'page 2: 0,20 300×30' },
    );
  });
});

t.test('boxes that break, §5', async (t) => {
  t.test('a box of definite height fills each page and continues with the rest of its height', async (t) => {
    t.strictSame(pages(`${block(70)}<div id=a style="height: 150px"></div>${block(10, '', 'b')}`), {
      a: '0,70 300×30 + page 2: 0,0 300×100 + page 3: 0,0 300×20',
      b: 'page 3: 0,20 300×10',
    });
  });

  t.test('slice applies padding and border at the outer ends only, clone at each break', async (t) => {
    const box = (value: string) =>
      pages(
        `<div id=a style="padding: 10px 0; -webkit-box-decoration-break: ${value}; box-decoration-break: ${value}">${block(70)}${block(70, '', 'b')}</div>`,
      );
    t.strictSame(box('slice'), { a: '0,0 300×100 + page 2: 0,0 300×80', b: 'page 2: 0,0 300×70' });
    t.strictSame(box('clone'), { a: '0,0 300×100 + page 2: 0,0 300×90', b: 'page 2: 0,10 300×70' });
  });

  t.test('an inline-block is monolithic', async (t) => {
    t.strictSame(pages(`${block(60)}<p><span id=a style="display: inline-block; height: 50px; width: 9px"></span>`), {
      a: 'page 2: 0,0 9×50',
    });
  });
});

t.test('tables, https://drafts.csswg.org/css-tables-3/#repeated-headers', async (t) => {
  const STYLE = '<style>table { border-spacing: 0 } td { padding: 0 }</style>';
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `<tr><td id=r${i + 1}>${block(40)}`).join('');
  const table = (head: string, count: number) => pages(`${STYLE}<table>${head}<tbody>${rows(count)}</table>`);

  t.test('a break before a row is preferred to one inside it of the same appeal', async (t) => {
    t.strictSame(table('', 3), { r1: '0,0 300×40', r2: '0,40 300×40', r3: 'page 2: 0,0 300×40' });
  });

  t.test('a header repeats on each page, above the rows', async (t) => {
    const header =
      '<thead style="break-inside: avoid"><tr><td id=h><svg width=300 height=20 style="display: block"></svg>';
    t.strictSame(table(header, 3), {
      h: '0,0 300×20 + page 2: 0,0 300×20',
      r1: '0,20 300×40',
      r2: '0,60 300×40',
      r3: 'page 2: 0,20 300×40',
    });
  });

  t.test('a header higher than a quarter of a page does not repeat', async (t) => {
    const header =
      '<thead style="break-inside: avoid"><tr><td id=h><svg width=300 height=30 style="display: block"></svg>';
    t.strictSame(table(header, 2), { h: '0,0 300×30', r1: '0,30 300×40', r2: 'page 2: 0,0 300×40' });
  });
});
