/** Diagnostics for font families that nothing at hand answers to. */

import type { Report } from '../diagnostics.js';
import type { FontLibrary } from './fonts.js';
import type { FontRequest } from './types.js';

/** What a report has already. */
interface Told {
  readonly families: Set<string>;
  readonly requests: WeakSet<FontRequest>;
}

const toldOf = new WeakMap<Report, Told>();

/**
 * Reports the families of a list of which none is at hand, each once for a report: a family before one that answers is
 * a wish. Fonts of the document's own that cannot be used have a diagnostic already.
 * @param place  of the text
 */
export function reportMissingFonts(
  request: FontRequest,
  fonts: FontLibrary,
  report: Report,
  place: () => string,
): void {
  const told = toldOf.get(report) ?? { families: new Set(), requests: new WeakSet() };
  toldOf.set(report, told);
  if (told.requests.has(request)) return;
  told.requests.add(request);
  if (request.families.some((family) => fonts.answers(family, request))) return;
  for (const family of request.families) {
    const name = family.toLowerCase();
    if (told.families.has(name) || fonts.defines(family)) continue;
    told.families.add(name);
    const instead = fonts.match(request).primary.family;
    report.add('MissingFont', family, `${place()}: no such font is installed; ${instead} is used instead`);
  }
}
