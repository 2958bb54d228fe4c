/** Used values for inline layout, derived once per style and language; documents share styles, and so these. */

import { getOrMake } from '../../collections/maps.js';
import { lineHeightOf } from '../../css/compute/line-height.js';
import type { LogicalStyle } from '../../css/compute/logical-style.js';
import { uprightCharacters } from '../../css/compute/writing-mode.js';
import type { ElementNode } from '../../html/dom.js';
import { fontRequest } from '../../text/font-request.js';
import type { Hyphenators } from '../../text/hyphenation.js';
import type { BreakStyle } from '../../text/line-break.js';
import type { TextShaper } from '../../text/shape.js';
import { shapeStyle } from '../../text/shape-style.js';
import type { FontMetrics, FontRequest, ShapeStyle } from '../../text/types.js';
import { cacheOf, type LayoutContext } from '../algorithm/layout-context.js';
import { snap } from '../algorithm/units.js';

export interface InlineStyle {
  readonly style: LogicalStyle;
  /** Shared by all styles with equal shaping. */
  readonly shape: ShapeStyle;
  /** Metrics of the primary font; ascent and descent are from the dominant baseline. */
  readonly metrics: FontMetrics;
  /** Ascent above the alphabetic baseline, px. */
  readonly textAscent: number;
  /** The dominant baseline is central: vertical text with upright characters. */
  readonly isCentral: boolean;
  /** Used `line-height`, px. */
  readonly lineHeight: number;
  /** `line-height: normal`: fallback fonts contribute to the line height. */
  readonly normalLineHeight: boolean;
  /** `text-wrap-mode: wrap`. */
  readonly wraps: boolean;
  /** Spaces at a line's start and end collapse. */
  readonly collapses: boolean;
  /** Whether the alignment of lines depends on the position of their ends. */
  readonly alignsEnds: boolean;
  readonly hasBackgroundOrBorder: boolean;
  readonly breakStyle: BreakStyle;
  /** `overflow-wrap`: lines may break between grapheme clusters to avoid overflow. */
  readonly breakAnywhere: boolean;
  /** Those breaks apply to min-content sizes, too. */
  readonly breakAnywhereInMinContent: boolean;
  /** The hyphen at a break at a soft hyphen. */
  readonly hyphen: string;
  /** `shape` without letter-spacing, which does not apply to hyphens. Blink: `HyphenResult::Shape`. */
  readonly hyphenShape: ShapeStyle;
}

export function inlineStyle(context: LayoutContext, style: LogicalStyle, element: ElementNode): InlineStyle {
  const styles = inlineStyles(context);
  const language = element.language ?? '';
  let byLanguage = styles.byStyle.get(style);
  if (!byLanguage) {
    byLanguage = new Map();
    styles.byStyle.set(style, byLanguage);
  }
  let known = byLanguage.get(language);
  if (!known) {
    known = derive(context, styles, style, language);
    byLanguage.set(language, known);
  }
  return known;
}

/** Inline styles by the fonts of one shaper. */
interface InlineStyles {
  readonly hyphenators: Hyphenators | undefined;
  readonly byStyle: WeakMap<LogicalStyle, Map<string, InlineStyle>>;
  /** One object for all styles with equal shaping, which is compared by identity. */
  readonly shapes: Map<string, ShapeStyle>;
}

const INLINE_STYLES = new WeakMap<TextShaper, InlineStyles>();
const MAX_SHAPES = 2_000;

function inlineStyles(context: LayoutContext): InlineStyles {
  const { shaper, hyphenators } = context;
  return getOrMake(cacheOf<TextShaper, InlineStyles>(context, 'inline/styles'), shaper, () => {
    const known = INLINE_STYLES.get(shaper);
    // Dropped between documents only, as equal shapes of one document have to be one object.
    if (known && known.hyphenators === hyphenators && known.shapes.size <= MAX_SHAPES) return known;
    const styles = { hyphenators, byStyle: new WeakMap(), shapes: new Map() };
    INLINE_STYLES.set(shaper, styles);
    return styles;
  });
}

