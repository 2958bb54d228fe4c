/**
 * Names, labels and values of form controls.
 * Sources: https://html.spec.whatwg.org/multipage/forms.html; ISO 32000-1, 12.7
 */

import { optionText } from '../box/form-controls.js';
import { descendantText, type ElementNode, findElement } from '../html/dom.js';
import { parseNonNegativeInteger } from '../html/numbers.js';
import type { FieldControl, FieldOption } from './form-field.js';

const TEXT_TYPES = new Set('text search tel url email password number date time datetime-local month week'.split(' '));
export const DATE_TYPES: ReadonlySet<string> = new Set('date time datetime-local month week'.split(' '));
const BUTTON_TYPES: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', button: '' };
/** Types of `input` without a field in PDF; `hidden` has no box either. */
const DRAWN_TYPES = new Set('range color file image'.split(' '));

const isHtml = (element: ElementNode, ...names: readonly string[]): boolean =>
  element.namespace === 'html' && names.includes(element.name);

export const isField = (element: ElementNode): boolean => isHtml(element, 'input', 'select', 'textarea', 'button');

export function controlType(element: ElementNode): string {
  if (element.name !== 'input') return element.name;
  const type = (element.attribute('type') ?? 'text').toLowerCase();
  const isKnown = TEXT_TYPES.has(type) || DRAWN_TYPES.has(type) || Object.hasOwn(BUTTON_TYPES, type);
  return isKnown || type === 'checkbox' || type === 'radio' ? type : 'text';
}

/** undefined: PDF has no such field. */
export function controlOf(element: ElementNode): FieldControl | undefined {
  const type = controlType(element);
  if (DRAWN_TYPES.has(type)) return undefined;
  if (type === 'checkbox' || type === 'radio') return { type };
  if (type === 'select') return choice(element);
  if (type === 'button' || Object.hasOwn(BUTTON_TYPES, type)) return button(element);
  const isMultiline = type === 'textarea';
  const value = isMultiline ? areaValue(element) : (element.attribute('value') ?? '').replace(/[\n\r]/g, '');
  return {
    type: 'text',
    value: DATE_TYPES.has(type) || type === 'email' || type === 'url' ? value.trim() : value,
    isMultiline,
    isPassword: type === 'password',
    maxLength: takesLength(type) ? parseNonNegativeInteger(element.attribute('maxlength')) : undefined,
    isSpellChecked: (type === 'text' || isMultiline) && element.attribute('spellcheck')?.toLowerCase() !== 'false',
  };
}

const takesLength = (type: string): boolean => type !== 'number' && !DATE_TYPES.has(type);

const areaValue = (element: ElementNode): string => descendantText(element).replace(/\r\n?/g, '\n').replace(/^\n/, '');

function choice(element: ElementNode): FieldControl {
  const isMultiple = element.attribute('multiple') !== undefined;
  const rows = parseNonNegativeInteger(element.attribute('size')) || (isMultiple ? 4 : 1);
  const isDropDown = !isMultiple && rows === 1;
  const all = optionsOf(element, false);
  const selected = all.filter(({ node }) => node.attribute('selected') !== undefined);
  // The last selected option counts, or else the first that can be.
  const only = isMultiple
    ? undefined
    : (selected.at(-1) ?? (isDropDown ? all.find((one) => !one.isDisabled) : undefined));
  const isSelected = (one: (typeof all)[number]) => (isMultiple ? selected.includes(one) : one === only);
  const options = all
    .filter((one) => !one.isDisabled || isSelected(one))
    .map((one): FieldOption => {
      const label = optionText(one.node);
      return { value: one.node.attribute('value') ?? label, label, isSelected: isSelected(one) };
    });
  return { type: 'choice', options, isDropDown, isMultiple };
}

function optionsOf(parent: ElementNode, isDisabled: boolean): { node: ElementNode; isDisabled: boolean }[] {
  return parent.children.flatMap((node) => {
    if (node.kind === 'text') return [];
    const disabled = isDisabled || node.attribute('disabled') !== undefined;
    return isHtml(node, 'option') ? [{ node, isDisabled: disabled }] : optionsOf(node, disabled);
  });
}

