/** Sets of element names that several insertion modes test. */

/** @param names  separated by spaces */
export const nameSet = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements of the head, wherever their start tags are. Source: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead */
export const HEAD_CONTENT = nameSet('base basefont bgsound link meta noframes script style template title');
