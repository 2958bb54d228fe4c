/** Resolves the paths of a template in its sample data. */

/** The value and the names that a block has entered. */
export interface Scope {
  readonly value: unknown;
  /** Block parameters, `as |item index|`. */
  readonly names: Readonly<Record<string, unknown>>;
}

const BLOCK = /\{\{\{?~?\s*([#/])\s*(each|with)\b([^}]*)/g;
const SUBJECT = /^\s+([\w.@/-]+)/;
const PARAMETERS = /\bas\s*\|([^|]*)\|/;
/** Items of a list that are looked at for their names. */
const MAX_ITEMS = 20;

/** The data, and what the blocks `each` and `with` before the end of a source have entered of it; innermost last. */
export function scopesAt(source: string, data: unknown): readonly Scope[] {
  const scopes: Scope[] = [{ value: data, names: {} }];
  for (const [, mark, block, rest = ''] of source.matchAll(BLOCK)) {
    if (mark === '/') {
      if (scopes.length > 1) scopes.pop();
      continue;
    }
    const path = SUBJECT.exec(rest)?.[1];
    const subject = path === undefined ? undefined : valueAt(scopes, path); // of a helper's result nothing is known
    const value = block === 'each' ? itemOf(subject) : subject;
    const [name, key] = PARAMETERS.exec(rest)?.[1]?.trim().split(/\s+/) ?? [];
    const isList = Array.isArray(subject);
    scopes.push({ value, names: { ...(name && { [name]: value }), ...(key && { [key]: isList ? 0 : '' }) } });
  }
  return scopes;
}

/** @param path  as in a template: `name.first`, `../total`, `@root.name`, `this` */
export function valueAt(scopes: readonly Scope[], path: string): unknown {
  let depth = scopes.length - 1;
  let rest = path;
  while (rest === '..' || rest.startsWith('../')) {
    depth -= 1;
    rest = rest.slice(3);
  }
  const [first = '', ...steps] = rest.split(/[./]/).filter((step) => step !== '' && step !== 'this');
  const value = scopes[depth]?.value;
  if (first === '') return value;
  const naming = scopes.slice(0, depth + 1).findLast(({ names }) => Object.hasOwn(names, first));
  const start = first === '@root' ? scopes[0]!.value : naming ? naming.names[first] : fieldOf(value, first);
  return steps.reduce(fieldOf, start);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** One item that stands for all: objects together, as some may lack what others have. */
function itemOf(list: unknown): unknown {
  if (typeof list !== 'object' || list === null) return undefined;
  const items = Object.values(list).slice(0, MAX_ITEMS);
  const isRecord = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item);
  return items.length > 0 && items.every(isRecord) ? Object.assign({}, ...items.reverse()) : items[0];
}
