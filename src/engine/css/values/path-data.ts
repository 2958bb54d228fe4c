/** Parses SVG path data to absolute lines and cubic curves. Source: https://www.w3.org/TR/SVG2/paths.html#PathData */

import type { PathCommand } from './values.js';

/** Number of arguments by command. */
const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy;
const FLAG = /[\s,]*([01])/y;
const COMMAND = /[\s,]*([mlhvcsqtaz])/iy;
/** Maximum number of commands of a path, a limit against denial of service. */
const MAX_COMMANDS = 50_000;

/** @returns the commands before the first error. Source: https://www.w3.org/TR/SVG2/paths.html#PathDataErrorHandling */
export function readPathData(text: string): PathCommand[] {
  const reader = new PathBuilder();
  let at = 0;
  const next = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match?.[1];
  };
  for (let command = next(COMMAND); command && reader.path.length < MAX_COMMANDS; command = next(COMMAND)) {
    const name = command.toLowerCase();
    const count = ARGUMENTS[name]!;
    if (reader.path.length === 0 && name !== 'm') break;
    let isFirst = true;
    for (;;) {
      const values: number[] = [];
      while (values.length < count) {
        const value = next(name === 'a' && (values.length === 3 || values.length === 4) ? FLAG : NUMBER);
        if (value === undefined) break;
        values.push(Number(value));
      }
      if (values.length < count) {
        // Arguments may repeat, but only as complete sets.
        if (isFirst || values.length > 0) return reader.path;
        break;
      }
      reader.add(name === 'm' && !isFirst ? 'l' : name, command === name, values);
      isFirst = false;
      if (count === 0 || reader.path.length >= MAX_COMMANDS) break;
    }
  }
  return reader.path;
}

/** Makes absolute lines and cubic curves of SVG path commands. */
export class PathBuilder {
  readonly path: PathCommand[] = [];
  #x = 0;
  #y = 0;
  #start: readonly [number, number] = [0, 0];
  /** The last control point of the previous cubic or quadratic curve. */
  #control: { readonly kind: 'c' | 'q'; readonly x: number; readonly y: number } | undefined;

  /** The current point. */
  get at(): readonly [x: number, y: number] {
    return [this.#x, this.#y];
  }

  /** @param name  of the command, in lower case */
  add(name: string, relative: boolean, values: readonly number[]): void {
    const [ox, oy] = relative ? [this.#x, this.#y] : [0, 0];
    const point = (at: number): [number, number] => [values[at]! + ox, values[at + 1]! + oy];
    const control = this.#control;
    this.#control = undefined;
    switch (name) {
      case 'm':
        this.#move(...point(0));
        break;
      case 'l':
        this.#line(...point(0));
        break;
      case 'h':
        this.#line(values[0]! + ox, this.#y);
        break;
      case 'v':
        this.#line(this.#x, values[0]! + oy);
        break;
      case 'c':
        this.#cubic(point(0), point(2), point(4));
        break;
      case 's':
        this.#cubic(this.#mirrored(control, 'c'), point(0), point(2));
        break;
      case 'q':
        this.#quadratic(point(0), point(2));
        break;
      case 't':
        this.#quadratic(this.#mirrored(control, 'q'), point(0));
        break;
      case 'a':
        this.#arc(values, point(5));
        break;
      default:
        this.path.push(['Z']);
        [this.#x, this.#y] = this.#start;
    }
  }

  #mirrored(control: { kind: 'c' | 'q'; x: number; y: number } | undefined, kind: 'c' | 'q'): [number, number] {
    return control?.kind === kind ? [2 * this.#x - control.x, 2 * this.#y - control.y] : [this.#x, this.#y];
  }

  #move(x: number, y: number): void {
    this.path.push(['M', x, y]);
    this.#start = [x, y];
    [this.#x, this.#y] = [x, y];
  }

  #line(x: number, y: number): void {
    this.path.push(['L', x, y]);
    [this.#x, this.#y] = [x, y];
  }

  #cubic([x1, y1]: [number, number], [x2, y2]: [number, number], [x, y]: [number, number]): void {
    this.path.push(['C', x1, y1, x2, y2, x, y]);
    this.#control = { kind: 'c', x: x2, y: y2 };
    [this.#x, this.#y] = [x, y];
  }

  #quadratic([cx, cy]: [number, number], [x, y]: [number, number]): void {
    const third = (from: number, control: number) => from + ((control - from) * 2) / 3;
    const [fromX, fromY] = [this.#x, this.#y];
    this.#cubic([third(fromX, cx), third(fromY, cy)], [third(x, cx), third(y, cy)], [x, y]);
    this.#control = { kind: 'q', x: cx, y: cy };
  }

  /** Source: https://www.w3.org/TR/SVG2/implnote.html#ArcConversionEndpointToCenter */
  #arc(values: readonly number[], [x, y]: [number, number]): void {
    const [fromX, fromY] = [this.#x, this.#y];
    let [rx, ry] = [Math.abs(values[0]!), Math.abs(values[1]!)];
    if (rx === 0 || ry === 0 || (fromX === x && fromY === y)) {
      this.#line(x, y);
      return;
    }
    const tilt = (values[2]! * Math.PI) / 180;
    const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
    const [dx, dy] = [(fromX - x) / 2, (fromY - y) / 2];
    const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx];
    const scale = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2);
    if (scale > 1) [rx, ry] = [rx * scale, ry * scale];
    const [a, b] = [(rx * py) ** 2, (ry * px) ** 2];
    const root = Math.sqrt(Math.max(0, (rx * ry) ** 2 - a - b) / (a + b)) * (values[3] === values[4] ? -1 : 1);
    const [qx, qy] = [(root * rx * py) / ry, (-root * ry * px) / rx];
    const [cx, cy] = [cos * qx - sin * qy + (fromX + x) / 2, sin * qx + cos * qy + (fromY + y) / 2];
    const from = Math.atan2((py - qy) / ry, (px - qx) / rx);
    let sweep = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from;
    if (values[4] === 0 && sweep > 0) sweep -= 2 * Math.PI;
    if (values[4] === 1 && sweep < 0) sweep += 2 * Math.PI;
    const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9));
    const place = (u: number, v: number): [number, number] => [
      cx + cos * rx * u - sin * ry * v,
      cy + sin * rx * u + cos * ry * v,
    ];
    for (let i = 0; i < count; i++) {
      const [start, end] = [from + (sweep * i) / count, from + (sweep * (i + 1)) / count];
      const k = (4 / 3) * Math.tan((end - start) / 4);
      const [c0, s0, c1, s1] = [Math.cos(start), Math.sin(start), Math.cos(end), Math.sin(end)];
      this.#cubic(
        place(c0 - k * s0, s0 + k * c0),
        place(c1 + k * s1, s1 - k * c1),
        i === count - 1 ? [x, y] : place(c1, s1),
      );
    }
    this.#control = undefined;
  }
}
