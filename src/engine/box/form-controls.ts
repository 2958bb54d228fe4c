/**
 * Form controls as Chromium prints them, built from ordinary boxes and small drawings.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#form-controls; sizes and colours measured in Chromium.
 */

import { lineHeightOf } from '../css/compute/line-height.js';
import type { ControlPart, StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Color } from '../css/values/values.js';
import { descendantText, type ElementNode } from '../html/dom.js';
import { parseFloatingPoint, parseNonNegativeInteger } from '../html/numbers.js';
import { fontRequest } from '../text/font-request.js';
import type { FontLibrary } from '../text/fonts.js';
import type { FontMetrics } from '../text/types.js';
import { controlColors } from './accent.js';
import { ARROW, CALENDAR, CLOCK, checkbox, PICKER_SIZE, RESIZE_HANDLE, radioButton } from './control-drawings.js';
import {
  BORDER_COLOR,
  type Control,
  centeredRow,
  drawing,
  FULL,
  nativeBorder,
  part,
  principal,
  type StyleChange,
  styledPart,
  textPart,
  uniformBorder,
} from './control-parts.js';
import { type DateField, dateField } from './date-fields.js';
import { gauge } from './gauges.js';
import type { RawBox, RawNode } from './raw.js';
import { slider } from './slider.js';

interface ControlContext {
  readonly styled: StyledDocument;
  readonly fonts: FontLibrary;
}

const CONTROLS = new Set(['input', 'button', 'select', 'textarea', 'progress', 'meter']);

export const isFormControl = ({ namespace, name }: ElementNode): boolean => namespace === 'html' && CONTROLS.has(name);

/**
 * The box of a form control.
 * @param children  generates the boxes of the element's content, for controls that show it
 * @returns         undefined for controls that render as plain boxes (`appearance: none`)
 */
export function formControl(
  { element, style, decorations }: Pick<Control, 'element' | 'style' | 'decorations'>,
  children: () => RawNode[],
  { styled, fonts }: ControlContext,
): RawBox | undefined {
  const isItem = element.parent !== null && /flex|grid/.test(styled.style(element.parent).display);
  const control: Control = { element, style, styled, decorations, isItem };
  const metrics = () => fonts.metrics(fonts.match(fontRequest(style)).primary, style['font-size']);
  switch (element.name) {
    case 'input':
      return input(control, metrics);
    case 'button':
      return button(control, children());
    case 'select':
      return isListBox(element) ? listBox(control, metrics(), children()) : dropDown(control, metrics());
    case 'textarea':
      return textArea(control, metrics());
    default:
      return gauge(control);
  }
}

const inputType = (element: ElementNode) => (element.attribute('type') ?? 'text').toLowerCase();
const isNative = ({ style }: Control) => style.appearance === 'auto';

function input(control: Control, metrics: () => FontMetrics): RawBox | undefined {
  const { element, style, styled } = control;
  const type = inputType(element);
  switch (type) {
    case 'checkbox':
    case 'radio': {
      if (style.appearance === 'none') return undefined;
      const state = {
        isChecked: element.attribute('checked') !== undefined,
        isDisabled: styled.isDisabled(element),
        side: sideOf(style),
        colors: controlColors(style),
      };
      const source = type === 'checkbox' ? checkbox(state) : radioButton(state);
      const size: StyleChange = {
        ...(style.width === 'auto' && { width: CHECKBOX_SIZE * style.zoom }),
        ...(style.height === 'auto' && { height: CHECKBOX_SIZE * style.zoom }),
      };
      const picture: RawNode = { ...drawing(control, source, { 'object-fit': 'contain' }), naturalRatio: 1 };
      const changes = { ...centeredRow(style, control.isItem), ...WITHOUT_BORDER_AND_PADDING, ...size };
      return { ...principal(control, changes, [picture]), baseline: 'none' };
    }
    case 'submit':
    case 'reset':
    case 'button': {
      // The line of a native one is that of its font. Source: Blink's LayoutTheme::AdjustStyle
      const labelled = isNative(control) ? withNormalLine(control) : control;
      const label = element.attribute('value') ?? BUTTON_LABELS[type];
      return button(labelled, [textPart(labelled, labelled.style, label || ZERO_WIDTH_SPACE)]);
    }
    case 'range':
      return slider(control, styled.isDisabled(element));
    case 'color':
      return colorWell(control);
    case 'file':
      return filePicker(withNormalLine(control), metrics());
    default:
      return textField(control, type, metrics());
  }
}

