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
    const images = () => encoded.images.map(({ key, format, bytes }) => (format === 'svg' ? sourceHash(bytes) : key));
    return {
      write: () => write({ list: encoded.list, fonts: encoded.fonts, images: encoded.images, faces, scope, deadline }),
      parts: () => partsIn(scope, [...images(), ...faces.keys()]),
    };
  },
});
