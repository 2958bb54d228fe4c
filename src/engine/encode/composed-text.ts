/**
 * Composed text: clusters with several glyphs or glyphs off the baseline, such as marks, dotted Arabic letters, matras.
 * A PDF maps single glyphs to text, not groups of glyphs. So each cluster
 * becomes one composite glyph of a font created for the document, and that glyph maps to the text of the cluster.
 */

import { createHash } from 'node:crypto';
import type { TextItem } from '../paint/display-list.js';
import { freeTypeSize } from '../text/free-type.js';
import type { FontFace, GlyphCluster, PlacedGlyph } from '../text/types.js';
import { withoutBidiControls } from './printable.js';

/** Glyphs of a composed font are characters of the private use plane 15. */
const FIRST_CODE = 0xf0000;
const MAX_GLYPHS = 60_000;

const SPACE = /^[ \u00a0]$/;

/** A font of composite glyphs built from the glyphs of a face. */
export interface ComposedFont {
  /** Hash of the content. */
  readonly id: string;
  readonly uniqueFamily: string;
  /** Has `glyf` outlines. */
  readonly face: FontFace;
  readonly glyphs: readonly ComposedGlyph[];
}

export interface ComposedGlyph {
  /** The character mapped to the glyph. */
  readonly code: number;
  readonly parts: readonly PlacedGlyph[];
  /** Font units. */
  readonly advance: number;
  /** The text the glyph stands for in the PDF, instead of its character. */
  readonly text: string;
}

interface Draft {
  readonly number: number;
  readonly face: FontFace;
  readonly glyphs: ComposedGlyph[];
  readonly known: Map<string, ComposedGlyph>;
}

export interface ComposedText {
  /** From left to right. */
  readonly glyphs: readonly ComposedGlyph[];
  /** Index of the font among those of `finish`. */
  readonly font: number;
}

/** Index of a glyph in its font, after .notdef. */
export const glyphIndex = ({ code }: ComposedGlyph): number => code - FIRST_CODE + 1;

/** Collects the clusters of a document. */
export class TextComposer {
  readonly #drafts = new Map<string, Draft>();
  /** Items for which a font had no room. */
  readonly #refused = new WeakSet<TextItem>();
  #isFrozen = false;

  /** @returns undefined for text that is not composed */
  compose(item: TextItem): ComposedText | undefined {
    const { clusters, face, size, rtl } = item;
    if (!clusters) return undefined;
    let draft = this.#drafts.get(face.id);
    if (!draft) {
      draft = { number: this.#drafts.size, face, glyphs: [], known: new Map() };
      this.#drafts.set(face.id, draft);
    }
    if (this.#isFrozen ? this.#refused.has(item) : draft.glyphs.length > MAX_GLYPHS) {
      this.#refused.add(item);
      return undefined;
    }
    const scale = face.unitsPerEm / freeTypeSize(size);
    const composed: ComposedGlyph[] = [];
    // Distance from the pen to the position in layout; font units.
    let lag = 0;
    for (const cluster of clusters) {
      const isSpace = SPACE.test(cluster.text);
      const width = cluster.width * scale;
      // Advances are whole font units; spaces absorb the rounding error.
      const advance = Math.round(isSpace ? width + lag : width);
      lag += width - advance;
      composed.push(...glyphsOf(cluster, advance, rtl, draft));
    }
    return { glyphs: composed, font: draft.number };
  }

  /** From now on, text is composed once more as it was before. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** The fonts for all text composed so far. */
  finish(): ComposedFont[] {
    return [...this.#drafts.values()].map(({ face, glyphs }) => {
      const hash = createHash('sha256').update(JSON.stringify(glyphs)).digest('hex').slice(0, 16);
      const id = `${face.id}-${hash}`;
      return { id, uniqueFamily: `${id}.face`, face, glyphs };
    });
  }
}

/** Splits off format characters such as joiners, for which some readers drop the whole glyph. */
const WITHOUT_FORMAT = /\p{Cf}|\P{Cf}+/gu;

function glyphsOf({ text, glyphs }: GlyphCluster, advance: number, rtl: boolean, draft: Draft): ComposedGlyph[] {
  const visible = withoutBidiControls(text);
  if (visible === '' && advance === 0) return [];
  // Readers reverse right-to-left text glyph by glyph, so a glyph has one character; the others get empty glyphs.
  const [first = '', ...others] = rtl ? [...visible] : (visible.match(WITHOUT_FORMAT) ?? []);
  // Every character gets a share of the width, as readers take a zero-width glyph for the start of another text.
  const share = Math.max(0, Math.floor(advance / (others.length + 1)));
  const empty = others.map((other) => glyphOf({ parts: [], advance: share, text: other }, draft));
  const rest = share * others.length;
  if (!rtl) return [glyphOf({ parts: glyphs, advance: advance - rest, text: first }, draft), ...empty];
  const parts = rest === 0 ? glyphs : glyphs.map((glyph) => ({ ...glyph, x: glyph.x - rest }));
  return [...empty.reverse(), glyphOf({ parts, advance: advance - rest, text: first }, draft)];
}

function glyphOf(glyph: Omit<ComposedGlyph, 'code'>, draft: Draft): ComposedGlyph {
  const { text, advance, parts } = glyph;
  const key = `${text} ${advance} ${parts.map(({ id, x, y }) => `${id},${x},${y}`).join(' ')}`;
  let known = draft.known.get(key);
  if (known === undefined) {
    known = { ...glyph, code: FIRST_CODE + draft.glyphs.length };
    draft.known.set(key, known);
    draft.glyphs.push(known);
  }
  return known;
}
