/** The part of bidi-js in use; the package's own types describe another module format than the one Node loads. */
declare module 'bidi-js/dist/bidi.mjs' {
  interface Bidi {
    /** One level per UTF-16 unit. Paragraphs end with a paragraph separator; `end` is inclusive. */
    getEmbeddingLevels(
      text: string,
      baseDirection?: 'ltr' | 'rtl' | 'auto',
    ): { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] };
    /** The other bracket of a pair, and the bracket that one is canonically equivalent to; null: there is none. */
    openingToClosingBracket(char: string): string | null;
    closingToOpeningBracket(char: string): string | null;
    getCanonicalBracket(char: string): string | null;
    /** The Bidi_Class of the first code point, by its short name. */
    getBidiCharTypeName(char: string): string;
    getMirroredCharacter(char: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
