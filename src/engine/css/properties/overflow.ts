/** CSS Overflow 4; clip of CSS Masking 1. */

import { record } from '../cascade/specified.js';
import { keyword } from './parse.js';
import { type Parse, property } from './property.js';

export type Overflow = 'visible' | 'hidden' | 'clip' | 'scroll' | 'auto';

const keywords = keyword('visible', 'hidden', 'clip', 'scroll', 'auto');
const overflowValue: Parse<Overflow> = {
  ...keywords,
  // `overlay` is a legacy alias of `auto`: https://drafts.csswg.org/css-overflow-3/#overflow-control
  tokens: (cursor) => (cursor.keyword('overlay') ? 'auto' : keywords.tokens?.(cursor)),
};

export interface ClipMargin {
  readonly box: 'content-box' | 'padding-box' | 'border-box';
  /** px */
  readonly margin: number;
}

const clipMargin: Parse<ClipMargin> = {
  tokens: (cursor) => {
    const readBox = () => cursor.keyword('content-box', 'padding-box', 'border-box');
    const before = readBox();
    const margin = cursor.length();
    const box = before ?? readBox();
    if (box === undefined && margin === undefined) return undefined;
    const isNegative = typeof margin === 'number' && margin < 0;
    return isNegative ? undefined : record<ClipMargin>({ box: box ?? 'padding-box', margin: margin ?? 0 });
  },
};

type Clip =
  | 'auto'
  | {
      readonly top: number | 'auto';
      readonly right: number | 'auto';
      readonly bottom: number | 'auto';
      readonly left: number | 'auto';
    };

/** Commas are between all edges or none. Source: https://drafts.fxtf.org/css-masking-1/#clip-property */
const clipValue: Parse<Clip> = {
  tokens: (cursor) => {
    if (cursor.keyword('auto')) return 'auto';
    const edges = cursor.func('rect');
    if (!edges) return undefined;
    const edge = () => edges.keyword('auto') ?? edges.length();
    const top = edge();
    const hasCommas = edges.comma();
    const nextEdge = (isSecond = false) => (isSecond || edges.comma() === hasCommas ? edge() : undefined);
    const [right, bottom, left] = [nextEdge(true), nextEdge(), nextEdge()];
    if (top === undefined || right === undefined || bottom === undefined || left === undefined) return undefined;
    return edges.done ? record<Exclude<Clip, 'auto'>>({ top, right, bottom, left }) : undefined;
  },
};

export const overflow = {
  'overflow-x': property<Overflow>({
    spec: 'css-overflow-4/#propdef-overflow-x',
    initial: 'visible',
    inherits: false,
    support: 'partial',
    note: 'nothing scrolls: `scroll` and `auto` clip as `hidden`',
    parse: overflowValue,
    logical: { group: 'overflow-*', at: 'x' },
    splitBox: 'edges',
  }),
  'overflow-y': property<Overflow>({
    spec: 'css-overflow-4/#propdef-overflow-y',
    initial: 'visible',
    inherits: false,
    support: 'partial',
    note: 'nothing scrolls: `scroll` and `auto` clip as `hidden`',
    parse: overflowValue,
    logical: { group: 'overflow-*', at: 'y' },
    splitBox: 'edges',
  }),
  'overflow-clip-margin': property<ClipMargin>({
    spec: 'css-overflow-4/#propdef-overflow-clip-margin',
    initial: { box: 'padding-box', margin: 0 },
    inherits: false,
    support: 'full',
    parse: clipMargin,
    zoom: 'lengths',
  }),
  clip: property<Clip>({
    spec: 'css-masking-1/#propdef-clip',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: clipValue,
    zoom: 'lengths',
    unitless: 'quirk',
  }),
};
