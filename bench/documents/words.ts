/** Pseudo-random text: equal for equal seeds. */

const WORDS =
  'alder brook cable delta ember flint grove haven index jetty knoll latch maple north onset prism quill ridge slate tower upper vault wharf yield zebra'.split(
    ' ',
  );
const KANJI =
  '日月火水木金土山川田人口目耳手足力男女子学校先生年時分今何半前後左右上下中外東西南北国語書本文字話読聞食';
const KANA = 'のにはをがとでもへやからまでよりなどだけ';

export class Words {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 2_654_435_761) ^ 0x9e37_79b9) >>> 0;
  }

  /** A whole number from 0 to `limit` − 1: Marsaglia's xorshift32. */
  below(limit: number): number {
    let state = this.#state || 1;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state >>> 0;
    return this.#state % limit;
  }

  pick<T>(list: ArrayLike<T>): T {
    return list[this.below(list.length)]!;
  }

  phrase(words: number): string {
    return Array.from({ length: words }, () => this.pick(WORDS)).join(' ');
  }

  sentences(count: number): string {
    return Array.from({ length: count }, () => {
      const phrase = this.phrase(8 + this.below(12));
      return `${phrase[0]!.toUpperCase()}${phrase.slice(1)}.`;
    }).join(' ');
  }

  money(): string {
    return `${1 + this.below(9)},${100 + this.below(900)}.${10 + this.below(90)}`;
  }

  date(): string {
    return `2026-${10 + this.below(3)}-${10 + this.below(19)}`;
  }

  /** Text of Japanese characters, which breaks nearly everywhere. */
  japanese(characters: number): string {
    let text = '';
    while (text.length < characters) {
      for (let i = 2 + this.below(3); i > 0; i -= 1) text += this.pick(KANJI);
      text += this.pick(KANA);
      if (this.below(6) === 0) text += this.below(3) === 0 ? '。' : '、';
    }
    return text;
  }
}
