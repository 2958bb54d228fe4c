/** Which of an account's templates a template may use as partials. */

import { ServiceError } from '../errors.js';

/** What is fetched for one document; more is a mistake, and would keep memory and Postgres busy. */
export const PARTIAL_LIMITS = { count: 500, length: 20_000_000 } as const;

export interface PartialNames {
  readonly names: ReadonlySet<string>;
  /** The name of a partial comes from data: any of them may be used. */
  readonly any: boolean;
}

/**
 * `{{> name}}`, `{{#> name}}`, with `~`, quotes or brackets. A name holds no brace: what is not closed is looked
 * through up to the next `{{` only, so that the search takes no longer than the source.
 */
const PARTIAL = /\{\{\{?~?\s*#?>\s*(?:"([^"{]*)"|'([^'{]*)'|\[([^\]{]*)\]|(\()|([^\s"'()[\]{}~|=]+))/g;

/**
 * Finds names without parsing: a template that does not compile has some too, and in a comment there may be one too
 * many. The engine says what is wrong and uses what it needs.
 */
export function partialNames(source: string): PartialNames {
  const names = new Set<string>();
  let any = false;
  for (const [, double, single, bracketed, parenthesis, bare] of source.matchAll(PARTIAL)) {
    if (parenthesis) any = true;
    else names.add((double ?? single ?? bracketed ?? bare)!);
  }
  return { names, any };
}

/**
 * The partials that a template uses, those that they use, and so on.
 * @param fetch     sources of those of the names that exist
 * @param allNames  of every partial there is
 * @throws ServiceError `document_too_complex`
 */
export async function collectPartials(
  source: string,
  fetch: (names: readonly string[]) => Promise<ReadonlyMap<string, string>>,
  allNames: () => Promise<readonly string[]>,
): Promise<Record<string, string>> {
  const found = new Map<string, string>();
  const asked = new Set<string>();
  let sources: Iterable<string> = [source];
  let length = 0;
  for (;;) {
    const wanted = new Set<string>();
    for (const text of sources) {
      const { names, any } = partialNames(text);
      for (const name of any ? await allNames() : names) if (!asked.has(name)) wanted.add(name);
    }
    if (wanted.size === 0) return Object.fromEntries(found);
    const fetched = await fetch([...wanted]);
    for (const name of wanted) asked.add(name);
    for (const [name, text] of fetched) {
      found.set(name, text);
      length += text.length;
    }
    if (found.size > PARTIAL_LIMITS.count || length > PARTIAL_LIMITS.length) {
      throw new ServiceError(
        'document_too_complex',
        `the template uses more than ${PARTIAL_LIMITS.count} partials or ${PARTIAL_LIMITS.length} characters of them`,
      );
    }
    sources = fetched.values();
  }
}
