/** CSS Grid 2. */

import type {
  GridTemplateAreas,
  TrackBreadth as LightningBreadth,
  GridLine as LightningGridLine,
  TrackListItem as LightningTrackItem,
  TrackSize as LightningTrackSize,
  TrackSizing,
} from 'lightningcss';
import { all, complete, record, type Specified } from '../cascade/specified.js';
import { roundF32 } from '../syntax/lightning.js';
import type { Cursor } from '../syntax/tokens.js';
import type {
  GridPlacement,
  LengthPercentage,
  TrackBreadth,
  TrackList,
  TrackListItem,
  TrackSize,
} from '../values/values.js';
import { lengthPercentage } from './parse.js';
import { type Parse, property } from './property.js';

const trackLength = lengthPercentage('non-negative');

function readBreadth(value: LightningBreadth): Specified<TrackBreadth> | undefined {
  if (value.type === 'length') return trackLength.typed?.(value.value as never);
  if (value.type === 'flex') return { fr: roundF32(value.value) };
  return value.type;
}

function readTrackSize(value: LightningTrackSize): Specified<TrackSize> | undefined {
  switch (value.type) {
    case 'track-breadth':
      return readBreadth(value.value);
    case 'min-max': {
      const [min, max] = [readBreadth(value.min), readBreadth(value.max)];
      // A flexible minimum is invalid.
      if (min === undefined || max === undefined || value.min.type === 'flex') return undefined;
      return record<{ min: TrackBreadth; max: TrackBreadth }>({ min, max });
    }
    case 'fit-content': {
      const fitContent = trackLength.typed?.(value.value as never);
      return fitContent === undefined ? undefined : record<{ fitContent: LengthPercentage }>({ fitContent });
    }
  }
}

/** Merges tracks with the line names before, between and after them. */
function readItems(
  lineNames: readonly (readonly string[])[],
  tracks: readonly (Specified<TrackListItem> | undefined)[],
): Specified<readonly TrackListItem[]> | undefined {
  const items: (Specified<TrackListItem> | undefined)[] = [];
  for (let line = 0; line < lineNames.length; line++) {
    const names = lineNames[line]!;
    if (names.length > 0) items.push({ type: 'names', names });
    if (line < tracks.length) items.push(tracks[line]);
  }
  const known = complete(items);
  return known && all(known);
}

function readTrack(value: LightningTrackSize): Specified<TrackListItem> | undefined {
  const size = readTrackSize(value);
  return size === undefined ? undefined : record<{ type: 'track'; size: TrackSize }>({ type: 'track', size });
}

function readTrackItem(item: LightningTrackItem): Specified<TrackListItem> | undefined {
  if (item.type === 'track-size') return readTrack(item.value);
  const { count, lineNames, trackSizes } = item.value;
  const items = readItems(lineNames as unknown as string[][], trackSizes.map(readTrack));
  if (!items) return undefined;
  return record<Extract<TrackListItem, { type: 'repeat' }>>({
    type: 'repeat',
    count: count.type === 'number' ? count.value : count.type,
    items,
  });
}

/** `subgrid` with line names, which lightningcss does not know. */
function readSubgrid(cursor: Cursor): TrackList | undefined {
  if (!cursor.keyword('subgrid')) return undefined;
  const items = cursor.many((inner) => readLineNames(inner) ?? readNameRepeat(inner));
  const isFilled = (item: TrackListItem) => item.type === 'repeat' && item.count === 'auto-fill';
  return items.filter(isFilled).length > 1 ? undefined : { subgrid: true, items };
}

function readLineNames(cursor: Cursor): TrackListItem | undefined {
  return cursor.attempt((inner) => {
    const brackets = inner.brackets();
    const names = brackets?.many((name) => name.customIdent('span', 'auto'));
    return names && brackets?.done ? { type: 'names', names } : undefined;
  });
}

/** Source: https://drafts.csswg.org/css-grid-2/#typedef-name-repeat */
function readNameRepeat(cursor: Cursor): TrackListItem | undefined {
  return cursor.attempt((outer) => {
    const args = outer.func('repeat');
    const count = args?.keyword('auto-fill') ?? args?.integer();
    if (!args?.comma() || count === undefined || (typeof count === 'number' && count < 1)) return undefined;
    const items = args.many(readLineNames);
    return args.done && items.length > 0 ? { type: 'repeat', count, items } : undefined;
  });
}

/**
 * With `repeat(auto-fill | auto-fit)`, all tracks must be fixed sizes.
 * Source: https://drafts.csswg.org/css-grid-2/#auto-repeat
 */
