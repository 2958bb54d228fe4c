import t from 'tap';
import { style } from '../styling.js';

const GREEN = 'rgb(0 128 0)';

/** Whether `color: green` and `margin-left: 1px` apply around an invalid statement. */
function around(mistake: string): string {
  const { get } = style(`p { color: green; ${mistake} margin-left: 1px }`, '<p id=a>x');
  return `${get('a', 'color') === GREEN} ${get('a', 'margin-left') === '1'}`;
}

t.test('an invalid statement in a rule drops only itself', async (t) => {
  for (const mistake of [
    'foo bar;',
    'foo;',
    ': x;',
    '*zoom: 1;',
    '_height: 1px;',
    '12px;',
    '"text";',
    'top: 0 !ie;',
    'top: 0\\9;',
    'background: url(x y);',
    'content: "abc\n;',
    'font: {a:b};',
    '#x: 1;',
    '& ;',
    '{ color: red }',
    'b% { color: red }',
    '@fancy x;',
    ';;',
    '<!-- ;',
    'filter: progid:DXImageTransform.Microsoft.gradient(startColorstr="#80000000");',
  ]) {
    t.equal(around(mistake), 'true true', mistake);
  }
});

t.test('a comment with two slashes drops the declaration after it', async (t) => {
  t.equal(around('// comment\n margin-left: 2px; margin-right: 3px;'), 'true true');
});

t.test('invalid statements in nested rules and at-rules drop only themselves', async (t) => {
  const html = '<div id=a class=k><b id=b>x</b></div>';
  const css =
    '.k { color: green; @media print { *zoom: 1; margin-left: 1px } b { oops; color: blue } margin-right: 2px }';
  const { get, findings } = style(css, html);
  t.equal(get('a', 'color'), GREEN);
  t.equal(get('a', 'margin-left'), '1');
  t.equal(get('a', 'margin-right'), '2');
  t.equal(get('b', 'color'), 'rgb(0 0 255)');
  t.strictSame(findings, [
    'InvalidCss *zoom: 1 @ <style> 1, line 1, column 35',
    'InvalidCss oops @ <style> 1, line 1, column 68',
  ]);
});

t.test('outside of style rules a stray semicolon drops the next rule', async (t) => {
  t.equal(style('foo; p { color: red } p { margin-left: 1px }', '<p id=a>x').get('a', 'margin-left'), '1');
  t.equal(style('foo; p { color: red }', '<p id=a>x').get('a', 'color'), 'rgb(0 0 0)');
  t.equal(style('@media print { foo; p { color: red } }', '<p id=a>x').get('a', 'color'), 'rgb(0 0 0)');
});

t.test('open constructs are closed at the end of the sheet', async (t) => {
  t.equal(style('p { color: green', '<p id=a>x').get('a', 'color'), GREEN);
  t.equal(style('@media print { p { color: green', '<p id=a>x').get('a', 'color'), GREEN);
  t.equal(style('p { color: green; width: calc(1px', '<p id=a>x').get('a', 'color'), GREEN);
  t.equal(style('p { color: green } /* b {', '<p id=a>x').get('a', 'color'), GREEN);
});

t.test('invalid statements in a style attribute drop only themselves', async (t) => {
  const get = (text: string) => style('', `<p id=a style='color: green; ${text} margin-left: 1px'>x`).get('a', 'color');
  for (const mistake of ['*zoom: 1;', 'oops;', 'top: 0 !ie;', '} p { top: 0;', '}', 'b { top: 0 }', '@fancy x;']) {
    t.equal(get(mistake), GREEN, mistake);
  }
  const { get: margin } = style('', '<p id=a style="color: red } ; margin-left: 1px">x');
  t.equal(margin('a', 'color'), 'rgb(0 0 0)', 'a stray brace makes its declaration invalid');
  t.equal(margin('a', 'margin-left'), '1');
});

t.test('findings have the line and column of the source, independent of rewriting', async (t) => {
  const places = (css: string) => style(css, '<p id=a>x').findings.map((line) => line.split(' @ ')[1]);
  t.strictSame(places('b { c d }'), ['<style> 1, line 1, column 5']);
  t.strictSame(places('\n  p { color: reddish }'), ['<style> 1, line 2, column 3']);
  const marked = 'p{width:5} b{margin:1 2} p{color:reddish}';
  t.strictSame(places(marked).at(-1), '<style> 1, line 1, column 26', 'after lengths without a unit');
  const pages = '@page a:nth(2n+1){@footnote{margin:0}} p{color:reddish}';
  t.strictSame(places(pages), ['<style> 1, line 1, column 40'], 'after @page :nth() and @footnote');
  t.strictSame(places('@page b:nth(x_y.z){} @frob;').at(-1), '<style> 1, line 1, column 22');
});

t.test('an invalid argument of :nth() is reported as written', async (t) => {
  t.match(style('@page a:nth(2 of){}', '').findings, [/^UnsupportedSelector @page a:nth\(2 of\) @/]);
});
