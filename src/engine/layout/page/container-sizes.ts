/** The sizes of query containers in finished pages. */

import type { ContainerSizes } from '../../css/compute/containers.js';
import { isVertical, writingModeOf } from '../../css/compute/writing-mode.js';
import type { ElementNode } from '../../html/dom.js';
import type { PhysicalBoxFragment, PhysicalFragment } from '../algorithm/fragment.js';
import type { DocumentLayout } from './page-layout.js';

/** The content box of a container; fragments add up in the block axis. */
interface Measured {
  width: number;
  height: number;
  readonly vertical: boolean;
  readonly isWhole: boolean;
  /** Whether all fragments are in it: fixed boxes and running elements are repeated. */
  isComplete: boolean;
}

/**
 * @param containers  elements whose boxes have size containment
 * @returns           the sizes of all of them, in the axes that can be queried; where fragments differ in the inline axis,
 *                    that of the first, as in Blink
 */
export function containerSizes({ pages }: DocumentLayout, containers: ReadonlySet<ElementNode>): ContainerSizes {
  const found = new Map<ElementNode, Measured>();
  for (const { unsliced, marginBoxes } of pages)
    for (const placed of [unsliced, marginBoxes])
      for (const { fragment } of placed) collect(fragment, containers, found);
  const sizes = new Map<ElementNode, { width: number | undefined; height: number | undefined } | undefined>();
  for (const element of containers) {
    const measured = found.get(element);
    if (!measured) {
      sizes.set(element, undefined);
      continue;
    }
    const { width, height, vertical, isWhole } = measured;
    sizes.set(element, {
      width: isWhole || !vertical ? width : undefined,
      height: isWhole || vertical ? height : undefined,
    });
  }
  return sizes;
}

function collect(
  fragment: PhysicalFragment,
  containers: ReadonlySet<ElementNode>,
  found: Map<ElementNode, Measured>,
): void {
  if (fragment.kind === 'text') return;
  if (fragment.kind === 'box') {
    const { element, origin } = fragment.box;
    if (element && origin === undefined && containers.has(element)) measure(fragment, element, found);
  }
  for (const child of fragment.children) collect(child.fragment, containers, found);
}

function measure(fragment: PhysicalBoxFragment, element: ElementNode, found: Map<ElementNode, Measured>): void {
  const { border, padding, style, isFirst, isLast } = fragment;
  const width = fragment.width - border.left - border.right - padding.left - padding.right;
  const height = fragment.height - border.top - border.bottom - padding.top - padding.bottom;
  const known = found.get(element);
  if (!known) {
    const vertical = isVertical(writingModeOf(style));
    found.set(element, {
      width,
      height,
      vertical,
      isWhole: style['container-type'].includes('size'),
      isComplete: isLast,
    });
    return;
  }
  if (known.isComplete || isFirst) return;
  if (known.vertical) known.width += width;
  else known.height += height;
  known.isComplete = isLast;
}