function isAutoRepeatValid(items: readonly LightningTrackItem[]): boolean {
  const repeats = items.flatMap((item) => (item.type === 'track-repeat' ? [item.value] : []));
  if (!repeats.some(({ count }) => count.type !== 'number')) return true;
  const sizes = items.flatMap((item) => (item.type === 'track-size' ? [item.value] : item.value.trackSizes));
  return sizes.every((size) => {
    if (size.type === 'fit-content') return false;
    if (size.type === 'min-max') return size.min.type === 'length' || size.max.type === 'length';
    return size.value.type === 'length';
  });
}

const trackList: Parse<TrackList> = {
  typed: (value: TrackSizing) => {
    if (value.type === 'none') return 'none';
    if (!isAutoRepeatValid(value.items)) return undefined;
    const items = readItems(value.lineNames as unknown as string[][], value.items.map(readTrackItem));
    return items && record<Exclude<TrackList, string>>({ subgrid: false, items });
  },
  tokens: readSubgrid,
};

type Areas = 'none' | readonly (readonly (string | null)[])[];

/** Rows of cell names; null is a null cell token. */
const areas: Parse<Areas> = {
  typed: (value: GridTemplateAreas) => {
    if (value.type === 'none') return 'none';
    const rows: (string | null)[][] = [];
    for (let at = 0; at < value.areas.length; at += value.columns) rows.push(value.areas.slice(at, at + value.columns));
    return rows;
  },
};

const trackSizes: Parse<readonly TrackSize[]> = {
  typed: (values: readonly LightningTrackSize[]) => {
    const sizes = complete(values.map(readTrackSize));
    return sizes && all(sizes);
  },
};

export interface AutoFlow {
  readonly direction: 'row' | 'column';
  readonly dense: boolean;
}

const autoFlow: Parse<AutoFlow> = {
  typed: ({ direction, dense }: AutoFlow) => ({ direction, dense }),
  // `dense` alone, and before the direction
  tokens: (cursor) => {
    const dense = cursor.keyword('dense') !== undefined;
    const direction = cursor.keyword('row', 'column') ?? 'row';
    return { direction, dense: dense || cursor.keyword('dense') !== undefined };
  },
};

const gridLine: Parse<GridPlacement> = {
  typed: (value: LightningGridLine): GridPlacement => {
    switch (value.type) {
      case 'auto':
        return 'auto';
      case 'area':
        return { span: false, integer: undefined, name: String(value.name) };
      default:
        return {
          span: value.type === 'span',
          integer: value.index === 0 ? undefined : value.index,
          name: value.name ? String(value.name) : undefined,
        };
    }
  },
};

export const grid = {
  'grid-template-rows': property<TrackList>({
    spec: 'css-grid-2/#propdef-grid-template-rows',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: trackList,
    zoom: 'lengths',
    splitBox: 'content',
  }),
  'grid-template-columns': property<TrackList>({
    spec: 'css-grid-2/#propdef-grid-template-columns',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: trackList,
    zoom: 'lengths',
    splitBox: 'content',
  }),
  'grid-template-areas': property<Areas>({
    spec: 'css-grid-2/#propdef-grid-template-areas',
    initial: 'none',
    inherits: false,
    support: 'full',
    parse: areas,
    splitBox: 'content',
  }),
  'grid-auto-rows': property<readonly TrackSize[]>({
    spec: 'css-grid-2/#propdef-grid-auto-rows',
    initial: ['auto'],
    inherits: false,
    support: 'full',
    parse: trackSizes,
    zoom: 'lengths',
    splitBox: 'content',
  }),
  'grid-auto-columns': property<readonly TrackSize[]>({
    spec: 'css-grid-2/#propdef-grid-auto-columns',
    initial: ['auto'],
    inherits: false,
    support: 'full',
    parse: trackSizes,
    zoom: 'lengths',
    splitBox: 'content',
  }),
  'grid-auto-flow': property<AutoFlow>({
    spec: 'css-grid-2/#propdef-grid-auto-flow',
    initial: { direction: 'row', dense: false },
    inherits: false,
    support: 'full',
    parse: autoFlow,
    splitBox: 'content',
  }),
  'grid-row-start': property<GridPlacement>({
    spec: 'css-grid-2/#propdef-grid-row-start',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: gridLine,
  }),
  'grid-row-end': property<GridPlacement>({
    spec: 'css-grid-2/#propdef-grid-row-end',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: gridLine,
  }),
  'grid-column-start': property<GridPlacement>({
    spec: 'css-grid-2/#propdef-grid-column-start',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: gridLine,
  }),
  'grid-column-end': property<GridPlacement>({
    spec: 'css-grid-2/#propdef-grid-column-end',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: gridLine,
  }),
};
