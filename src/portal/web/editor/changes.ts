/** Compares pictures of pages. */

/** In pixels. */
export type Area = readonly [x: number, y: number, width: number, height: number];

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha. */
  readonly data: ArrayLike<number>;
}

/** Pixels are compared in squares. */
const CELL = 8;
/** Cells with fewer cells between them are marked as one area. */
const REACH = 2;
/** A difference of a channel that antialiasing explains. */
const TOLERANCE = 24;

/** The areas where two pictures differ; where only one of them has pixels, they do. */
export function changedAreas(left: Pixels, right: Pixels): Area[] {
  const columns = Math.ceil(Math.max(left.width, right.width) / CELL);
  const rows = Math.ceil(Math.max(left.height, right.height) / CELL);
  const isChanged = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (differs(left, right, column * CELL, row * CELL)) isChanged[row * columns + column] = 1;
    }
  }
  return groups(isChanged, columns, rows);
}

function differs(left: Pixels, right: Pixels, x0: number, y0: number): boolean {
  for (let y = y0; y < y0 + CELL; y += 1) {
    for (let x = x0; x < x0 + CELL; x += 1) {
      const [inLeft, inRight] = [x < left.width && y < left.height, x < right.width && y < right.height];
      if (!inLeft && !inRight) continue;
      if (inLeft !== inRight) return true;
      const [a, b] = [(y * left.width + x) * 4, (y * right.width + x) * 4];
      for (let channel = 0; channel < 3; channel += 1) {
        if (Math.abs(left.data[a + channel]! - right.data[b + channel]!) > TOLERANCE) return true;
      }
    }
  }
  return false;
}

/** The bounds of changed cells that are near each other. */
function groups(isChanged: Uint8Array, columns: number, rows: number): Area[] {
  const areas: Area[] = [];
  for (let start = 0; start < isChanged.length; start += 1) {
    if (!isChanged[start]) continue;
    let [left, right, top, bottom] = [columns, 0, rows, 0];
    const stack = [start];
    isChanged[start] = 0;
    while (stack.length > 0) {
      const at = stack.pop()!;
      const [x, y] = [at % columns, Math.floor(at / columns)];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      for (let dy = -REACH; dy <= REACH; dy += 1) {
        for (let dx = -REACH; dx <= REACH; dx += 1) {
          const [nx, ny] = [x + dx, y + dy];
          const next = ny * columns + nx;
          if (nx < 0 || ny < 0 || nx >= columns || ny >= rows || !isChanged[next]) continue;
          isChanged[next] = 0;
          stack.push(next);
        }
      }
    }
    areas.push([left * CELL, top * CELL, (right - left + 1) * CELL, (bottom - top + 1) * CELL]);
  }
  return areas;
}
