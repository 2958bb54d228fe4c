/** Attribute selectors. Source: https://drafts.csswg.org/selectors-4/#attribute-selectors */

import type { SelectorComponent } from 'lightningcss';
import type { SubjectTest } from './selector-program.js';

type AttributeSelector = Extract<SelectorComponent, { type: 'attribute' }>;

/** Compiles an attribute selector; names and values compare case-insensitively where HTML says so. */
export function compileAttribute(selector: AttributeSelector): SubjectTest {
  const { name, operation, namespace } = selector;
  const lower = name.toLowerCase();
  // HTML attributes have no namespace; SVG's `xlink:href` is kept under its qualified name.
  const qualified = namespace?.type === 'specific' ? `${namespace.prefix}:${name}` : undefined;
  const read = (subject: Parameters<SubjectTest>[0]) =>
    subject.element.attributes.get(qualified ?? (subject.isHtml ? lower : name));
  if (!operation) return (subject) => read(subject) !== undefined;

  const test = OPERATORS[operation.operator];
  const wanted = operation.value;
  const folded = wanted.toLowerCase();
  switch (operation.caseSensitivity) {
    case 'ascii-case-insensitive':
      return (subject) => {
        const value = read(subject);
        return value !== undefined && test(value.toLowerCase(), folded);
      };
    case 'ascii-case-insensitive-if-in-html-element-in-html-document':
      return (subject) => {
        const value = read(subject);
        return value !== undefined && (subject.isHtml ? test(value.toLowerCase(), folded) : test(value, wanted));
      };
    default:
      return (subject) => {
        const value = read(subject);
        return value !== undefined && test(value, wanted);
      };
  }
}

const OPERATORS: Readonly<
  Record<
    'equal' | 'includes' | 'dash-match' | 'prefix' | 'substring' | 'suffix',
    (value: string, wanted: string) => boolean
  >
> = {
  equal: (value, wanted) => value === wanted,
  includes: (value, wanted) => wanted !== '' && value.split(/[ \t\n\f\r]+/).includes(wanted),
  'dash-match': (value, wanted) => value === wanted || value.startsWith(`${wanted}-`),
  prefix: (value, wanted) => wanted !== '' && value.startsWith(wanted),
  substring: (value, wanted) => wanted !== '' && value.includes(wanted),
  suffix: (value, wanted) => wanted !== '' && value.endsWith(wanted),
};
