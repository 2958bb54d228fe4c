import t from 'tap';
import { STYLESHEET_LIMITS, scanBrackets } from '../../../../src/engine/css/syntax/guard.js';
import { lineStarts, positionAt } from '../../../../src/engine/css/syntax/rewriting.js';

t.test('ordinary style sheets pass', async (t) => {
  const text = 'a { width: calc(1px + (2px * 3)); content: "}" } /* ( */ b { background: url(a(b.png) }';
  t.match(scanBrackets(text), { problem: undefined, missing: '', stray: [] });
});

t.test('brackets nested too deep are rejected with their offset', async (t) => {
  for (const text of ['@media print{', 'a{', ':not(', 'a{--x:[']) {
    const sheet = `\n\n${text.repeat(500)}`;
    const scan = scanBrackets(sheet);
    t.equal(scan.problem, `brackets nested deeper than ${STYLESHEET_LIMITS.maxDepth}`);
    t.equal(positionAt(lineStarts(sheet), scan.offset).line, 3);
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

t.test('text that only looks like a string or URL does not hide brackets', async (t) => {
  const deep = '@media print{'.repeat(500);
  const starts: Record<string, string> = {
    'a function whose name ends with url': 'a{b:xurl(c")")}',
    'a name of other letters that ends with url': 'a{b:éurl(c")")}',
    'a name with an escape that ends with url': 'a{b:x\\75 rl(c")")}',
    'a name with U+0000 that ends with url': 'a{b:\0url(c")")}',
    'a hash': 'a{b:#url(c")")}',
    'an at-keyword': 'a{b:@url(c")")}',
    'a dimension': 'a{b:1url(c")")}',
    'a quoted URL after much white space': `a{b:url(${' '.repeat(200)}")")}`,
    'a URL with escapes in its name': 'a{b:\\75 rl(c")}',
    'a URL after <!--': 'a{b:<!--url(c")}',
    'a URL with an escaped parenthesis': 'a{b:url(c\\)")}',
    'a URL that begins with a no-break space': 'a{b:url(\u00a0")}',
    'a string that a carriage return ends': 'a{b:"\r}',
    'a string that a form feed ends': 'a{b:"\f}',
    'a string with an escaped line break': 'a{b:"\\\r\n"}',
  };
  for (const [name, start] of Object.entries(starts)) t.match(scanBrackets(start + deep).problem, /deeper/, name);
});

t.test('math functions with escapes in their names count', async (t) => {
  t.match(scanBrackets(`a{width:${'c\\61 lc('.repeat(30)}`).problem, /math functions/);
});
