import { type Selector, transform } from 'lightningcss';
import t from 'tap';
import { matches, SelectorProblem } from '../../../../src/engine/css/selectors/selector-program.js';
import { compileSelector } from '../../../../src/engine/css/selectors/selectors.js';
import { SubjectTree } from '../../../../src/engine/css/selectors/subject.js';
import { Deadline } from '../../../../src/engine/deadline.js';
import { parseHtml } from '../../../../src/engine/html/parse.js';
import { randomness } from '../../../support/mutations.js';

function parse(text: string): Selector[] {
  let selectors: Selector[] = [];
  transform({
    filename: 'test.css',
    code: Buffer.from(`${text}{color:red}`),
    errorRecovery: true,
    visitor: {
      StyleSheet({ rules }) {
        if (rules[0]?.type === 'style') selectors = rules[0].value.selectors;
      },
    },
  });
  return selectors;
}

/** Ids of the elements of `html` that the selector matches, in document order. */
function select(
  html: string,
  selector: string,
  { quirks = false, deadline }: { readonly quirks?: boolean; readonly deadline?: Deadline } = {},
): string {
  const document = parseHtml(`<!doctype html><html><body>${html}</body></html>`);
  const tree = new SubjectTree(document.root, quirks);
  const context = { scope: tree.root, memo: new Map(), deadline };
  const compiled = parse(selector).map((one) =>
    compileSelector(one, { quirks, namespaces: new Map(), forgive: () => {} }),
  );
  return tree.all
    .filter((subject) => compiled.some(({ compound }) => matches(compound, subject, context)))
    .map((subject) => subject.id ?? subject.element.name)
    .join(' ');
}

function specificity(selector: string): string {
  const options = { quirks: false, namespaces: new Map(), forgive: () => {} };
  const value = compileSelector(parse(selector)[0]!, options).specificity;
  return [value >> 20, (value >> 10) & 1023, value & 1023].join(',');
}

function problemOf(selector: string): string {
  try {
    compileSelector(parse(selector)[0]!, { quirks: false, namespaces: new Map(), forgive: () => {} });
    return 'none';
  } catch (error) {
    if (error instanceof SelectorProblem) return `${error.kind} ${error.part}`;
    throw error;
  }
}

t.test('type, id and class selectors', async (t) => {
  const html = '<p id=a class="x y"></p><div id=b class=x></div>';
  t.equal(select(html, 'p'), 'a');
  t.equal(select(html, 'P'), 'a');
  t.equal(select(html, '#b'), 'b');
  t.equal(select(html, '.x'), 'a b');
  t.equal(select(html, '.x.y'), 'a');
  t.equal(select(html, '.X'), '');
  t.equal(select(html, 'body > *'), 'a b');
});

t.test('in quirks mode ids and classes are case-insensitive', async (t) => {
  const html = '<p id=Aa class="Xx"></p>';
  t.equal(select(html, '.xX', { quirks: true }), 'aa');
  t.equal(select(html, '#aA', { quirks: true }), 'aa');
  t.equal(select(html, '.xX'), '');
});

t.test('combinators', async (t) => {
  const html = '<div id=a><p id=b><i id=c></i></p><p id=d></p><ul id=e></ul><p id=f></p></div>';
  t.equal(select(html, 'div i'), 'c');
  t.equal(select(html, 'div > i'), '');
  t.equal(select(html, 'p + p'), 'd');
  t.equal(select(html, 'p ~ p'), 'd f');
  t.equal(select(html, 'ul + p, p > i'), 'c f');
  t.equal(select(html, 'body div p:first-child > i'), 'c');
});

t.test('a failed child step is tried again at ancestors further up', async (t) => {
  const html = '<section class=k><div id=a><section><div id=b><i id=c></i></div></section></div></section>';
  t.equal(select(html, '.k > div i'), 'c');
  t.equal(select(html, '.k > div > section > div > i'), 'c');
  t.equal(select(html, '.k i'), 'c');
});

t.test('attribute operators and their flags', async (t) => {
  const html = '<a id=a href="Foo-bar" lang=en-GB data-v="one two"></a><input id=b type=TEXT>';
  t.equal(select(html, '[href]'), 'a');
  t.equal(select(html, '[HREF]'), 'a');
  t.equal(select(html, '[href="Foo-bar"]'), 'a');
  t.equal(select(html, '[href="foo-bar"]'), '');
  t.equal(select(html, '[href="foo-bar" i]'), 'a');
  t.equal(select(html, '[lang|=en]'), 'a');
  t.equal(select(html, '[data-v~=two]'), 'a');
  t.equal(select(html, '[data-v~=""]'), '');
  t.equal(select(html, '[data-v^=one]'), 'a');
  t.equal(select(html, '[data-v$=two]'), 'a');
  t.equal(select(html, '[data-v*="e t"]'), 'a');
  t.equal(select(html, '[data-v*=""]'), '');
  t.equal(select(html, '[type=text]'), 'b', 'values of the HTML list of attributes are compared without case');
  t.equal(select(html, '[type=text s]'), '');
});

