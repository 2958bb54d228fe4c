/** Segments of long texts by `Intl.Segmenter`, each step of which takes time for all of the text that it was given. */

/** UTF-16 units that are given to it at a time. */
const WINDOW = 512;
/** Units at the end of a window that those after it may still change: the rules for words look ahead. */
const LOOKAHEAD = 64;

/** A range of a text, in UTF-16 units. */
export interface Segment {
  readonly start: number;
  readonly end: number;
}

/**
 * The segments of text[from..to), in time that grows with its length alone.
 * @param from  a boundary of segments: what is before it changes none after it
 */
export function* segmentsOf(segmenter: Intl.Segmenter, text: string, from = 0, to = text.length): Generator<Segment> {
  let start = from;
  let size = WINDOW;
  while (start < to) {
    const end = Math.min(to, start + size);
    const trusted = end === to ? end : end - LOOKAHEAD;
    const first = start;
    for (const { index, segment } of segmenter.segment(text.slice(first, end))) {
      const next = first + index + segment.length;
      if (next > trusted) break;
      yield { start, end: next };
      start = next;
    }
    // One segment may fill a window.
    size = start === first ? 2 * size : WINDOW;
  }
}
