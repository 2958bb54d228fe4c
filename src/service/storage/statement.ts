/** SQL statements: each is prepared under a name of its own, the first time a connection runs it. */

/** `Parameters` are the types of $1, $2, …; `Row` is what a row of the answer holds. */
export interface Statement<Parameters extends readonly unknown[], Row> {
  readonly name: string;
  readonly text: string;
  /** Types only; never set. */
  readonly types?: { readonly parameters: Parameters; readonly row: Row };
}

const names = new Set<string>();

/**
 * Makes a statement. Called once per statement, when its module is loaded.
 * @param name  Postgres refuses a second text under one name, but only on a connection that has seen the first:
 *              the name is checked here, where it fails always
 */
export function statement<Parameters extends readonly unknown[], Row = never>(
  name: string,
  text: string,
): Statement<Parameters, Row> {
  if (names.has(name)) throw new Error(`there are two statements with the name "${name}"`);
  names.add(name);
  return { name, text };
}
