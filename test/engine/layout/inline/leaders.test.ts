/** Leaders. Source of the expectations: https://drafts.csswg.org/css-content-3/#leaders */

import t from 'tap';
import type { PhysicalFragment, PhysicalTextFragment } from '../../../../src/engine/layout/algorithm/fragment.js';
import { runsOf } from '../../../../src/engine/layout/inline/text-runs.js';
import { layOut } from '../lay-out.js';

const STYLE = `<!doctype html><style>@page{size:340px 400px;margin:20px}html,body{margin:0}body{font:16px/20px Arial}
  p{margin:0}p::after{content:leader(dotted) attr(title)}</style>`;

interface Text {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** The text fragments with their edges, in reading order. */
function texts(html: string): Text[] {
  const found: Text[] = [];
  const visit = (fragment: PhysicalFragment, x: number, y: number) => {
    if (fragment.kind === 'text') found.push(ink(fragment, x, y));
    else for (const child of fragment.children) visit(child.fragment, x + child.x, y + child.y);
  };
  for (const { fragment, x, y } of layOut(STYLE + html).layout.pages[0]!.content) visit(fragment, x, y);
  return found.sort((a, b) => a.y - b.y || a.left - b.left);
}

function ink(fragment: PhysicalTextFragment, x: number, y: number): Text {
  const runs = runsOf(fragment);
  const [left, right] = [x + runs[0]!.x, x + runs.at(-1)!.x + runs.at(-1)!.width];
  return { text: runs.map((run) => run.text).join(''), left, right, y };
}

const DOT = (16 * 569) / 2048;
/** Tolerance for widths rounded up to 1/64 px. */
const ROUNDING = 1 / 32;
const isLeader = ({ text }: Text) => /^\.+$/.test(text);
const shown = (html: string) => texts(html).map(({ text }) => text.replace(/\.{2,}/, '…'));

t.test('a leader fills the line with as many full copies as fit', async (t) => {
  const [before, leader, after] = texts('<p title="12">Title</p>') as [Text, Text, Text];
  t.match(leader.text, /^\.+$/);
  t.equal(Math.round(after.right), 300);
  t.ok(
    leader.left >= before.right - ROUNDING && leader.left - before.right < DOT,
    'it starts at the end of the text before it',
  );
  t.ok(leader.right <= after.left + ROUNDING && after.left - leader.right < DOT, 'and ends at the text after it');
  t.equal(leader.text.length, Math.round((leader.right - leader.left) / DOT));
});

t.test('the copies on all lines are aligned to a grid from the line end', async (t) => {
  const leaders = texts('<p title="7">A</p><p title="42">Longer</p><p title="1" style="margin-left:33px">x</p>').filter(
    isLeader,
  );
  t.equal(leaders.length, 3);
  for (const { right } of leaders) {
    const copies = (300 - right) / DOT;
    t.ok(Math.abs(copies - Math.round(copies)) < 0.01, String(right));
  }
});

t.test('in a right-to-left line the content before a leader is at the right', async (t) => {
  for (const before of ['שלום', 'Latin']) {
    const [after, leader, title] = texts(`<p dir="rtl" title="12">${before}</p>`) as [Text, Text, Text];
    t.strictSame([after.text, title.text, after.left], ['12', before, 0]);
    t.ok(leader.left >= after.right - ROUNDING && leader.right <= title.left + ROUNDING);
    t.ok(Math.abs(leader.left / DOT - Math.round(leader.left / DOT)) < 0.01, 'aligned from the left');
  }
  const [title, , number] = texts('<p title="12">שלום</p>') as [Text, Text, Text];
  t.strictSame([title.left, number.text], [0, '12'], 'words of the other direction stay on their side');
});

t.test('a line breaks before a leader without space for a full copy, never after it', async (t) => {
  const lines = (width: string) => {
    const found = texts(`<p title="12" style="width:${width};overflow-wrap:normal">Title</p>`);
    return [...new Set(found.map(({ y }) => y))].map((y) =>
      found
        .filter((one) => one.y === y)
        .map(({ text }) => text.replace(/\.{2,}/, '…'))
        .join(' '),
    );
  };
  t.strictSame(lines('300px'), ['Title … 12']);
  t.strictSame(lines('55px'), ['Title . 12']);
  t.strictSame(lines('50px'), ['Title', '… 12']);
  t.strictSame(lines('5px'), ['Title', '. 12']);
});

t.test('a leader without following content stays with the previous word', async (t) => {
  const found = texts('<p style="width:74px">one seven</p>');
  t.strictSame(
    found.map(({ text }) => text.replace(/\.{2,}/, '…')),
    ['one', 'seven', '…'],
  );
  t.equal(found[1]!.y, found[2]!.y);
});

t.test('leaders of one line share the free space', async (t) => {
  const found = texts('<style>b::before{content:leader("*") "m" leader("*")}</style><div>a<b></b>b</div>');
  const [first, second] = found.filter(({ text }) => text.startsWith('*')) as [Text, Text];
  t.ok(Math.abs(first.text.length - second.text.length) <= 1);
  t.equal(Math.round(found.at(-1)!.right), 300);
});

t.test('patterns are keywords or strings, without line breaks, and with white-space applied', async (t) => {
  const of = (pattern: string, style = '') =>
    texts(`<style>div::before{content:leader(${pattern}) "x";${style}}</style><div></div>`)[0]!.text.slice(0, 8);
  t.equal(of('solid'), '________');
  t.equal(of('space'), '        ');
  t.equal(of('" .  "'), ' . . . .');
  t.equal(of('" . "', 'white-space:pre'), ' .  .  .');
  t.equal(of('"-\\A="'), '-=-=-=-=');
  t.equal(of('""'), 'x');
});

t.test('lines with leaders are neither centred nor justified, and shrink-to-fit boxes have one copy', async (t) => {
  t.equal(texts('<p style="text-align:center" title="1">a</p>')[0]!.left, 0);
  t.strictSame(shown('<p style="text-align-last:justify" title="1">a b</p>'), ['a b', '…', '1']);
  const narrow = texts('<div style="float:left"><p title="1">ab</p></div>');
  t.strictSame(
    narrow.map(({ text }) => text),
    ['ab', '.', '1'],
    'one copy',
  );
});

t.test('a leader of a thousand characters without width had five thousand copies', async (t) => {
  const pattern = `${'\u200b'.repeat(999)}.`;
  const style = `<style>p::after { content: leader('${pattern}') 'x'; font-size: 0.5px }</style>`;
  const longest = Math.max(...texts(`${style}<p>Title</p>`).map(({ text }) => text.length));
  t.ok(longest > 1000 && longest <= 50_000, `${longest}`);
});
