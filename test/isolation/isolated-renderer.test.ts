/** The library's option `isolate`: the same documents in a process of its own, which they may end. */

import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import { createRenderer, type Renderer } from '../../src/renderer.js';
import type { RendererOptions } from '../../src/renderer-options.js';
import { ENDLESS } from '../service/support/endless.js';
import { until } from '../service/support/until.js';
import { png } from '../support/images.js';

t.setTimeout(300_000);

async function open(t: Test, options: RendererOptions = {}): Promise<Renderer> {
  const renderer = createRenderer({ engine: 'wasm', isolate: true, ...options });
  t.teardown(() => renderer.close());
  return renderer;
}

function isolatedProcess(): number | undefined {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map(Number).find((pid) => /isolated-renderer/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
}

t.test('it gives what a renderer gives, and calls back', async (t) => {
  const plain = await open(t, { isolate: false });
  const stages: string[] = [];
  const isolated = await open(t, { onStage: (stage) => stages.push(stage) });
  const image = new Uint8Array(png(4, 4));
  const asked: unknown[] = [];
  const input = {
    html: '<link rel=stylesheet href=a.css><p class=a>{{name}}<img src=b.png>',
    data: { name: 'Ada' },
    assets: async (url: string, request: unknown) => {
      asked.push([url, request]);
      return url === 'b.png' ? image : new TextEncoder().encode('p { backdrop-filter: blur(2px) }');
    },
  };
  const [here, there] = [await plain.render(input), await isolated.render(input)];
  t.ok(Buffer.from(there.pdf).equals(Buffer.from(here.pdf)));
  t.strictSame(there.diagnostics, here.diagnostics);
  t.strictSame(asked.slice(asked.length / 2), asked.slice(0, asked.length / 2));
  t.ok(stages.includes('layout'));
  t.match(await isolated.validate(input), { ok: false, pages: 1 });
  t.match(await isolated.merge({ documents: [{ html: 'a' }, { html: 'b' }] }), { pages: 2 });
});

t.test('errors are those of the document and of its callbacks', async (t) => {
  const renderer = await open(t);
  await t.rejects(renderer.render({ html: '{{#if' }), { name: 'EngineError', code: 'template_invalid', line: 1 });
  const strict = renderer.render({ html: '<p style="backdrop-filter: blur(2px)">x', strict: true });
  await t.rejects(strict, { code: 'document_not_supported', diagnostics: [{ text: /backdrop-filter/ }] });
  const reason = new Error('no network');
  const assets = () => Promise.reject(reason);
  await t.rejects(renderer.render({ html: '<img src=a.png>', assets }), reason);
  t.match(await renderer.render({ html: 'and goes on' }), { pages: 1 });
});

t.test('a document that ends its process is refused, and the next one is rendered', async (t) => {
  const renderer = await open(t);
  const lost = renderer.render({ html: ENDLESS });
  const refused = t.rejects(lost, { name: 'EngineError', code: 'document_too_large' });
  await until('it renders', () => isolatedProcess() !== undefined);
  process.kill(isolatedProcess()!, 'SIGABRT'); // as V8 ends a process
  await refused;
  t.match(await renderer.render({ html: 'next' }), { pages: 1 });
});

t.test('so is one that needs more memory than is allowed, and one that takes too long', async (t) => {
  const small = await open(t, { isolate: { memory: 300e6 }, limits: { maxTime: Number.POSITIVE_INFINITY } });
  const huge = '{{#each (range 1 90000)}}<p>{{this}}<b>x</b></p>{{/each}}';
  await t.rejects(small.render({ html: huge }), { code: 'document_too_large' });
  const hasty = await open(t, { limits: { maxTime: 1 } });
  await t.rejects(hasty.render({ html: ENDLESS }), { code: 'render_timeout', message: / 1 s/ });
});

t.test('closing it ends what it renders', async (t) => {
  const renderer = await open(t);
  const running = t.rejects(renderer.render({ html: ENDLESS }), { message: 'the renderer was closed' });
  await until('it renders', () => isolatedProcess() !== undefined);
  await renderer.close();
  await running;
  t.equal(isolatedProcess(), undefined);
});
