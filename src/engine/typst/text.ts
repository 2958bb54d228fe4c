/** Emits text. Each text style becomes a function, which is shorter than repeating its arguments for every run. */

import type { ComposedText, TextComposer } from '../encode/composed-text.js';
import { printable } from '../encode/printable.js';
import type { TextItem, Underline } from '../paint/display-list.js';
import { shownSize } from '../text/free-type.js';
import { EMBOLDENING, SLANT } from '../text/outlines.js';
import {
  angle,
  array,
  type Code,
  call,
  colorCode,
  definition,
  dictionary,
  entry,
  keyword,
  type LocalName,
  language,
  length,
  literal,
  local,
  named,
  number,
  sequence,
  spaceWidth,
} from './writer.js';

export interface TextStyles {
  /** A run at its position; `target` makes it a link. */
  place(item: TextItem, alpha: number, target?: Code): Code;
  /**
   * A run as inline content at the start of a line whose origin is that of the page, which saves Typst the layout of a
   * block. @returns undefined: the run has to be placed
   */
  inline(item: TextItem, alpha: number): Code | undefined;
  /** One function per style so far. */
  readonly definitions: readonly Code[];
}

export function createTextStyles(composer: TextComposer): TextStyles {
  const names = new Map<string, LocalName>();
  const definitions: Code[] = [];
  const nameOf = (key: string, define: (name: LocalName) => Code): LocalName => {
    let name = names.get(key);
    if (!name) {
      name = `s${names.size}`;
      names.set(key, name);
      definitions.push(define(name));
    }
    return name;
  };
  return {
    definitions,
    inline(item, alpha) {
      // Base direction and slant apply to blocks.
      if (item.rtl || item.underlines?.length || item.face.syntheticOblique) return undefined;
      const composed = composer.compose(item);
      const shifted = [...textArguments(item, composed, alpha), named('baseline', local('y')), local('t')];
      const body = sequence([call('h', local('x')), call('text', ...shifted)]);
      const name = nameOf(body, (own) => definition(own, ['x', 'y', 't'], body));
      return call(name, length(item.x), length(item.y), literal(composed ? characters(composed) : directed(item)));
    },
    place(item, alpha, target) {
      const composed = composer.compose(item);
      const style = textArguments(item, composed, alpha);
      const ink = (text: Code) => (item.underlines ?? []).reduce((inner, line) => underlined(line, alpha, inner), text);
      const text = literal(composed ? characters(composed) : directed(item));
      if (!target) {
        const body = ink(slanted(item, call('text', ...style, local('t'))));
        const name = nameOf(body, (own) => definition(own, ['x', 'y', 't'], placed(body)));
        return call(name, length(item.x), length(item.y), text);
      }
      // The link area is as tall as the font, and Typst positions it by its top edge.
      const ascent = (item.face.ascent / item.face.unitsPerEm) * item.size;
      const descent = (item.face.descent / item.face.unitsPerEm) * item.size;
      const edges = [named('top-edge', length(ascent)), named('bottom-edge', length(-descent))];
      const body = call('link', local('u'), ink(slanted(item, call('text', ...style, ...edges, local('t')))));
      // The skew has its origin at the top edge, while the text must be in place at its baseline.
      const slantOffset = item.face.syntheticOblique ? SLANT * ascent : 0;
      const name = nameOf(body, (own) => definition(own, ['u', 'x', 'y', 't'], placed(body)));
      return call(name, target, length(item.x + slantOffset), length(item.y - ascent), text);
    },
  };
}

/** The constant that holds the family name of a composed font. */
export const fontName = (font: number): LocalName => `c${font}`;

const characters = ({ glyphs }: ComposedText): string => String.fromCodePoint(...glyphs.map(({ code }) => code));

const placed = (body: Code) => call('place', named('dx', local('x')), named('dy', local('y')), body);

const SLANT_ANGLE = (Math.atan(SLANT) * 180) / Math.PI;

const slanted = ({ face }: TextItem, text: Code): Code =>
  face.syntheticOblique
    ? call('skew', named('ax', angle(-SLANT_ANGLE)), named('origin', keyword('top+left')), text)
    : text;

function underlined({ offset, thickness, color, dash }: Underline, alpha: number, text: Code): Code {
  const stroke = [named('paint', colorCode(color, alpha)), named('thickness', length(thickness))];
  if (dash) stroke.push(named('dash', array(dash.map(length))));
  return call(
    'underline',
    named('offset', length(offset)),
    named('stroke', dictionary(stroke)),
    named('evade', keyword('true')),
    text,
  );
}

/** All arguments of a run except its position and its text. */
function textArguments(item: TextItem, composed: ComposedText | undefined, alpha: number): Code[] {
  const { face, color } = item;
  const args = [
    named('font', composed ? local(fontName(composed.font)) : literal(face.uniqueFamily)),
    named('size', length(shownSize(item.size, face))),
  ];
  if (face.weight !== 400) args.push(named('weight', number(face.weight)));
  if (face.style !== 'normal') args.push(named('style', literal(face.style)));
  if (color.cmyk || color.r !== 0 || color.g !== 0 || color.b !== 0 || color.a * alpha < 1)
    args.push(named('fill', colorCode(color, alpha)));
  if (item.stroke) {
    const stroke = [named('paint', colorCode(item.stroke.color, alpha)), named('thickness', length(item.stroke.width))];
    args.push(named('stroke', dictionary([...stroke, named('join', literal('miter'))])));
  } else if (face.syntheticBold) {
    const stroke = [named('paint', colorCode(color, alpha)), named('thickness', length(item.size * EMBOLDENING))];
    args.push(named('stroke', dictionary([...stroke, named('join', literal('miter'))])));
  }
  // Composed glyphs include spacing and order.
  if (composed) return [...args, ...language(item.language)];
  if (item.letterSpacing !== 0) args.push(named('tracking', length(item.letterSpacing)));
  if (item.wordSpacing !== 0) args.push(named('spacing', spaceWidth(item.wordSpacing)));
  args.push(...features(item.features));
  if (item.rtl) args.push(named('dir', keyword('rtl')));
  args.push(...language(item.language));
  return args;
}

/** An OpenType tag of one to four printable characters with its value; no font has other tags. */
const FEATURE = /^([!-~]{1,4}) *(?:=(\d+))?$/;

function features(settings: readonly string[]): Code[] {
  // The last setting of a feature applies.
  const values = new Map<string, number>();
  for (const setting of settings) {
    const [, tag, value = '1'] = FEATURE.exec(setting) ?? [];
    if (tag !== undefined) values.set(tag, Number(value));
  }
  if (values.size === 0) return [];
  return [named('features', dictionary([...values].map(([tag, value]) => entry(tag, number(value)))))];
}

const PLAIN = /^[ -~]*$/;
const RTL_LETTER =
  /[\u05d0-\u05f2\u0620-\u064a\u066e-\u06d3\u06fa-\u085f\u08a0-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LTR_OVERRIDE = '\u202d';
const RTL_OVERRIDE = '\u202e';
const END_OVERRIDE = '\u202c';

/** The text on one line, with overrides so that Typst keeps the direction of the run. */
function directed({ text, rtl }: TextItem): string {
  if (!rtl && PLAIN.test(text)) return text;
  const line = printable(text);
  const hasOther = rtl ? /\p{L}/u.test(line.replace(new RegExp(RTL_LETTER, 'gu'), '')) : RTL_LETTER.test(line);
  return hasOther ? `${rtl ? RTL_OVERRIDE : LTR_OVERRIDE}${line}${END_OVERRIDE}` : line;
}
