/**
 * Font selection: CSS font matching, font metrics at a size, and fallback for characters that a family lacks.
 * Pure: faces come in as data.
 */

import { BoundedCache } from '../collections/bounded-cache.js';
import { effectiveSize, freeTypeScale, freeTypeSize } from './free-type.js';
import { nearest, STYLE_ORDER, stretchDistance, weightDistance } from './matching.js';
import { AdjustedFaces } from './size-adjust.js';
import { BOLD, SyntheticFaces } from './synthesis.js';
import type { FontFace, FontMetrics, FontRequest } from './types.js';

/** Substitutes for families that are not available, after fontconfig's metric aliases on Linux. */
export const FAMILY_ALIASES: Readonly<Record<string, string>> = {
  arial: 'Arimo',
  helvetica: 'Arimo',
  'liberation sans': 'Arimo',
  'sans-serif': 'Arimo',
  'system-ui': 'Arimo',
  'ui-sans-serif': 'Arimo',
  'times new roman': 'Tinos',
  times: 'Tinos',
  'liberation serif': 'Tinos',
  serif: 'Tinos',
  '-webkit-standard': 'Tinos',
  'ui-serif': 'Tinos',
  'courier new': 'Cousine',
  courier: 'Cousine',
  'liberation mono': 'Cousine',
  monospace: 'Cousine',
  'ui-monospace': 'Cousine',
  math: 'STIX Two Math',
};

/** The standard font of the browser: the last in every family list. */
export const DEFAULT_FAMILY = 'Tinos';

/** Order of families for a character that no family of the list covers; '*' stands for all others. */
const FALLBACK_ORDER = [
  'Tinos',
  'Arimo',
  'Cousine',
  'Noto Color Emoji',
  'Noto Sans',
  '*',
  'Noto Sans Symbols 2',
  'Noto Sans JP',
  'Noto Sans SC',
  'Noto Sans TC',
  'Noto Sans KR',
  'STIX Two Math',
];

/**
 * Languages whose standard font and `sans-serif` are the family of LANGUAGE_FAMILIES: Blink's GenericFontFamilySettings
 * have fonts of their own for these scripts.
 */
const HAS_STANDARD_FONT = /^(?:ja|zh|ko|hi|mr|ne|sa|kok|mai|bho)\b/i;
const OF_LANGUAGE = /^(?:sans-serif|-webkit-standard)$/i;

/** Families preferred for text in a language, after the default family. */
const LANGUAGE_FAMILIES: readonly { readonly language: RegExp; readonly family: string }[] = [
  { language: /^ja\b/i, family: 'Noto Sans JP' },
  { language: /^zh-(?:hant|tw|hk|mo)\b/i, family: 'Noto Sans TC' },
  { language: /^zh\b/i, family: 'Noto Sans SC' },
  { language: /^ko\b/i, family: 'Noto Sans KR' },
  { language: /^(?:hi|mr|ne|sa|kok|mai|bho)\b/i, family: 'Noto Sans Devanagari' },
];

/** The result of matching a request. `primary` sets the strut and ordinary characters. */
interface FontMatch {
  readonly primary: FontFace;
  /** Faces to try in order: of the family list, the standard family of the language, the default family, without duplicates. */
  readonly list: readonly FontFace[];
}

/** The face chosen for a grapheme cluster. */
interface FaceChoice {
  readonly face: FontFace;
  /** False when no face has glyphs for the whole cluster. */
  readonly complete: boolean;
}

interface Candidates {
  /** The cluster as is, composed and decomposed. */
  readonly forms: readonly string[];
  readonly emoji: boolean;
  /** The first face of the match that covers the cluster. */
  readonly listed: FontFace | undefined;
  /** Otherwise the first of all faces that covers it. */
  readonly fallback: FontFace | undefined;
}

/** Families of one document (`@font-face`), which take precedence over installed ones of the same name. */
export interface DocumentFamilies {
  /** Whether the document defines the family, usable or not. */
  defines(family: string): boolean;
  /** Whether any face opened so far has an optical size axis, so that faces depend on the font size. */
  readonly hasOpticalSizes?: boolean;
  /** @returns faces, best first; empty when the document does not define the family */
  facesOf(family: string, request: FontRequest): readonly FontFace[];
}

interface FontLibraryOptions {
  /** Default: none. */
  readonly documentFamilies?: DocumentFamilies;
  /** Substitutes by family name in lower case; default `FAMILY_ALIASES`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Default `DEFAULT_FAMILY`. */
  readonly defaultFamily?: string;
}

/** Cached requests, and cached sizes per face; documents have few. */
const MAX_REQUESTS = 500;
/** Cached clusters per request. */
const MAX_CLUSTERS = 5000;

/**
 * The fonts available to one renderer.
 * Matching never fails: a request without a known family gets the default family, or else the first one.
 * Source: https://drafts.csswg.org/css-fonts-4/#font-matching-algorithm
 */
