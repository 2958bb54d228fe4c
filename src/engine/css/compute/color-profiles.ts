/** The color profiles of a document, loaded. Source: https://drafts.csswg.org/css-color-5/#at-profile */

import { createHash } from 'node:crypto';
import type { DiagnosticKind, Report } from '../../diagnostics.js';
import type { ColorProfileRule } from '../at-rules/color-profile.js';
import { CustomValue } from '../cascade/specified.js';
import { type ReplacedColors, withoutCustomColors } from '../syntax/custom-colors.js';
import { declare } from '../syntax/declarations.js';
import { printTokens } from '../syntax/lightning.js';
import { toColor } from '../values/color.js';
import { type IccProfile, MAX_PROFILE_BYTES, readIccProfile } from '../values/icc-profile.js';
import {
  BLACK,
  type Color,
  type ColorProfile,
  type IccSpace,
  type SeparationSpace,
  type UrlReference,
} from '../values/values.js';

/** Loads the bytes behind a URL, or gives the reason of the failure. */
export type LoadProfile = (
  reference: UrlReference,
) => Uint8Array | { readonly failure: 'blocked' | 'missing'; readonly message: string };

/** Bytes of all profiles of a document. */
const MAX_BYTES = 2 * MAX_PROFILE_BYTES;

/** Profiles of a document. */
const MAX_PROFILES = 64;

/** By name; undefined: it cannot be used, which is reported. */
export type ColorProfiles = ReadonlyMap<string, ColorProfile | undefined>;

/**
 * Loads the profiles of rules; of several with one name, the last counts. Reports those that cannot be used.
 * @param rules  in cascade order
 */
export function loadColorProfiles(
  rules: readonly ColorProfileRule[],
  load: LoadProfile,
  report: Report,
): ColorProfiles {
  const byName = new Map(rules.map((rule) => [rule.name, rule]));
  const profiles = new Map<string, ColorProfile | undefined>();
  const reader = new ProfileReader(load, report);
  for (const [name, rule] of byName) {
    if (profiles.size >= MAX_PROFILES) {
      report.add('UnsupportedAtRule', '@color-profile', `${rule.place}: more than ${MAX_PROFILES} profiles`);
      profiles.set(name, undefined);
    } else profiles.set(name, reader.read(rule));
  }
  return profiles;
}

interface ReadProfile {
  readonly space: IccSpace;
  readonly icc: IccProfile;
}

class ProfileReader {
  /** By content. */
  readonly #read = new Map<string, ReadProfile>();
  /** By colorant. */
  readonly #separations = new Map<string, SeparationSpace>();
  #bytes = 0;

  constructor(
    readonly load: LoadProfile,
    readonly report: Report,
  ) {}

  read(rule: ColorProfileRule): ColorProfile | undefined {
    const { name, intent, source } = rule;
    if (source.type === 'colorant') {
      const space = this.#separation(source.colorant, source.alternate, rule);
      return { name, intent, space, toSrgb: ([tint]) => tinted(space.alternate, tint!) };
    }
    const read = this.#icc(source.url, rule);
    if (!read) return undefined;
    const { space, icc } = read;
    return { name, intent, space, toSrgb: (components) => toColor(icc.toSrgb(components, intent), 1) };
  }

  /** A file has one definition of a colorant. Source: ISO 19005-2, 6.2.4.4 */
  #separation(colorant: string, alternate: Color, { place }: ColorProfileRule): SeparationSpace {
    const { r, g, b, cmyk } = alternate;
    const key = `separation ${JSON.stringify([colorant, cmyk ?? [r, g, b]])}`;
    const known = this.#separations.get(colorant);
    if (!known) {
      const space = { type: 'separation', key, components: 1, colorant, alternate } as const;
      this.#separations.set(colorant, space);
      return space;
    }
    if (known.key !== key)
      this.report.add('UnsupportedValue', `components: "${colorant}"`, `${place}: another rule has another alternate`);
    return known;
  }

  #icc(url: string, { place, sheet }: ColorProfileRule): ReadProfile | undefined {
    const fail = (kind: DiagnosticKind, message: string) => {
      const text = /^data:/i.test(url) ? `${url.slice(0, 40)}…` : url;
      this.report.add(kind, text, `${place}: ${message}`);
      return undefined;
    };
    const bytes = this.load({ url, sheet });
    if ('failure' in bytes)
      return fail(bytes.failure === 'blocked' ? 'BlockedResource' : 'MissingAsset', bytes.message);
    const key = `icc ${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
    const known = this.#read.get(key);
    if (known) return known;
    if (this.#bytes + bytes.length > MAX_BYTES) return fail('MissingAsset', `more than ${MAX_BYTES} bytes of profiles`);
    const icc = readIccProfile(bytes);
    if ('failure' in icc) return fail('MissingAsset', icc.failure);
    this.#bytes += bytes.length;
    const read = { icc, space: { type: 'icc', key, components: icc.components, bytes } } as const;
    this.#read.set(key, read);
    return read;
  }
}

/** So much of a color on white. */
function tinted({ r, g, b }: Color, tint: number): Color {
  const channel = (value: number) => 255 + (value - 255) * tint;
  return { ...BLACK, r: channel(r), g: channel(g), b: channel(b) };
}

/**
 * Replaces the colors of profiles in a value, given as text.
 * @param isInSrgb  whether all are replaced by their conversions
 * @returns what is wrong with the value; '' when that is reported already
 */
export function replaceCustomColors(
  text: string,
  profiles: ColorProfiles | undefined,
  isInSrgb = false,
): { readonly text: string; readonly colors: ReplacedColors['colors'] } | string {
  const value = declare('--value', text)[0]?.value;
  if (!(value instanceof CustomValue)) return 'not a color';
  const replaced = withoutCustomColors(value.tokens, (name) => profileOf(name, profiles), isInSrgb);
  return typeof replaced === 'string' ? replaced : { text: printTokens(replaced.tokens), colors: replaced.colors };
}

const profileOf = (name: string, profiles: ColorProfiles | undefined): ColorProfile | 'failed' | undefined =>
  profiles?.has(name) ? (profiles.get(name) ?? 'failed') : undefined;
