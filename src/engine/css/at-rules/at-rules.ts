/** The at-rules and their support. */

import type { Rule } from 'lightningcss';
import type { Support } from '../properties/property.js';

/** Types of lightningcss's rules that are not at-rules, or have other names than their at-rule. */
type OtherRule =
  | 'ignored'
  | 'unknown'
  | 'custom'
  | 'style'
  | 'nesting'
  | 'nested-declarations'
  | 'layer-block'
  | 'layer-statement';

type AtRuleType = Exclude<Rule['type'], OtherRule>;

/** Support of at-rules; those without effect in print yield no diagnostics. */
export const AT_RULES = {
  'color-profile': 'full',
  container: 'full',
  'counter-style': 'full',
  'font-face': 'full',
  'font-feature-values': 'full',
  import: 'full',
  layer: 'full',
  media: 'full',
  namespace: 'full',
  page: 'full',
  property: 'full',
  scope: 'full',
  supports: 'full',
  keyframes: 'no-effect',
  'starting-style': 'no-effect',
  'view-transition': 'no-effect',
  viewport: 'no-effect',
  'moz-document': 'no-effect',
  'custom-media': 'none',
  'font-palette-values': 'none',
  'position-try': 'none',
} as const satisfies Readonly<Record<AtRuleType | 'layer' | 'color-profile', Support>>;
