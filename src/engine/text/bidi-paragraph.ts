/**
 * The levels of one paragraph, in time that grows with its length: each rule is one pass.
 * Source: https://www.unicode.org/reports/tr9/ (the numbers of its rules are those below)
 */

import {
  bidiType,
  closingToOpeningBracket,
  getCanonicalBracket,
  isIsolateStart,
  isNeutral,
  isRemoved,
  isStrong,
  openingToClosingBracket,
  TYPE,
} from './bidi-types.js';

const MAX_DEPTH = 125;
/** Opening brackets that wait for their closing ones. Source: BD16 */
const MAX_OPEN_BRACKETS = 63;
const NONE = -1;

/** The characters of a paragraph. */
interface Paragraph {
  readonly text: string;
  readonly length: number;
  /** Resolved step by step. */
  readonly types: Uint8Array;
  readonly levels: Uint8Array;
  /** For the start of an isolate its end, and for that its start; else NONE. Empty when there are no isolates. */
  readonly partners: Int32Array;
  base: number;
}

/** @param base  0 or 1; `auto`: by its first strong character (P2, P3) */
export function paragraphLevels(text: string, base: 0 | 1 | 'auto'): { levels: Uint8Array; base: number } {
  const { length } = text;
  const types = new Uint8Array(length);
  let hasIsolates = false;
  for (let i = 0; i < length; i++) {
    const type = bidiType(text, i);
    types[i] = type;
    if (type >= TYPE.LRI) hasIsolates = true;
  }
  const partners = hasIsolates ? matchIsolates(types) : NO_PARTNERS;
  const levels = new Uint8Array(length);
  const paragraph: Paragraph = { text, length, types, levels, partners, base: 0 };
  paragraph.base = base === 'auto' ? firstStrongLevel(paragraph, 0, length) : base;
  resolveExplicit(paragraph);
  resolveSequences(paragraph);
  resetWhiteSpace(paragraph);
  return { levels, base: paragraph.base };
}

const NO_PARTNERS = new Int32Array(0);

/** BD9 */
function matchIsolates(types: Uint8Array): Int32Array {
  const partners = new Int32Array(types.length).fill(NONE);
  const open: number[] = [];
  for (let i = 0; i < types.length; i++) {
    if (isIsolateStart(types[i]!)) open.push(i);
    else if (types[i] === TYPE.PDI && open.length > 0) {
      const start = open.pop()!;
      partners[start] = i;
      partners[i] = start;
    }
  }
  return partners;
}

/** P2, P3: the level of the first strong character outside of isolates. */
function firstStrongLevel({ types, partners }: Paragraph, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const type = types[i]!;
    if (isStrong(type)) return type === TYPE.L ? 0 : 1;
    if (!isIsolateStart(type)) continue;
    if (partners[i] === NONE) return 0;
    i = partners[i]!;
  }
  return 0;
}

/** X1 to X8 */
function resolveExplicit(paragraph: Paragraph): void {
  const { length, types, levels, base } = paragraph;
  const stack = new EmbeddingStack(base);
  for (let i = 0; i < length; i++) {
    const type = types[i]!;
    if (type < TYPE.LRE) {
      levels[i] = type === TYPE.B ? base : stack.level;
      if (stack.override !== 0 && type !== TYPE.BN && type !== TYPE.B) types[i] = stack.override;
    } else if (type <= TYPE.RLO) {
      levels[i] = stack.level;
      const isRtl = type === TYPE.RLE || type === TYPE.RLO;
      stack.embed(isRtl, type < TYPE.LRO ? 0 : isRtl ? TYPE.R : TYPE.L);
    } else if (type === TYPE.PDF) {
      stack.endEmbedding();
      levels[i] = stack.level;
    } else if (type === TYPE.PDI) {
      stack.endIsolate();
      levels[i] = stack.level;
      if (stack.override !== 0) types[i] = stack.override;
    } else {
      levels[i] = stack.level;
      if (stack.override !== 0) types[i] = stack.override;
      stack.isolate(type === TYPE.RLI || (type === TYPE.FSI && isolateDirection(paragraph, i) === 1));
    }
  }
}

