/**
 * The query containers of a document, and the answers of their sizes and styles. Sizes are those of the last layout: styles and
 * layout alternate until they agree, see `passes.ts`.
 * Source: https://drafts.csswg.org/css-conditional-5/#container-queries
 */

import type { ElementNode } from '../../html/dom.js';
import { type ContainerFacts, evaluateContainer } from '../at-rules/container-conditions.js';
import type { ContainerQuery, ContainerQueryList } from '../at-rules/container-query.js';
import type { ContainerLengths } from '../cascade/specified.js';
import type { QueryContainers } from '../selectors/selector-program.js';
import type { Subject } from '../selectors/subject.js';
import { isSizeContainer, queriesSize } from '../style-queries.js';
import type { ElementStyle, StyleContext } from './compute.js';
import { LengthContext } from './length-context.js';
import { isVertical, writingModeOf } from './writing-mode.js';

/**
 * Content-box sizes of containers in the axes that can be queried, px; undefined: the container has no box. Those of
 * containers that no layout had are missing.
 */
export type ContainerSizes = ReadonlyMap<ElementNode, ContainerLengths | undefined>;

/** Sizes of containers as input of the style stage. */
export interface ContainerLayout {
  readonly sizes: ContainerSizes;
  /**
   * Whether styles and boxes inside of containers without a size are left out, as their styles are not known before the
   * next layout.
   */
  readonly skipsUnsized: boolean;
}

/** For styles of which there is no layout. */
export const NO_LAYOUT: ContainerLayout = { sizes: new Map(), skipsUnsized: false };

const NO_ELEMENTS: ReadonlySet<ElementNode> = new Set();

interface Options {
  readonly styleOf: (subject: Subject) => ElementStyle;
  readonly root: () => ElementStyle | null;
  readonly context: StyleContext;
  readonly layout: ContainerLayout;
  /** Whether anything depends on the sizes. */
  readonly dependsOnSizes: boolean;
}

export class DocumentContainers implements QueryContainers {
  readonly #options: Options;
  readonly #containers = new Set<ElementNode>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The elements whose size styles may depend on, as far as their own styles were asked for. */
  get sizedElements(): ReadonlySet<ElementNode> {
    const { dependsOnSizes, context } = this.#options;
    return dependsOnSizes || context.containerUse.isUsed ? this.#containers : NO_ELEMENTS;
  }

  /** @returns a text for the known size of a container; undefined: the element is none, or its size is not known */
  add({ element }: Subject, { style }: ElementStyle): string | undefined {
    if (!isSizeContainer(style)) return undefined;
    this.#containers.add(element);
    const size = this.#options.layout.sizes.get(element);
    return size && `${size.width} ${size.height}`;
  }

  /** Whether the contents of an element wait for its size. */
  skips(element: ElementNode): boolean {
    const { layout, dependsOnSizes } = this.#options;
    return dependsOnSizes && layout.skipsUnsized && this.#containers.has(element) && !layout.sizes.has(element);
  }

  match(queries: readonly ContainerQueryList[], from: Subject | null): boolean {
    return queries.every((list) => list.some((query) => this.#matchOne(query, from)));
  }

  #matchOne(query: ContainerQuery, from: Subject | null): boolean {
    if (query.hasUnknown) return false;
    for (let at = from; at; at = at.parent) {
      const computed = this.#options.styleOf(at);
      if (!isSelected(query, computed)) continue;
      return !query.condition || evaluateContainer(query.condition, this.#facts(at, computed)) === true;
    }
    return false;
  }

  #facts(subject: Subject, computed: ElementStyle): ContainerFacts {
    const { context, styleOf, root } = this.#options;
    const { parent } = subject;
    const size = this.#sizeOf(subject, computed);
    return {
      width: size?.width,
      height: size?.height,
      isVertical: isVertical(writingModeOf(computed.style)),
      lengths: new LengthContext(computed, root() ?? computed, context, () => this.lengths(parent)),
      custom: (name) => computed.custom.get(name),
      inherited: (name) => (parent ? styleOf(parent).custom.get(name) : undefined),
      registered: (name) => context.customProperties.get(name),
    };
  }

  /**
   * The sizes that units of containers refer to.
   * @param from  the innermost element that may be a container
   */
  lengths(from: Subject | null): ContainerLengths {
    let width: number | undefined;
    let height: number | undefined;
    for (let at = from; at && (width === undefined || height === undefined); at = at.parent) {
      const size = this.#sizeOf(at, this.#options.styleOf(at));
      width ??= size?.width;
      height ??= size?.height;
    }
    return { width, height };
  }

  /** Without zoom. */
  #sizeOf({ element }: Subject, { style, zoomed }: ElementStyle): ContainerLengths | undefined {
    if (!isSizeContainer(style)) return undefined;
    const size = this.#options.layout.sizes.get(element);
    if (!size || !zoomed) return size;
    const { factor } = zoomed;
    return { width: size.width && size.width / factor, height: size.height && size.height / factor };
  }
}

/** Whether the element is the container of the query: the nearest with its name, and with all that it asks for. */
function isSelected({ name, axes, needsScrollState }: ContainerQuery, { style }: ElementStyle): boolean {
  if (name !== undefined && !style['container-name'].includes(name)) return false;
  const types = style['container-type'];
  if (needsScrollState && !types.includes('scroll-state')) return false;
  if (axes.size === 0 || types.includes('size')) return true;
  if (!queriesSize(style)) return false;
  const inline = isVertical(writingModeOf(style)) ? 'height' : 'width';
  for (const axis of axes) if (axis !== 'inline-size' && axis !== inline) return false;
  return true;
}