export class FontLibrary {
  readonly #families = new Map<string, FontFace[]>();
  readonly #fallbackFamilies: readonly (readonly FontFace[])[];
  readonly #aliases: ReadonlyMap<string, string>;
  readonly #default: FontFace[];
  readonly #matches = new BoundedCache<string, FontMatch>(MAX_REQUESTS);
  readonly #matchOf = new WeakMap<FontRequest, FontMatch>();
  readonly #candidatesOf = new WeakMap<FontMatch, BoundedCache<string, Candidates>>();
  readonly #metrics = new WeakMap<FontFace, BoundedCache<number, FontMetrics>>();
  readonly #synthetic = new SyntheticFaces();
  readonly #adjusted = new AdjustedFaces();

  /** @throws TypeError when `faces` is empty */
  constructor(
    readonly faces: readonly FontFace[],
    readonly options: FontLibraryOptions = {},
  ) {
    const first = faces[0];
    if (!first) throw new TypeError('A font library needs at least one face');
    for (const face of faces) {
      const name = face.family.toLowerCase();
      const family = this.#families.get(name);
      if (family) family.push(face);
      else this.#families.set(name, [face]);
    }
    this.#aliases = new Map(Object.entries(options.aliases ?? FAMILY_ALIASES));
    this.#default =
      this.#family(options.defaultFamily ?? DEFAULT_FAMILY) ?? this.#families.get(first.family.toLowerCase())!;
    this.#fallbackFamilies = [...this.#families.values()].sort((a, b) => byFallbackOrder(a[0]!.family, b[0]!.family));
  }

  /** A library with the families of one document; this library does not change. */
  withFamilies(documentFamilies: DocumentFamilies): FontLibrary {
    return new FontLibrary(this.faces, { ...this.options, documentFamilies });
  }

  /** A cache key: equal for requests that match the same faces, also across libraries derived from this one. */
  key(request: FontRequest): string {
    if (!this.options.documentFamilies) return '';
    return this.match(request)
      .list.map(({ id, variant }) => `${id} ${variant ?? ''}`)
      .join('\u0001');
  }

  /** Whether the family is available in the document, installed, or has an installed substitute. */
  resolves(family: string, request: FontRequest): boolean {
    return (this.options.documentFamilies?.facesOf(family, request).length ?? 0) > 0 || this.has(family);
  }

  /** Whether the document defines the family, usable or not. */
  defines(family: string): boolean {
    return this.options.documentFamilies?.defines(family) ?? false;
  }

  /** Whether the family or its substitute is installed. */
  has(family: string): boolean {
    return this.#family(family) !== undefined;
  }

  match(request: FontRequest): FontMatch {
    const known = this.#matchOf.get(request);
    if (known) return known;
    const key = requestKey(request, this.options.documentFamilies?.hasOpticalSizes ? request.size : undefined);
    const match = this.#matches.getOrMake(key, () => this.#match(request));
    this.#matchOf.set(request, match);
    return match;
  }

  /**
   * Chooses a face for each grapheme cluster of a run of one script: the first of the family list that covers the
   * cluster, or else a fallback face. A fallback face serves all pending clusters that it covers, chosen for a letter
   * if possible (Blink's HarfBuzzShaper::CollectFallbackHintChars); emoji form runs of their own and prefer a colour
   * face.
   */
  facesFor(clusters: readonly string[], request: FontRequest): FaceChoice[] {
    const match = this.match(request);
    const choices: FaceChoice[] = [];
    let pending: number[] = [];
    const flush = () => {
      this.#fallBack(clusters, pending, match, request, choices);
      pending = [];
    };
    for (const [index, cluster] of clusters.entries()) {
      const { listed, emoji } = this.#candidates(cluster, match, request);
      if (emoji) flush();
      if (listed) choices[index] = { face: listed, complete: true };
      else pending.push(index);
      if (emoji) flush();
    }
    flush();
    return choices;
  }