function derive(context: LayoutContext, styles: InlineStyles, style: LogicalStyle, language: string): InlineStyle {
  const font = fontRequest(style, language);
  const isCentral = uprightCharacters(style) !== undefined;
  const primary = context.fonts.metrics(context.fonts.match(font).primary, font.size);
  const metrics = isCentral ? centralMetrics(primary) : primary;
  const collapse = style['white-space-collapse'];
  const overflowWrap = style['overflow-wrap'];
  const wordBreak = style['word-break'] === 'auto-phrase' ? 'normal' : style['word-break'];
  const lineHeight = style['line-height'];
  const wraps = style['text-wrap-mode'] === 'wrap';
  const shape = canonicalShape(styles, style, font, language);
  const hyphen = style['hyphenate-character'];
  return {
    style,
    shape,
    metrics,
    textAscent: primary.ascent,
    isCentral,
    lineHeight: usedLineHeight(style, metrics),
    normalLineHeight: lineHeight === 'normal',
    wraps,
    collapses: collapse === 'collapse' || collapse === 'preserve-breaks',
    alignsEnds: alignsEnds(style),
    hasBackgroundOrBorder: hasBackgroundOrBorder(style),
    breakStyle: {
      wordBreak,
      lineBreak: style['line-break'],
      hyphens: style.hyphens,
      ...(style.hyphens === 'auto' && {
        hyphenator: context.hyphenators?.for(language),
        hyphenateLimits: style['hyphenate-limit-chars'],
      }),
      language,
      breakSpaces: collapse === 'break-spaces',
    },
    breakAnywhere: wraps && (overflowWrap !== 'normal' || wordBreak === 'break-word'),
    breakAnywhereInMinContent: wraps && (overflowWrap === 'anywhere' || wordBreak === 'break-word'),
    hyphen: hyphen === 'auto' ? context.shaper.hyphen(shape) : hyphen,
    hyphenShape: shape.letterSpacing === 0 ? shape : { ...shape, letterSpacing: 0 },
  };
}

/** Ascent and descent from the central baseline, in whole px. Blink: `FontMetrics::Ascent(kCentralBaseline)`. */
export function centralMetrics(metrics: FontMetrics): FontMetrics {
  const height = metrics.ascent + metrics.descent;
  const descent = Math.floor(height / 2);
  return { ...metrics, ascent: height - descent, descent };
}

/** Used `line-height`, px. */
function usedLineHeight(style: LogicalStyle, metrics: FontMetrics): number {
  if (style['line-height'] === 'normal') return metrics.lineSpacing;
  return snap(lineHeightOf(style, metrics.lineSpacing));
}

function canonicalShape(
  { shapes }: InlineStyles,
  style: LogicalStyle,
  font: FontRequest,
  language: string,
): ShapeStyle {
  const shape = shapeStyle(style, font, language);
  return getOrMake(shapes, JSON.stringify(shape), () => shape);
}

/** Whether the box has a visible background or border. */
export function hasBackgroundOrBorder(style: LogicalStyle): boolean {
  return (
    style['background-color'].a > 0 ||
    style['background-image'].some((image) => image !== 'none') ||
    [
      style['border-block-start-width'],
      style['border-line-right-width'],
      style['border-block-end-width'],
      style['border-line-left-width'],
    ].some((width) => width > 0)
  );
}

/** Whether the alignment of lines depends on the position of their ends. */
function alignsEnds(style: LogicalStyle): boolean {
  const isLtr = style.direction === 'ltr';
  const isAtStart = (align: string) =>
    align === 'start' || align === 'auto' || align.endsWith(isLtr ? 'left' : 'right');
  return !isAtStart(style['text-align']) || !isAtStart(style['text-align-last']);
}
