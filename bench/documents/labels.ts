import { Words } from './words.js';

const STYLE = `@page { size: A4; margin: 0 }
body { margin: 0; font: 9pt Arial, sans-serif }
.sheet { display: flex; flex-wrap: wrap; width: 210mm; height: 297mm; break-after: page }
.label { box-sizing: border-box; width: 70mm; height: 37.125mm; padding: 5mm 6mm; overflow: hidden; position: relative }
.label b { display: block }
.label span { position: absolute; right: 4mm; bottom: 3mm; font: 7pt 'Courier New', monospace; color: #777 }`;

const SHEETS = 4;
const LABELS = 24;

/** Sheets of 3 × 8 address labels. */
export function labels(seed: number): string {
  const words = new Words(seed);
  const label = () =>
    `<div class="label"><b>${words.phrase(2)}</b>${words.below(300)} ${words.phrase(2)} street<br>${words.phrase(1)} ${words.below(90_000)}<span>${words.below(1_000_000)}</span></div>`;
  const sheet = () => `<div class="sheet">${Array.from({ length: LABELS }, label).join('\n')}</div>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Labels</title><style>${STYLE}</style></head><body>${Array.from({ length: SHEETS }, sheet).join('\n')}</body></html>`;
}
