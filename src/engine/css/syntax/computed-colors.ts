/**
 * Colors computed of other colors that lightningcss leaves as functions: those with `currentcolor`, system colors or math
 * functions in them.
 * Source: https://drafts.csswg.org/css-color-5/
 */

import type { TokenOrValue } from 'lightningcss';
import { type ComputeContext, Deferred, isDeferred, type Specified } from '../cascade/specified.js';
import { componentsOf, readColor, readColorName } from '../values/color.js';
import { inSpace, mixSpaced, type SpacedColor, spaced, toSrgbColor } from '../values/color-interpolation.js';
import { markedColor } from '../values/custom-colors.js';
import { readColorSpace } from '../values/gradient-spaces.js';
import { calculatedPercent, parseMath } from '../values/math-tokens.js';
import { BLACK, type Color, type ColorSpace, WHITE } from '../values/values.js';
import { type FunctionToken, hasColorFunction, replaceColorFunctions } from './color-functions.js';
import { keywordOf, tokenOf } from './component-values.js';
import { readColorFunction } from './relative-colors.js';
import { Cursor } from './tokens.js';

const COMPUTED = /^(?:color-mix|contrast-color)$/i;

const isComputed = (token: FunctionToken): boolean =>
  COMPUTED.test(String(token.value.name)) || isRelative(token) || isLeft(token);

const NOTATION = /^(?:color|rgba?|hsla?|hwb|(?:ok)?lab|(?:ok)?lch)$/i;

/** Whether a color function is one that lightningcss leaves for its math functions or its space. */
const isLeft = ({ value: { name, arguments: args } }: FunctionToken): boolean =>
  NOTATION.test(String(name)) &&
  args.some((token) => keywordOf(token) === 'display-p3-linear' || (token.type === 'function' && parseMath(token)));

/** Functions of other values that start with `from`, too. */
const OF_SHAPES = /^(?:shape|(?:repeating-)?conic-gradient)$/i;

const isRelative = ({ value: { name, arguments: args } }: FunctionToken): boolean =>
  keywordOf(new Cursor(args).peek()) === 'from' && !OF_SHAPES.test(String(name));

/** Keywords of WebKit that Chromium knows. Source: Blink's css_value_keywords.json5 */
const WEBKIT_COLORS: Readonly<Record<string, string>> = {
  '-webkit-link': '#00e',
  '-webkit-activelink': '#f00',
  '-webkit-focus-ring-color': '#101010',
};

const isWebkitColor = (token: TokenOrValue): boolean => Object.hasOwn(WEBKIT_COLORS, keywordOf(token) ?? '');
const isLightDark = (token: TokenOrValue): boolean =>
  token.type === 'unresolved-color' && token.value.type === 'light-dark';

/** Whether a value without references has such a color. */
export const hasComputedColor = (tokens: readonly TokenOrValue[]): boolean =>
  hasColorFunction(tokens, isComputed) || hasNamed(tokens);

const hasNamed = (tokens: readonly TokenOrValue[]): boolean =>
  tokens.some(
    (token) =>
      isLightDark(token) || isWebkitColor(token) || (token.type === 'function' && hasNamed(token.value.arguments)),
  );

/** The value for paper, which is light, without keywords of WebKit. */
const withoutNamed = (tokens: readonly TokenOrValue[]): TokenOrValue[] =>
  tokens.flatMap((token): TokenOrValue[] => {
    if (token.type === 'unresolved-color' && token.value.type === 'light-dark') return withoutNamed(token.value.light);
    if (isWebkitColor(token))
      return [{ type: 'token', value: { type: 'delim', value: WEBKIT_COLORS[keywordOf(token)!]! } }];
    if (token.type !== 'function') return [token];
    return [{ ...token, value: { ...token.value, arguments: withoutNamed(token.value.arguments) } }];
  });

/**
 * Replaces each of these colors by one that lightningcss parses.
 * @returns the colors that depend on the element, by their marks; undefined if one is invalid
 */
export function withoutComputedColors(
  tokens: readonly TokenOrValue[],
): { readonly tokens: readonly TokenOrValue[]; readonly colors: readonly Deferred<Color>[] } | undefined {
  const colors: Deferred<Color>[] = [];
  const replaced = replaceColorFunctions(withoutNamed(tokens), isComputed, (token) => {
    const color = readComputed(token);
    if (!color) return undefined;
    if (!isDeferred(color)) return srgbText(color);
    colors.push(color);
    return markedColor('deferred', srgbText(BLACK), colors.length - 1);
  });
  return replaced && { tokens: replaced, colors };
}

const srgbText = ({ r, g, b, a }: Color): string => `color(srgb ${r / 255} ${g / 255} ${b / 255} / ${a})`;

function readComputed(token: FunctionToken): Specified<Color> | undefined {
  const expression = readFunction(token);
  if (!expression) return undefined;
  const black = expression.color(BLACK);
  if (!black) return undefined;
  if (!expression.isCurrent && !expression.isFontRelative) return toSrgbColor(black);
  const of = (current: Color, context?: ComputeContext) => toSrgbColor(expression.color(current, context) ?? black);
  if (expression.isFontRelative) return new Deferred((context) => of(context.currentColor, context));
  return new Deferred(({ currentColor }) => ({ ...of(currentColor), ofCurrent: of }));
}

