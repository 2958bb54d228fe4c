/** The directionality of an element. Source: https://html.spec.whatwg.org/multipage/dom.html#the-directionality */

import type { ElementNode } from '../../html/dom.js';
import type { Subject } from './subject.js';

export function directionOf(subject: Subject): 'ltr' | 'rtl' {
  for (let at: Subject | null = subject; at; at = at.parent) {
    const dir = at.attribute('dir')?.toLowerCase();
    if (dir === 'ltr' || dir === 'rtl') return dir;
    if (isAutoDirected(at.element)) return autoDirection(at.element) ?? 'ltr';
  }
  return 'ltr';
}

/** Whether the content of an element decides its direction. */
export function isAutoDirected(element: ElementNode): boolean {
  const dir = element.attribute('dir');
  return dir === undefined ? element.name === 'bdi' : dir.toLowerCase() === 'auto';
}

/** Characters of right-to-left scripts, and all strong characters. */
const RTL =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f]/u;
const STRONG = /[\p{L}\u200e\u200f]/u;

/** @returns the direction of the first strong character; undefined without one */
export function autoDirection(element: ElementNode): 'ltr' | 'rtl' | undefined {
  if (element.name === 'input' || element.name === 'textarea') {
    const value = element.attribute('value');
    return value === undefined ? undefined : directionOfText(value);
  }
  for (const node of element.children) {
    if (node.kind === 'text') {
      const direction = directionOfText(node.data);
      if (direction) return direction;
    } else if (!SKIPPED.has(node.name) && node.attribute('dir') === undefined) {
      const direction = autoDirection(node);
      if (direction) return direction;
    }
  }
  return undefined;
}

const SKIPPED: ReadonlySet<string> = new Set(['bdi', 'script', 'style', 'textarea']);

function directionOfText(text: string): 'ltr' | 'rtl' | undefined {
  const strong = STRONG.exec(text)?.[0];
  if (strong === undefined) return undefined;
  return RTL.test(strong) ? 'rtl' : 'ltr';
}
