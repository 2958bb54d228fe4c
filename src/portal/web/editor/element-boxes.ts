/** The boxes of elements on a page of a preview: five numbers each, the offset of the element and its rectangle in px. */

type Box = readonly [x: number, y: number, width: number, height: number];
const FIELDS = 5;

/** The offset of the smallest box at a point. */
export function elementAt(boxes: readonly number[], x: number, y: number): number | undefined {
  let best: number | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < boxes.length; at += FIELDS) {
    const [left, top, width, height] = [boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!, boxes[at + 4]!];
    const isInside = x >= left && y >= top && x <= left + width && y <= top + height;
    if (!isInside || width * height > smallest) continue;
    best = boxes[at]!;
    smallest = width * height;
  }
  return best;
}

/** Whether the element that begins at an offset is on a page. */
export function hasBox(boxes: readonly number[], start: number): boolean {
  for (let at = 0; at < boxes.length; at += FIELDS) if (boxes[at] === start) return true;
  return false;
}

/** The boxes of the element that begins at an offset. */
export function boxesOf(boxes: readonly number[], start: number): Box[] {
  const found: Box[] = [];
  for (let at = 0; at < boxes.length; at += FIELDS) {
    if (boxes[at] === start) found.push([boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!, boxes[at + 4]!]);
  }
  return found.slice(0, 200);
}
