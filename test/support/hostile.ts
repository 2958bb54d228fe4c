/** Texts with a meaning in one of the languages between template and PDF. Each must print verbatim. */

import { HOSTILE as HOSTILE_TO_TYPST } from '../engine/typst/hostile.js';

const HTML = [
  '<script>alert(1)</script>',
  '<b>bold</b>',
  '</p><p>',
  '</body></html>',
  '<!-- comment -->',
  '<!--',
  '-->',
  '<![CDATA[ x ]]>',
  ']]>',
  '<?xml version="1.0"?>',
  '<!DOCTYPE html>',
  '<!ENTITY x SYSTEM "file:///etc/passwd">',
  '&',
  '&amp;',
  '&amp;amp;',
  '&lt;b&gt;',
  '&#60;',
  '&#x3c;b&#x3e;',
  '&nosuch;',
  '&copy',
  '&notit;',
  '<',
  '>',
  '<>',
  '< b >',
  '</',
  '</style>',
  '</style><script>',
  '</title>',
  '</textarea>',
  '</svg>',
  '</text>',
  '<svg onload="alert(1)">',
  '<img src=x onerror=alert(1)>',
  '<iframe src="file:///etc/passwd">',
  '" onclick="alert(1)',
  "' onclick='alert(1)",
  '"><script>',
  "'><script>",
  '`',
  '=',
  'x=y',
  'javascript:alert(1)',
  'data:text/html,<script>',
  'file:///etc/passwd',
  '../../../etc/passwd',
  '//evil.example/x',
  '%3Cscript%3E',
  '%00',
  '%',
];

const CSS = [
  '}',
  '} p { display: none',
  '{color:red}',
  '/* open',
  '*/ x',
  '@import "x.css";',
  '@page { size: 1px }',
  '@charset "utf-7";',
  'url(file:///etc/passwd)',
  'url("https://evil.example")',
  'expression(alert(1))',
  'var(--x)',
  'var(--x, var(--x))',
  'attr(title)',
  'counter(page)',
  'counter(page) " of " counter(pages)',
  'element(x)',
  'leader(".")',
  '"; color: red; "',
  "'; color: red; '",
  '\\22 ; color: red',
  '\\0',
  '\\a ',
  '\\ffffff',
  '\\g',
  '!important',
  '; display: none',
  ': red',
  '#id',
  '.class',
  '*',
  '[a="b"]',
  '::before',
  'a > b + c ~ d',
  'calc(1px + 1px)',
  '--x',
  '-->',
];

const TEMPLATE = [
  '{{name}}',
  '{{{name}}}',
  '{{#each x}}',
  '{{/each}}',
  '{{> partial}}',
  '{{!-- x --}}',
  '\\{{name}}',
  '{{constructor.constructor "x"}}',
  '{{__proto__}}',
  '{{lookup this "constructor"}}',
  '{{qr "x"}}',
  '{{',
  '}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a template language
  '${name}',
  '<%= name %>',
  '{% if %}',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
];

const PDF = [
  '(x) Tj',
  '\\(x\\)',
  ') Tj ET',
  'endstream endobj',
  'endstream',
  'trailer << /Root 1 0 R >>',
  '%%EOF',
  '%PDF-1.7',
  '/Type /Catalog',
  '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
  '<feff0041>',
  '1 0 R',
  'BT ET',
  '<< >>',
  '<<',
  '>>',
];

const PEOPLE = [
  "Robert'); DROP TABLE students;--",
  '; rm -rf / #',
  '$(touch /tmp/x)',
  '| cat /etc/passwd',
  'O’Brien & Söhne „GmbH“',
  '100 % – 5 ½ × 3 ≈ 16.5 €',
  'C:\\Users\\new\\table',
  '\\\\server\\share',
  'a_b_c *d* #1 @me $5',
  'x < y && y > z',
  '^_^ ¯\\_(ツ)_/¯',
  'Ω ≠ ∞ µ',
  'Ærøskøbing, Łódź, İstanbul',
  'Привет, мир!',
  'Ελληνικά',
  '日本語',
  'ﬁ ﬂ ﬀ',
  'fi fl ffi',
  'e\u0301 = é',
  '№ 5 ™ © ®',
  '1e999',
  'NaN',
  'undefined',
  'null',
  '-0',
];

/** Long enough to break lines, full of characters that could end a literal. */
const LONG = [
  '"\\'.repeat(100),
  '#{['.repeat(60),
  '\\u{22}'.repeat(40),
  ')]}>'.repeat(50),
  '{{{'.repeat(40),
  `${'a'.repeat(120)}"`,
];

/** Every printable ASCII character before a quote, which it must not unescape, and after a backslash. */
const PAIRS = Array.from({ length: 95 }, (_, i) => {
  const character = String.fromCharCode(32 + i);
  return `${character}"x\\${character}`;
});

/** ASCII without control characters, with single spaces: a PDF reader extracts it verbatim. */
const PRINTS = /^[!-~]+(?: [!-~]+)*$/;

export const HOSTILE: readonly string[] = [
  ...new Set(
    [
      ...HOSTILE_TO_TYPST.filter((text) => PRINTS.test(text) && text.length < 1000),
      ...HTML,
      ...CSS,
      ...TEMPLATE,
      ...PDF,
      ...PEOPLE,
      ...LONG,
      ...PAIRS,
    ].map((text) => text.trim()),
  ),
];

/** Invisible and bidi control characters between letters, all of which must print. */
export const INVISIBLE: readonly string[] = [
  ...['\0', '\u0001', '\u0007', '\b', '\v', '\f', '\u001b', '\u007f', '\u0080', '\u0085', '\u009f'],
  ...['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066'],
  ...['\u2069', '\ufeff', '\ufff9', '\ufffe', '\uffff', '\ud800', '\udfff', '\ud800x', '\u{10ffff}'],
  ...['\ufe0f', '\u20dd'],
].map((character) => `a${character}b`);
