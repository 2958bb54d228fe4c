import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { collectRules } from '../../../../src/engine/css/compute/collect-rules.js';
import { computeStyles } from '../../../../src/engine/css/compute/style.js';
import { StyleCaches } from '../../../../src/engine/css/compute/style-caches.js';
import { Report } from '../../../../src/engine/diagnostics.js';
import type { HtmlDocument } from '../../../../src/engine/html/dom.js';
import { randomTemplate } from '../../../support/random-templates.js';
import { seeds, share } from '../../../support/sample.js';
import { suiteSample } from '../../../support/suite.js';
import { asTemplate, TemplateTrees } from '../../../support/template-trees.js';
import { fontUnits } from '../../layout/lay-out.js';

/** Selectors of siblings, content and states, and of names and attributes only. */
const SHEET = `
  p + p { color: red } li:last-child { color: blue } tr:nth-child(even) td { color: green } :empty { margin: 1px }
  div:has(b) { padding: 2px } td:not(.a) { top: 1px } :is(h1, h2, .a) b { top: 2px } [title] { top: 3px }
  #b > * { left: 1px } b:first-of-type { left: 2px } section p { left: 3px } [type=hidden] { left: 4px }
  input:checked { left: 5px } td:first-child:not(:has(b)) { left: 6px } :root :any-link { left: 7px }
  li ~ li b { left: 8px } :is(p:first-child, dd) i { left: 9px } :not(p *) > span { left: 10px }
  option:lang(en) { top: 4px } p:only-child { color: attr(class) } form:invalid { top: 5px } .x .a { top: 6px }
  section:nth-child(2) .a b { top: 7px } td:dir(rtl) { top: 8px } :where(ul, ol) > :nth-last-child(2) { top: 9px }`;

/** Documents share what is known of styles. */
class Styles {
  readonly #caches = new StyleCaches();

  /** Of all elements in document order, and the diagnostics. */
  of(document: HtmlDocument): readonly unknown[] {
    const report = new Report();
    const sheets = [{ text: SHEET, place: 'test' }];
    const styled = computeStyles(
      collectRules(document, { caches: this.#caches, fontUnits, sheets }, report),
      fontUnits,
      report,
    );
    const found: unknown[] = [];
    const walk = (element: HtmlDocument['root']): void => {
      found.push(styled.style(element));
      for (const child of element.children) if (child.kind === 'element') walk(child);
    };
    walk(document.root);
    return [...found, report.diagnostics];
  }
}

t.test('elements of random templates have the styles of those that are parsed', async (t) => {
  const styles = new Styles();
  let elements = 0;
  for (const seed of seeds(400, 'template styles', 5001)) {
    const { data, ...template } = randomTemplate(seed);
    const trees = new TemplateTrees(template);
    for (const each of data) {
      const { text, built } = trees.documents(each);
      if (!built || typeof text === 'string') continue;
      const found = styles.of(built);
      const expected = styles.of(text);
      elements += found.length - 1;
      const at = expected.findIndex(
        (style, index) => style !== found[index] && !isDeepStrictEqual(style, found[index]),
      );
      if (at !== -1 || found.length !== expected.length) t.fail(`element ${at}`, { seed, ...template, data: each });
    }
  }
  t.ok(elements > share(5_000), `${elements} elements`);
});

t.test('elements of the suite have the styles of those that are parsed', async (t) => {
  const styles = new Styles();
  for (const { name, html: source } of suiteSample('template styles of the suite')) {
    const { html, data } = asTemplate(source, 7);
    const trees = new TemplateTrees({ html });
    // The second document finds what the first has left.
    const [, { text, built }] = [trees.documents(data), trees.documents(data)];
    if (!built || typeof text === 'string') continue;
    styles.of(built);
    t.ok(isDeepStrictEqual(styles.of(built), styles.of(text)), name);
  }
});
