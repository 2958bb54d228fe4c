/** The modes of documents, by their doctypes. */

import type { DocumentMode } from './dom.js';

/**
 * Public identifiers of HTML 2 to 4 and of vendors.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode
 */
const QUIRKS_PUBLIC_PREFIXES = [
  '+//silmaril//dtd html pro v0r11 19970101//',
  '-//as//dtd html 3.0 aswedit + extensions//',
  '-//advasoft ltd//dtd html 3.0 aswedit + extensions//',
  '-//ietf//dtd html 2.0 level 1//',
  '-//ietf//dtd html 2.0 level 2//',
  '-//ietf//dtd html 2.0 strict level 1//',
  '-//ietf//dtd html 2.0 strict level 2//',
  '-//ietf//dtd html 2.0 strict//',
  '-//ietf//dtd html 2.0//',
  '-//ietf//dtd html 2.1e//',
  '-//ietf//dtd html 3.0//',
  '-//ietf//dtd html 3.2 final//',
  '-//ietf//dtd html 3.2//',
  '-//ietf//dtd html 3//',
  '-//ietf//dtd html level 0//',
  '-//ietf//dtd html level 1//',
  '-//ietf//dtd html level 2//',
  '-//ietf//dtd html level 3//',
  '-//ietf//dtd html strict level 0//',
  '-//ietf//dtd html strict level 1//',
  '-//ietf//dtd html strict level 2//',
  '-//ietf//dtd html strict level 3//',
  '-//ietf//dtd html strict//',
  '-//ietf//dtd html//',
  '-//metrius//dtd metrius presentational//',
  '-//microsoft//dtd internet explorer 2.0 html strict//',
  '-//microsoft//dtd internet explorer 2.0 html//',
  '-//microsoft//dtd internet explorer 2.0 tables//',
  '-//microsoft//dtd internet explorer 3.0 html strict//',
  '-//microsoft//dtd internet explorer 3.0 html//',
  '-//microsoft//dtd internet explorer 3.0 tables//',
  '-//netscape comm. corp.//dtd html//',
  '-//netscape comm. corp.//dtd strict html//',
  "-//o'reilly and associates//dtd html 2.0//",
  "-//o'reilly and associates//dtd html extended 1.0//",
  "-//o'reilly and associates//dtd html extended relaxed 1.0//",
  '-//sq//dtd html 2.0 hotmetal + extensions//',
  '-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//',
  '-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//',
  '-//spyglass//dtd html 2.0 extended//',
  '-//sun microsystems corp.//dtd hotjava html//',
  '-//sun microsystems corp.//dtd hotjava strict html//',
  '-//w3c//dtd html 3 1995-03-24//',
  '-//w3c//dtd html 3.2 draft//',
  '-//w3c//dtd html 3.2 final//',
  '-//w3c//dtd html 3.2//',
  '-//w3c//dtd html 3.2s draft//',
  '-//w3c//dtd html 4.0 frameset//',
  '-//w3c//dtd html 4.0 transitional//',
  '-//w3c//dtd html experimental 19960712//',
  '-//w3c//dtd html experimental 970421//',
  '-//w3c//dtd w3 html//',
  '-//w3o//dtd w3 html 3.0//',
  '-//webtechs//dtd mozilla html 2.0//',
  '-//webtechs//dtd mozilla html//',
];

const QUIRKS_PUBLIC_IDS = new Set([
  '-//w3o//dtd w3 html strict 3.0//en//',
  '-/w3c/dtd html 4.0 transitional/en',
  'html',
]);

/** Trigger quirks mode without a system identifier, else limited-quirks mode. */
const QUIRKS_WITHOUT_SYSTEM_ID = ['-//w3c//dtd html 4.01 frameset//', '-//w3c//dtd html 4.01 transitional//'];

const LIMITED_QUIRKS_PUBLIC_PREFIXES = ['-//w3c//dtd xhtml 1.0 frameset//', '-//w3c//dtd xhtml 1.0 transitional//'];

const QUIRKS_SYSTEM_ID = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';

const NAME = /^[\t\n\f\r ]*([^\t\n\f\r ]+)[\t\n\f\r ]*/;
const IDENTIFIER = /^[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)')[\t\n\f\r ]*/;

/**
 * The mode that a doctype triggers.
 * @param text    the source between `<!doctype` and `>`
 * @param closed  whether the doctype ends with `>`
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#doctype-state
 */
export function modeOfDoctype(text: string, closed: boolean): DocumentMode {
  const name = NAME.exec(text);
  if (!closed || !name || name[1]?.toLowerCase() !== 'html') return 'quirks';
  let rest = text.slice(name[0].length);
  if (rest === '') return 'no-quirks';
  const keyword = rest.slice(0, 6).toLowerCase();
  rest = rest.slice(6);
  if (keyword === 'system') {
    const system = IDENTIFIER.exec(rest);
    return !system || identifier(system) === QUIRKS_SYSTEM_ID ? 'quirks' : 'no-quirks';
  }
  const found = keyword === 'public' ? IDENTIFIER.exec(rest) : null;
  if (!found) return 'quirks';
  rest = rest.slice(found[0].length);
  const system = IDENTIFIER.exec(rest);
  if (rest !== '' && !system) return 'quirks';
  const publicId = identifier(found);
  const startsWithAny = (prefixes: readonly string[]) => prefixes.some((prefix) => publicId.startsWith(prefix));
  const dependsOnSystem = startsWithAny(QUIRKS_WITHOUT_SYSTEM_ID);
  if (
    QUIRKS_PUBLIC_IDS.has(publicId) ||
    startsWithAny(QUIRKS_PUBLIC_PREFIXES) ||
    (!system && dependsOnSystem) ||
    (system !== null && identifier(system) === QUIRKS_SYSTEM_ID)
  ) {
    return 'quirks';
  }
  return dependsOnSystem || startsWithAny(LIMITED_QUIRKS_PUBLIC_PREFIXES) ? 'limited-quirks' : 'no-quirks';
}

function identifier(match: RegExpExecArray): string {
  return (match[1] ?? match[2] ?? '').toLowerCase();
}
