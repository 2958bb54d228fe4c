/** The pair shapers of styles, by face and script. */

import { getOrMake } from '../collections/maps.js';
import { featureNames } from './feature-names.js';
import { GlyphLookups } from './glyph-lookups.js';
import { type GlyphBuffer, parseFeatures } from './harfbuzz.js';
import { guarded, type LoadedFont } from './loaded-font.js';
import { PairShaper } from './pair-shaping.js';
import type { FontFace, GlyphRun, ShapeStyle } from './types.js';

/** Faces and scripts whose shapers a style finds at once: a Japanese text goes to and fro between three. */
const MAX_KNOWN = 6;
/** Length of an OpenType tag. */
const TAG_LENGTH = 4;

interface Known {
  readonly face: FontFace;
  readonly script: string;
  /** undefined: HarfBuzz shapes the texts. */
  readonly shaper: PairShaper | undefined;
}

export class PairShapers {
  readonly #known = new WeakMap<ShapeStyle, Known[]>();

  constructor(
    private readonly buffer: GlyphBuffer,
    private readonly load: (face: FontFace) => LoadedFont,
  ) {}

  /**
   * @param run  of `mayShapeByPairs`
   * @returns    undefined: HarfBuzz has to shape it
   */
  of(style: ShapeStyle, { face, script }: GlyphRun): PairShaper | undefined {
    const ofStyle = getOrMake(this.#known, style, (): Known[] => []);
    const known = ofStyle.find((one) => one.face === face && one.script === script);
    if (known) return known.shaper;
    const { language } = style;
    const features = featureNames(style);
    const { pairShapers } = this.load(face);
    const key = [script, language, ...features].join('\u0001');
    const { shaper } = pairShapers.getOrMake(key, () => ({ shaper: this.#make(face, script, language, features) }));
    if (ofStyle.length >= MAX_KNOWN) ofStyle.shift();
    ofStyle.push({ face, script, shaper });
    return shaper;
  }

  /** @returns undefined: the font has tables that only HarfBuzz can apply */
  #make(face: FontFace, script: string, language: string, names: readonly string[]): PairShaper | undefined {
    const { buffer } = this;
    const { font } = this.load(face);
    const tags = names.map((name) => name.slice(0, TAG_LENGTH));
    const lookups = GlyphLookups.read(face.data(), face.index, tags);
    if (!lookups) return undefined;
    const features = parseFeatures(names);
    const shape = (text: string) => {
      const { length } = text;
      const request = { font, text, offset: 0, length, direction: 'ltr', script, language, features } as const;
      guarded(face, () => buffer.shape(request));
    };
    return new PairShaper({ font, lookups, script, buffer, shape });
  }
}
