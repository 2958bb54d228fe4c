/** A box tree in a form that a test can state on a line. */

import type { Box, InlineBox, MarkerBox, TableBox } from '../../../src/engine/box/tree.js';
import { boxTreeOf } from '../layout/lay-out.js';

/**
 * The boxes in `body`, in order: `name[…]` for block-level and atomic boxes, `name(…)` for inline ones, "…" for text.
 * Names are those of elements and pseudo-elements; `-` for anonymous blocks, `-table`, `-row` … for other anonymous
 * boxes. `…` marks the side at which a split inline box goes on.
 */
export function boxes(html: string): string {
  const body = find(boxTreeOf(`<!DOCTYPE html>${html}`));
  return list(body?.content.children ?? []);
}

function find(box: Box): (Box & { readonly kind: 'block' }) | undefined {
  if (box.kind !== 'block') return undefined;
  if (box.element.name === 'body') return box;
  for (const child of box.content.children) {
    const found = find(child);
    if (found) return found;
  }
  return undefined;
}

const list = (nodes: readonly (Box | MarkerBox)[]) => nodes.map(write).join(' ');

function write(box: Box | MarkerBox): string {
  switch (box.kind) {
    case 'text':
      return JSON.stringify(box.text);
    case 'break':
      return box.forced ? 'br' : 'wbr';
    case 'replaced':
      return nameOf(box, '');
    case 'marker':
      return `${nameOf(box, '')}[${list(box.children)}]`;
    case 'inline':
      return `${nameOf(box, '')}(${continuation(box.continuesBefore, list(box.children), box.continuesAfter)})`;
    case 'table':
      return writeTable(box);
    case 'block':
      return `${nameOf(box, '')}[${list([...(box.marker ? [box.marker] : []), ...box.content.children])}]`;
  }
}

function continuation(
  before: InlineBox['continuesBefore'],
  content: string,
  after: InlineBox['continuesAfter'],
): string {
  return `${before ? '…' : ''}${content}${after ? '…' : ''}`;
}

function writeTable(table: TableBox): string {
  const sections = table.sections.map((section) => {
    const rows = section.rows.map((row) => {
      const cells = row.cells.map(({ box }) => `${nameOf(box, 'cell')}[${list(box.content.children)}]`);
      return `${nameOf(row, 'row')}[${cells.join(' ')}]`;
    });
    return `${nameOf(section, 'section')}[${rows.join(' ')}]`;
  });
  return `${nameOf(table, 'table')}[${[...table.captions.map(write), ...sections].join(' ')}]`;
}

function nameOf({ origin, element }: Pick<Box, 'origin' | 'element'>, kind: string): string {
  return origin === 'anonymous' ? `-${kind}` : (origin ?? element.name);
}