/** Side of check boxes and radio buttons in the user agent style sheet; px. */
const CHECKBOX_SIZE = 13;

/** Side of the square that a check box or radio button is drawn in; px without zoom. */
function sideOf({ width, height, zoom }: ComputedStyle): number {
  const sides = [width, height].filter((size) => typeof size === 'number' && size > 1);
  return sides.length > 0 ? Math.min(...(sides as number[])) / zoom : CHECKBOX_SIZE;
}

/** Properties that do not apply to check boxes and radio buttons with native appearance. */
const WITHOUT_BORDER_AND_PADDING: StyleChange = {
  ...uniformBorder(0, BORDER_COLOR),
  'padding-top': 0,
  'padding-right': 0,
  'padding-bottom': 0,
  'padding-left': 0,
  'background-color': { r: 0, g: 0, b: 0, a: 0 },
  'background-image': ['none'],
};
const withNormalLine = (control: Control): Control => ({
  ...control,
  style: { ...control.style, 'line-height': 'normal' },
});

const BUTTON_LABELS = { submit: 'Submit', reset: 'Reset', button: '' } as const;

// ---- text ---------------------------------------------------------------------------------------------------------

/**
 * The border of text fields, which prints thinner than 1 px: measured.
 * Source: NativeThemeBase::PaintTextField (ui/native_theme/native_theme_base.cc)
 */
const FIELD_LINE: Color = { ...BORDER_COLOR, a: 0.75 };

function fieldStyle(control: Control): StyleChange {
  if (!isNative(control)) return {};
  const color = control.style['border-top-color'];
  return nativeBorder(control.style, color.a === 1 ? FIELD_LINE : color);
}

function textField(control: Control, type: string, metrics: FontMetrics): RawBox {
  const { element, style } = control;
  const date = dateField(type);
  const value = element.attribute('value') ?? '';
  const changes = { ...centeredRow(style, control.isItem), ...fieldStyle(control) };
  if (date) return principal(control, changes, [dateEdit(control, date, metrics)]);
  const [text, textStyle] = displayedText(control, type === 'password' ? '•'.repeat([...value].length) : value);
  const buttons = fieldButton(control, type);
  // The size of a number's range does not include the button.
  const isBeside = type === 'number' && digitsOfRange(element) !== undefined;
  const taken = isBeside
    ? 0
    : buttons.reduce((sum, { style: { width } }) => sum + (typeof width === 'number' ? width : 0), 0);
  const width = Math.max(0, fieldWidth(control, type, metrics) - taken);
  const lineHeight = lowLine(textStyle);
  const line = part(control, { ...ONE_LINE, ...lineHeight, width, 'flex-grow': 1, 'min-width': 0 }, [
    textPart(control, { ...textStyle, ...PRE, ...lineHeight }, text || ZERO_WIDTH_SPACE),
  ]);
  return principal(control, changes, [line, ...buttons]);
}

/** The space of the spin button of a number field, and the cancel button of a search field, which do not print. */
function fieldButton(control: Control, type: string): RawBox[] {
  if (type === 'number') return spaceOf(control, '::-webkit-inner-spin-button', SPIN_BUTTON);
  if (type !== 'search') return [];
  // Source: LayoutThemeDefault::AdjustSearchFieldCancelButtonStyle
  return spaceOf(control, '::-webkit-search-cancel-button', Math.round(Math.min(21, control.style['font-size'])));
}

