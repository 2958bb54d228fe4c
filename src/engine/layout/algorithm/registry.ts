/** The table of layout algorithms: the only module that imports all of them. */

import { blockAlgorithm } from '../block/block.js';
import { flexAlgorithm } from '../flex/flex.js';
import { gridAlgorithm } from '../grid/grid.js';
import { multicolAlgorithm } from '../multicol/multicol.js';
import { replacedAlgorithm } from '../replaced/replaced.js';
import { tableAlgorithm } from '../table/table.js';
import { orthogonalAlgorithm, parallelAlgorithm } from '../writing-mode/root.js';
import type { Algorithms, LayoutContext, LayoutInput } from './layout-context.js';

const ALGORITHMS: Algorithms = {
  block: blockAlgorithm,
  flex: flexAlgorithm,
  grid: gridAlgorithm,
  multicol: multicolAlgorithm,
  orthogonal: orthogonalAlgorithm,
  parallel: parallelAlgorithm,
  table: tableAlgorithm,
  replaced: replacedAlgorithm,
};

export function createLayoutContext(input: LayoutInput): LayoutContext {
  return { ...input, algorithms: ALGORITHMS };
}
