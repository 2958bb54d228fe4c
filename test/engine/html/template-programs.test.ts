import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { TreePrograms } from '../../../src/engine/html/program/programs.js';
import { compileTemplate, TemplateCache } from '../../../src/engine/template/expand.js';
import { createRenderer } from '../../../src/index.js';
import { randomTemplate } from '../../support/random-templates.js';
import { sample, seeds, share } from '../../support/sample.js';
import { shrink } from '../../support/shrink.js';
import { suiteSample } from '../../support/suite.js';
import { asTemplate, type TemplateOptions, TemplateTrees } from '../../support/template-trees.js';

/** Which documents the program builds; the test fails if a tree is not that of the text. */
function built(t: Test, template: TemplateOptions | string, documents: readonly unknown[]): boolean[] {
  const options = typeof template === 'string' ? { html: template } : template;
  const trees = new TemplateTrees(options);
  return documents.map((data) => {
    const { isBuilt, difference } = trees.compare(data);
    t.equal(difference, undefined, options.html);
    return isBuilt;
  });
}

const isBuilt = (t: Test, template: TemplateOptions | string, data: unknown = {}): boolean =>
  built(t, template, [data])[0]!;

t.test('random templates make the same trees by program as by text', async (t) => {
  const counts = { documents: 0, built: 0 };
  for (const seed of seeds(500, 'template programs')) {
    const { data, ...template } = randomTemplate(seed);
    const trees = new TemplateTrees(template);
    for (const each of data) {
      const { isBuilt, difference } = trees.compare(each);
      counts.documents += 1;
      if (isBuilt) counts.built += 1;
      if (difference === undefined) continue;
      const differs = (html: string) => new TemplateTrees({ ...template, html }).compare(each).difference !== undefined;
      t.fail(difference, { seed, ...template, data: each, shrunk: shrink(template.html, differs) });
    }
  }
  t.ok(counts.built > 0.4 * counts.documents, JSON.stringify(counts));
});

t.test('the documents of the suite make the same trees as templates', async (t) => {
  const counts = { documents: 0, built: 0 };
  for (const { name, html: source } of suiteSample('template programs of the suite')) {
    const { html, data } = asTemplate(source, 3);
    if (data.v.length === 0) continue;
    counts.documents += 1;
    const { isBuilt, difference } = new TemplateTrees({ html }).compare(data);
    if (isBuilt) counts.built += 1;
    if (difference !== undefined) t.fail(difference, { name });
  }
  t.ok(counts.documents > share(300) && counts.built > counts.documents * 0.95, JSON.stringify(counts));
});

t.test('the examples are built by programs, to the same PDFs', async (t) => {
  const names = readdirSync('examples').filter((name) => name.endsWith('.html'));
  for (const name of sample(names, 'template programs of the examples')) {
    const html = readFileSync(join('examples', name), 'utf8');
    const data = JSON.parse(readFileSync(join('examples', name.replace('.html', '.json')), 'utf8'));
    t.ok(isBuilt(t, html, data), name);
    const renderer = createRenderer();
    const pdfs: Buffer[] = [];
    // The third document makes the program, the fourth uses it.
    for (let document = 0; document < 4; document += 1)
      pdfs.push(Buffer.from((await renderer.render({ html, data, now: 0, assets: () => undefined })).pdf));
    await renderer.close();
    t.ok(
      pdfs.every((pdf) => pdf.equals(pdfs[0]!)),
      `${name}: equal PDFs`,
    );
  }
});

t.test('programs build', async (t) => {
  const rows = {
    rows: [
      { v: 'a', c: 'x' },
      { v: '', c: '' },
      { v: 'a & <b>', c: '"' },
    ],
  };
  const cases: Record<string, string> = {
    'rows of tables without a body': '<table>{{#each rows}}<tr><td>{{v}}</td></tr>{{/each}}</table>',
    'items without end tags': '<ul>\n{{#each rows}}\n<li>{{v}}\n{{/each}}\n</ul>',
    'values in attributes': '{{#each rows}}<p class="a {{c}}" title=\'{{v}}\'>x</p>{{/each}}<p id=x{{rows.0.v}}>',
    'attributes that depend on data':
      '<b>x</b><p{{#if rows}} class="a"{{/if}} {{#each rows}}data-{{@index}}="{{v}}" {{/each}}>x',
    'names that depend on data':
      '<h{{rows.length}}>x</h{{rows.length}}>{{#if rows}}<ul>{{/if}}<li>x{{#if rows}}</ul>{{/if}}',
    'text elements':
      '<title>{{rows.0.v}}</title><style>p > a { color: {{rows.0.v}} }</style><textarea>\n{{rows.0.v}}</textarea>',
    'a newline that `pre` drops': '<pre>{{#each rows}}\n{{v}}{{/each}}</pre>',
    drawings:
      '<svg viewbox="0 0 {{rows.length}} 1"><g>{{#each rows}}<rect width="{{@index}}"/>{{v}}{{/each}}</g></svg>',
    options: '<select>{{#each rows}}<option value="{{v}}">{{v}}{{/each}}</select>',
    'markup of values': '<p>a</p>{{{rows.2.v}}}x',
    'documents without a doctype': '{{rows.0.v}}<p>x</p>',
  };
  for (const [name, html] of Object.entries(cases)) t.ok(isBuilt(t, html, rows), name);
  const partials = { row: '<tr><td>{{v}}</td></tr>\n', page: '<main>{{> @partial-block}}</main>' };
  t.ok(
    isBuilt(t, { html: '<table>\n  {{#each rows}}\n  {{> row}}\n  {{/each}}</table>', partials }, rows),
    'indented partials',
  );
  t.ok(isBuilt(t, { html: '{{#> page}}<p>{{rows.0.v}}</p>{{/page}}', partials }, rows), 'partials with blocks');
});

