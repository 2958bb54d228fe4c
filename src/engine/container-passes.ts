/**
 * Styles that depend on the sizes of containers, which are known after layout. The size of a container does not depend on its
 * contents, by its containment: the first layout has all outermost containers, and leaves out their contents; each following
 * one has the containers one level further inside. So there are as many layouts as levels, and one; the last only is of the
 * whole document. Beside floats, and where heights make widths, contents may still change the size of another container:
 * then the layouts go on until all sizes agree.
 * Source: https://drafts.csswg.org/css-conditional-5/#container-queries
 */

import type { ContainerLayout, ContainerSizes } from './css/compute/containers.js';
import type { StyledDocument } from './css/compute/styled-document.js';
import type { Report } from './diagnostics.js';
import { describeElement } from './html/dom.js';
import { containerSizes } from './layout/page/container-sizes.js';
import type { DocumentLayout } from './layout/page/page-layout.js';

/** Layouts for the sizes of containers, besides those for cross-references. */
const MAX_LAYOUTS = 16;
/** Levels of containers for which layouts leave contents out. With more, styles of all levels are tried at once. */
const MAX_LEVELS = 4;

export class ContainerPasses {
  #layout: ContainerLayout = { sizes: new Map(), skipsUnsized: true };
  #layouts = 0;

  /** Input of the style stage. */
  get layout(): ContainerLayout {
    return this.#layout;
  }

  /**
   * Takes the sizes from a layout.
   * @param report  names the containers whose sizes do not settle
   * @returns       whether styles must be computed again for them
   */
  take(layout: DocumentLayout, { containers }: StyledDocument, report: Report): boolean {
    if (containers.size === 0) return false;
    const known = this.#layout.sizes;
    const sizes = containerSizes(layout, containers);
    const changed = [...containers].filter((element) => !isSame(element, sizes, known));
    if (changed.length === 0) return false;
    if (this.#layouts === MAX_LAYOUTS) {
      for (const element of changed)
        report.add(
          'UnsupportedValue',
          'container-type',
          `${describeElement(element)}: its size changes with every layout pass`,
        );
      return false;
    }
    this.#layouts += 1;
    this.#layout = { sizes, skipsUnsized: this.#layouts < MAX_LEVELS };
    return true;
  }
}

function isSame(element: Parameters<ContainerSizes['has']>[0], one: ContainerSizes, other: ContainerSizes): boolean {
  if (!other.has(element)) return false;
  const [a, b] = [one.get(element), other.get(element)];
  return a?.width === b?.width && a?.height === b?.height;
}