t.test('structural pseudo-classes', async (t) => {
  const html = '<ul><li id=a></li><li id=b>x</li><dt id=c></dt><li id=d><b></b></li><li id=e></li></ul>';
  t.equal(select(html, 'li:first-child'), 'a');
  t.equal(select(html, 'li:last-child'), 'e');
  t.equal(select(html, 'li:nth-child(odd)'), 'a e');
  t.equal(select(html, 'li:nth-child(2n)'), 'b d');
  t.equal(select(html, ':is(li, dt):nth-child(-n + 3)'), 'a b c');
  t.equal(select(html, 'li:nth-last-child(2)'), 'd');
  t.equal(select(html, 'li:nth-of-type(3)'), 'd');
  t.equal(select(html, 'li:nth-last-of-type(3)'), 'b');
  t.equal(select(html, 'li:last-of-type, dt:only-of-type'), 'c e');
  t.equal(select(html, ':nth-child(2 of li:not(:first-child))'), 'd');
  t.equal(select(html, ':nth-last-child(1 of dt)'), 'c');
  t.equal(select(html, 'li:empty'), 'a e');
  t.equal(select(html, 'b:only-child'), 'b');
  t.equal(select(html, ':root'), 'html');
});

t.test(':is, :where and :not', async (t) => {
  const html = '<p id=a class=x></p><p id=b></p><i id=c></i>';
  t.equal(select(html, ':is(p, i)'), 'a b c');
  t.equal(select(html, 'p:not(.x)'), 'b');
  t.equal(select(html, 'body > :not(.x, i)'), 'b');
  t.equal(select(html, ':is(:unknown-thing, i)'), 'c', 'a forgiving list leaves out what is unknown');
  t.equal(select(html, 'p:not(:hover)'), 'a b', 'nothing is hovered in print');
});

t.test(':has', async (t) => {
  const html = '<div id=a><p id=b><i id=c></i></p></div><div id=d><i id=e></i></div><div id=f></div>';
  t.equal(select(html, 'div:has(i)'), 'a d');
  t.equal(select(html, 'div:has(> i)'), 'd');
  t.equal(select(html, 'div:has(+ div)'), 'a d');
  t.equal(select(html, 'div:has(~ #f)'), 'a d');
  t.equal(select(html, 'div:has(+ div > i)'), 'a');
  t.equal(select(html, 'div:has(p i)'), 'a');
  t.equal(select(html, 'div:not(:has(*))'), 'f');
  t.equal(select(html, 'p:has(div i)'), '', 'what stands inside :has() starts below the anchor');
});

t.test(':has() with :scope inside, which is looked for from each anchor, finds the same', async (t) => {
  const random = randomness(7);
  const oneOf = (values: readonly string[]) => values[Math.floor(random() * values.length)]!;
  const tree = (depth: number): string =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const name = oneOf(['b', 'i', 'u']);
      ids += 1;
      return `<${name} id=x${ids}>${depth > 0 && random() < 0.6 ? tree(depth - 1) : ''}</${name}>`;
    }).join('');
  let ids = 0;
  let matching = 0;
  for (let count = 0; count < 300; count += 1) {
    const html = tree(3);
    const compounds = Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => `${oneOf(['', '> ', '+ ', '~ '])}${oneOf(['b', 'i', 'u', '*', ':first-child'])}`,
    );
    const plain = compounds.join(' ');
    const found = select(html, `:has(${plain})`);
    t.equal(select(html, `:has(${plain}:not(:scope))`), found, `${plain} in ${html}`);
    if (found !== '') matching += 1;
  }
  t.ok(matching > 100, `${matching} match something`);
});

t.test(':has(~ …) was tried from each sibling to the last', async (t) => {
  for (const selector of [':has(~ x)', ':has(~ i ~ i ~ x)', 'i:has(+ i ~ x)', ':has(~ i x)']) {
    let checks = 0;
    const deadline = new Deadline(() => checks++, Number.POSITIVE_INFINITY);
    select('<i></i>'.repeat(1000), selector, { deadline });
    // The clock is read at some of the checks, one for each element that is tried.
    t.ok(checks < 200, `${selector}: ${checks}`);
  }
});

