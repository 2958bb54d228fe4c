/** All helpers by name. */

import { BARCODE_HELPERS } from './barcodes.js';
import { DATE_HELPERS } from './dates.js';
import type { Helper } from './helper.js';
import { LOGIC_HELPERS } from './logic.js';
import { MATH_HELPERS } from './math.js';
import { NUMBER_HELPERS } from './numbers.js';
import { TEXT_HELPERS } from './text.js';

export const HELPERS: ReadonlyMap<string, Helper> = new Map(
  Object.entries({
    ...NUMBER_HELPERS,
    ...DATE_HELPERS,
    ...LOGIC_HELPERS,
    ...MATH_HELPERS,
    ...TEXT_HELPERS,
    ...BARCODE_HELPERS,
  }),
);