/** @param native  its width, unless the author has styled the button */
function spaceOf(control: Control, name: ControlPart, native: number): RawBox[] {
  const { element, styled } = control;
  const isNativeSize = styled.pseudo(element, name)?.appearance !== 'none';
  const button = styledPart(control, name, {
    ...(isNativeSize && { width: native }),
    height: 0,
    'flex-shrink': 0,
    visibility: 'hidden',
  });
  return button ? [button] : [];
}

/**
 * A line of a text field is higher than its font.
 * Source: Blink's LayoutTextControl::CreateInnerEditorStyle
 */
const lowLine = (style: ComputedStyle): StyleChange =>
  style['font-size'] >= lineHeightOf(style, Number.POSITIVE_INFINITY) ? { 'line-height': 'normal' } : {};

/** The text and the picker icon of a date or time field. */
function dateEdit(control: Control, field: DateField, { zeroAdvance, lineSpacing }: FontMetrics): RawBox {
  const { element, style } = control;
  const isTime = inputType(element) === 'time';
  const width = field.length * zeroAdvance + field.extra;
  const natural = isTime ? TIME_HEIGHT * style['font-size'] : lineSpacing + DATE_PADDING;
  const side = PICKER_SIZE * style['font-size'];
  const height = Math.max(natural, lineHeightOf(style, 0) + EDIT_PADDING);
  const icon = drawing(control, isTime ? CLOCK : CALENDAR, {
    width: side,
    height: side,
    'flex-shrink': 0,
    'margin-right': 4,
  });
  const text = part(control, { ...ONE_LINE, 'padding-left': 2, 'flex-grow': 1, 'min-width': 0 }, [
    textPart(control, { ...style, ...PRE }, field.show(element.attribute('value') ?? '') ?? field.empty),
  ]);
  return part(control, { ...ROW, width, height, 'flex-grow': 1, 'min-width': 0 }, [text, icon]);
}

/** Height of the content of a time field, em, and what that of a date field has in addition to its line; px, measured. */
const TIME_HEIGHT = 1.5;
const DATE_PADDING = 2.328;
/** Vertical padding of `::-webkit-datetime-edit` in Blink's html.css, which Chromium prints. */
const EDIT_PADDING = 2;

/** Zero width space: creates a line box in a field without text. */
const ZERO_WIDTH_SPACE = '\u200b';
const PRE: StyleChange = { 'white-space-collapse': 'preserve', 'text-wrap-mode': 'nowrap' };
const ONE_LINE: StyleChange = { ...PRE, 'overflow-x': 'clip', 'overflow-y': 'visible' };

function textArea(control: Control, metrics: FontMetrics): RawBox {
  const { element, style } = control;
  const rows = positiveInteger(element.attribute('rows')) ?? 2;
  const columns = positiveInteger(element.attribute('cols')) ?? 20;
  const value = descendantText(element).replace(/\r\n?/g, '\n').replace(/^\n/, '');
  const [text, textStyle] = displayedText(control, value);
  const wrapping: StyleChange =
    element.attribute('wrap')?.toLowerCase() === 'off' ? { 'text-wrap-mode': 'nowrap' } : {};
  const height: StyleChange =
    style.height === 'auto' ? { height: rows * lineHeightOf(style, metrics.lineSpacing), 'overflow-y': 'hidden' } : {};
  const width = columnsWidth(control, metrics, columns, false) + SCROLLBAR;
  // The text does not contribute to the intrinsic size of the area.
  const inner = part(control, { width: 0, 'min-width': FULL, ...wrapping, ...height }, [
    ...(text ? [textPart(control, { ...textStyle, ...wrapping }, text)] : []),
  ]);
  const isInline = style.display.startsWith('inline');
  const changes: StyleChange = {
    ...fieldStyle(control),
    display: isInline ? 'inline-block' : 'flow-root',
    ...(!isInline && fitsContent(control) && { width: 'fit-content' }),
  };
  const children = [part(control, { width, height: 0 }), inner];
  if (style.resize === 'none') return principal(control, changes, children);
  const position = style.position === 'static' ? 'relative' : style.position;
  const grip = part(
    control,
    { position: 'absolute', right: 1, bottom: 1, width: RESIZE_HANDLE.size, height: RESIZE_HANDLE.size },
    [drawing(control, RESIZE_HANDLE.source)],
  );
  return principal(control, { ...changes, position }, [...children, grip]);
}

