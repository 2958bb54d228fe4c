/** Box generation: anonymous boxes, table fix-up, lists, generated content, first letters. */

import t from 'tap';
import { boxes } from './box-tree.js';

t.test('anonymous blocks, https://www.w3.org/TR/CSS22/visuren.html#anonymous-block-level', async (t) => {
  t.test('inline content between blocks gets anonymous blocks around it', async (t) => {
    t.equal(boxes('one <b>two</b><p>three</p>four'), '-["one " b("two")] p["three"] -["four"]');
  });

  t.test('white space between blocks generates no box', async (t) => {
    t.equal(boxes('<p>one</p> \n <p>two</p>'), 'p["one"] p["two"]');
    t.equal(boxes('<p>one</p><pre> </pre>'), 'p["one"] pre[" "]');
  });

  t.test(
    'a float or positioned box among text makes no anonymous block, one between blocks stands alone',
    async (t) => {
      t.equal(boxes('one <i style="float: left">two</i> three'), '"one " i["two"] "three"');
      t.equal(boxes('<p>one</p><i style="float: left">two</i><p>three</p>'), 'p["one"] i["two"] p["three"]');
    },
  );

  t.test('a block in an inline box splits it, and all inline boxes around it', async (t) => {
    t.equal(boxes('<i>one<b>two<p>three</p>four</b></i>'), '-[i("one" b("two"…)…)] p["three"] -[i(…b(…"four"))]');
  });

  t.test('display: contents leaves the content without its box, none leaves nothing', async (t) => {
    t.equal(
      boxes('<div style="display: contents"><p>one</p>two</div><p style="display: none">three</p>'),
      'p["one"] -[-("two")]',
    );
  });

  t.test('a canvas, on which no script draws, is its fallback content', async (t) => {
    t.equal(boxes('one <canvas width="9" height="9">two</canvas>'), '"one " canvas("two")');
    t.equal(boxes('<canvas style="display: block"><p>one</p></canvas>'), 'canvas[p["one"]]');
  });

  t.test('the text of a flex container is one anonymous item for each run, white space alone is none', async (t) => {
    t.equal(boxes('<div style="display: flex">one <b>two</b> <b>three</b></div>'), 'div[-["one"] b["two"] b["three"]]');
  });
});

t.test('table fix-up, https://drafts.csswg.org/css-tables-3/#fixup-algorithm', async (t) => {
  const box = (display: string, content: string) => `<u style="display: ${display}">${content}</u>`;

  t.test('a cell alone gets a row, a section and a table', async (t) => {
    t.equal(boxes(box('table-cell', 'one')), '-table[-section[-row[u["one"]]]]');
  });

  t.test('consecutive cells share a row; white space between them goes', async (t) => {
    t.equal(
      boxes(`${box('table-cell', 'one')} ${box('table-cell', 'two')}`),
      '-table[-section[-row[u["one"] u["two"]]]]',
    );
  });

  t.test('what is no cell in a row gets one around all of its run', async (t) => {
    t.equal(
      boxes(box('table', box('table-row', `one <b>two</b>${box('table-cell', 'three')}`))),
      'u[-section[u[-cell["one " b("two")] u["three"]]]]',
    );
  });

  t.test('text between rows is a row of one cell', async (t) => {
    t.equal(
      boxes(
        box('table', `${box('table-row', box('table-cell', 'one'))}two${box('table-row', box('table-cell', 'three'))}`),
      ),
      'u[-section[u[u["one"]] -row[-cell["two"]] u[u["three"]]]]',
    );
  });

  t.test('a row in inline content makes an inline table on the line', async (t) => {
    t.equal(
      boxes(`<p><i>one ${box('table-row', box('table-cell', 'two'))}</i></p>`),
      'p[i("one " -table[-section[u[u["two"]]]])]',
    );
  });

  t.test('the second header group is a body', async (t) => {
    t.equal(
      boxes('<table><tfoot><tr><td>f<tbody><tr><td>b<thead><tr><td>h<thead><tr><td>h2</table>'),
      'table[thead[tr[td["h"]]] tbody[tr[td["b"]]] thead[tr[td["h2"]]] tfoot[tr[td["f"]]]]',
    );
  });
});