/** A color of the text color and the font; undefined where it is invalid. */
interface Expression {
  readonly isCurrent: boolean;
  readonly isFontRelative: boolean;
  color(current: Color, context?: ComputeContext): SpacedColor | undefined;
}

const constant = (color: SpacedColor): Expression => ({
  isCurrent: false,
  isFontRelative: false,
  color: () => color,
});
const CURRENT: Expression = { isCurrent: true, isFontRelative: false, color: spaced };

function readFunction(token: FunctionToken): Expression | undefined {
  const name = String(token.value.name).toLowerCase();
  const args = new Cursor(token.value.arguments);
  if (name === 'color-mix') return readColorMix(args);
  if (name === 'contrast-color') return readContrastColor(args);
  if (!args.keyword('from')) {
    const found = readColorFunction(name, args);
    const { isFontRelative = false } = found ?? {};
    return found && { isCurrent: false, isFontRelative, color: (_, context) => found.color(undefined, context) };
  }
  const origin = readOperand(args);
  const relative = origin && readColorFunction(name, args);
  return (
    relative && {
      isCurrent: origin.isCurrent,
      isFontRelative: origin.isFontRelative || relative.isFontRelative,
      color: (current, context) => of(origin.color(current, context), (color) => relative.color(color, context)),
    }
  );
}

const of = <A, B>(value: A | undefined, change: (value: A) => B | undefined): B | undefined =>
  value === undefined ? undefined : change(value);

function readOperand(cursor: Cursor): Expression | undefined {
  return cursor.take((token) => {
    if (token.type === 'function') return readFunction(token);
    if (token.type === 'color') {
      const { value } = token;
      if (typeof value === 'object' && value.type !== 'currentcolor' && value.type !== 'light-dark') {
        const components = componentsOf(value) as SpacedColor['components'];
        if (value.type !== 'rgb') return constant({ space: value.type, components, alpha: value.alpha });
      }
      return ofColor(readColor(value));
    }
    const word = tokenOf(token, 'ident');
    return word && of(readColorName(String(word.value)), ofColor);
  });
}

const ofColor = (color: Specified<Color>): Expression => (isDeferred(color) ? CURRENT : constant(spaced(color)));

const DEFAULT_SPACE: ColorSpace = { name: 'oklab' };

/** Source: https://drafts.csswg.org/css-color-5/#color-mix */
function readColorMix(args: Cursor): Expression | undefined {
  let space: ColorSpace | undefined = DEFAULT_SPACE;
  if (args.keyword('in')) {
    space = readColorSpace(args);
    if (!space || !args.comma()) return undefined;
  }
  const items = args.list(readMixItem);
  if (items?.length !== 2 || !args.done) return undefined;
  const [first, second] = items as [MixItem, MixItem];
  const weights = mixWeights(first.percent, second.percent);
  if (!weights) return undefined;
  return {
    isCurrent: first.color.isCurrent || second.color.isCurrent,
    isFontRelative: first.color.isFontRelative || second.color.isFontRelative,
    color: (current, context) => {
      const [from, to] = [first.color.color(current, context), second.color.color(current, context)];
      if (!from || !to) return undefined;
      const mixed = mixSpaced(space, from, to, weights.second);
      return { ...mixed, alpha: mixed.alpha * weights.alpha };
    },
  };
}

interface MixItem {
  readonly color: Expression;
  readonly percent: number | undefined;
}

function readMixItem(cursor: Cursor): MixItem | undefined {
  const before = readPercent(cursor);
  const color = readOperand(cursor);
  const percent = before ?? readPercent(cursor);
  if (!color || (percent !== undefined && !(percent >= 0 && percent <= 100))) return undefined;
  return { color, percent };
}

/** Percent; the result of a math function is clamped. */
function readPercent(cursor: Cursor): number | undefined {
  const literal = cursor.percentage();
  if (literal) return literal.percent;
  const percent = cursor.take(calculatedPercent);
  return percent === undefined ? undefined : Math.min(100, Math.max(0, percent));
}

/** Source: https://drafts.csswg.org/css-color-5/#color-mix-percent-norm */
function mixWeights(
  first: number | undefined,
  second: number | undefined,
): { readonly second: number; readonly alpha: number } | undefined {
  const p1 = first ?? (second === undefined ? 50 : 100 - second);
  const p2 = second ?? 100 - p1;
  const sum = p1 + p2;
  return sum === 0 ? undefined : { second: p2 / sum, alpha: Math.min(1, sum / 100) };
}

/** White or black, whichever has more contrast. Source: https://drafts.csswg.org/css-color-5/#contrast-color */
function readContrastColor(args: Cursor): Expression | undefined {
  const background = readOperand(args);
  if (!background || !args.done) return undefined;
  return {
    isCurrent: background.isCurrent,
    isFontRelative: background.isFontRelative,
    color: (current, context) =>
      of(background.color(current, context), (color) => {
        const [, luminance] = inSpace(color, 'xyz-d65').components;
        return spaced(1.05 * 0.05 >= ((luminance ?? 0) + 0.05) ** 2 ? WHITE : BLACK);
      }),
  };
}
