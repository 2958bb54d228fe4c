/** Computes relative lengths by the finished style of an element. */

import type { ComputeContext, ContainerLengths } from '../cascade/specified.js';
import type { ComputedStyle } from '../properties/table.js';
import type { FontFeatureValues } from '../values/font-alternates.js';
import type { FontUnits } from '../values/units.js';
import type { Color } from '../values/values.js';
import type { ElementStyle, StyleContext } from './compute.js';
import { lineHeightOf } from './line-height.js';
import { isVertical, writingModeOf } from './writing-mode.js';

/** Lengths are without zoom. */
export class LengthContext implements ComputeContext {
  readonly #style: ComputedStyle;
  readonly #root: ComputedStyle;
  readonly #context: StyleContext;
  readonly #containers: () => ContainerLengths;

  /** @param containers  what units of containers refer to */
  constructor(element: ElementStyle, root: ElementStyle, context: StyleContext, containers: () => ContainerLengths) {
    this.#style = unzoomed(element);
    this.#root = unzoomed(root);
    this.#context = context;
    this.#containers = containers;
  }

  get parent(): ComputedStyle {
    return this.#style;
  }
  get fontSize(): number {
    return this.#style['font-size'];
  }
  get rootFontSize(): number {
    return this.#root['font-size'];
  }
  get lineHeight(): number {
    return this.#usedLineHeight(this.#style);
  }
  get rootLineHeight(): number {
    return this.#usedLineHeight(this.#root);
  }
  get fontUnits(): FontUnits {
    return this.#context.fontUnits(this.#style);
  }
  get viewport(): StyleContext['viewport'] {
    this.#context.viewportUse.isUsed = true;
    return this.#context.viewport;
  }
  get containers(): ContainerLengths {
    return this.#containers();
  }
  get isVertical(): boolean {
    return isVertical(writingModeOf(this.#style));
  }
  get mathDepth(): number {
    return this.#style['math-depth'];
  }
  get currentColor(): Color {
    return this.#style.color;
  }
  get direction(): 'ltr' | 'rtl' {
    return this.#style.direction;
  }
  get fontFamily(): readonly string[] {
    return this.#style['font-family'];
  }
  get quirks(): boolean {
    return this.#context.quirks;
  }
  get fontFeatureValues(): FontFeatureValues {
    return this.#context.fontFeatureValues;
  }

  #usedLineHeight(style: ComputedStyle): number {
    const isNormal = style['line-height'] === 'normal';
    return lineHeightOf(style, isNormal ? this.#context.fontUnits(style).lineSpacing : 0);
  }
}

const unzoomed = (element: ElementStyle): ComputedStyle => element.zoomed?.from ?? element.style;
