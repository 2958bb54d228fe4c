/** The table of layout algorithms: the only module that imports all of them. */

import { blockAlgorithm } from '../block/block.js';
import { initialLetterAlgorithm } from '../block/initial-letter.js';
import { flexAlgorithm } from '../flex/flex.js';
import { gridAlgorithm } from '../grid/grid.js';
import { mathAlgorithm } from '../math/math.js';
import { multicolAlgorithm } from '../multicol/multicol.js';
import { replacedAlgorithm } from '../replaced/replaced.js';
import { tableAlgorithm } from '../table/table.js';
import { orthogonalAlgorithm, parallelAlgorithm } from '../writing-mode/root.js';
import type { Algorithms, LayoutContext, LayoutInput } from './layout-context.js';

const ALGORITHMS: Algorithms = {
  block: blockAlgorithm,
  flex: flexAlgorithm,
  grid: gridAlgorithm,
  math: mathAlgorithm,
  multicol: multicolAlgorithm,
  orthogonal: orthogonalAlgorithm,
  parallel: parallelAlgorithm,
  'initial-letter': initialLetterAlgorithm,
  table: tableAlgorithm,
  replaced: replacedAlgorithm,
};

/** The only constructor of contexts: code that runs for every box reads them, and is fast with one hidden class. */
export function createLayoutContext({
  fonts,
  shaper,
  hyphenators,
  report,
  resources,
  isHidden,
  deadline,
  budgets,
  counts,
  viewport,
  quirks,
  lineHeightQuirk,
  caches,
}: LayoutInput): LayoutContext {
  return {
    fonts,
    shaper,
    hyphenators,
    report,
    resources,
    ...(isHidden && { isHidden }),
    deadline,
    budgets,
    counts,
    viewport,
    quirks,
    lineHeightQuirk,
    isMonolithic: false,
    stretchTarget: undefined,
    caches,
    algorithms: ALGORITHMS,
  };
}
