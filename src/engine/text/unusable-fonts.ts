/** Thrown when fonts of a document fail in use; the document is then rendered without them. */
export class UnusableFonts extends Error {
  override readonly name = 'UnusableFonts';
  constructor(
    /** `FontFace.id` of each; at least one. */
    readonly ids: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`${ids.length} fonts of the document cannot be used`, options);
  }
}