  /** Chooses faces for the clusters that no face of the list covers. */
  #fallBack(
    clusters: readonly string[],
    indices: readonly number[],
    match: FontMatch,
    request: FontRequest,
    choices: FaceChoice[],
  ): void {
    const candidates = (index: number) => this.#candidates(clusters[index]!, match, request);
    let pending: number[] = [];
    for (const index of indices) {
      if (candidates(index).fallback) pending.push(index);
      // HarfBuzz synthesizes the ideographic space from another space.
      else choices[index] = { face: match.primary, complete: clusters[index] === IDEOGRAPHIC_SPACE };
    }
    while (pending.length > 0) {
      const hint = pending.find((index) => !COMMON_SCRIPT.test(clusters[index]!)) ?? pending[0]!;
      const choice = { face: candidates(hint).fallback!, complete: true };
      const left: number[] = [];
      for (const index of pending) {
        if (candidates(index).fallback === choice.face || coversAny(choice.face, candidates(index).forms)) {
          choices[index] = choice;
        } else left.push(index);
      }
      pending = left;
    }
  }

  /**
   * @param size px
   * Ascent and descent are whole px, as in Blink's FontMetrics::AscentDescentWithHacks.
   */
  metrics(face: FontFace, size: number): FontMetrics {
    let known = this.#metrics.get(face);
    if (!known) {
      known = new BoundedCache(MAX_REQUESTS);
      this.#metrics.set(face, known);
    }
    return known.getOrMake(size, () => metricsOf(face, size));
  }

  #family(name: string): FontFace[] | undefined {
    const lower = name.toLowerCase();
    const alias = this.#aliases.get(lower);
    return this.#families.get(lower) ?? (alias === undefined ? undefined : this.#families.get(alias.toLowerCase()));
  }

  #match(request: FontRequest): FontMatch {
    const list: FontFace[] = [];
    const ofLanguage = this.#languageFamily(request);
    const standard = HAS_STANDARD_FONT.test(request.language ?? '') ? ofLanguage : undefined;
    for (const name of request.families) {
      const own = this.options.documentFamilies?.facesOf(name, request) ?? [];
      list.push(...own);
      if (own.length > 0) continue;
      const family = (standard && OF_LANGUAGE.test(name) ? standard : undefined) ?? this.#family(name);
      if (family) list.push(this.#bestFace(family, request));
    }
    if (standard) list.push(this.#bestFace(standard, request));
    list.push(this.#bestFace(this.#default, request));
    if (ofLanguage) list.push(this.#bestFace(ofLanguage, request));
    const unique = [...new Set(list.map((face) => this.#adjusted.of(face, request)))];
    const primary = unique.find((face) => !face.partial || coversCodePoint(face, SPACE))!;
    return { primary, list: unique };
  }

  #languageFamily({ language }: FontRequest): readonly FontFace[] | undefined {
    if (!language) return undefined;
    const known = LANGUAGE_FAMILIES.find((entry) => entry.language.test(language));
    return known && this.#families.get(known.family.toLowerCase());
  }

  #candidates(cluster: string, match: FontMatch, request: FontRequest): Candidates {
    let known = this.#candidatesOf.get(match);
    if (!known) {
      known = new BoundedCache(MAX_CLUSTERS);
      this.#candidatesOf.set(match, known);
    }
    return known.getOrMake(cluster, () => this.#findCandidates(cluster, match, request));
  }

  #findCandidates(cluster: string, { list }: FontMatch, request: FontRequest): Candidates {
    const forms = normalForms(cluster);
    const emoji = isEmojiPresentation(cluster);
    const listed = list.find((face) => (!emoji || face.color) && coversAny(face, forms));
    if (listed) return { forms, emoji, listed, fallback: undefined };
    const ofLanguage = this.#languageFamily(request);
    const families = ofLanguage ? [ofLanguage, ...this.#fallbackFamilies] : this.#fallbackFamilies;
    const faces = [...families.map((family) => this.#fallbackFace(family, request)), ...list];
    if (emoji) faces.sort((a, b) => Number(b.color) - Number(a.color));
    else if (TEXT_PRESENTATION.test(cluster)) faces.sort((a, b) => Number(a.color) - Number(b.color));
    return { forms, emoji, listed: undefined, fallback: faces.find((face) => coversAny(face, forms)) };
  }

  /** A regular face, synthesized to bold or oblique. Source: Blink's FontCache::PlatformFallbackFontForCharacter */
  #fallbackFace(family: readonly FontFace[], request: FontRequest): FontFace {
    const { weight, style, size } = request;
    const face = this.#bestFace(family, { families: [], weight: 400, style: 'normal', stretch: 100, size });
    const synthesis = {
      bold: weight >= BOLD && face.weight < BOLD,
      oblique: style !== 'normal' && face.style === 'normal',
    };
    return this.#adjusted.of(this.#synthetic.of(face, synthesis), request);
  }

  /** Narrows a family to one face by stretch, style and weight, and synthesizes bold and oblique. */
  #bestFace(family: readonly FontFace[], request: FontRequest): FontFace {
    const stretches = nearest(family, (face) => stretchDistance(face.stretch, request.stretch));
    const styles = nearest(stretches, (face) => STYLE_ORDER[request.style].indexOf(face.style));
    const face = nearest(styles, (face) => weightDistance(face.weight, request.weight))[0]!;
    return this.#synthetic.of(face, {
      bold: request.weight > face.weight + MIN_WEIGHT_DIFFERENCE && !request.unsynthesized?.bold,
      oblique: request.style !== 'normal' && face.style === 'normal' && !request.unsynthesized?.oblique,
    });
  }
}

/** Weight difference above which an installed face is emboldened. Source: Blink's FontCache::CreateFontPlatformData */
const MIN_WEIGHT_DIFFERENCE = 200;
const SPACE = 0x20;

function metricsOf(face: FontFace, size: number): FontMetrics {
  const px = effectiveSize(size) / face.unitsPerEm;
  const ascent = roundHalfUp(face.ascent * px);
  const descent = roundHalfUp(face.descent * px);
  const lineGap = face.lineGap * px;
  return {
    ascent,
    descent,
    lineGap,
    lineSpacing: ascent + descent + roundHalfUp(lineGap),
    xHeight: face.xHeight * px,
    capHeight: face.capHeight * px,
    zeroAdvance: face.zeroAdvance * freeTypeScale(freeTypeSize(size), face.unitsPerEm),
    averageAdvance: (face.averageAdvance * freeTypeSize(size)) / face.unitsPerEm,
    boundsWidth: face.boundsWidth * px,
    scriptScales: face.scriptScales,
    underlinePosition: face.underlinePosition * px,
    underlineThickness: face.underlineThickness * px,
    strikeoutPosition: face.strikeoutPosition * px,
  };
}

/** Whether a face has glyphs for all code points from `first` to `last`. */
export function coversRange(face: FontFace, first: number, last: number): boolean {
  const ranges = face.coverage;
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle * 2 + 1]! < first) low = middle + 1;
    else high = middle;
  }
  return low * 2 < ranges.length && ranges[low * 2]! <= first && ranges[low * 2 + 1]! >= last;
}

