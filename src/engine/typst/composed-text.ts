/**
 * Text whose characters are not each a glyph of their own on the baseline: marks, dotted Arabic letters, matras.
 * A PDF tells the text of a glyph, not of a heap of them, and Typst cuts such text at every shift. So every cluster
 * becomes one glyph of a font made for the document, and that glyph has the cluster's text.
 */

import { createHash } from 'node:crypto';
import type { TextItem } from '../paint/display-list.js';
import { freeTypeSize } from '../text/free-type.js';
import type { FontFace, GlyphCluster } from '../text/types.js';
import type { ComposedFont, ComposedGlyph } from './source.js';

/** Glyphs of a made font are private-use characters, as many as plane 15 has. */
const FIRST_CODE = 0xf0000;
const MAX_GLYPHS = 60_000;

/** Layout has resolved directions: in the PDF they say nothing. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const SPACE = /^[ \u00a0]$/;
interface Draft {
  readonly number: number;
  readonly face: FontFace;
  readonly glyphs: ComposedGlyph[];
  readonly known: Map<string, ComposedGlyph>;
}

export interface ComposedText {
  /** From left to right. */
  readonly glyphs: readonly ComposedGlyph[];
  /** The number of their font among those of `finish`. */
  readonly font: number;
}

/** Where a glyph is in its font, which begins with one for what is missing. */
export const glyphIndex = ({ code }: ComposedGlyph): number => code - FIRST_CODE + 1;

/** Collects the clusters of a document. */
export class TextComposer {
  readonly #drafts = new Map<string, Draft>();

  /** @returns undefined for text that is set as it is */
  compose(item: TextItem): ComposedText | undefined {
    const { clusters, face, size, rtl } = item;
    if (!clusters) return undefined;
    let draft = this.#drafts.get(face.id);
    if (!draft) {
      draft = { number: this.#drafts.size, face, glyphs: [], known: new Map() };
      this.#drafts.set(face.id, draft);
    }
    if (draft.glyphs.length > MAX_GLYPHS) return undefined;
    const scale = face.unitsPerEm / freeTypeSize(size);
    const composed: ComposedGlyph[] = [];
    // How far the pen is behind where layout has it, font units.
    let behind = 0;
    for (const cluster of clusters) {
      const isSpace = SPACE.test(cluster.text);
      const width = cluster.width * scale;
      // Advances are whole font units; spaces take what that leaves.
      const advance = Math.round(isSpace ? width + behind : width);
      behind += width - advance;
      composed.push(...glyphsOf(cluster, advance, rtl, draft));
    }
    return { glyphs: composed, font: draft.number };
  }

  /** Of all text so far. */
  finish(): ComposedFont[] {
    return [...this.#drafts.values()].map(({ face, glyphs }) => {
      const hash = createHash('sha256').update(JSON.stringify(glyphs)).digest('hex').slice(0, 16);
      const id = `${face.id}-${hash}`;
      return { id, typstFamily: `${id}.face`, face, glyphs };
    });
  }
}

/** Joiners and the like, on which some readers drop a whole glyph. */
const WITHOUT_FORMAT = /\p{Cf}|\P{Cf}+/gu;

function glyphsOf({ text, glyphs }: GlyphCluster, advance: number, rtl: boolean, draft: Draft): ComposedGlyph[] {
  const visible = text.replace(BIDI_CONTROLS, '');
  if (visible === '' && advance === 0) return [];
  // From right to left a glyph of several characters would be read backwards: all but the first get empty ones.
  const [first = '', ...others] = rtl ? [...visible] : (visible.match(WITHOUT_FORMAT) ?? []);
  // Every character has a part of the width: readers take one without any for the beginning of another text.
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
