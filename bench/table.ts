import { ENGINES } from './engines/engines.js';
import type { Measurement, Measurements } from './measure.js';

const MB = 2 ** 20;

export const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

/** @returns rows: the column heads, then for each engine its title and figures in the order of the heads */
export function cells(results: Measurements): string[][] {
  const heads = ['', 'median ms', 'least ms', 'p95 ms', 'PDF KB', 'memory MB', 'heap MB', 'words', 'in place'];
  const rows = Object.entries(results).map(([name, result]) => {
    const title = ENGINES[name]?.title ?? name;
    return 'error' in result ? [title, `not measured: ${result.error.split('\n')[0]}`] : [title, ...figures(result)];
  });
  return [heads, ...rows];
}

/** Times of a document that is rendered wrong stand in parentheses. */
function figures({ median, min, p95, bytes, memory, allocated, fidelity }: Measurement): string[] {
  const time = (value: number) => (fidelity?.wrong ? `(${number(value)})` : number(value));
  const share = (value?: number) => (value === undefined ? '–' : `${number(value * 100)} %`);
  return [
    ...[median, min, p95].map(time),
    bytes === 0 ? '–' : number(bytes / 1024),
    number(memory / MB),
    allocated === undefined ? '–' : number(allocated / MB),
    share(fidelity?.words),
    share(fidelity?.placed),
  ];
}

/** For a terminal. */
export function table(results: Measurements): string {
  const rows = cells(results);
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.filter((row) => row.length > 2).map((row) => row[column]!.length)),
  );
  return rows
    .map((row) => row.map((text, i) => (i === 0 ? text.padEnd(26) : text.padStart(widths[i] ?? 0))).join('  '))
    .join('\n');
}