/** Width that a text area reserves for its scroll bar; px. */
const SCROLLBAR = 15;

/** The value, or the placeholder text in the style of `::placeholder`. */
function displayedText({ element, style, styled }: Control, value: string): [string, ComputedStyle] {
  if (value) return [value, style];
  return [element.attribute('placeholder') ?? '', styled.pseudo(element, '::placeholder') ?? style];
}

/** Types of fields whose width is not by `size`. Source: https://html.spec.whatwg.org/multipage/input.html#do-not-apply */
const WITHOUT_SIZE: ReadonlySet<string> = new Set(['number', 'date', 'time', 'month', 'week', 'datetime-local']);
const DEFAULT_SIZE = 20;
/** Width of the spin button of a number field, which does not print; px. */
const SPIN_BUTTON = 15;

function fieldWidth(control: Control, type: string, metrics: FontMetrics): number {
  const { element } = control;
  const digits = type === 'number' ? digitsOfRange(element) : undefined;
  if (digits !== undefined) return columnsWidth(control, metrics, digits || DEFAULT_SIZE, true);
  const size = WITHOUT_SIZE.has(type) ? undefined : positiveInteger(element.attribute('size'));
  return columnsWidth(control, metrics, size ?? DEFAULT_SIZE, true);
}

/**
 * Characters of the longest number of a field with a range; undefined without one.
 * Source: Blink's NumberInputType::SizeShouldIncludeDecoration
 */
function digitsOfRange(element: ElementNode): number | undefined {
  const step = element.attribute('step');
  if (step?.trim().toLowerCase() === 'any') return undefined;
  const [min, max] = [parseFloatingPoint(element.attribute('min')), parseFloatingPoint(element.attribute('max'))];
  if (min === undefined || max === undefined) return undefined;
  const parts = [min, max, parseFloatingPoint(step) ?? 1].map((value) => {
    const [before = '', after = ''] = plainDecimal(value).split('.');
    return [before.length, after.length] as const;
  });
  const [before, after] = [0, 1].map((at) => Math.max(...parts.map((part) => part[at]!)));
  return before! + after! + (after! > 0 ? 1 : 0);
}

/** Without an exponent. */
const plainDecimal = (value: number): string =>
  /e/.test(`${value}`) ? value.toFixed(20).replace(/\.?0+$/, '') : `${value}`;

/** Fonts whose average advance is unreliable. Source: HasValidAvgCharWidth in Blink's layout_text_control.cc */
const INVALID_AVERAGE =
  /^(?:american typewriter|cochin|courier|geneva|gill sans|helvetica|hoefler text|monaco|symbol|times)$/i;

/**
 * Width of a text field for a number of characters.
 * @param addsWidest  whether to add space for one wide character, as single-line fields do
 * Source: Blink's TextFieldIntrinsicInlineSize and TextAreaIntrinsicInlineSize (core/layout/block_node.cc)
 */
function columnsWidth({ style }: Control, metrics: FontMetrics, columns: number, addsWidest: boolean): number {
  if (INVALID_AVERAGE.test(style['font-family'][0] ?? '')) return Math.ceil(Math.round(metrics.zeroAdvance) * columns);
  const average = Math.max(metrics.averageAdvance, Math.round(metrics.averageAdvance));
  const widest = addsWidest ? Math.max(0, Math.round(metrics.boundsWidth) - average) : 0;
  return Math.ceil(average * columns + widest);
}

// ---- buttons ------------------------------------------------------------------------------------------------------

function buttonStyle(control: Control): StyleChange {
  if (!isNative(control)) return {};
  const color = control.style['border-top-color'];
  return nativeBorder(control.style, color.a === 1 ? BORDER_COLOR : color);
}

/**
 * Centres its content, unless the author made the button a flex or grid container.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#button-layout
 */
