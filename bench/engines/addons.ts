/** Engines from npm packages in the folder of rivals. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BenchEngine } from './engine.js';
import { FONT_FILES } from './fonts.js';

const versionOf = (rivals: string, name: string): string =>
  JSON.parse(readFileSync(join(rivals, 'node_modules', name, 'package.json'), 'utf8')).version;

/** Takes its style sheet and its fonts apart from the document; the fonts are loaded once. */
export async function turboHtml2pdf(rivals: string): Promise<BenchEngine> {
  const turbo = createRequire(join(rivals, 'package.json'))('turbo-html2pdf');
  const faces = FONT_FILES.map(({ file, family, weight }) => ({ data: readFileSync(file), family, weight }));
  const fonts = turbo.Fonts?.load?.(faces);
  return {
    version: versionOf(rivals, 'turbo-html2pdf'),
    async render(html) {
      const css = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('\n');
      const template = turbo.compile(html.replaceAll(/<style>[\s\S]*?<\/style>/g, ''));
      return { pdf: template.render({ css, pdfUa: true, ...(!fonts && { fonts: faces }) }, fonts).pdf };
    },
    async close() {},
  };
}

export async function forme(rivals: string): Promise<BenchEngine> {
  const { renderHtml } = createRequire(join(rivals, 'package.json'))('@formepdf/html');
  return {
    version: versionOf(rivals, '@formepdf/html'),
    async render(html) {
      return { pdf: renderHtml(html, {}).pdf };
    },
    async close() {},
  };
}
