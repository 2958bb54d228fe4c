/**
 * Whether form controls satisfy their constraints, by their attributes alone: nobody types on paper.
 * Source: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraints
 */

import * as form from './form-states.js';
import type { SubjectTest } from './selector-program.js';
import type { Subject } from './subject.js';

/** Types whose values are text; an unknown type is one of them. */
const NOT_TEXT = new Set(
  'hidden range color checkbox radio file submit image reset button number date month week time datetime-local'.split(
    ' ',
  ),
);
const WITH_RANGE: ReadonlySet<string> = new Set('number range date month week time datetime-local'.split(' '));
/** Types to which `readonly` applies; it bars from validation. */
const NEVER_READONLY = new Set('hidden range color checkbox radio file submit image reset button'.split(' '));
const BARRED_TYPES = new Set(['hidden', 'reset', 'button']);

/** Source: https://html.spec.whatwg.org/multipage/input.html#email-state-(type=email) */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** What a value of the type must look like; anything else is the empty value. */
const VALUES: Readonly<Record<string, RegExp>> = {
  number: /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i,
  date: /^\d{4}-\d{2}-\d{2}$/,
  month: /^\d{4}-\d{2}$/,
  week: /^\d{4}-W\d{2}$/,
  time: /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/,
  'datetime-local': /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/,
};

/** `:valid`; a form or field set is when all of its controls are. */
export const isValid: SubjectTest = (subject, context) => hasState(subject, context, true);
/** `:invalid` */
export const isInvalid: SubjectTest = (subject, context) => hasState(subject, context, false);

export const isInRange = (subject: Subject): boolean => hasRange(subject) && rangeOf(subject) === 'within';
export const isOutOfRange = (subject: Subject): boolean => hasRange(subject) && rangeOf(subject) !== 'within';

function hasState(subject: Subject, context: Parameters<SubjectTest>[1], wanted: boolean): boolean {
  if (form.isElement(subject, 'form') || form.isElement(subject, 'fieldset')) {
    const isBad = (inner: Subject) => isCandidate(inner) && !isSatisfied(inner, context);
    return (form.firstDescendant(subject, isBad) === undefined) === wanted;
  }
  return isCandidate(subject) && isSatisfied(subject, context) === wanted;
}

/** Source: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#candidate-for-constraint-validation */
function isCandidate(subject: Subject): boolean {
  if (form.isDisabled(subject) || form.ancestor(subject, 'datalist')) return false;
  if (form.isElement(subject, 'button')) return form.isSubmit(subject);
  if (form.isElement(subject, 'select')) return true;
  if (form.isElement(subject, 'textarea')) return !form.has(subject, 'readonly');
  if (!form.isElement(subject, 'input')) return false;
  const type = form.inputType(subject);
  if (BARRED_TYPES.has(type)) return false;
  return NEVER_READONLY.has(type) || !form.has(subject, 'readonly');
}

function isSatisfied(subject: Subject, context: Parameters<SubjectTest>[1]): boolean {
  if (form.isElement(subject, 'button')) return true;
  if (isMissing(subject)) return false;
  if (!form.isElement(subject, 'input')) return true;
  const type = form.inputType(subject);
  const value = sanitizedValue(subject);
  if (value === '') return true;
  if (!NOT_TEXT.has(type) && form.has(subject, 'pattern')) context.onPattern?.(subject.element);
  if (type === 'email') {
    const addresses = form.has(subject, 'multiple') ? value.split(',') : [value];
    return addresses.every((address) => EMAIL.test(address.trim()));
  }
  if (type === 'url') return URL.canParse(value);
  if (!WITH_RANGE.has(type) || type === 'range') return true;
  return rangeOf(subject) === 'within' && !isBetweenSteps(subject, type, value);
}

/** `required`, but without a value. */
function isMissing(subject: Subject): boolean {
  if (form.isElement(subject, 'input') && form.inputType(subject) === 'radio') {
    const group = form.radioGroup(subject);
    return group.some(form.isRequired) && !group.some(form.isChecked);
  }
  if (!form.isRequired(subject)) return false;
  if (form.isElement(subject, 'select')) {
    const chosen = form.optionsOf(subject).filter(form.isSelected);
    // An empty first option is a label, not a choice.
    return chosen.every((option) => (option.attribute('value') ?? textOf(option)) === '');
  }
  if (form.isElement(subject, 'textarea')) return textOf(subject) === '';
  const type = form.inputType(subject);
  if (type === 'checkbox') return !form.isChecked(subject);
  return type === 'file' || sanitizedValue(subject) === '';
}

function textOf({ element }: Subject): string {
  return element.children.map((child) => (child.kind === 'text' ? child.data : '')).join('');
}

function sanitizedValue(subject: Subject): string {
  const value = subject.attribute('value') ?? '';
  const wanted = VALUES[form.inputType(subject)];
  return wanted && !wanted.test(value) ? '' : value;
}

/** Whether it has limits: a range input always has. */
function hasRange(subject: Subject): boolean {
  if (!form.isElement(subject, 'input') || !isCandidate(subject)) return false;
  const type = form.inputType(subject);
  return type === 'range' || (WITH_RANGE.has(type) && limitsOf(subject).some((limit) => limit !== undefined));
}

/** `min` and `max`; what is no value of the type is no limit. */
function limitsOf(subject: Subject): (string | undefined)[] {
  const wanted = VALUES[form.inputType(subject)];
  return ['min', 'max'].map((name) => {
    const limit = subject.attribute(name);
    return limit !== undefined && wanted?.test(limit) ? limit : undefined;
  });
}

function rangeOf(subject: Subject): 'below' | 'within' | 'above' {
  const type = form.inputType(subject);
  const value = sanitizedValue(subject);
  // The value of a slider is brought into its range.
  if (value === '' || type === 'range') return 'within';
  const [min, max] = limitsOf(subject);
  // Dates and times are written so that their order is that of their text.
  const isLess = (a: string, b: string) => (type === 'number' ? Number(a) < Number(b) : a.replace(' ', 'T') < b);
  if (min !== undefined && isLess(value, min)) return 'below';
  return max !== undefined && isLess(max, value) ? 'above' : 'within';
}

/** Counted from `min`; from the value itself, which is on a step, without. */
function isBetweenSteps(subject: Subject, type: string, value: string): boolean {
  const [min] = limitsOf(subject);
  const step = Number(subject.attribute('step') ?? 1);
  if (type !== 'number' || min === undefined || subject.attribute('step')?.toLowerCase() === 'any') return false;
  const steps = (Number(value) - Number(min)) / (step > 0 ? step : 1);
  return Math.abs(steps - Math.round(steps)) > 1e-9 * Math.max(1, Math.abs(steps));
}
