/**
 * Element-backed pseudo-elements of form controls that are visible in print, but that rules cannot style here. Rules
 * for other `-webkit-` pseudo-elements have no effect in print.
 * Sources: https://drafts.csswg.org/css-pseudo-4/#element-like, Blink's core/html/resources/html.css
 */

import { isElement } from './form-states.js';
import type { Compound } from './selector-program.js';
import type { Subject } from './subject.js';

/** A selector for a part of a control, reported only for documents that contain such a control. */
export interface PartSelector {
  /** Matches the control. */
  readonly compound: Compound;
  /** With colons. */
  readonly name: string;
}

/** Elements by the name of their part, with the type of an `input` after a colon. */
const OWNERS: Readonly<Record<string, string>> = {
  '-webkit-color-swatch': 'input:color',
  '-webkit-color-swatch-wrapper': 'input:color',
  'details-content': 'details',
};

export const PART_NAMES: readonly string[] = Object.keys(OWNERS);

export const isPartName = (name: string): boolean => Object.hasOwn(OWNERS, name);

/** Elements that have parts. */
const WITH_PARTS = new Set(Object.values(OWNERS).map((owner) => owner.replace(/:.*/, '')));

export const mayHaveParts = ({ isHtml, element }: Subject): boolean => isHtml && WITH_PARTS.has(element.name);

/** @param name  of a part, with colons */
export function hasPart(subject: Subject, name: string): boolean {
  const [element, type] = OWNERS[name.slice(2)]!.split(':');
  return isElement(subject, element!) && (!type || subject.attribute('type')?.toLowerCase() === type);
}
