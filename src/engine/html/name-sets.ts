/** Sets of element names that several insertion modes test. */

/** @param names  separated by spaces */
export const nameSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements of the head, wherever their start tags are. Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead */
export const HEAD_CONTENT = nameSet('base basefont bgsound link meta noframes script style template title');

/** Names of elements and attributes that most documents have, so that they need no conversion and are one string each. */
export const COMMON_NAMES: ReadonlyMap<string, string> = new Map(
  `a abbr article aside b base blockquote body br button caption cite code col colgroup dd del div dl dt em figcaption
  figure footer form h1 h2 h3 h4 h5 h6 head header hr html i img input ins label legend li link main mark meta nav ol
  optgroup option p picture pre q s script section select small source span strong style sub summary sup svg table tbody
  td template textarea tfoot th thead time title tr u ul var wbr g path rect circle line polygon polyline text tspan defs
  alt charset class colspan content d dir fill height href id lang media name rel role rowspan scope src start stroke
  target transform type value viewbox width x x1 x2 y y1 y2`
    .split(/\s+/)
    .map((name) => [name, name]),
);
