/**
 * Constraint validation of form controls, by attributes alone.
 * Source: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constraints
 */

import { childText } from '../../html/dom.js';
import * as form from './form-states.js';
import type { SubjectTest } from './selector-program.js';
import type { Subject } from './subject.js';

/** `input` types whose values are not text; unknown types are text. */
const NOT_TEXT = new Set(
  'hidden range color checkbox radio file submit image reset button number date month week time datetime-local'.split(
    ' ',
  ),
);
const WITH_RANGE: ReadonlySet<string> = new Set('number range date month week time datetime-local'.split(' '));
/** `input` types to which `readonly` does not apply; elsewhere, it bars from validation. */
const NEVER_READONLY = new Set('hidden range color checkbox radio file submit image reset button'.split(' '));
/** Relative tolerance when counting steps in double precision. */
const STEP_TOLERANCE = 1e-9;
const BARRED_TYPES = new Set(['hidden', 'reset', 'button']);

/** Source: https://html.spec.whatwg.org/multipage/input.html#email-state-(type=email) */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** Syntax of values by `input` type; sanitization empties other values. */
const VALUES: Readonly<Record<string, RegExp>> = {
  number: /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i,
  date: /^\d{4}-\d{2}-\d{2}$/,
  month: /^\d{4}-\d{2}$/,
  week: /^\d{4}-W\d{2}$/,
  time: /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/,
  'datetime-local': /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/,
};

/** `:valid`; a form or fieldset is valid when all of its controls are. */
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

/**
 * Source: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#candidate-for-constraint-validation
 */
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

/** Whether the control suffers from being missing. */
function isMissing(subject: Subject): boolean {
  if (form.isElement(subject, 'input') && form.inputType(subject) === 'radio') {
    const group = form.radioGroup(subject);
    return group.some(form.isRequired) && !group.some(form.isChecked);
  }
  if (!form.isRequired(subject)) return false;
  if (form.isElement(subject, 'select')) {
    const chosen = form.optionsOf(subject).filter(form.isSelected);
    // An option with an empty value is a placeholder label.
    return chosen.every((option) => (option.attribute('value') ?? childText(option.element)) === '');
  }
  if (form.isElement(subject, 'textarea')) return childText(subject.element) === '';
  const type = form.inputType(subject);
  if (type === 'checkbox') return !form.isChecked(subject);
  return type === 'file' || sanitizedValue(subject) === '';
}

function sanitizedValue(subject: Subject): string {
  const value = subject.attribute('value') ?? '';
  const wanted = VALUES[form.inputType(subject)];
  return wanted && !wanted.test(value) ? '' : value;
}

/** Whether the control has range limitations: a range input always has. */
function hasRange(subject: Subject): boolean {
  if (!form.isElement(subject, 'input') || !isCandidate(subject)) return false;
  const type = form.inputType(subject);
  return type === 'range' || (WITH_RANGE.has(type) && limitsOf(subject).some((limit) => limit !== undefined));
}

/** `min` and `max`; invalid values are no limits. */
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
  // Sanitization clamps the value of a range input.
  if (value === '' || type === 'range') return 'within';
  const [min, max] = limitsOf(subject);
  // The text of dates and times sorts chronologically.
  const isLess = (a: string, b: string) => (type === 'number' ? Number(a) < Number(b) : a.replace(' ', 'T') < b);
  if (min !== undefined && isLess(value, min)) return 'below';
  return max !== undefined && isLess(max, value) ? 'above' : 'within';
}

/** Whether the control suffers from a step mismatch. Without `min`, the value itself is the step base. */
function isBetweenSteps(subject: Subject, type: string, value: string): boolean {
  const [min] = limitsOf(subject);
  const step = Number(subject.attribute('step') ?? 1);
  if (type !== 'number' || min === undefined || subject.attribute('step')?.toLowerCase() === 'any') return false;
  const steps = (Number(value) - Number(min)) / (step > 0 ? step : 1);
  return Math.abs(steps - Math.round(steps)) > STEP_TOLERANCE * Math.max(1, Math.abs(steps));
}
