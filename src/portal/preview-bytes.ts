/** A preview as one body: the length of a JSON text in 4 bytes, big-endian, the text, and the PDF. */

import type { PreviewedDocument } from '../engine/render.js';

export function previewBytes({ pdf, ...facts }: PreviewedDocument): Uint8Array {
  const head = Buffer.from(JSON.stringify(facts));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, pdf]);
}
