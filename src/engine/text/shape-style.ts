/** Shaping parameters from computed styles. */

import type { WritingModeIndependentStyle } from '../css/compute/logical-style.js';
import { uprightCharacters } from '../css/compute/writing-mode.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { FontRequest, ShapeStyle } from './types.js';

export function shapeStyle(style: WritingModeIndependentStyle, font: FontRequest, language: string): ShapeStyle {
  const orientation = uprightCharacters(style);
  return {
    font,
    letterSpacing: style['letter-spacing'],
    wordSpacing: style['word-spacing'],
    features: fontFeatures(style),
    language,
    textSpacingTrim: style['text-spacing-trim'] === 'space-all' ? 'space-all' : 'normal',
    ...(orientation && { orientation }),
  };
}

const CAPS: Readonly<Record<ComputedStyle['font-variant-caps'], readonly string[]>> = {
  normal: [],
  'small-caps': ['smcp'],
  'all-small-caps': ['smcp', 'c2sc'],
  'petite-caps': ['pcap'],
  'all-petite-caps': ['pcap', 'c2pc'],
  unicase: ['unic'],
  'titling-caps': ['titl'],
};

/** Keywords of font-variant-* to OpenType features. Source: https://drafts.csswg.org/css-fonts-4/#font-variant-props */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  none: ['liga=0', 'clig=0', 'dlig=0', 'hlig=0', 'calt=0'],
  'common-ligatures': ['liga', 'clig'],
  'no-common-ligatures': ['liga=0', 'clig=0'],
  'discretionary-ligatures': ['dlig'],
  'no-discretionary-ligatures': ['dlig=0'],
  'historical-ligatures': ['hlig'],
  'no-historical-ligatures': ['hlig=0'],
  contextual: ['calt'],
  'no-contextual': ['calt=0'],
  'lining-nums': ['lnum'],
  'oldstyle-nums': ['onum'],
  'proportional-nums': ['pnum'],
  'tabular-nums': ['tnum'],
  'diagonal-fractions': ['frac'],
  'stacked-fractions': ['afrc'],
  ordinal: ['ordn'],
  'slashed-zero': ['zero'],
  jis78: ['jp78'],
  jis83: ['jp83'],
  jis90: ['jp90'],
  jis04: ['jp04'],
  simplified: ['smpl'],
  traditional: ['trad'],
  'full-width': ['fwid'],
  'proportional-width': ['pwid'],
  ruby: ['ruby'],
};

/** Features for HarfBuzz (`tag` or `tag=value`), with `font-feature-settings` last. */
export function fontFeatures(style: WritingModeIndependentStyle): string[] {
  const features: string[] = [];
  if (style['font-kerning'] === 'none') features.push('kern=0');
  for (const property of ['font-variant-ligatures', 'font-variant-numeric', 'font-variant-east-asian'] as const) {
    for (const keyword of style[property]) features.push(...(VARIANTS[keyword] ?? []));
  }
  const alternates = style['font-variant-alternates'];
  if (alternates !== 'normal') features.push(...alternates.features(style['font-family']));
  features.push(...CAPS[style['font-variant-caps']]);
  if (style['font-variant-position'] !== 'normal') {
    features.push(style['font-variant-position'] === 'sub' ? 'subs' : 'sups');
  }
  for (const { tag, value } of style['font-feature-settings']) features.push(`${tag}=${value}`);
  return features;
}
