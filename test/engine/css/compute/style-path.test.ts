import t from 'tap';
import { collectRules } from '../../../../src/engine/css/compute/collect-rules.js';
import { computeStyles } from '../../../../src/engine/css/compute/style.js';
import { StyleCaches } from '../../../../src/engine/css/compute/style-caches.js';
import type { StyleNode } from '../../../../src/engine/css/compute/style-node.js';
import { ChildrenLike } from '../../../../src/engine/css/compute/style-path.js';
import type { IndexedRule } from '../../../../src/engine/css/selectors/scopes.js';
import { Report } from '../../../../src/engine/diagnostics.js';
import { describeElement, type ElementNode, type HtmlDocument } from '../../../../src/engine/html/dom.js';
import { parseHtml } from '../../../../src/engine/html/parse.js';
import { TagAttributesCache } from '../../../../src/engine/html/tag-attributes.js';
import { share } from '../../../support/sample.js';
import { suiteSample } from '../../../support/suite.js';
import { fontUnits, style } from '../styling.js';

t.test('elements have the styles that they would have if no two of them, in any document, were alike', async (t) => {
  let alike = 0;
  for (const { name, html } of suiteSample('style path')) {
    const caches = new StyleCaches();
    const attributes = new TagAttributesCache();
    const shared = parseHtml(html, {}, attributes);
    const later = [1, 2].map(() => parseHtml(html, {}, attributes));
    const unlike = parseHtml(html);
    for (const element of elementsOf(unlike)) {
      element.attributes = new Map([...element.attributes, ['data-serial', `${element.serial}`]]);
    }
    const [first, ...others] = [shared, ...later, unlike].map((document) => stylesOf(document, caches));
    const seen = new Set<object>();
    elementsOf(shared).forEach((element, index) => {
      const own = first!.styles[index]!;
      if (seen.has(own)) alike += 1;
      seen.add(own);
      // Documents share styles, so that equal ones are the same.
      for (const { styles } of others) if (own !== styles[index]) t.fail(`${name}: ${describeElement(element)}`);
    });
    for (const { diagnostics } of others.slice(0, 2)) t.strictSame(diagnostics, first!.diagnostics, name);
  }
  t.ok(alike > share(2_000), `${alike} elements share the style of another`);
});

function stylesOf(document: HtmlDocument, caches: StyleCaches) {
  const report = new Report();
  const styled = computeStyles(collectRules(document, { fontUnits, caches }, report), fontUnits, report);
  const styles: object[] = elementsOf(document).map((element) => styled.style(element));
  return { styles, diagnostics: report.diagnostics };
}

function elementsOf({ root }: HtmlDocument): ElementNode[] {
  const all: ElementNode[] = [root];
  for (const element of all) for (const child of element.children) if (child.kind === 'element') all.push(child);
  return all;
}

const RULES = [
  ['position', 'li:nth-child(2) { left: 1px }', '<li id=a>1<li id=b>2<li id=c>3', 'auto 1 auto'],
  [
    'the position of an ancestor',
    'p:nth-child(2) b { left: 1px }',
    '<p><b id=a>1</b><p><b id=b>2</b><p><b id=c>3',
    'auto 1 auto',
  ],
  ['a sibling', 'p + p { left: 1px }', '<p id=a>1<p id=b>2<div></div><p id=c>3', 'auto 1 auto'],
  [
    'a sibling of an ancestor',
    'hr + p b { left: 1px }',
    '<p><b id=a>1</b><hr><p><b id=b>2</b><p><b id=c>3',
    'auto 1 auto',
  ],
  ['content', 'p:empty { left: 1px }', '<p id=a>1</p><p id=b></p><p id=c>3', 'auto 1 auto'],
  ['descendants', 'p:has(i) { left: 1px }', '<p id=a>1<p id=b><i>2</i><p id=c>3', 'auto 1 auto'],
  ['a negation of them', 'p:not(:has(i)) { left: 1px }', '<p id=a><i>1</i><p id=b>2<p id=c><i>3', 'auto 1 auto'],
  ['alternatives with siblings', ':is(p + p) { left: 1px }', '<p id=a>1<p id=b>2<hr><p id=c>3', 'auto 1 auto'],
  [
    'the state of a fieldset',
    'input:disabled { left: 1px }',
    '<fieldset disabled><legend><input id=a></legend><input id=b></fieldset><input id=c>',
    'auto 1 auto',
  ],
] as const;

