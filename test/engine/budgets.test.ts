/** Counted limits: a document that exceeds one is told which, where, and its option. */

import t from 'tap';
import { LIMIT_NAMES } from '../../src/engine/document.js';
import { DEFAULT_LIMITS, type EngineLimits } from '../../src/engine/render.js';
import { createRenderer, type DocumentInput, type EngineError } from '../../src/index.js';
import { CORE } from '../support/engines.js';

async function refusal(input: DocumentInput, limits: Partial<EngineLimits>): Promise<Partial<EngineError>> {
  const renderer = createRenderer({ engine: CORE, limits });
  try {
    await renderer.render(input);
    return { message: 'rendered' };
  } catch (error) {
    const { code, message, line, column } = error as EngineError;
    return { code, message, line, column };
  } finally {
    await renderer.close();
  }
}

const CASES: Record<string, string> = {
  maxBoxes: '<ul>{{#each (range 1 30)}}<li>item</li>{{/each}}</ul>',
  maxInlineText: '<div>{{#each (range 1 30)}}<b>some</b> text {{/each}}</div>',
  maxLines: '<pre>{{#each (range 1 30)}}line\n{{/each}}</pre>',
  maxFragments: '<p>{{#each (range 1 30)}}<b>bold</b> <i>italic</i> {{/each}}</p>',
  maxTags: '<table>{{#each (range 1 30)}}<tr><td>cell</td></tr>{{/each}}</table>',
  maxAnnotations: '<p>{{#each (range 1 30)}}<a href="https://example.com/">link</a> {{/each}}</p>',
};

for (const [name, html] of Object.entries(CASES)) {
  t.test(`${name} is exceeded with its name, the element, and its place in the template`, async (t) => {
    const found = await refusal({ html: `<title>Title</title>\n<h1>Heading</h1>\n  ${html}` }, { [name]: 25 });
    t.match(found, {
      code: 'document_too_complex',
      message: new RegExp(`more than 25 .* \\(${name}\\), .* in \\S+ > `),
      line: 3,
    });
  });
}

t.test('the same document always ends the same way: at the limit it is rendered, one below it is not', async (t) => {
  const html = '<pre>{{#each (range 1 30)}}line\n{{/each}}</pre>';
  t.equal((await refusal({ html }, { maxLines: 30 })).message, 'rendered');
  const first = await refusal({ html }, { maxLines: 29 });
  t.equal(first.code, 'document_too_complex');
  const renderer = createRenderer({ engine: CORE, limits: { maxLines: 29 } });
  t.teardown(() => renderer.close());
  for (let round = 0; round < 3; round++) {
    t.equal((await renderer.render({ html: '<p>another document' })).pages, 1);
    await t.rejects(renderer.render({ html }), { message: first.message! });
    await t.rejects(renderer.validate({ html }), { message: first.message! });
  }
});

t.test('cells of a thousand columns in many rows were as many structure tags', async (t) => {
  const rows = '{{#each (range 1 1001)}}<tr><td colspan="1000">cell</td></tr>{{/each}}';
  const found = await refusal({ html: `<table>${rows}</table>` }, {});
  t.match(found, { code: 'document_too_complex', message: /more than 1,000,000 structure tags \(maxTags\)/ });
});

t.test('generated text counts, and so does that of pseudo-elements and counters', async (t) => {
  const style = '<style>b::before { content: attr(title) attr(title) }</style>';
  const html = `${style}<p><b title="${'x'.repeat(600)}"></b>`;
  t.match(await refusal({ html }, { maxInlineText: 1000 }), { code: 'document_too_complex' });
  t.equal((await refusal({ html }, { maxInlineText: 1200 })).message, 'rendered');
});

t.test('an element of a partial has the place of the element around it in the template', async (t) => {
  const partials = { list: '<ul>{{#each (range 1 30)}}<li>item</li>{{/each}}</ul>' };
  const found = await refusal({ html: '<h1>Heading</h1>\n<section>{{> list}}</section>', partials }, { maxBoxes: 25 });
  t.match(found, { code: 'document_too_complex', line: 2, column: 1 });
});

t.test('in a PDF of several documents, the element has no place in any of them', async (t) => {
  const renderer = createRenderer({ engine: CORE, limits: { maxLines: 29 } });
  t.teardown(() => renderer.close());
  const documents = [{ html: '<p>first' }, { html: '<pre>{{#each (range 1 30)}}line\n{{/each}}</pre>' }];
  await t.rejects(renderer.merge({ documents }), { code: 'document_too_complex', message: /maxLines/ });
});

t.test('all limits have names that the command line knows', async (t) => {
  t.strictSame([...LIMIT_NAMES].sort(), Object.keys(DEFAULT_LIMITS).sort());
});