function button(element: ElementNode): FieldControl {
  const type = (element.attribute('type') ?? (element.name === 'button' ? 'submit' : '')).toLowerCase();
  const caption = element.name === 'button' ? spaced(descendantText(element)) : element.attribute('value');
  return { type: 'button', caption: caption ?? BUTTON_TYPES[type] ?? '', isReset: type === 'reset' };
}

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** The form that a control belongs to; the document's root without one. */
export function formOwner(element: ElementNode): ElementNode {
  const root = rootOf(element);
  const id = element.attribute('form');
  if (id !== undefined) return findElement(root, (one) => isHtml(one, 'form') && one.attribute('id') === id) ?? root;
  for (let at = element.parent; at; at = at.parent) if (isHtml(at, 'form')) return at;
  return root;
}

export function rootOf(element: ElementNode): ElementNode {
  let at = element;
  while (at.parent) at = at.parent;
  return at;
}

/** The texts of the labels of a document, by the controls that they are for. */
export class Labels {
  readonly #byId = new Map<string, string>();
  readonly #texts = new Map<string, ElementNode>();

  constructor(root: ElementNode) {
    const visit = (element: ElementNode): void => {
      const id = element.attribute('id');
      if (id && !this.#texts.has(id)) this.#texts.set(id, element);
      const target = isHtml(element, 'label') ? element.attribute('for') : undefined;
      if (target) this.#byId.set(target, spaced(`${this.#byId.get(target) ?? ''} ${labelText(element)}`));
      for (const child of element.children) if (child.kind === 'element') visit(child);
    };
    visit(root);
  }

  /**
   * The accessible name of a control; empty without one.
   * Source: https://www.w3.org/TR/html-aam-1.0/#accname-computation
   */
  of(element: ElementNode, control: FieldControl): string {
    const references = (element.attribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const referred = references.map((id) => this.#texts.get(id)).map((one) => (one ? labelText(one) : ''));
    const named = [
      spaced(referred.join(' ')),
      spaced(element.attribute('aria-label') ?? ''),
      this.#labelOf(element),
      control.type === 'button' ? control.caption : '',
      spaced(element.attribute('title') ?? ''),
      spaced(element.attribute('placeholder') ?? ''),
    ];
    return named.find(Boolean) ?? '';
  }

  #labelOf(element: ElementNode): string {
    const own = this.#byId.get(element.attribute('id') ?? '');
    if (own) return own;
    for (let at = element.parent; at; at = at.parent) if (isHtml(at, 'label')) return labelText(at);
    return '';
  }
}

/** The name of a group of radio buttons: the legend of their `fieldset`; empty without one. */
export function groupLabel(element: ElementNode): string {
  for (let at = element.parent; at; at = at.parent) {
    if (!isHtml(at, 'fieldset') && at.attribute('role') !== 'radiogroup') continue;
    const label = at.attribute('aria-label');
    const legend = at.children.find((child) => child.kind === 'element' && isHtml(child, 'legend'));
    return spaced(label ?? (legend ? descendantText(legend as ElementNode) : ''));
  }
  return '';
}

/** The text of a label without the controls in it. */
function labelText(element: ElementNode): string {
  const text = (node: ElementNode): string =>
    node.children.map((child) => (child.kind === 'text' ? child.data : isField(child) ? ' ' : text(child))).join('');
  return spaced(text(element));
}

/** Levels of a name; names with more have dashes for periods. */
const MAX_LEVELS = 20;
/** UTF-16 units. */
const MAX_NAME = 1000;

/** Gives fields names that differ, and of which none is a level of another. */
export class FieldNames {
  readonly #names = new Set<string>();
  readonly #levels = new Set<string>();
  /** The number to try next, by name: a document may repeat one name in 10,000 places. */
  readonly #next = new Map<string, number>();

  /** @param wanted  as in the document; empty parts between periods are left out */
  add(wanted: string, fallback: string): string {
    const parts = wanted
      .slice(0, MAX_NAME)
      .split('.')
      .filter((part) => part.trim() !== '');
    const whole = parts.length > 0 ? parts.join(parts.length > MAX_LEVELS ? '-' : '.') : fallback;
    const base = levelsOf(whole).some((level) => this.#names.has(level)) ? whole.replaceAll('.', '-') : whole;
    let name = base;
    let count = this.#next.get(base) ?? 2;
    for (; !this.#isFree(name); count += 1) name = `${base}-${count}`;
    this.#next.set(base, count);
    this.#names.add(name);
    for (const level of levelsOf(name)) this.#levels.add(level);
    return name;
  }

  #isFree(name: string): boolean {
    return !this.#names.has(name) && !this.#levels.has(name);
  }
}

/** `a.b.c` → `a`, `a.b` */
function levelsOf(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}
