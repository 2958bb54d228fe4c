/** Merges display items that draw the same as one: every item costs compile time and bytes of the PDF. */

import type { FontFace } from '../text/types.js';
import { sameColor } from './colors.js';
import { type DisplayItem, type GroupItem, type RectItem, rectItem, type TextItem } from './display-list.js';

/**
 * Merges neighbours in the list. Rendering, extracted text and links stay the same.
 * @returns the list itself when nothing is merged
 */
export function coalesce(items: readonly DisplayItem[]): readonly DisplayItem[] {
  let result: DisplayItem[] | undefined;
  let last: DisplayItem | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index]!;
    const current = withMergedChildren(item);
    const joined = last && join(last, current);
    if (joined || current !== item) result ??= items.slice(0, index);
    if (joined) result![result!.length - 1] = joined;
    else result?.push(current);
    last = joined ?? current;
  }
  return result ?? items;
}

function withMergedChildren(item: DisplayItem): DisplayItem {
  if (item.kind !== 'group' && item.kind !== 'tag') return item;
  const children = coalesce(item.children);
  return children === item.children ? item : { ...item, children };
}

function join(first: DisplayItem, second: DisplayItem): DisplayItem | undefined {
  if (first.kind === 'text' && second.kind === 'text') return joinText(first, second);
  if (first.kind === 'rect' && second.kind === 'rect') return joinRects(first, second);
  if (first.kind === 'group' && second.kind === 'group') return joinGroups(first, second);
  return undefined;
}

/** Merges groups with the same transform and nothing else, such as rotated text. */
function joinGroups(first: GroupItem, second: GroupItem): GroupItem | undefined {
  if (!first.transform || !isOnlyTransformed(first) || !isOnlyTransformed(second)) return undefined;
  if (first.transform.join() !== second.transform?.join()) return undefined;
  const seam = coalesce([...first.children.slice(-1), ...second.children]);
  return { ...first, children: [...first.children.slice(0, -1), ...seam] };
}

const isOnlyTransformed = (group: GroupItem): boolean =>
  Object.keys(group).every((key) => key === 'kind' || key === 'transform' || key === 'children');

/** Tolerance for the rounding of sums; layout coordinates are exact. */
const TOLERANCE = 0.01;

function joinText(first: TextItem, second: TextItem): TextItem | undefined {
  const a = second.clusters ? composedSpace(first, second.face) : first;
  const b = first.clusters ? composedSpace(second, first.face) : second;
  if (a.face !== b.face || a.size !== b.size || a.y !== b.y || a.rtl !== b.rtl) return undefined;
  const [left, right] = a.rtl ? [b, a] : [a, b];
  if (Math.abs(left.x + left.width - right.x) > TOLERANCE) return undefined;
  if (!left.clusters !== !right.clusters) return undefined;
  if (a.letterSpacing !== b.letterSpacing || a.language !== b.language) return undefined;
  // Composed text holds the width of every space in its clusters, so word spacing may differ.
  if (a.wordSpacing !== b.wordSpacing && !a.clusters) return undefined;
  if (!sameColor(a.color, b.color) || a.underlines || b.underlines || a.stroke || b.stroke) return undefined;
  if (a.features !== b.features && a.features.join() !== b.features.join()) return undefined;
  const width = right.x + right.width - left.x;
  const clusters = left.clusters && right.clusters && [...left.clusters, ...right.clusters];
  const shaped = left.shaped && right.shaped && !clusters ? [...left.shaped, ...right.shaped] : undefined;
  const { face, size, y, color, letterSpacing, wordSpacing, features, rtl, language } = a;
  return {
    kind: 'text',
    x: left.x,
    y,
    width,
    text: a.text + b.text,
    face,
    size,
    color,
    stroke: undefined,
    letterSpacing,
    wordSpacing,
    features,
    rtl,
    language,
    underlines: undefined,
    shaped,
    clusters,
  };
}

/** Turns a space in another font into part of the composed text beside it, so that readers extract one line of text. */
function composedSpace(item: TextItem, face: FontFace): TextItem {
  if (item.clusters || (item.text !== ' ' && item.text !== '\u00a0')) return item;
  const { text, width } = item;
  return { ...item, face, shaped: undefined, clusters: [{ text, glyphs: [], width }] };
}

/** Merges two opaque rectangles of one colour whose union is a rectangle. */
function joinRects(a: RectItem, b: RectItem): RectItem | undefined {
  if ('type' in a.fill || 'type' in b.fill || a.radii || b.radii) return undefined;
  if (a.fill.a < 1 || !sameColor(a.fill, b.fill)) return undefined;
  if (a.y === b.y && a.height === b.height && a.x <= b.x && b.x <= a.x + a.width) {
    return rectItem(a.x, a.y, Math.max(a.x + a.width, b.x + b.width) - a.x, a.height, a.fill);
  }
  if (a.x === b.x && a.width === b.width && a.y <= b.y && b.y <= a.y + a.height) {
    return rectItem(a.x, a.y, a.width, Math.max(a.y + a.height, b.y + b.height) - a.y, a.fill);
  }
  return undefined;
}
