/**
 * States of form controls, determined by attributes alone.
 * Source: https://html.spec.whatwg.org/multipage/semantics-other.html#pseudo-classes
 */

import type { Subject } from './subject.js';

const DISABLEABLE = new Set(['button', 'input', 'select', 'textarea', 'optgroup', 'option', 'fieldset']);
const REQUIRABLE = new Set(['input', 'select', 'textarea']);
/** `input` types other than text fields. */
const NOT_TEXT = new Set('hidden range color checkbox radio file submit image reset button'.split(' '));
const NOT_REQUIRABLE = new Set('hidden range color submit image reset button'.split(' '));

export function has(subject: Subject, name: string): boolean {
  return subject.attribute(name) !== undefined;
}

export function isElement(subject: Subject, name: string): boolean {
  return subject.isHtml && subject.element.name === name;
}

export function inputType(subject: Subject): string {
  return (subject.attribute('type') ?? 'text').toLowerCase();
}

export function isOpen(subject: Subject): boolean {
  return (isElement(subject, 'details') || isElement(subject, 'dialog')) && has(subject, 'open');
}

export function isChecked(subject: Subject): boolean {
  if (isElement(subject, 'option')) return isSelected(subject);
  if (!isElement(subject, 'input')) return false;
  const type = inputType(subject);
  return (type === 'checkbox' || type === 'radio') && has(subject, 'checked');
}

/** A drop-down without a selected option selects its first enabled one. */
export function isSelected(option: Subject): boolean {
  const select = ancestor(option, 'select');
  if (has(option, 'selected')) {
    if (!select || has(select, 'multiple')) return true;
    const selected = optionsOf(select).filter((other) => has(other, 'selected'));
    return selected[selected.length - 1] === option;
  }
  if (!select || has(select, 'multiple') || Number(select.attribute('size') ?? '1') > 1) return false;
  const options = optionsOf(select);
  return options.every((other) => !has(other, 'selected')) && options.find((other) => !isDisabled(other)) === option;
}

export function optionsOf(select: Subject): Subject[] {
  return select.children.flatMap((child) =>
    isElement(child, 'option') ? [child] : child.children.filter((inner) => isElement(inner, 'option')),
  );
}

export function ancestor(subject: Subject, name: string): Subject | undefined {
  for (let at = subject.parent; at; at = at.parent) if (isElement(at, name)) return at;
  return undefined;
}

export function isDisabled(subject: Subject): boolean {
  if (!subject.isHtml || !DISABLEABLE.has(subject.element.name)) return false;
  if (has(subject, 'disabled')) return true;
  if (isElement(subject, 'option')) {
    return !!subject.parent && isElement(subject.parent, 'optgroup') && has(subject.parent, 'disabled');
  }
  if (isElement(subject, 'optgroup')) return false;
  // A fieldset disables its descendants except those of its first legend.
  let below = subject;
  for (let at = subject.parent; at; below = at, at = at.parent) {
    if (!isElement(at, 'fieldset') || !has(at, 'disabled')) continue;
    if (!isElement(below, 'legend') || at.children.find((child) => isElement(child, 'legend')) !== below) return true;
  }
  return false;
}

export function isEnabled(subject: Subject): boolean {
  return subject.isHtml && DISABLEABLE.has(subject.element.name) && !isDisabled(subject);
}

export function isRequired(subject: Subject): boolean {
  return isRequirable(subject) && has(subject, 'required');
}

export function isOptional(subject: Subject): boolean {
  return subject.isHtml && REQUIRABLE.has(subject.element.name) && !isRequired(subject);
}

function isRequirable(subject: Subject): boolean {
  if (!subject.isHtml || !REQUIRABLE.has(subject.element.name)) return false;
  return !isElement(subject, 'input') || !NOT_REQUIRABLE.has(inputType(subject));
}

function isTextField(subject: Subject): boolean {
  return isElement(subject, 'textarea') || (isElement(subject, 'input') && !NOT_TEXT.has(inputType(subject)));
}

export function isReadWrite(subject: Subject): boolean {
  if (isTextField(subject)) return !has(subject, 'readonly') && !isDisabled(subject);
  for (let at: Subject | null = subject; at; at = at.parent) {
    const editable = at.attribute('contenteditable')?.toLowerCase();
    if (editable === 'false') return false;
    if (editable !== undefined && editable !== 'inherit') return true;
  }
  return false;
}

export function isPlaceholderShown(subject: Subject): boolean {
  if (!isTextField(subject) || !has(subject, 'placeholder')) return false;
  if (isElement(subject, 'input')) return !subject.attribute('value');
  return subject.element.children.every((node) => node.kind === 'text' && node.data === '');
}

export function isDefault(subject: Subject): boolean {
  if (isElement(subject, 'option')) return has(subject, 'selected');
  if (isElement(subject, 'input') && (inputType(subject) === 'checkbox' || inputType(subject) === 'radio')) {
    return has(subject, 'checked');
  }
  if (!isSubmit(subject)) return false;
  const form = ancestor(subject, 'form');
  return form !== undefined && firstDescendant(form, isSubmit) === subject;
}

export function isSubmit(subject: Subject): boolean {
  if (isElement(subject, 'button')) return (subject.attribute('type') ?? 'submit').toLowerCase() === 'submit';
  return isElement(subject, 'input') && (inputType(subject) === 'submit' || inputType(subject) === 'image');
}

export function isIndeterminate(subject: Subject): boolean {
  if (isElement(subject, 'progress')) return !has(subject, 'value');
  if (!isElement(subject, 'input') || inputType(subject) !== 'radio') return false;
  return !radioGroup(subject).some(isChecked);
}

/**
 * The radio button group, including this button.
 * Source: https://html.spec.whatwg.org/multipage/input.html#radio-button-group
 */
export function radioGroup(subject: Subject): Subject[] {
  const name = subject.attribute('name');
  if (!name) return [subject];
  let top: Subject = subject;
  while (top.parent && !isElement(top, 'form')) top = top.parent;
  return descendants(
    top,
    (other) => isElement(other, 'input') && inputType(other) === 'radio' && other.attribute('name') === name,
  );
}

function descendants(subject: Subject, test: (subject: Subject) => boolean): Subject[] {
  return subject.children.flatMap((child) => [...(test(child) ? [child] : []), ...descendants(child, test)]);
}

export function firstDescendant(subject: Subject, test: (subject: Subject) => boolean): Subject | undefined {
  for (const child of subject.children) {
    const found = test(child) ? child : firstDescendant(child, test);
    if (found) return found;
  }
  return undefined;
}
