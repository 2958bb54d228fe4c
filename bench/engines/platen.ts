import { readFileSync } from 'node:fs';
import { createRenderer, type Renderer } from '../../src/index.js';
import type { BenchEngine } from './engine.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** @throws when the native core is asked for and not built */
export async function platen(engine: 'core' | 'wasm'): Promise<BenchEngine> {
  const renderer = createRenderer({ engine });
  const entry = entryOf(renderer, async (html) => {
    const { pdf, times } = await renderer.render({ html });
    return { pdf, stages: times };
  });
  await entry.render('<p>.');
  return entry;
}

/** Everything but the writing of the PDF. */
export async function platenValidate(): Promise<BenchEngine> {
  const renderer = createRenderer();
  return entryOf(renderer, async (html) => {
    const { times } = await renderer.validate({ html });
    return { pdf: new Uint8Array(), stages: times };
  });
}

const entryOf = (renderer: Renderer, render: BenchEngine['render']): BenchEngine => ({
  version,
  render,
  close: () => renderer.close(),
});
