/** The part of bidi-js in use; the package's own types describe another module format than the one Node loads. */
declare module 'bidi-js/dist/bidi.mjs' {
  interface Bidi {
    /** One level per UTF-16 unit. Paragraphs end with a paragraph separator; `end` is inclusive. */
    getEmbeddingLevels(
      text: string,
      baseDirection?: 'ltr' | 'rtl' | 'auto',
    ): { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] };
    /** The Bidi_Class of the first code point, by its short name. */
    getBidiCharTypeName(char: string): string;
  }
  export default function bidiFactory(): Bidi;
}
