/** Writes display lists in their binary form, which the core reads. */

import type { DisplayListWriter } from '../paint/display-list-writer.js';
import { wholeString } from '../text/glyph-clusters.js';
import { INLINE_DRAWING, reportBrokenDrawings } from './broken-drawings.js';
import type { EncodedDocument } from './document.js';
import { encodeDisplayList } from './encode.js';
import { partsIn, sourceHash } from './parts.js';
import type { GlyphStrings } from './text.js';

/** @param write  throws as `PreparedList.write` */
export const encodedListWriter = (write: (document: EncodedDocument) => Uint8Array): DisplayListWriter => ({
  prepare(list, { scope, broken, report, faces, shaper, deadline, time }) {
    const glyphs: GlyphStrings = {
      ofRange: (range) => shaper.rangeGlyphs(range),
      ofText: (text) => wholeString(shaper.glyphString(text)),
      shapes: (text) => shaper.glyphs(text),
    };
    const encoded = time('encode', () => encodeDisplayList(list, { glyphs, broken, deadline }));
    reportBrokenDrawings([...broken].filter((key) => INLINE_DRAWING.test(key)).length, report);
    const { lists, fonts, images } = encoded;
    const isWhole = Array.isArray(lists);
    const timed = isWhole ? lists : each(lists, (next) => time('encode', next));
    const ofImages = () => images.map(({ key, format, bytes }) => (format === 'svg' ? sourceHash(bytes) : key));
    return {
      write: () => write({ lists: timed, fonts, images, faces, scope, deadline }),
      parts: () => (isWhole ? partsIn(scope, [...ofImages(), ...faces.keys()]) : undefined),
    };
  },
});

/** The values of an iterable, each of which is made by way of `make`. */
function* each<T>(values: Iterable<T>, make: (next: () => IteratorResult<T>) => IteratorResult<T>): Generator<T> {
  const iterator = values[Symbol.iterator]();
  for (;;) {
    const result = make(() => iterator.next());
    if (result.done) return;
    yield result.value;
  }
}