t.test('elements with one path differ by', async (t) => {
  for (const [what, css, body, lefts] of RULES) {
    // Without the ids, the elements are written alike.
    const found = style(css, body);
    const byId = ['a', 'b', 'c'].map((id) => found.element(id));
    for (const element of byId) element.attributes = NO_ATTRIBUTES;
    const report = new Report();
    const { document } = found.styled;
    const styled = computeStyles(collectRules(document, { fontUnits }, report), fontUnits, report);
    const values = byId.map((element) => styled.style(element).left);
    t.equal(values.join(' '), lefts, what);
  }
});

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

t.test('the direction by content is that of each element', async (t) => {
  const document = parseHtml('<!doctype html><p dir=auto>abc<p dir=auto>אבג');
  const report = new Report();
  const styled = computeStyles(collectRules(document, { fontUnits }, report), fontUnits, report);
  const paragraphs = elementsOf(document).filter(({ name }) => name === 'p');
  t.strictSame(
    paragraphs.map((element) => styled.style(element).direction),
    ['ltr', 'rtl'],
  );
});

t.test('elements of HTML and of SVG with one name are not alike', async (t) => {
  const css = '@namespace svg url(http://www.w3.org/2000/svg); svg|a { left: 1px }';
  const { styled } = style(css, '<div><a>1</a><svg><a></a></svg></div><div><svg><a></a></svg><a>2</a></div>');
  const links = elementsOf(styled.document).filter(({ name }) => name === 'a');
  for (const link of links) {
    const { left } = styled.style(link);
    t.equal(left !== 'auto', link.namespace === 'svg', describeElement(link));
  }
});

t.test('elements are told apart by more rules, and into more paths, than are kept', async (t) => {
  const rules = (count: number) =>
    Array.from({ length: count }, (_, n) => `li:nth-child(${n + 1}) { left: ${n + 1}px }`).join('');
  for (const count of [20, 32, 33, 100]) {
    const { styled } = style(`${rules(count)} li:nth-child(3n) { top: 1px }`, '<li>'.repeat(150));
    const items = elementsOf(styled.document).filter(({ name }) => name === 'li');
    const expected = items.map((_, n) => `${n < count ? n + 1 : 'auto'} ${n % 3 === 2 ? 1 : 'auto'}`);
    t.strictSame(
      items.map((item) => `${styled.style(item).left} ${styled.style(item).top}`),
      expected,
      `${count} rules`,
    );
  }
});

t.test('what is kept to tell elements apart is bounded', async (t) => {
  const { styled } = style('p { left: 1px }', '<p>');
  const rule = (n: number): IndexedRule => ({ rank: n }) as IndexedRule;
  const node = { computed: { style: styled.style(styled.document.body) } } as StyleNode;
  const many = new ChildrenLike('p', 'html', true);
  const all = Array.from({ length: 33 }, (_, n) => rule(n));
  const { path, isKept } = many.add(node, { all, matching: all });
  t.strictSame([isKept, path.isLasting, many.rules], [false, false, undefined]);
  const few = new ChildrenLike('p', 'html', true);
  const rules = all.slice(0, 32);
  const kept = Array.from(
    { length: 70 },
    (_, n) => few.add(node, { all: rules, matching: rules.slice(0, n % 33) }).isKept,
  );
  t.equal(kept.filter(Boolean).length, 64);
  t.equal(few.path(rules.slice(0, 5))?.hasRules(rules.slice(0, 5)), true);
});
