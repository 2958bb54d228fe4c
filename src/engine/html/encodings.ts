/** Decodes bytes to text. Source: https://encoding.spec.whatwg.org/ */

/** Decodes bytes in one encoding. @throws TypeError for bytes that are not in it, when it was made to */
export interface Decoder {
  /** The standard's name in lower case. */
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}

/**
 * @param label  as in a declaration, such as `latin1` or ` ISO-8859-1`
 * @param fatal  whether malformed bytes fail; else they become U+FFFD
 * @returns      undefined for what is no label of an encoding
 */
export function decoderOf(label: string, fatal = false): Decoder | undefined {
  const decoder = textDecoder(label, fatal);
  // In Node.js 20 to 23, TextDecoder takes it for ISO 8859-1.
  return decoder?.encoding === 'windows-1252' ? WINDOWS_1252 : decoder;
}

function textDecoder(label: string, fatal: boolean): Decoder | undefined {
  try {
    return new TextDecoder(label, { fatal });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The characters of the bytes 0x80 to 0x9f. Source: https://encoding.spec.whatwg.org/index-windows-1252.txt */
const UPPER_CONTROLS =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

const WINDOWS_1252: Decoder = {
  encoding: 'windows-1252',
  decode: (bytes) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (control) => UPPER_CONTROLS[control.charCodeAt(0) - 0x80]!),
};

/** The encoding that a byte order mark names. Source: https://encoding.spec.whatwg.org/#bom-sniff */
export function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/**
 * The label that a declaration within the text stands for: one that is readable as ASCII cannot be in UTF-16.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function declaredLabel(label: string): string {
  const name = label.trim().toLowerCase();
  if (name.startsWith('utf-16')) return 'utf-8';
  return name === 'x-user-defined' ? 'windows-1252' : name;
}

/** Bytes in which a declaration is looked for. */
const PRESCANNED = 1024;

/** The bytes in which an encoding may be declared, each as a character. */
export const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, PRESCANNED)).toString('latin1');

/**
 * Decodes by byte order mark, else by the XML declaration, else as UTF-8.
 * Source: https://www.w3.org/TR/xml/#sec-guessing
 */
export function decodeXml(bytes: Uint8Array): { readonly text: string; readonly isUtf8: boolean } {
  const label = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]+)/.exec(startOf(bytes))?.[1];
  const named = markedEncoding(bytes) ?? (label === undefined ? 'utf-8' : declaredLabel(label));
  const decoder = decoderOf(named) ?? decoderOf('utf-8')!;
  return { text: decoder.decode(bytes), isUtf8: decoder.encoding === 'utf-8' };
}
