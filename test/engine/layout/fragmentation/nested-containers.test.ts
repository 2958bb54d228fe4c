/** Nested containers that measure before layout: the time grows linearly with the depth. */

import t from 'tap';
import { layOut } from '../lay-out.js';

const DEPTH = 12;
/** Of the processor: far above linear time; doubling at every level takes minutes. */
const MAX_MS = 10_000;

function nested(open: (level: number) => string): string {
  let html = 'some words of text';
  for (let level = 0; level < DEPTH; level += 1) html = `<div style="${open(level)}"><div>a</div>${html}</div>`;
  return `<style>body { font: 14px/20px Arial; }</style>${html}`;
}

const KINDS: Readonly<Record<string, (level: number) => string>> = {
  'rows in rows': () => 'display: flex',
  'columns in columns': () => 'display: flex; flex-direction: column; flex: 1 1 auto',
  'rows in columns': (level) => `display: flex; flex-direction: ${level % 2 ? 'row' : 'column'}; gap: 1px`,
  'percentage heights in rows in columns': (level) =>
    `display: flex; flex-direction: ${level % 2 ? 'row' : 'column'}; min-height: 50%`,
  'grids in grids': () => 'display: grid; grid-template-columns: auto 1fr',
  'grids in rows': (level) => (level % 2 ? 'display: flex; height: 100%' : 'display: grid; align-items: baseline'),
  subgrids: () => 'display: grid; grid-template: subgrid / subgrid; grid-column: span 2',
};

for (const [name, style] of Object.entries(KINDS)) {
  t.test(`${name}, ${DEPTH} deep`, async (t) => {
    const start = process.cpuUsage();
    layOut(nested(style));
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1000;
    t.comment(`${Math.round(ms)} ms`);
    t.ok(ms < MAX_MS, `${Math.round(ms)} ms`);
  });
}
