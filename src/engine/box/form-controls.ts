/** The text that form controls show in print. Their boxes come from the user-agent style sheet. */

import type { ComputedStyle } from '../css/properties/table.js';
import type { ElementNode } from '../html/dom.js';
import type { RawNode } from './raw.js';
import type { AppliedDecoration } from './tree.js';

/** @returns undefined: not a control, its children show as they are */
export function formControlChildren(
  element: ElementNode,
  style: ComputedStyle,
  decorations: readonly AppliedDecoration[],
): RawNode[] | undefined {
  if (element.namespace !== 'html') return undefined;
  const text = controlText(element);
  if (text === undefined) return undefined;
  return text === '' ? [] : [{ kind: 'text', style, element, origin: 'anonymous', text, decorations }];
}

const BUTTON_LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', button: '' };
/** Drawn, not written. */
const WITHOUT_TEXT = new Set(['hidden', 'checkbox', 'radio', 'range', 'color', 'image']);

function controlText(element: ElementNode): string | undefined {
  if (element.name === 'input') {
    const type = (element.attribute('type') ?? 'text').toLowerCase();
    if (WITHOUT_TEXT.has(type)) return '';
    const value = element.attribute('value');
    if (type in BUTTON_LABELS) return value ?? BUTTON_LABELS[type];
    if (type === 'file') return 'Choose File No file chosen';
    if (type === 'password') return '•'.repeat([...(value ?? '')].length);
    return value || element.attribute('placeholder') || '';
  }
  if (element.name === 'select') {
    const options = descendants(element, 'option');
    const shown = options.findLast((option) => option.attribute('selected') !== undefined) ?? options[0];
    return shown ? (shown.attribute('label') ?? plainText(shown).trim().replace(/\s+/g, ' ')) : '';
  }
  if (element.name === 'textarea') return plainText(element) || element.attribute('placeholder') || '';
  if (element.name === 'progress' || element.name === 'meter' || element.name === 'datalist') return '';
  return undefined;
}

function descendants(element: ElementNode, name: string): ElementNode[] {
  return element.children.flatMap((child) =>
    child.kind === 'text' ? [] : child.name === name ? [child] : descendants(child, name),
  );
}

function plainText(element: ElementNode): string {
  return element.children.map((child) => (child.kind === 'text' ? child.data : plainText(child))).join('');
}
