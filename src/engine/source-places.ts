/** Connects pages and diagnostics with the template, by the offsets that `markElements` leaves in elements. */

import type { PageSheet } from './css/compute/styled-document.js';
import type { Diagnostic } from './diagnostics.js';
import { describeElement, type ElementNode, findElement, type HtmlDocument } from './html/dom.js';
import type { PhysicalFragment } from './layout/algorithm/fragment.js';
import type { Rect, Size } from './layout/algorithm/geometry.js';
import type { DocumentLayout } from './layout/page/page-layout.js';
import { contentOffset, OFFSET_ATTRIBUTE } from './template/mark-elements.js';

/** The boxes of elements on a page. */
export interface PageBoxes {
  /** Of the sheet as viewers show it, px. */
  readonly width: number;
  readonly height: number;
  /** For each box in painting order of the tree: offset of its element in the template, x, y, width, height in px. */
  readonly boxes: readonly number[];
}

export interface PlacedDiagnostic extends Diagnostic {
  /** Of the element or declaration in the template, in UTF-16 units; undefined: unknown. */
  readonly offset: number | undefined;
}

export function pageBoxes({ pages }: DocumentLayout): PageBoxes[] {
  return pages.map(({ width, height, sheet, area, scale, content }) => {
    const place = onSheet({ width, height }, sheet);
    const boxes: number[] = [];
    const visit = (fragment: PhysicalFragment, x: number, y: number): void => {
      if (fragment.kind === 'text') return;
      const shift = fragment.kind === 'box' ? fragment.shift : undefined;
      const [left, top] = [x + (shift?.x ?? 0), y + (shift?.y ?? 0)];
      if (fragment.kind === 'box') {
        const offset = offsetOf(fragment.box.element);
        const size = { width: fragment.width * scale, height: fragment.height * scale };
        if (offset !== undefined && fragment.box.origin !== 'anonymous') {
          const box = place({ x: area.x + left * scale, y: area.y + top * scale, ...size });
          boxes.push(offset, ...[box.x, box.y, box.width, box.height].map(Math.round));
        }
      }
      for (const child of fragment.children) visit(child.fragment, left + child.x, top + child.y);
    };
    for (const placed of content) visit(placed.fragment, placed.x, placed.y);
    const whole = place({ x: 0, y: 0, width, height });
    return { width: 2 * whole.x + whole.width, height: 2 * whole.y + whole.height, boxes };
  });
}

/** Moves rectangles of the page box to the sheet, which is rotated and has its margin on all sides. */
function onSheet(page: Size, sheet: PageSheet | undefined): (rect: Rect) => Rect {
  if (!sheet) return (rect) => rect;
  const { margin, rotation } = sheet;
  return ({ x, y, width, height }) => {
    const [right, bottom] = [page.width - x - width, page.height - y - height];
    if (rotation === 0) return { x: x + margin, y: y + margin, width, height };
    const [left, top] = rotation === 90 ? [bottom, x] : [y, right];
    return { x: left + margin, y: top + margin, width: height, height: width };
  };
}

function offsetOf(element: ElementNode): number | undefined {
  const value = element.attribute(OFFSET_ATTRIBUTE);
  return value === undefined ? undefined : Number(value);
}

/** Of a place in a style sheet of the document, as diagnostics name it. */
const IN_SHEET = /^<style> (\d+), line (\d+), column (\d+)/;

/** @param source  the template, unmarked */
export function placeDiagnostics(
  diagnostics: readonly Diagnostic[],
  source: string,
  document: HtmlDocument,
): PlacedDiagnostic[] {
  if (diagnostics.length === 0) return [];
  const byPath = new Map<string, number>();
  const sheets: (number | undefined)[] = [];
  const visit = (element: ElementNode): void => {
    const offset = offsetOf(element);
    if (element.name === 'style') sheets.push(offset);
    const path = offset === undefined ? undefined : describeElement(element);
    if (path !== undefined && !byPath.has(path)) byPath.set(path, offset!);
    for (const child of element.children) if (child.kind === 'element') visit(child);
  };
  visit(document.root);
  return diagnostics.map((diagnostic) => {
    const inSheet = IN_SHEET.exec(diagnostic.context);
    const rule = inSheet
      ? offsetInSheet(source, sheets[Number(inSheet[1]) - 1], Number(inSheet[2]), Number(inSheet[3]))
      : undefined;
    const offset = rule === undefined ? byPath.get(pathIn(diagnostic.context)) : inRule(source, rule, diagnostic.text);
    return { ...diagnostic, offset };
  });
}

/** The offset in the template of an element, or else of the closest one around it, by its serial number. */
export function elementOffset(root: ElementNode, serial: number): number | undefined {
  for (let at = findElement(root, (element) => element.serial === serial) ?? null; at; at = at.parent) {
    const offset = offsetOf(at);
    if (offset !== undefined) return offset;
  }
  return undefined;
}

/** `style of body > p::before` and `body > p: what is wrong` → `body > p` */
function pathIn(context: string): string {
  return context.replace(/^style of /, '').replace(/(?:::|: ).*$/s, '');
}

/** Exact unless expressions before the place in the sheet print line breaks. */
function offsetInSheet(source: string, sheet: number | undefined, line: number, column: number): number | undefined {
  if (sheet === undefined) return undefined;
  let at = contentOffset(source, sheet);
  for (let passed = 1; passed < line; passed += 1) {
    const next = source.indexOf('\n', at);
    if (next < 0) return at;
    at = next + 1;
  }
  return Math.min(source.length, at + column - 1);
}

/** Diagnostics of declarations have the place of their rule: finds the declaration in it. */
function inRule(source: string, rule: number, text: string): number {
  const name = text.replace(/:.*$/s, '');
  const found = source.indexOf(name, rule);
  const end = source.indexOf('}', rule);
  return found >= 0 && (end < 0 || found < end) ? found : rule;
}
