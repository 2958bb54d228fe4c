/** The content of a page-margin box. Source: https://drafts.csswg.org/css-page-3/#margin-boxes */

import type { ComputedStyle } from '../css/properties/table.js';
import { BoxAssembler } from './assemble.js';
import { type BuildContext, createGenerator } from './build.js';
import type { PageContent } from './paged-media.js';
import type { BlockBox } from './tree.js';
import { resolveWritingModes } from './writing-modes.js';

/** @returns a block with the margin box's style; `display` does not apply to margin boxes */
export function buildMarginBox(style: ComputedStyle, page: PageContent, context: BuildContext): BlockBox {
  const raw = createGenerator(context, page).generated(style);
  raw.isMarginBox = true;
  const assembler = new BoxAssembler(context.styled, context.fonts, 0, context.budgets);
  return assembler.block(resolveWritingModes(raw, 'horizontal-tb'));
}
