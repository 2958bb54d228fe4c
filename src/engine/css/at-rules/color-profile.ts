/**
 * `@color-profile` rules. Source: https://drafts.csswg.org/css-color-5/#at-profile
 *
 * Besides ICC profiles, they define spot colors, which CSS has not: an extension of ours.
 *
 *   @color-profile --brand { components: "PANTONE 032 C"; alternate: device-cmyk(0 0.9 0.86 0) }
 */

import type { TokenOrValue } from 'lightningcss';
import type { DiagnosticKind, Report } from '../../diagnostics.js';
import { isDeferred } from '../cascade/specified.js';
import { keywordOf, tokenOf } from '../syntax/component-values.js';
import { declare } from '../syntax/declarations.js';
import { printTokens } from '../syntax/lightning.js';
import { Cursor } from '../syntax/tokens.js';
import { type Color, RENDERING_INTENTS, type RenderingIntent } from '../values/values.js';

export interface ColorProfileRule {
  /** With its dashes. */
  readonly name: string;
  /** Location of the rule, for diagnostics. */
  readonly place: string;
  /** Base of its URL, see UrlReference. */
  readonly sheet: string | undefined;
  readonly source: ProfileSource;
  readonly intent: RenderingIntent;
}

type ProfileSource =
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'colorant'; readonly colorant: string; readonly alternate: Color };

interface Descriptors {
  url?: string;
  intent?: RenderingIntent;
  colorant?: string;
  alternate?: Color;
}

/** Bytes of a name in PDF. Source: ISO 32000-1, annex C.2 */
const MAX_NAME_BYTES = 127;

/**
 * Reads a rule that lightningcss does not know; reports and ignores invalid descriptors.
 * @param place  location of the rule, for diagnostics
 * @param sheet  base of its URL, see UrlReference
 * @returns      undefined, after a report, for a rule without a name or a source
 */
export function readColorProfile(
  { prelude, block }: { readonly prelude: readonly TokenOrValue[]; readonly block?: readonly TokenOrValue[] | null },
  place: string,
  report: Report,
  sheet?: string,
): ColorProfileRule | undefined {
  const name = printTokens(prelude);
  if (name.toLowerCase() === 'device-cmyk') {
    report.add('UnsupportedAtRule', '@color-profile device-cmyk', `${place}: device-cmyk() has no profile`);
    return undefined;
  }
  const cursor = new Cursor(prelude);
  const isNamed = cursor.customIdent()?.startsWith('--') && cursor.done;
  const descriptors: Descriptors = {};
  for (const tokens of declarationsIn(block ?? [])) {
    const problem = readDescriptor(tokens, descriptors);
    if (problem) report.add(problem, printTokens(tokens), place);
  }
  const { url, colorant, alternate, intent = 'relative-colorimetric' } = descriptors;
  const source: ProfileSource | undefined =
    url !== undefined
      ? { type: 'url', url }
      : colorant !== undefined && alternate !== undefined
        ? { type: 'colorant', colorant, alternate }
        : undefined;
  if (isNamed && source) return { name, place, sheet, source, intent };
  const missing = colorant === undefined ? 'src' : 'alternate';
  report.add('InvalidCss', `@color-profile ${name}`, isNamed ? `${place}: without ${missing}` : place);
  return undefined;
}

/** The descriptors of a block: name, colon, value. */
function declarationsIn(block: readonly TokenOrValue[]): TokenOrValue[][] {
  const declarations: TokenOrValue[][] = [[]];
  for (const token of block) {
    if (tokenOf(token, 'semicolon')) declarations.push([]);
    else declarations.at(-1)!.push(token);
  }
  return declarations.filter((tokens) => !new Cursor(tokens).done);
}

/** @returns the kind of diagnostic; undefined when there is none */
function readDescriptor(tokens: readonly TokenOrValue[], descriptors: Descriptors): DiagnosticKind | undefined {
  const cursor = new Cursor(tokens);
  const name = cursor.take(keywordOf);
  if (name === undefined || !cursor.take((token) => (tokenOf(token, 'colon') ? true : undefined))) return 'InvalidCss';
  switch (name) {
    case 'src': {
      const source = cursor.url();
      if (!source || !cursor.done) return 'InvalidCss';
      descriptors.url = source.url;
      return undefined;
    }
    case 'rendering-intent': {
      const intent = cursor.keyword(...RENDERING_INTENTS);
      if (!intent || !cursor.done) return 'InvalidCss';
      descriptors.intent = intent;
      return undefined;
    }
    case 'components': {
      const colorant = cursor.string();
      // The names of components are for relative colors, which are reported themselves.
      if (colorant === undefined)
        return cursor.list((list) => list.customIdent()) && cursor.done ? undefined : 'InvalidCss';
      if (!cursor.done || colorant.trim() === '' || Buffer.byteLength(colorant) > MAX_NAME_BYTES) return 'InvalidCss';
      descriptors.colorant = colorant;
      return undefined;
    }
    case 'alternate': {
      const alternate = colorOf(printTokens(cursor.tokens.slice(cursor.at)));
      if (!alternate) return 'InvalidCss';
      descriptors.alternate = alternate;
      return undefined;
    }
    default:
      return 'UnsupportedProperty';
  }
}

/** An opaque color that does not depend on where it is used. */
function colorOf(text: string): Color | undefined {
  const value = declare('color', text)[0]?.value;
  const isColor = typeof value === 'object' && value !== null && !isDeferred(value as Color) && 'a' in value;
  return isColor && (value as Color).a === 1 ? (value as Color) : undefined;
}
