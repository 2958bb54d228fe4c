/**
 * `text-box-trim`: the distance between the edges of a line, or of an inline box, and its `text-box-edge`.
 * Source: https://drafts.csswg.org/css-inline-3/#leading-trim
 */

import type { LogicalStyle } from '../../css/compute/logical-style.js';
import type { TextBoxTrim } from '../algorithm/constraint-space.js';
import type { LineFragment } from '../algorithm/fragment.js';
import { snapRound } from '../algorithm/units.js';
import type { InlineStyle } from './styles.js';

export const NO_TRIM: TextBoxTrim = { start: false, end: false };
const TRIMS: Readonly<Record<LogicalStyle['text-box-trim'], TextBoxTrim>> = {
  none: NO_TRIM,
  'trim-start': { start: true, end: false },
  'trim-end': { start: false, end: true },
  'trim-both': { start: true, end: true },
};

/** The trim of a box by its own style. */
export const ownTrim = (style: LogicalStyle): TextBoxTrim => TRIMS[style['text-box-trim']];

/** Distances of the edges from the alphabetic baseline, px: `over` upwards, `under` downwards. */
interface TextEdges {
  readonly over: number;
  readonly under: number;
}

/** Source: https://drafts.csswg.org/css-inline-3/#text-edges */
function textEdges({ style, metrics, textAscent }: InlineStyle): TextEdges {
  const edge = style['text-box-edge'];
  const { over, under } = edge === 'auto' ? TEXT : edge;
  const textDescent = metrics.ascent + metrics.descent - textAscent;
  return { over: overEdge(over, metrics, textAscent), under: under === 'alphabetic' ? 0 : textDescent };
}

const TEXT = { over: 'text', under: 'text' } as const;

function overEdge(edge: string, { capHeight, xHeight }: InlineStyle['metrics'], textAscent: number): number {
  if (edge === 'cap') return snapRound(capHeight);
  return edge === 'ex' ? snapRound(xHeight) : textAscent;
}

/**
 * Lengths that `text-box-trim` takes from the sides of a line, px; negative where the edge is outside of the line box.
 * @param root  the style of the root inline box
 */
export function lineTrim(line: LineFragment, root: InlineStyle): TextEdges {
  const { over, under } = textEdges(root);
  const baseline = line.alphabeticBaseline ?? line.baseline;
  return { over: baseline - over, under: line.height - baseline - under };
}

/** Lengths that `text-box-trim` takes from the sides of the content box of an inline box, px. */
export function inlineTrim(style: InlineStyle): TextEdges {
  const trim = ownTrim(style.style);
  if (trim === NO_TRIM) return NO_EDGES;
  const { over, under } = textEdges(style);
  const textDescent = style.metrics.ascent + style.metrics.descent - style.textAscent;
  return { over: trim.start ? style.textAscent - over : 0, under: trim.end ? textDescent - under : 0 };
}

const NO_EDGES: TextEdges = { over: 0, under: 0 };
