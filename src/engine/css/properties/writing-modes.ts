/** CSS Writing Modes 4. */

import { keyword } from './parse.js';
import { type Parse, property } from './property.js';

const WRITING_MODES = ['horizontal-tb', 'vertical-rl', 'vertical-lr', 'sideways-rl', 'sideways-lr'] as const;
/** Values of SVG 1. Source: https://drafts.csswg.org/css-writing-modes-4/#svg-writing-mode */
const SVG_WRITING_MODES = {
  lr: 'horizontal-tb',
  'lr-tb': 'horizontal-tb',
  rl: 'horizontal-tb',
  'rl-tb': 'horizontal-tb',
  tb: 'vertical-rl',
  'tb-rl': 'vertical-rl',
} as const;

const writingMode: Parse<(typeof WRITING_MODES)[number]> = {
  tokens: (cursor) => {
    const svg = cursor.keyword('lr', 'lr-tb', 'rl', 'rl-tb', 'tb', 'tb-rl');
    return svg ? SVG_WRITING_MODES[svg] : cursor.keyword(...WRITING_MODES);
  },
};

export const writingModes = {
  direction: property<'ltr' | 'rtl'>({
    spec: 'css-writing-modes-4/#propdef-direction',
    initial: 'ltr',
    inherits: true,
    support: 'full',
    parse: keyword('ltr', 'rtl'),
    phase: 'flow',
  }),
  'unicode-bidi': property<'normal' | 'embed' | 'isolate' | 'bidi-override' | 'isolate-override' | 'plaintext'>({
    spec: 'css-writing-modes-4/#propdef-unicode-bidi',
    initial: 'normal',
    inherits: false,
    support: 'full',
    parse: keyword('normal', 'embed', 'isolate', 'bidi-override', 'isolate-override', 'plaintext'),
    splitBox: 'content',
  }),
  'writing-mode': property<'horizontal-tb' | 'vertical-rl' | 'vertical-lr' | 'sideways-rl' | 'sideways-lr'>({
    spec: 'css-writing-modes-4/#propdef-writing-mode',
    initial: 'horizontal-tb',
    inherits: true,
    support: 'full',
    parse: writingMode,
    phase: 'flow',
  }),
  'text-orientation': property<'mixed' | 'upright' | 'sideways'>({
    spec: 'css-writing-modes-4/#propdef-text-orientation',
    initial: 'mixed',
    inherits: true,
    support: 'full',
    parse: keyword('mixed', 'upright', 'sideways'),
  }),
  'text-combine-upright': property<'none' | 'all'>({
    spec: 'css-writing-modes-4/#propdef-text-combine-upright',
    initial: 'none',
    inherits: true,
    support: 'full',
    parse: keyword('none', 'all'),
  }),
};