t.test('lists and counters, https://drafts.csswg.org/css-lists-3/', async (t) => {
  t.test('an outside marker belongs to the block, an inside one is its first inline box', async (t) => {
    t.equal(boxes('<ol><li>one</ol>'), 'ol[li[::marker["1. "] "one"]]');
    t.equal(boxes('<ol style="list-style-position: inside"><li>one</ol>'), 'ol[li[::marker("1. ") "one"]]');
  });

  t.test('start and value set the counter, reversed counts down from the number of items', async (t) => {
    t.equal(boxes('<ol start=4><li><li value=9><li></ol>').match(/\d+/g)?.join(), '4,9,10');
    t.equal(boxes('<ol reversed><li><li><li></ol>').match(/\d+/g)?.join(), '3,2,1');
  });

  const NUMBERS = `<style>
    div { counter-reset: n }
    p::before { counter-increment: n; content: counters(n, ".") " " }
  </style>`;

  t.test('a nested reset makes a counter of its own, in scope for the following siblings, too', async (t) => {
    t.equal(
      boxes(`${NUMBERS}<div><p>a<div><p>b<p>c</div><p>d</div>`)
        .match(/[\d.]+ /g)
        ?.join(''),
      '1 1.1 1.2 1.3 ',
    );
  });

  t.test('a reset by a sibling replaces the counter, it does not nest', async (t) => {
    const style =
      '<style>h1 { counter-reset: n } p::before { counter-increment: n; content: counters(n, ".") " " }</style>';
    t.equal(
      boxes(`${style}<h1></h1><p>a<p>b<h1></h1><p>c`)
        .match(/[\d.]+ /g)
        ?.join(''),
      '1 2 1 ',
    );
  });

  t.test('counters outside of style containment are read in it, but not changed', async (t) => {
    const style = `<style>div { counter-reset: n 5 } b { counter-increment: n } s { counter-set: n 20 } em { contain: style }
      b::before, s::before, u::before { content: counters(n, ".") ";" }</style>`;
    const numbers = (html: string) =>
      boxes(`${style}<div>${html}</div>`)
        .match(/[\d.]+(?=;)/g)
        ?.join(' ');
    t.equal(numbers('<b></b><em><u></u><b></b><b></b><u></u></em><u></u><b></b>'), '6 6 6.1 6.2 6.2 6 7');
    t.equal(numbers('<b></b><em><s></s><u></u></em><u></u>'), '6 6.20 6.20 6');
    t.equal(numbers('<em><b></b><em><b></b></em><u></u></em><u></u>'), '5.1 5.1.1 5.1 5');
    t.equal(numbers('<em style="display: contents"><b></b></em><u></u>'), '6 6', 'a box is contained');
  });

  t.test('an element without a box does not count, one that is hidden does', async (t) => {
    const count = (style: string) => boxes(`<ol><li>a<li style="${style}">b<li>c</ol>`).match(/\d/g)?.at(-1);
    t.strictSame([count('display: none'), count('visibility: hidden')], ['2', '3']);
  });
});

t.test('generated content, https://drafts.csswg.org/css-content-3/', async (t) => {
  t.test('::before and ::after are inside the element, around its content', async (t) => {
    t.equal(
      boxes('<style>p::before { content: "(" attr(id) } p::after { content: ")"; display: block }</style><p id=x>one'),
      'p[-[::before("(x") "one"] ::after[")"]]',
    );
  });

  t.test('content: none and normal generate no box, an empty string does', async (t) => {
    const before = (content: string) => boxes(`<style>p::before { content: ${content} }</style><p>one`);
    t.strictSame([before('none'), before('normal'), before('""')], ['p["one"]', 'p["one"]', 'p[::before() "one"]']);
  });

  t.test('text-transform goes by the content language, of which xml:lang tells, too', async (t) => {
    const style = '<style>p { text-transform: uppercase } p::before { content: "i" }</style>';
    t.equal(boxes(`${style}<div lang="tr"><p>i`), 'div[p[::before("İ") "İ"]]');
    t.equal(boxes(`${style}<p xml:lang="tr">i`), 'p[::before("İ") "İ"]');
  });

  t.test('quotes nest across elements', async (t) => {
    const style = '<style>q { quotes: "<" ">" "[" "]" }</style>';
    t.equal(boxes(`${style}<q>a <q>b</q></q>`), 'q(::before("<") "a " q(::before("[") "b" ::after("]")) ::after(">"))');
  });

  t.test('style containment restores the depth of quotes', async (t) => {
    const style = `<style>* { quotes: "<" ">" "[" "]" } i::before { content: open-quote } u::before { content: close-quote }
      a { contain: style }</style>`;
    const marks = (html: string) =>
      boxes(`${style}<p>${html}</p>`)
        .match(/[<>[\]](?="\))/g)
        ?.join('');
    t.equal(marks('<i></i><a><i></i></a><i></i><u></u><u></u>'), '<[[]>');
    t.equal(marks('<i></i><a><u></u></a><i></i><u></u><u></u>'), '<>[]>');
  });
});

t.test('first letters, https://drafts.csswg.org/css-pseudo-4/#first-letter-pattern', async (t) => {
  const STYLE = '<style>div::first-letter { color: red }</style>';
  const first = (html: string) => boxes(`${STYLE}<div>${html}</div>`);

  t.test('punctuation before and after the letter goes with it', async (t) => {
    t.equal(first('“A.” then'), 'div[::first-letter("“A.”") " then"]');
  });

  t.test('the letter is taken from the first inline box or block that has text', async (t) => {
    t.equal(first('<b>one</b>'), 'div[b(::first-letter("o") "ne")]');
    t.equal(first('<p>one</p>'), 'div[p[::first-letter("o") "ne"]]');
  });

  t.test('generated content comes first', async (t) => {
    t.equal(
      boxes(`${STYLE}<style>div::before { content: "No " }</style><div>one</div>`),
      'div[::before(::first-letter("N") "o ") "one"]',
    );
  });

  t.test('a preserved line feed before the text means that there is no first letter', async (t) => {
    t.equal(first('<p style="white-space: pre">\none</p>'), String.raw`div[p["\none"]]`);
    t.equal(first('<p style="white-space: pre-line"> \none</p>'), String.raw`div[p["\none"]]`);
    t.equal(first('<p> \none</p>'), 'div[p[::first-letter("o") "ne"]]');
  });

  t.test('an image before the text means that there is no first letter', async (t) => {
    t.equal(first('<i style="display: inline-block"></i>one'), 'div[i[] "one"]');
  });
});
