/** A text file that is edited in the studio and elsewhere. Its text has the line ends of editors: LF. */

import { readFileSync, writeFileSync } from 'node:fs';

const BOM = '\ufeff';

interface Content {
  readonly text: string;
  /** The file has CRLF at the ends of its lines. */
  readonly hasCrLf: boolean;
  readonly hasBom: boolean;
  /** Whether the text, encoded as UTF-8, is the file. */
  readonly isUtf8: boolean;
}

export class SourceFile {
  readonly #decode: (bytes: Uint8Array) => string;
  #content: Content | undefined;

  /** @param decode  @throws Error with a message for the user */
  constructor(
    readonly path: string,
    decode: (bytes: Uint8Array) => string,
  ) {
    this.#decode = decode;
  }

  /** Reads it again. @throws Error of the file system or `decode` */
  read(): string {
    const bytes = readFileSync(this.path);
    const decoded = this.#decode(bytes);
    const hasBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const hasCrLf = decoded.includes('\r\n');
    const isUtf8 = Buffer.from((hasBom ? BOM : '') + decoded).equals(bytes);
    this.#content = { text: decoded.replace(/\r\n?/g, '\n'), hasCrLf, hasBom, isUtf8 };
    return this.#content.text;
  }

  /** The text that was read or saved last. */
  get text(): string {
    return this.#content?.text ?? '';
  }

  /** Whether it can be saved without changing the encoding that it declares. */
  get isSavable(): boolean {
    return this.#content?.isUtf8 ?? true;
  }

  /** Keeps byte order mark and line ends. @throws Error of the file system */
  save(text: string): void {
    const { hasCrLf = false, hasBom = false } = this.#content ?? {};
    writeFileSync(this.path, (hasBom ? BOM : '') + (hasCrLf ? text.replaceAll('\n', '\r\n') : text));
    this.#content = { text, hasCrLf, hasBom, isUtf8: true };
  }
}