const coversCodePoint = (face: FontFace, codePoint: number) => coversRange(face, codePoint, codePoint);

/** Characters without a visible glyph, or that HarfBuzz synthesizes from others. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\ufffc]$/u;
const FIXED_WIDTH_SPACE = /^[\u00a0\u2000-\u200a\u202f\u205f]$/;
const IDEOGRAPHIC_SPACE = '\u3000';
const NON_BREAKING_HYPHEN = 0x2011;
const HYPHEN = 0x2010;

/** A cluster that starts with a character common to several scripts. */
const COMMON_SCRIPT = /^[\p{Script=Zyyy}\p{Script=Zinh}]/u;

/** The cluster as is, composed and decomposed: HarfBuzz uses whichever form the face supports. */
function normalForms(cluster: string): readonly string[] {
  return [...new Set([cluster, cluster.normalize('NFC'), cluster.normalize('NFD')])];
}

const coversAny = (face: FontFace, forms: readonly string[]) => forms.some((form) => coversAll(face, form));

function coversAll(face: FontFace, text: string): boolean {
  for (const char of text) {
    const codePoint = char.codePointAt(0)!;
    if (coversCodePoint(face, codePoint)) continue;
    if (codePoint === NON_BREAKING_HYPHEN && coversCodePoint(face, HYPHEN)) continue;
    if (FIXED_WIDTH_SPACE.test(char) && coversCodePoint(face, SPACE)) continue;
    if (!INVISIBLE.test(char)) return false;
  }
  return true;
}

const TEXT_PRESENTATION = /\ufe0e/;
const EMOJI_PRESENTATION =
  /^(?:[#*0-9]\ufe0f\u20e3|\p{Extended_Pictographic}\ufe0f|\p{Emoji_Presentation}|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u200d))/u;

/**
 * Whether a grapheme cluster has emoji presentation.
 * Source: https://www.unicode.org/reports/tr51/#Emoji_Presentation
 */
function isEmojiPresentation(cluster: string): boolean {
  // Below U+00A9 only keycap sequences are emoji, which have at least two units.
  if (cluster.length === 1 && cluster < '\u231a') return false;
  return EMOJI_PRESENTATION.test(cluster) && !TEXT_PRESENTATION.test(cluster);
}

function byFallbackOrder(a: string, b: string): number {
  return fallbackRank(a) - fallbackRank(b) || (a < b ? -1 : 1);
}

function fallbackRank(family: string): number {
  const index = FALLBACK_ORDER.indexOf(family);
  return index < 0 ? FALLBACK_ORDER.indexOf('*') : index;
}

function requestKey(request: FontRequest, size: number | undefined): string {
  const { weight, style, stretch, language = '', families, unsynthesized, variations, opticalSizing } = request;
  // Adjusted sizes are rounded.
  const adjusted = request.sizeAdjust && [request.sizeAdjust, request.size];
  const more = unsynthesized || variations || adjusted ? JSON.stringify([unsynthesized, variations, adjusted]) : '';
  const optical = size === undefined ? '' : `${size} ${opticalSizing ?? true}`;
  return `${weight} ${style} ${stretch} ${language} ${more} ${optical} ${families.join('\u0001')}`;
}

const roundHalfUp = (value: number) => Math.floor(value + 0.5);
