/**
 * The box stage: a styled document in, the box tree out. Source: https://www.w3.org/TR/CSS22/visuren.html#box-gen
 *   1. generate        elements become raw boxes, with generated content and text
 *   2. writing modes   anonymous boxes are inserted where the writing mode changes
 *   3. assemble        table fix-up, inlines split around blocks, anonymous blocks, white space collapsing, final boxes
 */

import type { Budgets } from '../budgets.js';
import type { StyledDocument } from '../css/compute/styled-document.js';
import { writingModeOf } from '../css/compute/writing-mode.js';
import type { Deadline } from '../deadline.js';
import type { FontLibrary } from '../text/fonts.js';
import { BoxAssembler } from './assemble.js';
import { CounterStyles } from './counter-styles.js';
import { BoxGenerator } from './generate.js';
import type { Resources } from './image-resources.js';
import type { NestedContent } from './nested.js';
import type { PageContent } from './paged-media.js';
import { References } from './references.js';
import type { SvgContext } from './svg.js';
import { createTextMapper } from './text-mapper.js';
import type { BlockBox } from './tree.js';
import { resolveWritingModes } from './writing-modes.js';

export interface BuildContext extends SvgContext {
  readonly fonts: FontLibrary;
  readonly resources: Resources;
  /** Cross-references, answered from the pass before. Default: nothing is known yet. */
  readonly references?: References;
  /** Of the numbers in generated content. Default: en-US. */
  readonly locale?: string | undefined;
  /** Documents of frames; default: they stay blank. */
  readonly nested?: NestedContent | undefined;
  /** Checked for every element; default: there is no limit. */
  readonly deadline?: Deadline | undefined;
  /** Of boxes and their text; default: there are none. */
  readonly budgets?: Budgets | undefined;
}

export function buildBoxTree(context: BuildContext): BlockBox {
  const raw = createGenerator(context).root();
  const resolved = usesVertical(context.styled) ? resolveWritingModes(raw) : raw;
  return new BoxAssembler(context.styled, context.fonts, 0, context.budgets).block(resolved);
}

function usesVertical({ usedStyles }: StyledDocument): boolean {
  for (const style of usedStyles) if (writingModeOf(style) !== 'horizontal-tb') return true;
  return false;
}

/** @param page  for the content of a page-margin box @throws EngineError of `context.deadline` and `context.budgets` */
export function createGenerator(context: BuildContext, page?: PageContent): BoxGenerator {
  const counterStyles = new CounterStyles(context.styled.counterStyles);
  const references = context.references ?? new References(context.styled.document);
  const { styled, report, resolveFamilies, shaper, image, fonts, resources, locale = 'en-US' } = context;
  const mapper = createTextMapper();
  const options = {
    styled,
    report,
    counterStyles,
    references,
    locale,
    resolveFamilies,
    shaper,
    image,
    fonts,
    resources,
    mapper,
    nested: context.nested,
    deadline: context.deadline,
    budgets: context.budgets,
  };
  return new BoxGenerator(options, page);
}
