/** CSS Conditional Rules 5: query containers. */

import type { ContainerNameList } from 'lightningcss';
import type { Cursor } from '../syntax/tokens.js';
import { property } from './property.js';

/** The facts about an element that can be queried besides its style: the size of both axes, or of the inline axis. */
type ContainerType = 'size' | 'inline-size' | 'scroll-state';

const NONE: readonly never[] = [];
/** Words that are no names of containers. */
const RESERVED: readonly string[] = ['none', 'and', 'or', 'not'];

function containerType(cursor: Cursor): readonly ContainerType[] | undefined {
  if (cursor.keyword('normal')) return NONE;
  const types = cursor.many((inner) => inner.keyword('size', 'inline-size', 'scroll-state'));
  if (types.length === 0) return undefined;
  const sizes = types.filter((type) => type !== 'scroll-state');
  return sizes.length > 1 || types.length - sizes.length > 1 ? undefined : types;
}

function containerName(cursor: Cursor): readonly string[] | undefined {
  if (cursor.keyword('none')) return NONE;
  const names = cursor.many((inner) => inner.customIdent(...RESERVED));
  return names.length > 0 ? names : undefined;
}

function typedName(value: ContainerNameList): readonly string[] | undefined {
  if (value.type === 'none') return NONE;
  return value.value.some((name) => RESERVED.includes(name.toLowerCase())) ? undefined : value.value;
}

export const containers = {
  'container-type': property<readonly ContainerType[]>({
    spec: 'css-conditional-5/#container-type',
    initial: NONE,
    inherits: false,
    support: 'full',
    parse: { typed: (value: 'normal' | ContainerType) => (value === 'normal' ? NONE : [value]), tokens: containerType },
  }),
  'container-name': property<readonly string[]>({
    spec: 'css-conditional-5/#container-name',
    initial: NONE,
    inherits: false,
    support: 'full',
    parse: { typed: typedName, tokens: containerName },
  }),
};