t.test('languages and directions', async (t) => {
  const html = '<p id=a lang=de-AT><i id=b></i></p><p id=c lang=fr dir=rtl></p><p id=d dir=auto>שלום</p>';
  t.equal(select(html, ':lang(de)'), 'a b');
  t.equal(select(html, ':lang("*-AT", fr)'), 'a b c');
  t.equal(select(html, 'p:dir(rtl)'), 'c d');
});

t.test('states of form controls', async (t) => {
  const html = `<fieldset id=s disabled><legend><input id=l></legend><input id=a required></fieldset>
    <input id=b type=checkbox checked><input id=c placeholder=x><textarea id=d readonly></textarea>
    <select id=e><option id=o1><option id=o2 selected></select>`;
  t.equal(select(html, ':disabled'), 's a');
  t.equal(select(html, 'input:enabled'), 'l b c');
  t.equal(select(html, ':required'), 'a');
  t.equal(select(html, ':checked'), 'b o2');
  t.equal(select(html, ':placeholder-shown'), 'c');
  t.equal(select(html, 'textarea:read-only, input:read-write'), 'l c d');
});

t.test('links are links, never visited', async (t) => {
  const html = '<a id=a href=x></a><a id=b></a>';
  t.equal(select(html, ':link'), 'a');
  t.equal(select(html, ':any-link'), 'a');
  t.equal(select(html, ':visited, :hover, :focus, :target'), '');
});

t.test('specificity counts ids, classes and types', async (t) => {
  t.equal(specificity('*'), '0,0,0');
  t.equal(specificity('#a .b c::before'), '1,1,2');
  t.equal(specificity('a[href]:hover'), '0,2,1');
  t.equal(specificity(':where(#a) b'), '0,0,1');
  t.equal(specificity(':is(#a, b) c'), '1,0,1');
  t.equal(specificity(':not(.a.b)'), '0,2,0');
  t.equal(specificity(':has(> .a)'), '0,1,0');
  t.equal(specificity(':nth-child(2n of #a, b)'), '1,1,0');
});

t.test('unusable selectors have a kind', async (t) => {
  t.equal(problemOf('a::before'), 'none');
  t.equal(problemOf('a::selection'), 'dead ::selection');
  t.equal(problemOf('a:nonsense'), 'invalid :nonsense');
  t.equal(problemOf('button::-moz-focus-inner'), 'foreign ::-moz-focus-inner');
  t.equal(problemOf('a::frob'), 'invalid ::frob');
});

t.test('pseudo-elements that do not exist in print, and unknown -webkit- names, yield no diagnostics', async (t) => {
  for (const name of [
    '-webkit-search-decoration',
    '-webkit-datetime-edit-fields-wrapper',
    '-webkit-outer-spin-button',
    'cue',
  ])
    t.equal(problemOf(`a::${name}`), `dead ::${name}`);
  t.equal(problemOf('a::highlight(search)'), 'dead ::highlight-function');
});

t.test(':valid and :invalid depend on the attributes of controls, and of forms on their controls', async (t) => {
  const html = `
    <form id=f><input id=a required><input id=b required value=x><input id=c type=email value=nobody>
    <input id=d type=number min=2 max=4 value=5><input id=e disabled required><input id=g type=checkbox required>
    <select id=h required><option value="">choose</select><textarea id=i required>text</textarea></form>
    <form id=j><fieldset id=k><input id=l type=number min=1 step=2 value=3></fieldset></form>`;
  t.equal(select(html, ':invalid'), 'f a c d g h');
  t.equal(select(html, ':valid'), 'b i j k l');
  t.equal(select(html, ':out-of-range'), 'd');
  t.equal(select(html, ':in-range'), 'l');
});

t.test('one radio button checked makes its group valid', async (t) => {
  const radio = (id: string, rest = '') => `<input type=radio name=r id=${id} ${rest}>`;
  t.equal(select(`<form>${radio('a', 'required')}${radio('b')}</form>`, 'input:invalid'), 'a b');
  t.equal(select(`<form>${radio('a', 'required')}${radio('b', 'checked')}</form>`, 'input:invalid'), '');
});

t.test('what makes a whole rule invalid: unknown namespaces, and :has() inside of :has()', async (t) => {
  t.equal(problemOf('y|a'), 'invalid y|');
  t.equal(problemOf('a:has(b:has(c))'), 'invalid :has');
  t.equal(problemOf('a:has(:not(:has(c)))'), 'invalid :has');
  t.equal(problemOf('a:has(b):has(c)'), 'none');
  const html = '<p id=a><b><u></u></b></p>';
  t.equal(select(html, 'p:has(:is(b:has(u)))'), '', ':is() forgives it');
  t.equal(select(html, 'p:has(:is(b:has(u), u))'), 'a');
});