function button(control: Control, children: RawNode[]): RawBox {
  const { style } = control;
  const changes = buttonStyle(control);
  if (/flex|grid/.test(style.display)) {
    const isInline = style.display.startsWith('inline');
    const width: StyleChange = !isInline && fitsContent(control) ? { width: 'fit-content' } : {};
    return principal(control, { ...changes, ...width }, children);
  }
  const content = part(control, { 'flex-grow': 1, 'min-width': 0, ...contentLayout(style) }, children);
  const box = principal(control, { ...centeredRow(style, control.isItem), ...changes }, [content]);
  return { ...box, baseline: 'last' };
}

/** The properties of a button that lay out its content. */
function contentLayout(style: ComputedStyle): StyleChange {
  const { 'text-box-trim': trim, 'column-count': count, 'column-width': width } = style;
  if (count === 'auto' && width === 'auto') return { 'text-box-trim': trim };
  return {
    'text-box-trim': trim,
    'column-count': count,
    'column-width': width,
    'column-gap': style['column-gap'],
    'column-fill': style['column-fill'],
    'column-rule-width': style['column-rule-width'],
    'column-rule-style': style['column-rule-style'],
    'column-rule-color': style['column-rule-color'],
  };
}

function filePicker(control: Control, metrics: FontMetrics): RawBox {
  const { element, style, styled } = control;
  const face = styled.pseudo(element, '::file-selector-button') ?? style;
  const line = face['border-top-color'];
  const native = face.appearance === 'auto' ? nativeBorder(face, line.a === 1 ? BORDER_COLOR : line) : {};
  const text = textPart(
    control,
    styled.anonymous(face, 'inline'),
    element.attribute('multiple') === undefined ? 'Choose File' : 'Choose Files',
  );
  const button = styledPart(control, '::file-selector-button', { ...FILE_BUTTON, ...native }, [text]);
  const name = part(control, { ...ONE_LINE, 'flex-grow': 1, 'min-width': 0 }, [
    textPart(control, { ...style, ...PRE }, 'No file chosen'),
  ]);
  const width = Math.ceil(FILE_COLUMNS * metrics.zeroAdvance);
  const row = { ...ROW, width, 'flex-grow': 1, 'min-width': 0 } as const;
  return principal(control, centeredRow(style, control.isItem), [part(control, row, button ? [button, name] : [name])]);
}

const FILE_BUTTON = {
  display: 'flex',
  'align-items': { value: 'center' },
  'justify-content': { value: 'center' },
  'flex-shrink': 0,
} as const;
/** Width of a file picker in zeros. Source: kDefaultWidthNumChars of Blink's LayoutFileUploadControl */
const FILE_COLUMNS = 34;
const ROW = { display: 'flex', 'align-items': { value: 'center' } } as const;

function colorWell(control: Control): RawBox {
  const { element, style } = control;
  const match = /^\s*#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\s*$/i.exec(element.attribute('value') ?? '');
  const [r = 0, g = 0, b = 0] = match ? match.slice(1).map((hex) => Number.parseInt(hex, 16)) : [];
  const swatch = part(control, {
    ...uniformBorder(1, { r: 119, g: 119, b: 119, a: 1 }),
    'flex-grow': 1,
    'margin-top': 4,
    'margin-right': 2,
    'margin-bottom': 4,
    'margin-left': 2,
    'background-color': { r, g, b, a: 1 },
  });
  const changes = {
    ...centeredRow(style, control.isItem),
    'align-items': { value: 'stretch' },
    ...buttonStyle(control),
  } as const;
  return principal(control, changes, [swatch]);
}

// ---- lists --------------------------------------------------------------------------------------------------------

function isListBox(select: ElementNode): boolean {
  return select.attribute('multiple') !== undefined || (positiveInteger(select.attribute('size')) ?? 1) > 1;
}

