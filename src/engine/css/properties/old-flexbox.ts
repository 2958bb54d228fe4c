/**
 * The flexbox properties of 2009, which documents for wkhtmltopdf use, translated to current ones.
 * Source: https://www.w3.org/TR/2009/WD-css3-flexbox-20090723/
 */

const PACKS: Readonly<Record<string, string>> = {
  start: 'flex-start',
  end: 'flex-end',
  center: 'center',
  justify: 'space-between',
};

const ALIGNMENTS: Readonly<Record<string, string>> = {
  start: 'flex-start',
  end: 'flex-end',
  center: 'center',
  baseline: 'baseline',
  stretch: 'stretch',
};

const DIRECTIONS: Readonly<Record<string, string>> = {
  horizontal: 'row',
  'inline-axis': 'row',
  vertical: 'column',
  'block-axis': 'column',
};

const TRANSLATIONS: Readonly<Record<string, (value: string) => string | undefined>> = {
  '-webkit-box-orient': (value) => DIRECTIONS[value] && `flex-direction: ${DIRECTIONS[value]}`,
  '-webkit-box-pack': (value) => PACKS[value] && `justify-content: ${PACKS[value]}`,
  '-webkit-box-align': (value) => ALIGNMENTS[value] && `align-items: ${ALIGNMENTS[value]}`,
  '-webkit-box-flex': (value) => `flex-grow: ${value}`,
  '-webkit-box-ordinal-group': (value) => `order: ${Number(value) - 1}`,
};

/** @returns the equivalent current declaration; undefined without one */
export function translateOldFlexbox(name: string, value: string): string | undefined {
  return Object.hasOwn(TRANSLATIONS, name) ? TRANSLATIONS[name]?.(value) : undefined;
}
