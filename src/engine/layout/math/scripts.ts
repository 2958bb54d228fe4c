/** Sub- and superscripts. Source: https://w3c.github.io/mathml-core/#subscripts-and-superscripts-msub-msup-msubsup, Blink's MathScriptsLayoutAlgorithm */

import type { BlockBox, BlockLevelBox } from '../../box/tree.js';
import type { MinMax } from '../algorithm/geometry.js';
import type { LayoutContext } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';
import {
  fixed,
  type MathAlgorithm,
  type MathContent,
  type MathPart,
  NO_WIDTH,
  partAt,
  plus,
  widest,
} from './content.js';
import { childrenInFlow, isPrescripts, mathNameOf } from './math-boxes.js';
import { childSizes, layoutChild, type MathChild, type MathInput, outerWidth } from './math-child.js';
import { type MathMetrics, mathMetrics } from './metrics.js';

export const scriptsAlgorithm: MathAlgorithm = { layout: layoutScripts, sizes: scriptsSizes };

interface Pair<T> {
  readonly sub: T | undefined;
  readonly sup: T | undefined;
}

interface Scripts<T> {
  readonly base: T;
  readonly post: readonly Pair<T>[];
  readonly pre: readonly Pair<T>[];
  /** The `mprescripts` element, which has no content. */
  readonly delimiter: T | undefined;
}

/** The children by their roles; their number is valid for the element. */
function scriptsOf(box: BlockBox): Scripts<BlockLevelBox> {
  const [first, ...others] = childrenInFlow(box);
  const base = first!;
  switch (mathNameOf(box)) {
    case 'msub':
    case 'munder':
      return { base, post: [{ sub: others[0], sup: undefined }], pre: [], delimiter: undefined };
    case 'msup':
    case 'mover':
      return { base, post: [{ sub: undefined, sup: others[0] }], pre: [], delimiter: undefined };
    case 'msubsup':
    case 'munderover':
      return { base, post: [{ sub: others[0], sup: others[1] }], pre: [], delimiter: undefined };
    default: {
      const at = others.findIndex(isPrescripts);
      const post = pairs(at < 0 ? others : others.slice(0, at));
      return at < 0
        ? { base, post, pre: [], delimiter: undefined }
        : { base, post, pre: pairs(others.slice(at + 1)), delimiter: others[at] };
    }
  }
}

function pairs(scripts: readonly BlockLevelBox[]): Pair<BlockLevelBox>[] {
  return Array.from({ length: scripts.length / 2 }, (_, i) => ({ sub: scripts[2 * i], sup: scripts[2 * i + 1] }));
}

function layoutScripts(input: MathInput): MathContent {
  const { context, box } = input;
  const boxes = scriptsOf(box);
  const place = (child: BlockLevelBox | undefined) => child && layoutChild(input, child);
  const placePair = ({ sub, sup }: Pair<BlockLevelBox>) => ({ sub: place(sub), sup: place(sup) });
  const base = layoutChild(input, boxes.base, input.target);
  const [post, pre] = [boxes.post.map(placePair), boxes.pre.map(placePair)];
  const metrics = mathMetrics(context, box);
  const { up, down } = shifts(metrics, box.style['math-shift'] === 'compact', base, [...post, ...pre]);
  const space = spaceAfterScript(metrics);
  const parts: MathPart[] = [];
  const add = ({ sub, sup }: Pair<MathChild>, subX: number, supX: number) => {
    if (sub) parts.push(partAt(sub, subX, down));
    if (sup) parts.push(partAt(sup, supX, -up));
  };
  let x = 0;
  for (const pair of pre) {
    x += space + pairWidth(pair);
    add(pair, x - widthOf(pair.sub), x - widthOf(pair.sup));
  }
  parts.push(partAt(base, x, 0));
  if (boxes.delimiter) parts.push(partAt(layoutChild(input, boxes.delimiter), x, 0));
  x += outerWidth(base);
  // The subscript is under the slanted end of an integral.
  const correction = Math.min(base.width, base.italicsCorrection);
  for (const pair of post) {
    add(pair, Math.max(0, x - correction), x);
    x += space + pairWidth(pair);
  }
  const scripts = [...post, ...pre];
  return {
    ascent: Math.max(0, base.ascent, ...scripts.map(({ sup }) => (sup ? sup.ascent + up : 0))),
    descent: Math.max(0, base.descent, ...scripts.map(({ sub }) => (sub ? sub.descent + down : 0))),
    parts,
  };
}

const widthOf = (child: MathChild | undefined): number => (child ? outerWidth(child) : 0);

const pairWidth = ({ sub, sup }: Pair<MathChild>): number => Math.max(widthOf(sub), widthOf(sup));

const spaceAfterScript = (metrics: MathMetrics): number =>
  snap(metrics.constant('spaceAfterScript', Math.trunc(metrics.wholeSize / 5)));

/** Distances of the baselines of all scripts from that of the base. Source: #base-with-subscript-and-superscript */
function shifts(
  metrics: MathMetrics,
  isCramped: boolean,
  base: MathChild,
  scripts: readonly Pair<MathChild>[],
): { readonly up: number; readonly down: number } {
  const { xHeight } = metrics.metrics;
  const length = (...[name, fallback]: Parameters<MathMetrics['constant']>) => snap(metrics.constant(name, fallback));
  const minDown = Math.max(
    length('subscriptShiftDown', xHeight / 3),
    base.descent + length('subscriptBaselineDropMin', xHeight / 2),
  );
  const minUp = Math.max(
    length(isCramped ? 'superscriptShiftUpCramped' : 'superscriptShiftUp', xHeight),
    base.ascent - length('superscriptBaselineDropMax', xHeight / 2),
  );
  let [allUp, allDown] = [0, 0];
  for (const { sub, sup } of scripts) {
    let down = sub ? Math.max(minDown, sub.ascent - length('subscriptTopMax', (4 * xHeight) / 5)) : 0;
    let up = sup ? Math.max(minUp, sup.descent + length('superscriptBottomMin', xHeight / 4)) : 0;
    if (sub && sup) {
      const gap = () => down - sub.ascent + (up - sup.descent);
      const minGap = length('subSuperscriptGapMin', Math.trunc(metrics.wholeSize / 5));
      const bottomMax = length('superscriptBottomMaxWithSubscript', (4 * xHeight) / 5);
      // The superscript moves up first, then the subscript down.
      if (gap() < minGap) up += Math.max(0, Math.min(bottomMax - (up - sup.descent), minGap - gap()));
      if (gap() < minGap) down += minGap - gap();
    }
    allUp = Math.max(allUp, up);
    allDown = Math.max(allDown, down);
  }
  return { up: allUp, down: allDown };
}

function scriptsSizes(context: LayoutContext, box: BlockBox): MinMax {
  const { base, post, pre } = scriptsOf(box);
  const space = spaceAfterScript(mathMetrics(context, box));
  let sizes = childSizes(context, base);
  for (const { sub, sup } of [...post, ...pre]) {
    const [below, above] = [sub, sup].map((child) => (child ? childSizes(context, child) : NO_WIDTH));
    sizes = plus(plus(sizes, widest(below!, above!)), fixed(space));
  }
  return sizes;
}