/** A drop-down list, as wide as its longest option. */
function dropDown(control: Control, { ascent, descent }: FontMetrics): RawBox {
  const { element, style } = control;
  const options = descendants(element, 'option');
  const chosen =
    options.findLast(isSelected) ?? options.find((option) => option.attribute('disabled') === undefined) ?? options[0];
  const hasArrow = style.appearance !== 'none';
  // Blink: LayoutTheme::AdjustMenuListStyle
  const line: StyleChange = hasArrow ? { 'line-height': ascent + descent } : {};
  const own = { ...style, ...PRE, ...line };
  const labels = options.map(optionText);
  const invisible: StyleChange = {
    ...PRE,
    height: 0,
    'overflow-x': 'clip',
    'overflow-y': 'clip',
    visibility: 'hidden',
  };
  const longest = textPart(control, { ...own, visibility: 'hidden' }, labels.join('\n'));
  const widest: RawBox = { ...part(control, invisible, [longest]), baseline: 'none' };
  const text = part(control, { ...ONE_LINE, ...line }, [
    textPart(control, own, (chosen && optionText(chosen)) || ZERO_WIDTH_SPACE),
  ]);
  const side = style.direction === 'rtl' ? 'left' : 'right';
  const inset = hasArrow ? nativeInset(side) : {};
  const row = { 'flex-grow': 1, 'min-width': 0, ...inset } as const;
  const content: RawBox = {
    ...part(control, row, labels.length > 1 ? [text, widest] : [text]),
    roundsUpWidth: true,
  };
  const changes = { ...centeredRow(style, control.isItem), ...fieldStyle(control) };
  if (!hasArrow) return principal(control, changes, [content]);
  const { r, g, b } = style.color;
  const arrow = drawing(control, ARROW.source(`rgb(${r},${g},${b})`), {
    width: ARROW.width,
    height: ARROW.height,
    position: 'absolute',
    [side]: ARROW_END,
    top: { percent: 50, px: -ARROW.height / 2 },
  });
  const position = style.position === 'static' ? 'relative' : style.position;
  return principal(control, { ...changes, position }, [content, arrow]);
}

/**
 * Padding around the text of a native drop-down list, which includes the arrow; px, measured.
 * Source: Blink's LayoutThemeDefault::PopupInternalPaddingStart and the like (core/layout/layout_theme_default.cc)
 */
const nativeInset = (arrowSide: 'left' | 'right'): StyleChange => ({
  'padding-top': 1,
  'padding-bottom': 1,
  'padding-left': arrowSide === 'left' ? 16 : 4,
  'padding-right': arrowSide === 'right' ? 16 : 4,
});
const ARROW_END = 4;

/** A list box. Options are the boxes of their elements; those beyond the visible rows are clipped. */
function listBox(control: Control, metrics: FontMetrics, children: RawNode[]): RawBox {
  const { element, style } = control;
  const rows = positiveInteger(element.attribute('size')) ?? 4;
  const isInline = style.display.startsWith('inline');
  const row = Math.max(lineHeightOf(style, metrics.lineSpacing), 1.2 * style['font-size']) + 1;
  const list = part(
    control,
    style.height === 'auto' ? { height: rows * Math.round(row), 'overflow-y': 'hidden' } : {},
    children.filter(({ kind }) => kind !== 'text'), // it shows options and their groups
  );
  const changes: StyleChange = {
    display: isInline ? 'inline-block' : 'flow-root',
    ...(!isInline && fitsContent(control) && { width: 'fit-content' }),
  };
  return principal(control, changes, [list]);
}

const fitsContent = ({ style, isItem }: Control) => style.width === 'auto' && !isItem;
const isSelected = (option: ElementNode) => option.attribute('selected') !== undefined;

export function optionText(option: ElementNode): string {
  return option.attribute('label') || descendantText(option).trim().replace(/\s+/g, ' ');
}

function positiveInteger(text: string | undefined): number | undefined {
  return parseNonNegativeInteger(text) || undefined;
}

function descendants(element: ElementNode, name: string): ElementNode[] {
  return element.children.flatMap((child) =>
    child.kind === 'text' ? [] : child.name === name ? [child] : descendants(child, name),
  );
}
