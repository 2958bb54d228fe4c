/** Form fields of a document, for a PDF that can be filled in. Lengths are CSS px from the top left of a widget. */

import type { Color, PathCommand } from '../css/values/values.js';
import type { FontFace } from '../text/types.js';

/** A field and the places where it is shown. */
export interface FormField {
  /** Unique in the document; periods separate its levels. Source: ISO 32000-1, 12.7.3.2 */
  readonly name: string;
  /** For people; never empty. */
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly isRequired: boolean;
  /** Its value is no part of what a form sends. */
  readonly isDisabled: boolean;
  readonly control: FieldControl;
  /** At least one; several for the buttons of a radio group, and where a page or column breaks the control. */
  readonly widgets: readonly FieldWidget[];
}

export type FieldControl =
  | {
      readonly type: 'text';
      readonly value: string;
      readonly isMultiline: boolean;
      /** The PDF never has the value. */
      readonly isPassword: boolean;
      /** UTF-16 units. */
      readonly maxLength: number | undefined;
      readonly isSpellChecked: boolean;
    }
  | { readonly type: 'checkbox' }
  | { readonly type: 'radio' }
  | {
      readonly type: 'choice';
      readonly options: readonly FieldOption[];
      readonly isDropDown: boolean;
      readonly isMultiple: boolean;
    }
  | { readonly type: 'button'; readonly caption: string; readonly isReset: boolean }
  | { readonly type: 'signature' };

export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly isSelected: boolean;
}

export interface FieldWidget {
  /** The writer puts a link to this address where the widget belongs, also in the structure tree. */
  readonly address: string;
  readonly label: string;
  /** Border box. */
  readonly width: number;
  readonly height: number;
  readonly font: FieldFont;
  readonly align: 'left' | 'center' | 'right';
  /** Shown by the widget, back to front; the page shows the box below. Empty for check boxes and radio buttons. */
  readonly marks: readonly FieldMark[];
  /** Of check boxes and radio buttons only. */
  readonly toggle: Toggle | undefined;
}

/** The font of text that is typed. */
export interface FieldFont {
  readonly face: FontFace;
  /** Taken where `face` cannot be embedded as a simple font. */
  readonly fallback: FontFace;
  readonly size: number;
  readonly color: Color;
}

export interface Toggle {
  /** The value when it is on. */
  readonly value: string;
  readonly isOn: boolean;
  /** `plain`: the author draws the box (`appearance: none`), so that only the mark is left to draw. */
  readonly look: 'native' | 'disabled' | 'plain';
}

export type FieldMark =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      /** Baseline. */
      readonly y: number;
      readonly size: number;
      readonly color: Color;
      readonly letterSpacing: number;
      readonly wordSpacing: number;
      readonly face: FontFace;
      /** The same as a path, for text that no simple font can encode. */
      readonly outline: () => readonly PathCommand[];
    }
  | { readonly kind: 'path'; readonly commands: readonly PathCommand[]; readonly fill: Color };

/** Addresses of widgets begin with it; no link of a document does, as its scheme is not one that links may have. */
export const FIELD_SCHEME = 'platen-field:';
