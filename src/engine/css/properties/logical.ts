/**
 * Logical properties, derived from the logical property groups of the table of properties.
 * Source: https://drafts.csswg.org/css-logical-1/
 */

import type { AxisGroup, CornerGroup, LogicalGroupMember, Property, SideGroup } from './property.js';
import { PROPERTIES, type PropertyName } from './table.js';

type Replaced<Group, By extends string> = Group extends `${infer Before}*${infer After}`
  ? `${Before}${By}${After}`
  : never;

export type LogicalName =
  | Replaced<SideGroup, `${'block' | 'inline'}-${'start' | 'end'}`>
  | Replaced<CornerGroup, `${'start' | 'end'}-${'start' | 'end'}`>
  | Replaced<AxisGroup, 'block' | 'inline'>;

/** The property for each physical side, corner or axis. */
type LogicalGroup = ReadonlyMap<LogicalGroupMember['at'], PropertyName>;

export const LOGICAL_GROUPS: ReadonlyMap<LogicalGroupMember['group'], LogicalGroup> = logicalGroups();

function logicalGroups() {
  const groups = new Map<LogicalGroupMember['group'], Map<LogicalGroupMember['at'], PropertyName>>();
  for (const [name, { logical }] of Object.entries(PROPERTIES) as [PropertyName, Property<unknown>][]) {
    if (!logical) continue;
    const members = groups.get(logical.group) ?? new Map();
    groups.set(logical.group, members.set(logical.at, name));
  }
  return groups;
}

/** Flow-relative sides, corners and axes in horizontal text, for left-to-right and right-to-left. */
const HORIZONTAL: Readonly<Record<string, readonly [ltr: LogicalGroupMember['at'], rtl: LogicalGroupMember['at']]>> = {
  'block-start': ['top', 'top'],
  'block-end': ['bottom', 'bottom'],
  'inline-start': ['left', 'right'],
  'inline-end': ['right', 'left'],
  'start-start': ['top-left', 'top-right'],
  'start-end': ['top-right', 'top-left'],
  'end-start': ['bottom-left', 'bottom-right'],
  'end-end': ['bottom-right', 'bottom-left'],
  inline: ['x', 'x'],
  block: ['y', 'y'],
};

type Counterparts = readonly [ltr: PropertyName, rtl: PropertyName];

/** The physical counterparts of logical longhands in horizontal text, for left-to-right and right-to-left. */
export const LOGICAL: Readonly<Record<LogicalName, Counterparts>> = logicalProperties();

function logicalProperties(): Record<LogicalName, Counterparts> {
  const properties: Record<string, Counterparts> = {};
  for (const [group, members] of LOGICAL_GROUPS) {
    for (const [flowRelative, sides] of Object.entries(HORIZONTAL)) {
      const [ltr, rtl] = sides.map((side) => members.get(side));
      if (ltr && rtl) properties[group.replace('*', flowRelative)] = [ltr, rtl];
    }
  }
  return properties as Record<LogicalName, Counterparts>;
}

export const LOGICAL_NAMES = Object.keys(LOGICAL) as readonly LogicalName[];

export const isLogicalName = (name: string): name is LogicalName => Object.hasOwn(LOGICAL, name);
