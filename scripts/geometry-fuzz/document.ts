/** Random documents as trees that can be written, and taken apart again by shrink.ts. */

import { type Random, randomSource } from '../line-break-texts.js';

export interface FuzzElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly style: Readonly<Record<string, string>>;
  readonly children: readonly FuzzNode[];
}

/** A string is text; it may hold character references, but no tags. */
export type FuzzNode = FuzzElement | string;

export interface FuzzDocument {
  /** Without a doctype. */
  readonly quirks: boolean;
  /** Style sheet besides the elements' own styles. */
  readonly css: string;
  readonly body: FuzzElement;
}

/** Makes one random document of an area. */
export type Generator = (random: Choices) => FuzzDocument;

type Values = Readonly<Record<string, string | number | undefined>>;

/** @param style  undefined values are left out */
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

/** What generators draw from. Same seed, same choices. */
export class Choices {
  private readonly next: Random;

  constructor(seed: number) {
    this.next = randomSource(seed);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!;
  }

  /** What `make` gives, or undefined. */
  maybe<T>(probability: number, make: () => T): T | undefined {
    return this.chance(probability) ? make() : undefined;
  }

  list<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.int(least, most) }, (_, index) => make(index));
  }

  px(least: number, most: number): string {
    return `${this.int(least, most)}px`;
  }

  percent(least: number, most: number): string {
    return `${this.int(least, most)}%`;
  }

  words(least: number, most: number): string {
    return this.list(least, most, () => this.pick(WORDS)).join(' ');
  }
}

const WORDS = 'a be the and item price total number amount delivery reference international x iii WWW'.split(' ');

/** Columns and their groups have no box that Platen keeps; line breaks have none in any case. */
const WITHOUT_BOX = new Set(['col', 'colgroup', 'br', 'wbr']);

/** As HTML; every element with a box gets an id: its number in document order. */
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

/** An image of one colour. */
export function image(width: number, height: number): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", '%27')}`;
}