/** X5c */
function isolateDirection(paragraph: Paragraph, at: number): number {
  const end = paragraph.partners[at]!;
  return firstStrongLevel(paragraph, at + 1, end === NONE ? paragraph.length : end);
}

/** The directional status stack. */
class EmbeddingStack {
  readonly #levels: number[];
  readonly #overrides: number[] = [0];
  readonly #isIsolate: boolean[] = [false];
  #overflowIsolates = 0;
  #overflowEmbeddings = 0;
  #validIsolates = 0;
  level: number;
  override = 0;

  constructor(base: number) {
    this.#levels = [base];
    this.level = base;
  }

  embed(isRtl: boolean, override: number): void {
    if (this.#overflowIsolates > 0) return;
    if (!this.#push(isRtl, override, false)) this.#overflowEmbeddings++;
  }

  isolate(isRtl: boolean): void {
    if (this.#overflowIsolates === 0 && this.#push(isRtl, 0, true)) this.#validIsolates++;
    else this.#overflowIsolates++;
  }

  #push(isRtl: boolean, override: number, isIsolate: boolean): boolean {
    const level = isRtl ? (this.level + 1) | 1 : (this.level + 2) & ~1;
    if (level > MAX_DEPTH || this.#overflowEmbeddings > 0) return false;
    this.#levels.push(level);
    this.#overrides.push(override);
    this.#isIsolate.push(isIsolate);
    this.level = level;
    this.override = override;
    return true;
  }

  #pop(): void {
    this.#levels.pop();
    this.#overrides.pop();
    this.#isIsolate.pop();
    this.level = this.#levels.at(-1)!;
    this.override = this.#overrides.at(-1)!;
  }

  /** X7 */
  endEmbedding(): void {
    if (this.#overflowIsolates > 0) return;
    if (this.#overflowEmbeddings > 0) this.#overflowEmbeddings--;
    else if (!this.#isIsolate.at(-1) && this.#levels.length > 1) this.#pop();
  }

  /** X6a */
  endIsolate(): void {
    if (this.#overflowIsolates > 0) this.#overflowIsolates--;
    else if (this.#validIsolates > 0) {
      this.#overflowEmbeddings = 0;
      while (!this.#isIsolate.at(-1)) this.#pop();
      this.#pop();
      this.#validIsolates--;
    }
  }
}

/** X10, with the rules for weak and neutral types in each isolating run sequence (BD13) */
function resolveSequences(paragraph: Paragraph): void {
  const { length, types, levels, partners } = paragraph;
  const sequence = new Sequence(paragraph);
  const isDone = partners.length > 0 ? new Uint8Array(length) : undefined;
  for (let start = 0; start < length; ) {
    if (isRemoved(types[start]!) || isDone?.[start]) {
      start++;
      continue;
    }
    let end = sequence.addRun(start, isDone);
    const next = end;
    // An isolate at the end of a run goes on where the text after it does.
    for (let last = sequence.last; partners.length > 0 && isIsolateStart(sequence.lastType); last = sequence.last) {
      const partner = partners[last]!;
      if (partner === NONE || levels[partner] !== levels[last]) break;
      end = sequence.addRun(partner, isDone);
    }
    sequence.resolve(end);
    start = next;
  }
  resolveLevels(paragraph);
}

/** I1, I2; removed characters have the level of the one before them (5.2). */
function resolveLevels({ length, types, levels, base }: Paragraph): void {
  let before = base;
  for (let i = 0; i < length; i++) {
    const type = types[i]!;
    const level = levels[i]!;
    if (isRemoved(type)) levels[i] = before;
    else if (level % 2 === 1) levels[i] = type === TYPE.R ? level : level + 1;
    else if (type === TYPE.R) levels[i] = level + 1;
    else if (type !== TYPE.L) levels[i] = level + 2;
    before = levels[i]!;
  }
}

/** L1: separators, and white space before them and at the end, have the level of the paragraph. */
function resetWhiteSpace({ text, length, levels, base }: Paragraph): void {
  let isTrailing = true;
  for (let i = length - 1; i >= 0; i--) {
    const type = bidiType(text, i);
    if (type === TYPE.S || type === TYPE.B) isTrailing = true;
    else if (type !== TYPE.WS && !isRemoved(type) && type < TYPE.LRI) isTrailing = false;
    if (isTrailing) levels[i] = base;
  }
}

/** An isolating run sequence, without the characters that are removed. */
class Sequence {
  readonly #paragraph: Paragraph;
  readonly #indices: Int32Array;
  #count = 0;
  #sos = 0;

  constructor(paragraph: Paragraph) {
    this.#paragraph = paragraph;
    this.#indices = new Int32Array(paragraph.length);
  }

  get last(): number {
    return this.#indices[this.#count - 1]!;
  }

  get lastType(): number {
    const { text } = this.#paragraph;
    return bidiType(text, this.last);
  }

  /** Adds the level run from `start` on. @returns where the next run may start */
  addRun(start: number, isDone: Uint8Array | undefined): number {
    const { length, types, levels } = this.#paragraph;
    const level = levels[start]!;
    if (this.#count === 0) this.#sos = this.#edgeType(this.#levelBefore(start), level);
    let at = start;
    for (; at < length; at++) {
      if (isRemoved(types[at]!)) continue;
      if (levels[at] !== level) break;
      this.#indices[this.#count++] = at;
      if (isDone) isDone[at] = 1;
    }
    return at;
  }

  #edgeType(beside: number, level: number): number {
    return Math.max(beside, level) % 2 === 1 ? TYPE.R : TYPE.L;
  }

  /** Runs are found one after the other: what is removed between them is visited once more. */
  #levelBefore(start: number): number {
    const { types, levels, base } = this.#paragraph;
    for (let i = start - 1; i >= 0; i--) if (!isRemoved(types[i]!)) return levels[i]!;
    return base;
  }

  /** @param next  the first character after the last run */
  resolve(next: number): void {
    const { levels, length, base } = this.#paragraph;
    const level = levels[this.#indices[0]!]!;
    const after = isIsolateStart(this.lastType) || next >= length ? base : levels[next]!;
    const eos = this.#edgeType(after, level);
    const embedding = level % 2 === 1 ? TYPE.R : TYPE.L;
    this.#resolveWeak();
    this.#resolveBrackets(embedding);
    this.#resolveNeutrals(eos, embedding);
    this.#count = 0;
  }

  /** W1 to W7 */
  #resolveWeak(): void {
    const { types } = this.#paragraph;
    const indices = this.#indices;
    const count = this.#count;
    let before = this.#sos;
    let strong = this.#sos;
    for (let k = 0; k < count; k++) {
      const i = indices[k]!;
      let type = types[i]!;
      if (type === TYPE.NSM) type = isIsolateStart(before) || before === TYPE.PDI ? TYPE.ON : before; // W1
      before = type;
      if (isStrong(type)) strong = type;
      else if (type === TYPE.EN && strong === TYPE.AL) type = TYPE.AN; // W2
      types[i] = type === TYPE.AL ? TYPE.R : type; // W3
    }
    // W4
    for (let k = 1; k < count - 1; k++) {
      const type = types[indices[k]!]!;
      if (type !== TYPE.ES && type !== TYPE.CS) continue;
      const left = types[indices[k - 1]!]!;
      const isNumber = left === TYPE.EN || (left === TYPE.AN && type === TYPE.CS);
      if (isNumber && types[indices[k + 1]!] === left) types[indices[k]!] = left;
    }
    this.#resolveTerminators();
    strong = this.#sos;
    for (let k = 0; k < count; k++) {
      const i = indices[k]!;
      const type = types[i]!;
      if (type === TYPE.ES || type === TYPE.ET || type === TYPE.CS)
        types[i] = TYPE.ON; // W6
      else if (isStrong(type)) strong = type;
      else if (type === TYPE.EN && strong === TYPE.L) types[i] = TYPE.L; // W7
    }
  }

  /** W5 */
  #resolveTerminators(): void {
    const { types } = this.#paragraph;
    const indices = this.#indices;
    const count = this.#count;
    for (let k = 0; k < count; ) {
      if (types[indices[k]!] !== TYPE.ET) {
        k++;
        continue;
      }
      const start = k;
      while (k < count && types[indices[k]!] === TYPE.ET) k++;
      const isNumber =
        (start > 0 && types[indices[start - 1]!] === TYPE.EN) || (k < count && types[indices[k]!] === TYPE.EN);
      if (isNumber) for (let j = start; j < k; j++) types[indices[j]!] = TYPE.EN;
    }
  }

  /** N0: at most 63 pairs are inside one another. */
  #resolveBrackets(embedding: number): void {
    for (const [open, close] of this.#bracketPairs()) {
      const inside = this.#strongBetween(open + 1, close, embedding);
      if (inside === 0) continue;
      const type = inside === embedding || this.#strongBefore(open) === embedding ? embedding : inside;
      this.#setBracket(open, type);
      this.#setBracket(close, type);
    }
  }

  /** BD16 */
  #bracketPairs(): [open: number, close: number][] {
    const { text, types } = this.#paragraph;
    const pairs: [number, number][] = [];
    const open: { readonly char: string; readonly k: number }[] = [];
    for (let k = 0; k < this.#count; k++) {
      const i = this.#indices[k]!;
      if (types[i] !== TYPE.ON) continue;
      const char = text.charAt(i);
      if (openingToClosingBracket(char) !== null) {
        if (open.length === MAX_OPEN_BRACKETS) break;
        open.push({ char: canonical(char), k });
      } else {
        const opening = closingToOpeningBracket(char);
        if (opening === null) continue;
        const at = open.findLastIndex((one) => one.char === canonical(opening));
        if (at < 0) continue;
        pairs.push([open[at]!.k, k]);
        open.length = at;
      }
    }
    return pairs.sort((a, b) => a[0] - b[0]);
  }

  /** The embedding direction if it is between two characters, else the other one, else 0. */
  #strongBetween(from: number, to: number, embedding: number): number {
    let found = 0;
    for (let k = from; k < to; k++) {
      const strong = strongOf(this.#paragraph.types[this.#indices[k]!]!);
      if (strong === embedding) return embedding;
      if (strong !== 0) found = strong;
    }
    return found;
  }

  #strongBefore(open: number): number {
    for (let k = open - 1; k >= 0; k--) {
      const strong = strongOf(this.#paragraph.types[this.#indices[k]!]!);
      if (strong !== 0) return strong;
    }
    return this.#sos;
  }

  /** Marks after a bracket follow it. */
  #setBracket(k: number, type: number): void {
    const { text, types } = this.#paragraph;
    types[this.#indices[k]!] = type;
    for (let j = k + 1; j < this.#count && bidiType(text, this.#indices[j]!) === TYPE.NSM; j++)
      types[this.#indices[j]!] = type;
  }

  /** N1, N2 */
  #resolveNeutrals(eos: number, embedding: number): void {
    const { types } = this.#paragraph;
    const indices = this.#indices;
    const count = this.#count;
    let before = this.#sos;
    for (let k = 0; k < count; ) {
      const type = types[indices[k]!]!;
      if (!isNeutral(type)) {
        before = strongOf(type);
        k++;
        continue;
      }
      const start = k;
      while (k < count && isNeutral(types[indices[k]!]!)) k++;
      const after = k < count ? strongOf(types[indices[k]!]!) : eos;
      const resolved = before === after ? before : embedding;
      for (let j = start; j < k; j++) types[indices[j]!] = resolved;
    }
  }
}

const canonical = (bracket: string): string => getCanonicalBracket(bracket) ?? bracket;

/** For brackets and neutrals numbers count as R; 0: neither. */
const strongOf = (type: number): number =>
  type === TYPE.L ? TYPE.L : type === TYPE.R || type === TYPE.EN || type === TYPE.AN ? TYPE.R : 0;
