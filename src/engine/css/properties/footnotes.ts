/** Footnotes of CSS Generated Content for Paged Media 3. */

import { keyword } from './parse.js';
import { property } from './property.js';

export const footnotes = {
  'footnote-display': property<'block' | 'inline' | 'compact'>({
    spec: 'css-gcpm-3/#propdef-footnote-display',
    initial: 'block',
    inherits: false,
    support: 'full',
    parse: keyword('block', 'inline', 'compact'),
  }),
  'footnote-policy': property<'auto' | 'line' | 'block'>({
    spec: 'css-gcpm-3/#propdef-footnote-policy',
    initial: 'auto',
    inherits: false,
    support: 'full',
    parse: keyword('auto', 'line', 'block'),
  }),
};
