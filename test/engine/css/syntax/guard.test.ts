import t from 'tap';
import { STYLESHEET_LIMITS, scanBrackets } from '../../../../src/engine/css/syntax/guard.js';
import { positionAt } from '../../../../src/engine/css/syntax/rewriting.js';

t.test('ordinary style sheets pass', async (t) => {
  const text = 'a { width: calc(1px + (2px * 3)); content: "}" } /* ( */ b { background: url(a(b.png) }';
  t.match(scanBrackets(text), { problem: undefined, missing: '', stray: [] });
});

t.test('brackets nested too deep are rejected with their offset', async (t) => {
  for (const text of ['@media print{', 'a{', ':not(', 'a{--x:[']) {
    const sheet = `\n\n${text.repeat(500)}`;
    const scan = scanBrackets(sheet);
    t.equal(scan.problem, `brackets nested deeper than ${STYLESHEET_LIMITS.maxDepth}`);
    t.equal(positionAt(sheet, scan.offset).line, 3);
  }
});

t.test('math functions that take exponential time to parse are rejected', async (t) => {
  t.match(scanBrackets(`a{width:${'calc('.repeat(30)}`).problem, /math functions/);
  t.match(scanBrackets(`a{width:${'min(1px,'.repeat(30)}`).problem, /math functions/);
  t.equal(scanBrackets(`a{color:${'rgb('.repeat(30)}`).problem, undefined);
});

t.test('brackets in strings, comments and URLs do not count', async (t) => {
  t.equal(scanBrackets(`a{content:"${'('.repeat(1000)}"}`).problem, undefined);
  t.equal(scanBrackets(`/*${'('.repeat(1000)}*/`).problem, undefined);
  t.equal(scanBrackets(`a{background:url(${'('.repeat(1000)})}`).problem, undefined);
});

t.test('the scan gives the text that closes open brackets', async (t) => {
  t.equal(scanBrackets('a{b:c("d').missing, '")}');
  t.equal(scanBrackets('a{/* b').missing, '*/}');
  t.strictSame(scanBrackets('color: red } b { ').stray, [11]);
});
