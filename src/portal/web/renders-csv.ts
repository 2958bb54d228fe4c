/** The table of recent renders as CSV. */

import type { Usage } from '../schemas.js';

export type RenderEntry = Usage['renders'][number];

const COLUMNS = [
  'created_at',
  'id',
  'state',
  'code',
  'template',
  'template_version',
  'output',
  'pages',
  'bytes',
  'milliseconds',
  'diagnostics',
  'key',
] as const satisfies readonly (keyof RenderEntry)[];

/**
 * One line for each render; behind the columns of all renders, one of milliseconds for each stage that any of them went
 * through, such as `layout_ms`.
 * Source: https://www.rfc-editor.org/rfc/rfc4180
 */
export function rendersCsv(renders: readonly RenderEntry[]): string {
  const stages = [...new Set(renders.flatMap((entry) => Object.keys(entry.stages ?? {})))];
  const head = [...COLUMNS, ...stages.map((stage) => `${stage}_ms`)];
  const rows = renders.map((entry) => [
    ...COLUMNS.map((name) => (name === 'created_at' ? new Date(entry.created_at * 1000).toISOString() : entry[name])),
    ...stages.map((stage) => entry.stages?.[stage] ?? null),
  ]);
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A text that begins like a formula would be run by spreadsheets. */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
