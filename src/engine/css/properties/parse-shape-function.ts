/** Basic shapes from component values. Source: https://drafts.csswg.org/css-shapes-2/#basic-shape-functions */

import { all, complete, map, record, type Specified } from '../cascade/specified.js';
import type { Cursor } from '../syntax/tokens.js';
import { readPathData } from '../values/path-data.js';
import type {
  ArcCommand,
  AxisCommand,
  BasicShape,
  ControlPoint,
  CornerRadius,
  CurveCommand,
  FillRule,
  LengthPercentage,
  PointCommand,
  Position,
  ShapeCommand,
  ShapeRadius,
} from '../values/values.js';
import { length, lengthPercentage, position } from './parse.js';

type Shape<Type extends BasicShape['type']> = Extract<BasicShape, { type: Type }>;

/** A basic shape; consumes nothing where there is none. */
export const readShapeFunction = (cursor: Cursor): Specified<BasicShape> | undefined =>
  cursor.attempt((inner) => {
    const found = inner.anyFunction();
    const shape = found && Object.hasOwn(FUNCTIONS, found.name) ? FUNCTIONS[found.name]?.(found.args) : undefined;
    return found?.args.done ? shape : undefined;
  });

const FUNCTIONS: Readonly<Record<string, (args: Cursor) => Specified<BasicShape> | undefined>> = {
  inset: readInset,
  rect: (args) => readRect('rect', args),
  xywh: (args) => readRect('xywh', args),
  circle: readCircle,
  ellipse: readEllipse,
  polygon: readPolygon,
  path: readPath,
  shape: readCommands,
};

const extent = lengthPercentage('non-negative');
const roundness = length('non-negative');
const CENTER: Position = { x: { percent: 50, px: 0 }, y: { percent: 50, px: 0 } };

function readCircle(args: Cursor): Specified<BasicShape> | undefined {
  const radius = readRadius(args) ?? 'closest-side';
  const center = readCenter(args);
  return center && record<Shape<'circle'>>({ type: 'circle', radius, position: center });
}

function readEllipse(args: Cursor): Specified<BasicShape> | undefined {
  const rx = readRadius(args);
  const ry = rx === undefined ? 'closest-side' : readRadius(args);
  const center = readCenter(args);
  if (ry === undefined || !center) return undefined;
  return record<Shape<'ellipse'>>({ type: 'ellipse', rx: rx ?? 'closest-side', ry, position: center });
}

const readRadius = (args: Cursor): Specified<ShapeRadius> | undefined =>
  args.keyword('closest-side', 'farthest-side') ?? extent.tokens?.(args);

const readCenter = (args: Cursor): Specified<Position> | undefined =>
  args.keyword('at') ? position.tokens?.(args) : CENTER;

function readPolygon(args: Cursor): Specified<BasicShape> | undefined {
  const rule = args.keyword('nonzero', 'evenodd');
  const isRound = args.keyword('round') !== undefined;
  const round = isRound ? roundness.tokens?.(args) : undefined;
  if (isRound && round === undefined) return undefined;
  if ((rule || isRound) && !args.comma()) return undefined;
  const points = args.list(readPair);
  if (!points) return undefined;
  const polygon = { type: 'polygon', fillRule: rule ?? 'nonzero', points: all(points) } as const;
  return record<Shape<'polygon'>>(round === undefined ? polygon : { ...polygon, round });
}

function readPair(cursor: Cursor): Specified<Position> | undefined {
  const [x, y] = [cursor.lengthPercentage(), cursor.lengthPercentage()];
  return x === undefined || y === undefined ? undefined : record<Position>({ x, y });
}

function readPath(args: Cursor): BasicShape | undefined {
  const fillRule: FillRule = args.keyword('nonzero', 'evenodd') ?? 'nonzero';
  args.comma();
  const data = args.string();
  return data === undefined ? undefined : { type: 'path', fillRule, commands: readPathData(data) };
}

// ---- boxes -----------------------------------------------------------------------------------------------------------

function readInset(args: Cursor): Specified<BasicShape> | undefined {
  const edges = args.many((cursor) => cursor.lengthPercentage());
  const corners = readRound(args);
  return edges.length > 0 && edges.length <= 4 && corners ? inset(four(edges), corners) : undefined;
}

/**
 * Converts `rect()` and `xywh()` to `inset()`.
 * Source: https://drafts.csswg.org/css-shapes-1/#basic-shape-computed-values
 */
function readRect(name: 'rect' | 'xywh', args: Cursor): Specified<BasicShape> | undefined {
  const values = complete(
    Array.from({ length: 4 }, (_, edge): Specified<LengthPercentage> | undefined => {
      if (name === 'rect' && args.keyword('auto')) return edge === 0 || edge === 3 ? 0 : { percent: 100, px: 0 };
      return name === 'xywh' && edge >= 2 ? extent.tokens?.(args) : args.lengthPercentage();
    }),
  );
  const corners = readRound(args);
  if (!values || !corners) return undefined;
  return map(all([all(values), all(corners)] as readonly Specified<unknown>[]), (parts) => {
    const [[a, b, c, d], radii] = parts as [
      [LengthPercentage, LengthPercentage, LengthPercentage, LengthPercentage],
      never,
    ];
    const edges = name === 'rect' ? [a, fromFar([b]), fromFar([c]), d] : [b, fromFar([a, c]), fromFar([b, d]), a];
    return { type: 'inset', edges: edges as never, corners: radii };
  });
}