t.test('text and parser build', async (t) => {
  const data = { bold: '<b>x', open: true, nul: '\0', mark: '\uFDD0\u4E00\u4E00' };
  const cases: Record<string, string> = {
    'text in tables': '<table><tr>{{open}}<td>x</td></tr></table>',
    'formatting of a value that goes on': '<div>{{{bold}}}</div>x',
    'formatting that goes on after its parent': '<p><b>{{open}}</p><p>x</p>',
    'values with NUL': '<p>{{nul}}</p>',
    'values that look like marks': '<p>{{mark}}</p>',
    'raw values that look like marks': '<p>{{{mark}}}</p>',
    'attributes with values that look like marks': '<p title="{{mark}}"></p>',
    'doctypes that depend on data': '<!doctype {{#if open}}html{{/if}}><p>x</p>',
    'text that depends on data and ends its element': '<p>x</p><style>{{{open}}} </sty{{#if open}}le>{{/if}}',
  };
  for (const [name, html] of Object.entries(cases)) t.notOk(isBuilt(t, html, data), name);
});

t.test('a tag that a block leaves open is no end of static markup', async (t) => {
  const html = '<p>x</p><a {{#if v}}title=">{{/if}}<b>y">z</a><i>i</i>';
  t.strictSame(built(t, html, [{ v: true }, {}]), [true, true]);
});

t.test('limits', async (t) => {
  const html = '{{#each l}}<div>{{#each ../l}}<p>x</p>{{/each}}{{/each}}';
  const l = Array.from({ length: 20 }, () => 0);
  for (const limits of [
    { maxOutput: 2000 },
    { maxLength: 2000 },
    { maxElements: 100 },
    { maxDepth: 8 },
    { maxOpenElements: 8 },
    { maxSteps: 99 },
  ])
    t.notOk(isBuilt(t, { html, limits }, { l }), JSON.stringify(limits));
  t.ok(isBuilt(t, html, { l }));
});

t.test('a program', async (t) => {
  const program = (cache: TemplateCache, html: string, data: unknown = {}, partials = {}, scope = '') =>
    compileTemplate(html, { cache, partials, scope }).expandMarked({ data })?.program;

  t.test('is made at the third use of a template in its scope', async (t) => {
    const cache = new TemplateCache();
    const made = ['a', 'a', 'b', 'a', 'b', 'a'].map((scope) => program(cache, '<p>{{v}}</p>', {}, {}, scope));
    t.strictSame(made.map(Boolean), [false, false, false, true, false, true]);
    t.equal(made[3], made[5]);
  });
  t.test('is not made of text, nor of what the cache cannot keep', async (t) => {
    const uses = (cache: TemplateCache, html: string) => [1, 2, 3, 4].map(() => program(cache, html));
    t.notOk(uses(new TemplateCache(), '<p>x</p>').some(Boolean));
    t.notOk(uses(new TemplateCache(), '{{v}} x').some(Boolean));
    t.notOk(uses(new TemplateCache(), '<p>{{v}}</p>\uFDD0').some(Boolean));
    t.notOk(uses(new TemplateCache({ maxSource: 4000 }), '<p>{{v}}</p>').some(Boolean));
    t.ok(uses(new TemplateCache({ maxSource: 4060 }), '<p>{{v}}</p>').some(Boolean));
  });
  t.test('is another one when partials change, but not again and again', async (t) => {
    const cache = new TemplateCache();
    const made = [0, 0, 0, 0, 1, 2, 3, 4, 0, 0].map((n) =>
      program(cache, '<p>{{> p}}</p>', {}, { p: `<i>${n}</i>{{v}}` }),
    );
    t.strictSame(made.map(Boolean), [false, false, true, true, true, true, true, false, false, false]);
    t.equal(made[2], made[3]);
    t.not(made[3], made[4]);
  });
  t.test('is given up when documents are not built', async (t) => {
    const cache = new TemplateCache();
    const programs = new TreePrograms();
    const render = (v: string) => {
      const marked = compileTemplate('<p>{{v}}</p>', { cache }).expandMarked({ data: { v } });
      return marked && programs.build(marked) !== undefined;
    };
    t.strictSame(['', '', '', '\0', '\0', '\0', ''].map(render), [
      undefined,
      undefined,
      true,
      false,
      false,
      false,
      true,
    ]);
    t.strictSame(['\0', ''].map(render), [false, undefined]);
  });
});

t.test('values with ever other tags do not end a program', async (t) => {
  const documents = Array.from({ length: 600 }, (_, index) => ({
    v: `<x-${index}><y-${index}>x</y-${index}></x-${index}>`,
  }));
  const results = built(t, '<section><p>x</p>{{{v}}}</section>', documents);
  t.ok(results.filter((each) => !each).length < 60, 'few are parsed');
  t.ok(results.includes(false), 'what is kept is bounded');
});

t.test('errors are those of the text', async (t) => {
  const renderer = createRenderer();
  const html = '{{#each l}}<p>x</p>{{date this}}{{/each}}';
  const errorWith = (l: readonly unknown[]) =>
    renderer.render({ html, data: { l } }).then(
      () => '',
      (error) => error.message,
    );
  for (let use = 0; use < 4; use += 1)
    t.match(await errorWith(['2026-01-01', 'x']), /Line 1, column 20: “x” is not a date/);
  await renderer.close();
});

t.test('a loop of nothing but values', async (t) => {
  t.equal(compileTemplate('{{#each l}}{{{this}}}{{/each}}').expand({ data: { l: [1, 2, 'x'] } }), '12x');
});
