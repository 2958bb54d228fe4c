/**
 * The table of CSS properties, from which parsing, cascade, diagnostics, ComputedStyle and CSS-SUPPORT.md follow. One
 * file per CSS module.
 */

import { background } from './background.js';
import { border } from './border.js';
import { box } from './box.js';
import { color } from './color.js';
import { containers } from './containers.js';
import { contentProperties } from './content.js';
import { display } from './display.js';
import { effects } from './effects.js';
import { flexbox } from './flexbox.js';
import { fonts } from './fonts.js';
import { footnotes } from './footnotes.js';
import { fragmentation } from './fragmentation.js';
import { grid } from './grid.js';
import { images } from './images.js';
import { inline } from './inline.js';
import { lists } from './lists.js';
import { masking } from './masking.js';
import { math } from './math.js';
import { multicol } from './multicol.js';
import { overflow } from './overflow.js';
import { position } from './position.js';
import type { Property } from './property.js';
import { shapes } from './shapes.js';
import { sizing } from './sizing.js';
import { tables } from './tables.js';
import { text } from './text.js';
import { textDecoration } from './text-decoration.js';
import { transforms } from './transforms.js';
import { ui } from './ui.js';
import { writingModes } from './writing-modes.js';
import { zoom } from './zoom.js';

export const PROPERTIES = {
  ...display,
  ...position,
  ...box,
  ...sizing,
  ...containers,
  ...background,
  ...border,
  ...color,
  ...math,
  ...fonts,
  ...inline,
  ...text,
  ...textDecoration,
  ...writingModes,
  ...lists,
  ...contentProperties,
  ...tables,
  ...fragmentation,
  ...footnotes,
  ...overflow,
  ...images,
  ...flexbox,
  ...grid,
  ...multicol,
  ...transforms,
  ...effects,
  ...masking,
  ...shapes,
  ...zoom,
  ...ui,
};

export type PropertyName = keyof typeof PROPERTIES;

/** PROPERTIES with a common value type. */
export const PROPERTY_TABLE = PROPERTIES as unknown as Readonly<Record<PropertyName, Property<unknown>>>;

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly PropertyName[];

/** Names of the properties that satisfy the predicate, in the order of the table. */
export const propertiesWhere = (holds: (property: Property<unknown>) => boolean): readonly PropertyName[] =>
  PROPERTY_NAMES.filter((name) => holds(PROPERTY_TABLE[name]));

type ValueOf<P> = P extends Property<infer T> ? T : never;

type ComputedValues = { readonly [Name in PropertyName]: ValueOf<(typeof PROPERTIES)[Name]> };

/** Members of a computed style besides the values of properties, as in Blink's `ComputedStyle`. */
export interface StyleFlags {
  /** `display` is inline-level before blockification: the static position of an out-of-flow box is on the line. */
  readonly isOriginalDisplayInlineType: boolean;
  /**
   * A default margin, which quirks mode ignores at the edges of `body` and table cells. The block axis is that of the
   * style's own writing mode.
   */
  readonly hasMarginBlockStartQuirk: boolean;
  readonly hasMarginBlockEndQuirk: boolean;
  /** A flexible box of 2009, whose items shrink as much as they grow: by `-webkit-box-flex`. */
  readonly isWebkitBox: boolean;
}

/** The computed values of an element. Elements share styles, which must not be modified. */
export type ComputedStyle = ComputedValues & StyleFlags;
