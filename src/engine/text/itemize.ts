/** Splits text into runs by script, and by the face and orientation of each grapheme cluster. */

import { coversRange, type FontLibrary } from './fonts.js';
import { clustersOf, graphemeBoundaries } from './graphemes.js';
import { scriptRuns } from './script.js';
import type { FontFace, GlyphRun, ShapeStyle } from './types.js';
import { isUpright } from './vertical.js';

/** @param text  of one bidi level */
export function itemize(library: FontLibrary, text: string, style: ShapeStyle, level: number): GlyphRun[] {
  const { primary } = library.match(style.font);
  if (style.orientation !== 'upright' && coversRange(primary, 0x20, 0x7e)) {
    const script = plainScript(text, primary);
    if (script) return [{ start: 0, end: text.length, face: primary, level, complete: true, script }];
  }
  const runs: GlyphRun[] = [];
  const { orientation } = style;
  const boundaries = graphemeBoundaries(text);
  for (const { start, end, script } of scriptRuns(text)) {
    const clusters = bounded(clustersOf(text, boundaries, start, end));
    let last: GlyphRun | undefined;
    let from = start;
    for (const [index, { face, complete }] of library.facesFor(clusters, style.font).entries()) {
      const to = from + clusters[index]!.length;
      const upright = orientation !== undefined && isUpright(clusters[index]!, orientation);
      const isAlike = last && last.face === face && last.complete === complete && !last.upright === !upright;
      if (last && isAlike && clusters[index]!.length < MAX_CLUSTER) last = { ...last, end: to };
      else {
        if (last) runs.push(last);
        last = { start: from, end: to, face, level, complete, script, ...(upright && { upright }) };
      }
      from = to;
    }
    if (last) runs.push(last);
  }
  // `push` makes room for 17, which an only run leaves empty.
  return runs.length === 1 ? [runs[0]!] : runs;
}

/**
 * UTF-16 units of a grapheme cluster: no text of a language comes near, but joiners and marks make clusters of any length,
 * whose glyphs would all belong to all of the text.
 */
const MAX_CLUSTER = 1_000;

/** Divides longer clusters into such as have a run of their own. */
function bounded(clusters: readonly string[]): readonly string[] {
  if (clusters.every(({ length }) => length < MAX_CLUSTER)) return clusters;
  return clusters.flatMap((cluster) => {
    const pieces: string[] = [];
    let from = 0;
    while (cluster.length - from >= MAX_CLUSTER) {
      const to = from + MAX_CLUSTER;
      // Not inside a character.
      const end = (cluster.codePointAt(to - 1) ?? 0) > 0xffff ? to + 1 : to;
      pieces.push(cluster.slice(from, end));
      from = end;
    }
    return from < cluster.length ? [...pieces, cluster.slice(from)] : pieces;
  });
}

/**
 * The script of a text without any character that may need another face, or a run of its own: ASCII, Latin letters and
 * the commonest signs beyond. As `scriptRuns` gives it, but for ASCII without letters, which is Latin.
 * @param primary  covers ASCII
 * @returns        undefined: the text has others
 */
function plainScript(text: string, primary: FontFace): string | undefined {
  let hasLatin = false;
  let isAscii = true;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x20 && unit <= 0x7e) {
      const letter = unit | 0x20;
      hasLatin ||= letter >= 0x61 && letter <= 0x7a;
      continue;
    }
    isAscii = false;
    const isLatin = unit >= 0xc0 && unit <= 0x24f && unit !== MULTIPLICATION_SIGN && unit !== DIVISION_SIGN;
    if (!isLatin && !PLAIN_SIGNS.has(unit)) return undefined;
    if (!coversRange(primary, unit, unit)) return undefined;
    hasLatin ||= isLatin;
  }
  return hasLatin || isAscii ? 'Latn' : 'Zyyy';
}

const MULTIPLICATION_SIGN = 0xd7;
const DIVISION_SIGN = 0xf7;
/** Signs that are common in Latin text, sideways in vertical text, and never emoji. */
const PLAIN_SIGNS = new Set(Array.from('\u00a0¡£«·»¿–—‘’‚“”„•…€', (sign) => sign.charCodeAt(0)));
