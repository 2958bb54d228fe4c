/** The encoding of style sheets in files. Source: https://drafts.csswg.org/css-syntax-3/#input-byte-stream */

import type { ElementNode } from '../../html/dom.js';
import { type Decoder, declaredLabel, decoderOf, markedEncoding, startOf } from '../../html/encodings.js';

export interface DecodedSheet {
  readonly text: string;
  /** That of the sheets it imports, unless they declare another. */
  readonly encoding: string;
}

/**
 * Decodes by byte order mark, else as the `data:` URL says, else by `@charset`, else as what refers to the sheet.
 * @param protocol     the label in the media type of a `data:` URL
 * @param environment  the label for a sheet that declares nothing
 */
export function decodeSheet(bytes: Uint8Array, protocol: string | undefined, environment: string): DecodedSheet {
  const decoder =
    known(markedEncoding(bytes)) ??
    known(protocol) ??
    known(charsetOf(startOf(bytes))) ??
    known(environment) ??
    decoderOf('utf-8')!;
  return { text: decoder.decode(bytes), encoding: decoder.encoding };
}

const known = (label: string | undefined): Decoder | undefined => (label === undefined ? undefined : decoderOf(label));

/** The label of `@charset`, which is a sequence of bytes rather than an at-rule: no other spelling counts. */
function charsetOf(start: string): string | undefined {
  const label = /^@charset "([^"]*)";/.exec(start)?.[1];
  return label === undefined ? undefined : declaredLabel(label);
}

/** The label of `charset` in the media type of a `data:` URL. */
export const charsetOfType = (type: string): string | undefined =>
  /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] || undefined;

/** The label in the first `meta` element that declares an encoding; UTF-8 without one. */
export function documentEncoding(head: ElementNode): string {
  for (const child of head.children) {
    const label = child.kind === 'element' && child.name === 'meta' ? metaCharset(child) : undefined;
    if (label !== undefined) return declaredLabel(label);
  }
  return 'utf-8';
}

function metaCharset(meta: ElementNode): string | undefined {
  const charset = meta.attribute('charset');
  if (charset !== undefined) return charset;
  if (meta.attribute('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  return /charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(meta.attribute('content') ?? '')?.[1];
}
