/** CSS Box Model 4: margins and padding. */

import type { LengthPercentage } from '../values/values.js';
import { lengthPercentage, lengthPercentageOrAuto } from './parse.js';
import { property } from './property.js';

export const box = {
  'margin-top': property<LengthPercentage | 'auto'>({
    spec: 'css-box-4/#propdef-margin-top',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentageOrAuto,
  }),
  'margin-right': property<LengthPercentage | 'auto'>({
    spec: 'css-box-4/#propdef-margin-right',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentageOrAuto,
  }),
  'margin-bottom': property<LengthPercentage | 'auto'>({
    spec: 'css-box-4/#propdef-margin-bottom',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentageOrAuto,
  }),
  'margin-left': property<LengthPercentage | 'auto'>({
    spec: 'css-box-4/#propdef-margin-left',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentageOrAuto,
  }),
  'padding-top': property<LengthPercentage>({
    spec: 'css-box-4/#propdef-padding-top',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentage('non-negative'),
  }),
  'padding-right': property<LengthPercentage>({
    spec: 'css-box-4/#propdef-padding-right',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentage('non-negative'),
  }),
  'padding-bottom': property<LengthPercentage>({
    spec: 'css-box-4/#propdef-padding-bottom',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentage('non-negative'),
  }),
  'padding-left': property<LengthPercentage>({
    spec: 'css-box-4/#propdef-padding-left',
    initial: 0,
    inherits: false,
    support: 'full',
    parse: lengthPercentage('non-negative'),
  }),
};
