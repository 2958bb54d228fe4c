/** Properties of the page context that no element has. Source: https://drafts.csswg.org/css-page-3/#page-properties */

import type { Declaration, TokenOrValue } from 'lightningcss';
import type { Report } from '../../diagnostics.js';
import { isSpace } from '../syntax/component-values.js';
import { printDeclaration } from '../syntax/lightning.js';
import { PX_PER_UNIT } from '../values/units.js';

/** px, or a multiple of the font size of the page context or of the root element. */
export type PageLength = number | { readonly times: number; readonly of: 'em' | 'rem' };

/** An orientation alone applies to the default page size. */
export type PageSize =
  | { readonly width: PageLength; readonly height: PageLength }
  | { readonly orientation: 'portrait' | 'landscape' }
  | 'auto';

/** Marks outside of the page box: where to cut it, and how to align sheets. */
export interface PageMarks {
  readonly crop: boolean;
  readonly cross: boolean;
}

export interface PageDescriptors {
  readonly size: PageSize;
  readonly marks: PageMarks;
  readonly bleed: PageLength | 'auto';
  readonly 'page-orientation': 'upright' | 'rotate-left' | 'rotate-right';
}

/** px: what Blink's LayoutUnit holds. */
const MAX_PAGE = 2 ** 25;

const NO_MARKS: PageMarks = { crop: false, cross: false };

export const INITIAL_DESCRIPTORS: PageDescriptors = {
  size: 'auto',
  marks: NO_MARKS,
  bleed: 'auto',
  'page-orientation': 'upright',
};

export type DescriptorName = keyof PageDescriptors;

/** undefined: invalid. A string says why a valid value is not supported. */
type Read<T> = (tokens: readonly TokenOrValue[]) => { readonly value: T } | string | undefined;

const READERS: { readonly [Name in DescriptorName]: Read<PageDescriptors[Name]> } = {
  size: (tokens) => {
    const value = readSize(tokens);
    if (value === undefined) return undefined;
    if (typeof value !== 'object' || !('width' in value)) return { value };
    const factors = [factorOf(value.width), factorOf(value.height)];
    if (factors.includes(0)) return 'a page needs room';
    return factors.some((factor) => factor > MAX_PAGE) ? 'no page is that large' : { value };
  },
  marks: (tokens) => {
    const value = readMarks(tokens);
    return value && { value };
  },
  bleed: (tokens) => {
    const [token, ...others] = tokens.filter((each) => !isSpace(each));
    if (!token || others.length > 0) return undefined;
    if (wordOf(token) === 'auto') return { value: 'auto' };
    const value = lengthOf(token);
    if (value === undefined) return undefined;
    return factorOf(value) < 0 ? 'a bleed inside of the page' : { value };
  },
  'page-orientation': (tokens) => {
    const [token, ...others] = tokens.filter((each) => !isSpace(each));
    const value = token && others.length === 0 ? wordOf(token) : undefined;
    return value === 'upright' || value === 'rotate-left' || value === 'rotate-right' ? { value } : undefined;
  },
};

export const DESCRIPTOR_NAMES = Object.keys(READERS) as DescriptorName[];

/** The descriptor of a declaration; undefined: it declares another property. */
export function descriptorOf(declaration: Declaration): DescriptorName | undefined {
  if (declaration.property !== 'custom') return undefined;
  const name = declaration.value.name.toLowerCase();
  return name in READERS ? (name as DescriptorName) : undefined;
}

/** The last valid value of each descriptor; reports the others. @param place  location of the rule */
export function readDescriptors(
  declarations: readonly Declaration[],
  place: string,
  report: Report,
): Partial<PageDescriptors> {
  const found: Record<string, unknown> = {};
  for (const declaration of declarations) {
    const name = descriptorOf(declaration);
    if (!name || declaration.property !== 'custom') continue;
    const tokens = declaration.value.value as TokenOrValue[];
    const read = isInitial(tokens) ? { value: INITIAL_DESCRIPTORS[name] } : READERS[name](tokens);
    if (typeof read === 'object') found[name] = read.value;
    else if (read === undefined) report.notice('InvalidCss', printDeclaration(declaration), place);
    else report.add('UnsupportedValue', printDeclaration(declaration), `${place}: ${read}`);
  }
  return found;
}

