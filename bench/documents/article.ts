import { Words } from './words.js';

const STYLE = `@page { size: A4; margin: 20mm }
body { margin: 0; font: 10.5pt/1.7 'Noto Sans JP', sans-serif }
h1 { font-size: 18pt; margin: 0 0 5mm; column-span: all }
main { columns: 2; column-gap: 8mm }
h2 { font-size: 12pt; margin: 4mm 0 2mm }
p { margin: 0 0 2mm; text-align: justify; text-indent: 1em }`;

/** Japanese in two columns, some four pages. */
export function article(seed: number): string {
  const words = new Words(seed);
  const section = () =>
    `<h2>${words.japanese(10)}</h2><p>${words.japanese(320)}</p><p>${words.japanese(260)}</p><p>${words.japanese(300)}</p>`;
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${words.japanese(8)}</title><style>${STYLE}</style></head><body><main><h1>${words.japanese(14)}</h1>${Array.from({ length: 7 }, section).join('\n')}</main></body></html>`;
}
