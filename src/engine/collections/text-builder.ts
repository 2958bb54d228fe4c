/** A text that is put together from many parts. */

/** UTF-16 units of parts that are kept as such: V8 keeps an object for each `+=` until something reads the text. */
const FLAT_UNITS = 65_536;

export class TextBuilder {
  readonly #flat: string[] = [];
  #tail = '';

  append(text: string): void {
    this.#tail += text;
    if (this.#tail.length < FLAT_UNITS) return;
    this.#tail.charCodeAt(0); // makes one string of its parts
    this.#flat.push(this.#tail);
    this.#tail = '';
  }

  toString(): string {
    return this.#flat.length === 0 ? this.#tail : this.#flat.join('') + this.#tail;
  }
}
