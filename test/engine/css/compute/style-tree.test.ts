import t from 'tap';
import { collectRules } from '../../../../src/engine/css/compute/collect-rules.js';
import { computeStyles } from '../../../../src/engine/css/compute/style.js';
import { StyleCaches } from '../../../../src/engine/css/compute/style-caches.js';
import { Report } from '../../../../src/engine/diagnostics.js';
import { parseHtml } from '../../../../src/engine/html/parse.js';
import { fontUnits, style } from '../styling.js';

const css = '@page { margin: 2em } :root { --t: rotate(9) } p { transform: var(--t); offset-path: path("M0 0") }';

t.test('documents with equal rules share the styles of elements, pseudo-elements and pages', async (t) => {
  const caches = new StyleCaches();
  const rules = `${css} p::before { content: "x" }`;
  const [a, b] = ['one', 'two'].map((text) =>
    style(rules, `<p id=a style="left: 1px" align=right>${text}`, { caches }),
  );
  t.equal(a!.styled.style(a!.element('a')), b!.styled.style(b!.element('a')));
  t.equal(a!.styled.pseudo(a!.element('a'), '::before'), b!.styled.pseudo(b!.element('a'), '::before'));
  const first = { index: 0, name: '', blank: false, side: 'right' } as const;
  t.equal(a!.styled.page(first), b!.styled.page(first));
});

t.test('each of them has all diagnostics and notices', async (t) => {
  const caches = new StyleCaches();
  const rules = `${css} @page { foo: bar; offset-path: path("M0 0") }`;
  const diagnostics = ['one', 'two'].map((text) => {
    const found = style(rules, `<p id=a>${text}<p>${text}<p style="foo: bar">`, { caches });
    found.styled.page({ index: 0, name: '', blank: false, side: 'right' });
    return found.findings;
  });
  t.ok(diagnostics[0]!.some((text) => text.includes('rotate(9)')));
  t.ok(diagnostics[0]!.some((text) => text.includes('offset-path')));
  t.ok(diagnostics[0]!.some((text) => text.includes('style of')));
  t.strictSame(diagnostics[1], diagnostics[0]);
});

t.test('a style is not shared where anything else that it depends on differs', async (t) => {
  const caches = new StyleCaches();
  const width = (more: object, root = '') => {
    const found = style(`html { ${root} } p { width: 10ex; height: 50vh }`, '<p id=a>', { caches, ...more });
    return `${found.get('a', 'width')} ${found.get('a', 'height')}`;
  };
  const usual = width({});
  t.not(width({ fontUnits: (font: never) => ({ ...fontUnits(font), xHeight: 3 }) }), usual);
  t.not(width({ page: { height: 500 } }), usual);
  t.not(width({}, 'font-size: 30px'), usual);
  t.equal(width({}), usual);
});

t.test('what documents share is bounded', async (t) => {
  const caches = new StyleCaches();
  const render = (from: number) =>
    style('', Array.from({ length: 500 }, (_, at) => `<p style="width: ${from + at}px">`).join(''), { caches });
  const first = caches.sharedStyles();
  for (let from = 0; from < 3_000; from += 500) render(from);
  const second = caches.sharedStyles();
  t.not(second, first);
  t.notOk(second.isFull);
  const long = 'x'.repeat(1_000_000);
  for (let at = 0; at < 5; at++) style('p { --x: attr(title raw-string) }', `<p title="${at}${long}">`, { caches });
  t.ok(second.isFull, 'by length, too');
  const third = caches.sharedStyles();
  for (let at = 0; at < 100; at++) style(`p { width: ${at}px }`, '<p>', { caches });
  t.not(caches.sharedStyles(), third, 'by rule sets, too');
});

t.test('documents with fonts of their own leave nothing without a bound', async (t) => {
  const caches = new StyleCaches();
  const first = caches.sharedStyles();
  for (let from = 0; from < 10; from++) {
    const body = Array.from({ length: 1_000 }, (_, at) => `<p style="width: 1px; foo: ${from * 1_000 + at}">`).join('');
    const rules = collectRules(parseHtml(body), { fontUnits, caches }, new Report());
    computeStyles(rules, (font) => fontUnits(font), new Report());
  }
  t.not(caches.sharedStyles(), first);
});
