/** Finds the partials that a template may use among the account's templates. */

import { ServiceError } from '../errors.js';

/** Limits for one document; more is a mistake, and would load memory and Postgres. */
export const PARTIAL_LIMITS = { count: 500, length: 20_000_000 } as const;

interface PartialNames {
  readonly names: ReadonlySet<string>;
  /** The name of a partial comes from data: any template may be used. */
  readonly any: boolean;
}

/**
 * `{{> name}}`, `{{#> name}}`, with `~`, quotes or brackets. Names exclude braces, so an unclosed one is scanned only
 * up to the next `{{`, and the search takes linear time.
 */
const PARTIAL = /\{\{\{?~?\s*#?>\s*(?:"([^"{]*)"|'([^'{]*)'|\[([^\]{]*)\]|(\()|([^\s"'()[\]{}~|=]+))/g;

/**
 * Finds names without parsing, so that templates that do not compile are accepted and comments may add unused names.
 * The engine reports errors and uses the partials that it needs.
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
 * The partials that a template uses, directly and through other partials.
 * @param fetch     sources by name, for the names that exist
 * @param allNames  the names of all partials
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
