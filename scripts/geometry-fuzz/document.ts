/** Random documents as trees, which can be written as HTML and reduced by shrink.ts. */

import { type Random, randomSource } from '../line-break-texts.js';

export interface FuzzElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly style: Readonly<Record<string, string>>;
  readonly children: readonly FuzzNode[];
}

/** A string is text, possibly with character references, without tags. */
export type FuzzNode = FuzzElement | string;

export interface FuzzDocument {
  /** Whether to omit the doctype. */
  readonly quirks: boolean;
  /** A style sheet in addition to inline styles. */
  readonly css: string;
  readonly body: FuzzElement;
}

/** Generates a random document of an area. */
export type Generator = (random: Choices) => FuzzDocument;

type Values = Readonly<Record<string, string | number | undefined>>;

/** @param style undefined values are skipped */
export function element(
  tag: string,
  style: Values = {},
  children: readonly FuzzNode[] = [],
  attributes: Values = {},
): FuzzElement {
  return { tag, style: given(style), children, attributes: given(attributes) };
}

function given(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Random choices for generators; deterministic for a seed. */
export class Choices {
  private readonly next: Random;

  constructor(seed: number) {
    this.next = randomSource(seed);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from `min` to `max`. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!;
  }

  /** The result of `make`, or undefined. */
  maybe<T>(probability: number, make: () => T): T | undefined {
    return this.chance(probability) ? make() : undefined;
  }

  list<T>(min: number, max: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.int(min, max) }, (_, index) => make(index));
  }

  px(min: number, max: number): string {
    return `${this.int(min, max)}px`;
  }

  percent(min: number, max: number): string {
    return `${this.int(min, max)}%`;
  }

  words(min: number, max: number): string {
    return this.list(min, max, () => this.pick(WORDS)).join(' ');
  }
}

const WORDS = 'a be the and item price total number amount delivery reference international x iii WWW'.split(' ');

/** Elements without a box in Platen (columns and column groups) or in general (line breaks). */
const WITHOUT_BOX = new Set(['col', 'colgroup', 'br', 'wbr']);

/** Writes HTML, with document order as the ids of elements with a box. */
export function write(document: FuzzDocument): string {
  let count = 0;
  const node = (item: FuzzNode): string => {
    if (typeof item === 'string') return item;
    const { tag, style, children } = item;
    const css = Object.entries(style).map(([name, value]) => `${name}: ${value}`);
    const attributes: [string, string][] = Object.entries(item.attributes);
    if (css.length > 0) attributes.push(['style', css.join('; ')]);
    if (!WITHOUT_BOX.has(tag)) attributes.unshift(['id', `n${count++}`]);
    const start = `<${tag}${attributes.map(([name, value]) => ` ${name}="${value}"`).join('')}>`;
    return VOID.has(tag) ? start : `${start}${children.map(node).join('')}</${tag}>`;
  };
  const style = document.css && `<style>${document.css}</style>\n`;
  return `${document.quirks ? '' : '<!DOCTYPE html>\n'}${style}${node(document.body)}\n`;
}

const VOID = new Set(['img', 'br', 'wbr', 'col', 'hr', 'input']);

/** A single-coloured image. */
export function image(width: number, height: number): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", '%27')}`;
}