/** None of them inherits. */
function isInitial(tokens: readonly TokenOrValue[]): boolean {
  const [token, ...others] = tokens.filter((each) => !isSpace(each));
  const word = token && others.length === 0 ? wordOf(token) : undefined;
  return word === 'initial' || word === 'unset';
}

function wordOf(token: TokenOrValue): string | undefined {
  return token.type === 'token' && token.value.type === 'ident' ? token.value.value.toLowerCase() : undefined;
}

/** Source: https://drafts.csswg.org/css-page-3/#marks */
function readMarks(tokens: readonly TokenOrValue[]): PageMarks | undefined {
  const words = tokens.filter((token) => !isSpace(token)).map(wordOf);
  if (words.length === 1 && words[0] === 'none') return NO_MARKS;
  if (words.length === 0 || new Set(words).size < words.length) return undefined;
  if (!words.every((word) => word === 'crop' || word === 'cross')) return undefined;
  return { crop: words.includes('crop'), cross: words.includes('cross') };
}

const MM = PX_PER_UNIT.mm!;
const INCH = PX_PER_UNIT.in!;

/** Portrait; px. Source: https://drafts.csswg.org/css-page-3/#page-size-prop */
const NAMED_SIZES: Readonly<Record<string, readonly [number, number]>> = {
  a0: [841 * MM, 1189 * MM],
  a1: [594 * MM, 841 * MM],
  a2: [420 * MM, 594 * MM],
  a3: [297 * MM, 420 * MM],
  a4: [210 * MM, 297 * MM],
  a5: [148 * MM, 210 * MM],
  a6: [105 * MM, 148 * MM],
  a7: [74 * MM, 105 * MM],
  a8: [52 * MM, 74 * MM],
  a9: [37 * MM, 52 * MM],
  a10: [26 * MM, 37 * MM],
  b4: [250 * MM, 353 * MM],
  b5: [176 * MM, 250 * MM],
  'jis-b4': [257 * MM, 364 * MM],
  'jis-b5': [182 * MM, 257 * MM],
  letter: [8.5 * INCH, 11 * INCH],
  legal: [8.5 * INCH, 14 * INCH],
  ledger: [11 * INCH, 17 * INCH],
};

/** Its sign is that of the length. */
const factorOf = (length: PageLength): number => (typeof length === 'number' ? length : length.times);

/** undefined: no length. */
function lengthOf(token: TokenOrValue): PageLength | undefined {
  if (token.type === 'token' && token.value.type === 'number' && token.value.value === 0) return 0;
  if (token.type !== 'length') return undefined;
  const { unit: name, value } = token.value;
  const of = name.toLowerCase();
  if (of === 'em' || of === 'rem') return { times: value, of };
  const unit = PX_PER_UNIT[of];
  return unit === undefined ? undefined : value * unit;
}

/** @returns undefined for an invalid value. Source: https://drafts.csswg.org/css-page-3/#page-size-prop */
function readSize(tokens: readonly TokenOrValue[]): PageSize | undefined {
  const lengths: PageLength[] = [];
  let named: readonly [number, number] | undefined;
  let orientation: 'portrait' | 'landscape' | undefined;
  let auto = false;
  for (const token of tokens) {
    if (isSpace(token)) continue;
    const length = lengthOf(token);
    const word = wordOf(token);
    if (length !== undefined && factorOf(length) >= 0) lengths.push(length);
    else if (word === 'auto' && !auto) auto = true;
    else if ((word === 'portrait' || word === 'landscape') && !orientation) orientation = word;
    else if (word !== undefined && NAMED_SIZES[word] && !named) named = NAMED_SIZES[word];
    else return undefined;
  }
  if (auto) return named || orientation || lengths.length > 0 ? undefined : 'auto';
  if (lengths.length > 0) {
    if (named || orientation || lengths.length > 2) return undefined;
    return { width: lengths[0]!, height: lengths[1] ?? lengths[0]! };
  }
  if (!named) return orientation ? { orientation } : undefined;
  const [short, long] = named;
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}
