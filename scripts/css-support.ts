/** Writes CSS-SUPPORT.md from THE table of properties: `npm run css-support`. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LOGICAL } from '../src/engine/css/names.js';
import { NO_EFFECT, NOT_IMPLEMENTED } from '../src/engine/css/properties/others.js';
import type { Property, Support } from '../src/engine/css/properties/property.js';
import { PROPERTIES } from '../src/engine/css/properties/table.js';
import { SHORTHANDS } from '../src/engine/css/shorthands.js';

const LEVELS: Readonly<Record<Support, string>> = {
  full: 'yes',
  partial: 'in part',
  none: 'no',
  'no-effect': 'no effect in print',
};

const AT_RULES: readonly string[] = [
  '`@media`: `width`, `height`, `orientation`, `aspect-ratio` and their ranges are those of the page area, in whole px, of ' +
    'the `@page` rules that have no page selector and stand in no query for a size; without any 718 × 1047 (A4 with 1cm). ' +
    'So are they in `media` attributes and in `@import`. The other features are answered as Chromium does when it prints.',
  '`@import`, `url()`: relative to the style sheet that they stand in.',
];

/** @returns the text of CSS-SUPPORT.md */
export function describeSupport(): string {
  return [
    '# CSS properties',
    '',
    'Generated from the table of properties in `src/engine/css/properties`; do not edit.',
    '',
    '- **yes**: renders as specified.',
    '- **in part**: some values do not; each of them yields an `UnsupportedValue` diagnostic.',
    '- **no**: yields an `UnsupportedProperty` diagnostic, unless the value is the initial one.',
    '',
    ...moduleSections(),
    ...listSection('At-rules', 'What is to be known of them besides their specifications.', AT_RULES),
    ...listSection(
      'Shorthands',
      'Supported as far as their longhands are.',
      Object.entries(SHORTHANDS).map(([name, { longhands }]) =>
        name === 'all' ? '`all`' : `\`${name}\`: ${longhands.map((longhand) => `\`${longhand}\``).join(', ')}`,
      ),
    ),
    ...listSection(
      'Logical properties',
      'They become physical ones by `direction` and `writing-mode`; named here are those of horizontal text.',
      Object.entries(LOGICAL).map(([name, [ltr, rtl]]) =>
        ltr === rtl ? `\`${name}\`: \`${ltr}\`` : `\`${name}\`: \`${ltr}\`, \`${rtl}\` in right-to-left text`,
      ),
    ),
    ...listSection(
      'Without effect in print',
      'Taken without a diagnostic, since nothing is lost.',
      NO_EFFECT.map((name) => `\`${name}\``),
    ),
    ...listSection(
      'Known, not implemented',
      'Each yields an `UnsupportedProperty` diagnostic, unless its value is the initial one.',
      Object.keys(NOT_IMPLEMENTED).map((name) => `\`${name}\``),
    ),
  ].join('\n');
}

function moduleSections(): string[] {
  const modules = new Map<string, [string, Property<unknown>][]>();
  for (const [name, property] of Object.entries(PROPERTIES) as [string, Property<unknown>][]) {
    const module = property.spec.slice(0, property.spec.indexOf('/'));
    modules.set(module, [...(modules.get(module) ?? []), [name, property]]);
  }
  return [...modules].flatMap(([module, properties]) => [
    `## ${module}`,
    '',
    '| property | supported | notes |',
    '| --- | --- | --- |',
    ...properties.map(([name, property]) => row(name, property)),
    '',
  ]);
}

function row(name: string, { spec, support, note, unhandled }: Property<unknown>): string {
  const notes = [note, unhandled && `not ${unhandled.map((word) => `\`${word}\``).join(', ')}`].filter(Boolean);
  return `| [\`${name}\`](https://drafts.csswg.org/${spec}) | ${LEVELS[support]} | ${notes.join('; ')} |`;
}

function listSection(title: string, sentence: string, items: readonly string[]): string[] {
  return [`## ${title}`, '', sentence, '', ...items.map((item) => `- ${item}`), ''];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../CSS-SUPPORT.md', import.meta.url), describeSupport());
}
