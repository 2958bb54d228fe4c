import { Words } from './words.js';

const STYLE = `@page { size: A4 landscape; margin: 10mm }
body { margin: 0; font: 9pt Arial, sans-serif; color: #223 }
.board { display: grid; grid-template-columns: repeat(4, 1fr); gap: 4mm }
.card { border: .3mm solid #dde; border-radius: 2mm; padding: 3mm; background: #fff; box-shadow: 0 .5mm 1mm #0002 }
.wide { grid-column: span 2 }
.tall { grid-row: span 2 }
h2 { margin: 0 0 2mm; font-size: 10pt; color: #456 }
.figure { font-size: 20pt; font-weight: bold }
.up { color: #178a4c } .down { color: #c0392b }
.bars { display: flex; align-items: flex-end; gap: 1mm; height: 24mm }
.bars i { flex: 1; background: linear-gradient(#4b8fd6, #24548a) }
ul { margin: 0; padding-left: 4mm }
svg { width: 100%; height: 24mm }`;

/** One page of cards in a grid: figures, bars, lines, lists. */
export function dashboard(seed: number): string {
  const words = new Words(seed);
  const figure = () =>
    `<div class="card"><h2>${words.phrase(2)}</h2><div class="figure">${words.money()}</div><div class="${words.below(2) ? 'up' : 'down'}">${words.below(30)}% ${words.phrase(2)}</div></div>`;
  const bars = () =>
    `<div class="card wide"><h2>${words.phrase(3)}</h2><div class="bars">${Array.from({ length: 16 }, () => `<i style="height:${10 + words.below(90)}%"></i>`).join('')}</div></div>`;
  const line = () =>
    `<div class="card wide"><h2>${words.phrase(3)}</h2><svg viewBox="0 0 160 40" preserveAspectRatio="none"><polyline fill="none" stroke="#c0392b" points="${Array.from({ length: 17 }, (_, i) => `${i * 10},${words.below(40)}`).join(' ')}"/></svg></div>`;
  const list = () =>
    `<div class="card tall"><h2>${words.phrase(2)}</h2><ul>${Array.from({ length: 8 }, () => `<li>${words.phrase(3)}</li>`).join('')}</ul></div>`;
  const cards = [figure, figure, figure, figure, bars, line, list, bars, figure, line, figure, figure];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Dashboard ${seed}</title><style>${STYLE}</style></head><body><div class="board">${cards.map((card) => card()).join('\n')}</div></body></html>`;
}
