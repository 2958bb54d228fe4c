/**
 * Conditional processing: elements that are drawn for some user agents only.
 * Source: https://svgwg.org/svg2-draft/struct.html#ConditionalProcessing
 */

import type { ElementNode } from '../html/dom.js';

/** Their conditions hold by the time an element is written. `requiredFeatures` is obsolete and always holds. */
export const CONDITIONS: ReadonlySet<string> = new Set(['requiredFeatures', 'requiredExtensions', 'systemLanguage']);

/** Languages whose content is inside `foreignObject`. Source: Blink's SVGTests::IsValid */
const EXTENSIONS = new Set(['http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML']);

/** The language of the user, as that of Chromium without settings. */
const LANGUAGE = 'en';

/** Source: Blink's SVGTests::IsValid */
export function meetsConditions(element: ElementNode): boolean {
  const languages = element.attribute('systemLanguage');
  if (languages !== undefined && !languages.split(',').some(isOfUser)) return false;
  const extensions = element.attribute('requiredExtensions');
  if (extensions === undefined) return true;
  const names = extensions.trim().split(/\s+/);
  return names.every((name) => EXTENSIONS.has(name));
}

const isOfUser = (tag: string): boolean => tag.trim().toLowerCase().split('-')[0] === LANGUAGE;

/**
 * The child that a `switch` shows: the first whose conditions hold and that can be drawn, or else one that cannot.
 * @param isDrawn  whether the renderer knows the element
 */
export function switchedChild(element: ElementNode, isDrawn: (child: ElementNode) => boolean): ElementNode | undefined {
  const children = element.children.filter(
    (child): child is ElementNode => child.kind === 'element' && meetsConditions(child),
  );
  return children.find(isDrawn) ?? children[0];
}
