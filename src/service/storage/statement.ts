/** SQL statements: prepared under a unique name when a connection first runs them. */

/** `Parameters` are the types of $1, $2, …; `Row` is what a row of the answer holds. */
export interface Statement<Parameters extends readonly unknown[], Row> {
  readonly name: string;
  readonly text: string;
  /** Types only; never set. */
  readonly types?: { readonly parameters: Parameters; readonly row: Row };
}

const names = new Set<string>();

/**
 * Defines a statement, when its module is loaded.
 * @param name  unique: Postgres rejects a second text under one name only on connections that have prepared the first,
 *              so it is checked here
 * @throws Error when the name is taken
 */
export function statement<Parameters extends readonly unknown[], Row = never>(
  name: string,
  text: string,
): Statement<Parameters, Row> {
  if (names.has(name)) throw new Error(`there are two statements with the name "${name}"`);
  names.add(name);
  return { name, text };
}
