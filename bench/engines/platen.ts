import { readFileSync } from 'node:fs';
import type { PdfBackend } from '../../src/engine/document.js';
import { createRenderer, type Renderer } from '../../src/index.js';
import type { BenchEngine } from './engine.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** @throws when the native core is requested but not built */
export async function platen(engine: PdfBackend): Promise<BenchEngine> {
  const renderer = createRenderer({ engine });
  const entry = entryOf(renderer, async (html) => {
    const { pdf, times } = await renderer.render({ html });
    return { pdf, stages: times };
  });
  await entry.render('<p>.');
  return entry;
}

/** All stages without writing the PDF. */
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
