/** Names under which declarations take part in the cascade. */

import type { LogicalName } from './logical.js';
import type { PropertyName } from './table.js';

export type CustomName = `--${string}`;
/** A property that is known and not implemented: it takes part in the cascade so that only a winner is reported. */
type UnimplementedName = `?${string}`;
/** A property with a valid value that is not supported, which is reported unless another declaration wins over it. */
export type RefusedName = `?!${string}`;
/**
 * A longhand of the table, a logical longhand (mapped to a physical one at computed-value time), or a custom property.
 */
export type DeclaredName = PropertyName | LogicalName | CustomName | UnimplementedName;

export const isRefusedName = (name: string): name is RefusedName => name.startsWith('?!');

export const isCustomName = (name: string): name is CustomName => name.startsWith('--');
