/** Placed texts of an SVG `text` element as elements for the renderer, which draws each with the one font it names. */

import { featureNames } from '../../text/feature-names.js';
import { EMBOLDENING, joinOutlines } from '../../text/outlines.js';
import type { TextShaper } from '../../text/shape.js';
import type { PlacedText } from './layout.js';

/** Attributes and content of an element. */
export interface Leaf {
  readonly name: 'text' | 'tspan' | 'path';
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly text: string;
}

/** Whether a text has glyphs that the renderer would not choose or draw: they are written as outlines. */
export function needsOutlines(placed: PlacedText, shaper: TextShaper): boolean {
  const { shape, face } = placed;
  if (face.color) return false;
  return face.syntheticOblique === true || hasOtherGlyphs(placed, featureNames(shape), shaper);
}

/** Whether features that the renderer does not apply change the glyphs. */
function hasOtherGlyphs(
  { text, face, rtl, shape }: PlacedText,
  features: readonly string[],
  shaper: TextShaper,
): boolean {
  const others = features.filter((feature) => feature !== 'kern=0');
  if (others.length === 0) return false;
  const { language } = shape;
  const glyphs = (features: readonly string[]) =>
    shaper.glyphString({ text, face, rtl, language, features }).ids.join();
  return glyphs(others) !== glyphs([]);
}

/** Outlines of the glyphs, and invisible text, which can be found and copied. */
export function outlineLeaves(placed: PlacedText, shaper: TextShaper): Leaf[] {
  const { text, face, shape, rtl } = placed;
  const { size } = shape.font;
  const { letterSpacing, wordSpacing, language } = shape;
  const features = featureNames(shape);
  const glyphs = shaper.glyphs({ text, face, size, features, rtl, language, letterSpacing, wordSpacing });
  const commands = joinOutlines(glyphs, { face, size }, 0, 0);
  const invisible = textLeaf(placed, 'text', undefined, INVISIBLE);
  if (commands.length === 0) return [invisible];
  const d = commands.map(([name, ...points]) => name + (points as number[]).map(number).join(' ')).join('');
  const path = { name: 'path', attributes: Object.entries({ d, transform: transformOf(placed) }), text: '' } as const;
  return [path, invisible];
}

const INVISIBLE = ['fill:none', 'stroke:none'];

/**
 * @param name  `tspan` in a `text`, or else `text`
 * @param fill  paints the stroke of synthetic bold; undefined: the text has a stroke of its own
 */
export function textLeaf(
  placed: PlacedText,
  name: 'text' | 'tspan',
  fill: string | undefined,
  more: readonly string[] = [],
): Leaf {
  const { text, face, shape, x, y, rotate, stretch } = placed;
  const { sizeAdjust = 1 } = face;
  const size = shape.font.size * sizeAdjust;
  const bold = face.syntheticBold && fill !== undefined && fill !== 'none';
  const style = [
    `font:${face.style === 'normal' ? '' : 'italic '}${face.weight} ${number(size)}px '${face.uniqueFamily}'`,
    ALIGNED_ALREADY,
    ...(shape.letterSpacing === 0 ? [] : [`letter-spacing:${number(shape.letterSpacing)}px`]),
    ...(shape.wordSpacing === 0 ? [] : [`word-spacing:${number(shape.wordSpacing)}px`]),
    ...(shape.features.includes('kern=0') ? ['font-kerning:none'] : []),
    ...(bold ? [`stroke:${fill};stroke-width:${number(size * EMBOLDENING)}`] : []),
    ...more,
  ];
  const place =
    stretch === 1
      ? ([['x', number(x)], ['y', number(y)], ...(rotate === 0 ? [] : [['rotate', number(rotate)] as const])] as const)
      : ([['transform', transformOf(placed)]] as const);
  return {
    name,
    attributes: [
      ...(name === 'text' ? ([['xml:space', 'preserve']] as const) : []),
      ...place,
      ['style', style.join(';')],
    ],
    text,
  };
}

/** Of glyphs that stand at 0, 0. */
function transformOf({ x, y, rotate, stretch }: PlacedText): string {
  const rotation = rotate === 0 ? '' : ` rotate(${number(rotate)})`;
  const scale = stretch === 1 ? '' : ` scale(${number(stretch)} 1)`;
  return `translate(${number(x)} ${number(y)})${rotation}${scale}`;
}

/** The place is that of the glyphs. */
const ALIGNED_ALREADY = 'text-anchor:start;dominant-baseline:alphabetic;alignment-baseline:auto';

const number = (value: number): string => String(Number(value.toFixed(4)));