/** 100% minus the sum of the lengths. */
const fromFar = (lengths: readonly LengthPercentage[]): LengthPercentage => ({
  math: 'sum',
  args: [{ percent: 100, px: 0 }, ...lengths.map((length) => ({ math: 'scale', args: [length], factor: -1 }) as const)],
});

const inset = (edges: Specified<LengthPercentage>[], corners: Specified<CornerRadius>[]): Specified<BasicShape> =>
  record<Shape<'inset'>>({ type: 'inset', edges: all(edges) as never, corners: all(corners) as never });

/** `round` and the value of `border-radius`, if there is one. */
function readRound(args: Cursor): Specified<CornerRadius>[] | undefined {
  if (!args.keyword('round')) return Array(4).fill({ x: 0, y: 0 });
  const across = args.many((cursor) => extent.tokens?.(cursor));
  const down = args.delim('/') ? args.many((cursor) => extent.tokens?.(cursor)) : across;
  if (across.length === 0 || across.length > 4 || down.length === 0 || down.length > 4) return undefined;
  const [xs, ys] = [four(across), four(down)];
  return xs.map((x, index) => record<CornerRadius>({ x, y: ys[index]! }));
}

/** The values of four sides or corners. */
const four = <T>([a, b = a, c = a, d = b]: readonly T[]): T[] => [a, b, c, d] as T[];

// ---- shape() ---------------------------------------------------------------------------------------------------------

/** Source: https://drafts.csswg.org/css-shapes-2/#shape-function */
function readCommands(args: Cursor): Specified<BasicShape> | undefined {
  const fillRule = args.keyword('nonzero', 'evenodd') ?? 'nonzero';
  const start = args.keyword('from') && position.tokens?.(args);
  const commands = start && args.comma() && args.list(readCommand);
  return commands && record<Shape<'shape'>>({ type: 'shape', fillRule, start, commands: all(commands) });
}

function readCommand(cursor: Cursor): Specified<ShapeCommand> | undefined {
  const type = cursor.keyword('move', 'line', 'hline', 'vline', 'curve', 'smooth', 'arc', 'close');
  if (type === 'close') return { type };
  const preposition = type && cursor.keyword('by', 'to');
  if (!type || !preposition) return undefined;
  const by = preposition === 'by';
  if (type === 'hline' || type === 'vline') {
    const to = (by ? undefined : readAxisKeyword(cursor, type)) ?? cursor.lengthPercentage();
    return to === undefined ? undefined : record<AxisCommand<typeof type>>({ type, by, to });
  }
  const to = by ? readPair(cursor) : position.tokens?.(cursor);
  if (!to) return undefined;
  if (type === 'arc') return readArc(cursor, by, to);
  if (type === 'move' || type === 'line') return record<PointCommand<typeof type>>({ type, by, to });
  const hasControls = cursor.keyword('with') !== undefined;
  if (!hasControls && type === 'curve') return undefined;
  const controls = hasControls ? [readControl(cursor, by)] : [];
  if (type === 'curve' && cursor.delim('/')) controls.push(readControl(cursor, by));
  const known = complete(controls);
  return known && record<CurveCommand<typeof type>>({ type, by, to, controls: all(known) });
}

const AXIS_KEYWORDS = {
  hline: { left: 0, 'x-start': 0, center: 50, right: 100, 'x-end': 100 },
  vline: { top: 0, 'y-start': 0, center: 50, bottom: 100, 'y-end': 100 },
} as const;

function readAxisKeyword(cursor: Cursor, type: keyof typeof AXIS_KEYWORDS): LengthPercentage | undefined {
  const percents: Readonly<Record<string, number>> = AXIS_KEYWORDS[type];
  const word = cursor.keyword(...Object.keys(percents));
  return word === undefined ? undefined : { percent: percents[word]!, px: 0 };
}

/** A point that may say what it is relative to; a position is relative to the reference box. */
function readControl(cursor: Cursor, by: boolean): Specified<ControlPoint> | undefined {
  const point = by ? readPair(cursor) : position.tokens?.(cursor);
  const named = cursor.keyword('from') && cursor.keyword('start', 'end', 'origin');
  const relativeTo = named ?? (by ? 'start' : 'origin');
  return point && map(point, ({ x, y }): ControlPoint => ({ x, y, relativeTo }));
}

function readArc(cursor: Cursor, by: boolean, to: Specified<Position>): Specified<ShapeCommand> | undefined {
  if (!cursor.keyword('of')) return undefined;
  const rx = cursor.lengthPercentage();
  const ry = cursor.lengthPercentage();
  if (rx === undefined) return undefined;
  let sweep: 'cw' | 'ccw' | undefined;
  let size: 'large' | 'small' | undefined;
  let angle: number | undefined;
  for (let at = -1; at !== cursor.at; ) {
    at = cursor.at;
    sweep ??= cursor.keyword('cw', 'ccw');
    size ??= cursor.keyword('large', 'small');
    angle ??= cursor.keyword('rotate') && cursor.angle();
  }
  const [isLarge, isClockwise] = [size === 'large', sweep === 'cw'];
  const arc = { type: 'arc', by, to, rx, angle: angle ?? 0, isLarge, isClockwise } as const;
  return record<ArcCommand>(ry === undefined ? arc : { ...arc, ry });
}
