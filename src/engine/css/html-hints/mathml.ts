/**
 * The user agent style sheet of MathML, and presentation attributes as declarations below those of the author.
 * Sources: https://w3c.github.io/mathml-core/#user-agent-stylesheet, with the values of Blink's mathml.css where they
 * differ; https://w3c.github.io/mathml-core/#global-attributes
 */

import type { Subject } from '../selectors/subject.js';
import type { Hint } from './hint.js';

/** Added where the document has a formula. */
export const MATHML_SHEET = `
@namespace url(http://www.w3.org/1998/Math/MathML);
* { font-size: math; display: block math; writing-mode: horizontal-tb !important }
math { direction: ltr; text-indent: 0; letter-spacing: normal; line-height: normal; word-spacing: normal; font-family: math; font-size: inherit; font-style: normal; font-weight: normal; display: inline math; math-shift: normal; math-style: compact; math-depth: 0 }
math[display=block i] { display: block math; math-style: normal }
math[display=inline i] { display: inline math; math-style: compact }
semantics > :not(:first-child), maction > :not(:first-child) { display: none }
merror { border: 1px solid red; background-color: lightyellow }
mphantom { visibility: hidden }
mi { text-transform: math-auto }
mtable { display: inline-table; math-style: compact }
mtr { display: table-row }
mtd { display: table-cell; text-align: -webkit-center; padding: 0.5ex 0.4em }
mfrac { padding-inline: 1px }
mfrac > * { math-depth: auto-add; math-style: compact }
mfrac > :nth-child(2) { math-shift: compact }
mroot > :not(:first-child) { math-depth: add(2); math-style: compact }
mroot, msqrt { math-shift: compact }
:is(msub, msup, msubsup, mmultiscripts, munder, mover, munderover) > :not(:first-child) { math-depth: add(1); math-style: compact }
:is(munder, munderover)[accentunder=true i] > :nth-child(2), mover[accent=true i] > :nth-child(2), munderover[accent=true i] > :nth-child(3) { font-size: inherit }
:is(msub, msubsup) > :nth-child(2), mmultiscripts > :nth-child(even), mmultiscripts > mprescripts ~ :nth-child(odd), :is(mover, munderover)[accent=true i] > :first-child { math-shift: compact }
mmultiscripts > mprescripts ~ :nth-child(even) { math-shift: inherit }
`;

const LENGTH = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:[a-z]+|%)?$/i;

/** An attribute as CSS text; undefined: it is not a length or percentage. */
function length(subject: Subject, name: string): string | undefined {
  const value = subject.attribute(name)?.trim();
  return value !== undefined && LENGTH.test(value) ? value : undefined;
}

export function mathmlHints(subject: Subject, hints: Hint[]): void {
  const { name, attributes } = subject.element;
  for (const [attribute, text] of attributes) {
    const value = text.trim();
    // What would end a declaration is invalid.
    if (value === '' || /[;{}!]/.test(value)) continue;
    BY_ATTRIBUTE[attribute]?.(value, hints);
  }
  if (name === 'mspace' || name === 'mpadded') size(subject, hints);
}

/** `height` and `depth` of `mpadded` determine its ascent and descent, which are layout's. */
function size(subject: Subject, hints: Hint[]): void {
  const width = length(subject, 'width');
  if (width !== undefined && !width.endsWith('%')) hints.push(['width', width]);
  if (subject.element.name !== 'mspace') return;
  const heights = ['height', 'depth'].map((name) => length(subject, name)).filter((value) => value !== undefined);
  if (heights.length > 0) hints.push(['height', `calc(${heights.map(withUnit).join(' + ')})`]);
}

/** Within `calc()`, 0 needs a unit. */
const withUnit = (value: string): string => (/[a-z%]$/i.test(value) ? value : `${value}px`);

/** Keywords of `font-size` are none of `mathsize`. */
const SIZE_KEYWORD = /^(?:medium|smaller|larger|.*(?:small|large))$/i;

const BY_ATTRIBUTE: Readonly<Record<string, (value: string, hints: Hint[]) => void>> = {
  __proto__: null as never,
  dir: (value, hints) => {
    if (/^(?:ltr|rtl)$/i.test(value)) hints.push(['direction', value]);
  },
  displaystyle: (value, hints) => {
    if (/^true$/i.test(value)) hints.push(['math-style', 'normal']);
    else if (/^false$/i.test(value)) hints.push(['math-style', 'compact']);
  },
  mathbackground: (value, hints) => {
    hints.push(['background-color', value]);
  },
  mathcolor: (value, hints) => {
    hints.push(['color', value]);
  },
  mathsize: (value, hints) => {
    if (!SIZE_KEYWORD.test(value)) hints.push(['font-size', value]);
  },
  mathvariant: (value, hints) => {
    if (/^normal$/i.test(value)) hints.push(['text-transform', 'none']);
  },
  scriptlevel: (value, hints) => {
    if (/^[+-]\d+$/.test(value)) hints.push(['math-depth', `add(${value})`]);
    else if (/^\d+$/.test(value)) hints.push(['math-depth', value]);
  },
};
