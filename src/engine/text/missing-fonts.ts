/** Notices for font families that are not available. */

import type { Report } from '../diagnostics.js';
import type { FontLibrary } from './fonts.js';
import type { FontRequest } from './types.js';

/** A math font, for formulas whose operators stretch. */
const MATH_PACKAGE = '@expo-google-fonts/stix-two-math';

/** Families and requests that a report covers already. */
interface Reported {
  readonly families: Set<string>;
  readonly requests: WeakSet<FontRequest>;
}

const reportedIn = new WeakMap<Report, Reported>();

/**
 * Gives a notice of the families of a list when none of them is available, each once per report: text has the default
 * font then, as in every browser without them. A missing family before an available one needs none, and unusable fonts of
 * the document have a diagnostic already.
 * @param place     description of the text's element
 * @param isHidden  whether nothing of the text can be seen, so that no notice is due
 */
export function reportMissingFonts(
  request: FontRequest,
  fonts: FontLibrary,
  report: Report,
  place: () => string,
  isHidden: () => boolean = () => false,
): void {
  let reported = reportedIn.get(report);
  if (!reported) {
    reported = { families: new Set(), requests: new WeakSet() };
    reportedIn.set(report, reported);
  }
  if (reported.requests.has(request)) return;
  const isKnown = request.families.some((family) => fonts.resolves(family, request));
  if (!isKnown && isHidden()) return;
  reported.requests.add(request);
  if (isKnown) return;
  for (const family of request.families) {
    const name = family.toLowerCase();
    if (reported.families.has(name) || fonts.defines(family)) continue;
    reported.families.add(name);
    const instead = fonts.match(request).primary.family;
    const hint = name === 'math' ? `; ${MATH_PACKAGE} is a package with one` : '';
    report.notice('MissingFont', family, `${place()}: no such font is installed; ${instead} is used instead${hint}`);
  }
}
