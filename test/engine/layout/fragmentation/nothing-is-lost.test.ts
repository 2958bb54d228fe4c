/** Random documents with floats, breaks and sizes on small pages: every word is on exactly one page. */

import t from 'tap';
import { layOut } from '../lay-out.js';
import { wordsOf } from '../words.js';

const DOCUMENTS = 25;
const HEAD = '<!doctype html><style>@page{size:300px 200px;margin:20px}body{margin:0;font:16px/20px Arial}</style>';

/** Seeded random numbers in [0, 1), by the linear congruential generator of Numerical Recipes. */
function numbers(seed: number): () => number {
  let state = (seed * 2654435761) % 2 ** 32;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

class RandomDocument {
  readonly words: string[] = [];
  readonly html: string;
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = numbers(seed);
    const blocks = Array.from({ length: 4 + this.#below(6) }, () => this.#block(0));
    this.html = HEAD + blocks.join('\n');
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T;
  }

  #text(): string {
    const first = this.words.length;
    const words = Array.from({ length: 1 + this.#below(25) }, (_, index) => `w${first + index}`);
    this.words.push(...words);
    return words.join(this.#next() < 0.5 ? '<br>' : ' ');
  }

  #style(): string {
    const choices = {
      margin: ['10px 0', '-5px 0 20px', '30px 10px 40px'],
      padding: ['3px', '25px'],
      border: ['1px solid', '4px solid'],
      height: ['10px', '50px', '200px'],
      'min-height': ['90px'],
      float: ['left;width:60px', 'right;width:90px', 'left'],
      clear: ['left', 'both'],
      display: ['flow-root', 'inline-block'],
      position: ['relative;top:5px', 'relative'],
      'break-inside': ['avoid'],
      'break-before': ['avoid', 'page'],
      'break-after': ['avoid', 'page'],
      orphans: ['1', '3'],
      'box-decoration-break': ['clone'],
    };
    const chosen = Object.entries(choices).filter(() => this.#next() < 0.13);
    return chosen.map(([name, values]) => `${name}:${this.#pick(values)}`).join(';');
  }

  #block(depth: number): string {
    const style = this.#style();
    const kind = this.#next();
    if (depth > 3 || kind < 0.45) return `<p style="${style}">${this.#text()}</p>`;
    if (kind < 0.5) return `<div style="${style}"></div>`;
    const children = Array.from({ length: 1 + this.#below(4) }, () => this.#block(depth + 1));
    return `<div style="${style}">${children.join('')}</div>`;
  }
}

t.test('every word of a random document is on exactly one page', async (t) => {
  for (let seed = 1; seed <= DOCUMENTS; seed++) {
    const { html, words } = new RandomDocument(seed);
    const found = wordsOf(layOut(html).layout).map((word) => word.text);
    t.strictSame(found.sort(), [...words].sort(), `document ${seed}`);
  }
});
