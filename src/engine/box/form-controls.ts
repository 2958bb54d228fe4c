/**
 * Form controls as Chromium prints them, made of ordinary boxes and small drawings.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#form-controls; sizes and colours are Chromium's.
 */

import { lineHeightOf } from '../css/compute/line-height.js';
import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Color } from '../css/values/values.js';
import type { ElementNode } from '../html/dom.js';
import { fontRequest } from '../text/font-request.js';
import type { FontLibrary } from '../text/fonts.js';
import type { FontMetrics } from '../text/types.js';
import { ARROW, CALENDAR, CLOCK, checkbox, GRIP, PICKER_SIZE, radioButton } from './control-drawings.js';
import {
  ALL,
  type Control,
  centredRow,
  drawing,
  FRAME_COLOR,
  frame,
  nativeFrame,
  part,
  principal,
  type StyleChange,
  textPart,
} from './control-parts.js';
import { dateField } from './date-fields.js';
import { gauge, slider } from './gauges.js';
import type { RawBox, RawNode } from './raw.js';
import type { AppliedDecoration } from './tree.js';

export interface ControlContext {
  readonly styled: StyledDocument;
  readonly fonts: FontLibrary;
}

/**
 * The box of a form control.
 * @param children  makes the boxes of what is in the element, for the controls that show that
 * @returns         undefined: not a control, or one that is a box like any other (`appearance: none`)
 */
export function formControl(
  { styled, fonts }: ControlContext,
  element: ElementNode,
  style: ComputedStyle,
  decorations: readonly AppliedDecoration[],
  children: () => RawNode[],
): RawBox | undefined {
  if (element.namespace !== 'html' || !CONTROLS.has(element.name)) return undefined;
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

const CONTROLS = new Set(['input', 'button', 'select', 'textarea', 'progress', 'meter']);

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
      };
      const source = type === 'checkbox' ? checkbox(state) : radioButton(state);
      const size: StyleChange = {
        ...(style.width === 'auto' && { width: TICK_SIZE * style.zoom }),
        ...(style.height === 'auto' && { height: TICK_SIZE * style.zoom }),
      };
      const picture: RawNode = { ...drawing(control, source, { 'object-fit': 'contain' }), naturalRatio: 1 };
      const look = { ...centredRow(style, control.isItem), ...BARE, ...size };
      return { ...principal(control, look, [picture]), baseline: 'none' };
    }
    case 'submit':
    case 'reset':
    case 'button': {
      const label = element.attribute('value') ?? BUTTON_LABELS[type];
      return button(control, label ? [textPart(control, style, label)] : []);
    }
    case 'range':
      return slider(control, styled.isDisabled(element));
    case 'color':
      return colorWell(control);
    case 'file':
      return filePicker(control, metrics());
    default:
      return textField(control, type, metrics());
  }
}

/** px */
const TICK_SIZE = 13;
/** What Chromium takes of check boxes and radio buttons that it draws itself. */
const BARE: StyleChange = {
  ...frame(0, FRAME_COLOR),
  'padding-top': 0,
  'padding-right': 0,
  'padding-bottom': 0,
  'padding-left': 0,
  'background-color': { r: 0, g: 0, b: 0, a: 0 },
  'background-image': ['none'],
};
const BUTTON_LABELS = { submit: 'Submit', reset: 'Reset', button: '' } as const;

// ---- text --------------------------------------------------------------------------------------------------------------

/** Thinner than a px in Chromium's print. */
const FIELD_LINE: Color = { ...FRAME_COLOR, a: 0.75 };

function fieldLook(control: Control): StyleChange {
  if (!isNative(control)) return {};
  const color = control.style['border-top-color'];
  return nativeFrame(control.style, color.a === 1 ? FIELD_LINE : color);
}

function textField(control: Control, type: string, metrics: FontMetrics): RawBox {
  const { element, style } = control;
  const date = dateField(type);
  const value = element.attribute('value') ?? '';
  const look = { ...centredRow(style, control.isItem), ...fieldLook(control) };
  if (date) {
    const isClock = type === 'time';
    const width = date.length * metrics.zeroAdvance + date.extra;
    const icon = drawing(control, isClock ? CLOCK : CALENDAR, {
      width: PICKER_SIZE,
      height: PICKER_SIZE,
      'flex-shrink': 0,
      'margin-right': 4,
    });
    const height = isClock ? 20 : metrics.lineSpacing + 2.328;
    const text = part(control, { ...ONE_LINE, 'padding-left': 2, 'flex-grow': 1, 'min-width': 0 }, [
      textPart(control, { ...style, ...PRE }, date.show(value) ?? date.empty),
    ]);
    const row = { display: 'flex', 'align-items': { value: 'center' }, width, height, 'flex-grow': 1 } as const;
    return principal(control, look, [part(control, row, [text, icon])]);
  }
  const [text, textStyle] = shownText(control, type === 'password' ? '•'.repeat([...value].length) : value);
  const width = columnsWidth(control, metrics, fieldSize(element), true);
  const line = part(control, { ...ONE_LINE, width, 'flex-grow': 1, 'min-width': 0 }, [
    textPart(control, { ...textStyle, ...PRE }, text || NOTHING),
  ]);
  return principal(control, look, [line]);
}

/** Makes a line that has no text. */
const NOTHING = '\u200b';
const PRE: StyleChange = { 'white-space-collapse': 'preserve', 'text-wrap-mode': 'nowrap' };
const ONE_LINE: StyleChange = { ...PRE, 'overflow-x': 'clip', 'overflow-y': 'visible' };

function textArea(control: Control, metrics: FontMetrics): RawBox {
  const { element, style } = control;
  const rows = positiveInteger(element.attribute('rows')) ?? 2;
  const columns = positiveInteger(element.attribute('cols')) ?? 20;
  const value = plainText(element).replace(/\r\n?/g, '\n').replace(/^\n/, '');
  const [text, textStyle] = shownText(control, value);
  const wrapping: StyleChange =
    element.attribute('wrap')?.toLowerCase() === 'off' ? { 'text-wrap-mode': 'nowrap' } : {};
  const height: StyleChange =
    style.height === 'auto' ? { height: rows * lineHeightOf(style, metrics.lineSpacing), 'overflow-y': 'hidden' } : {};
  const width = columnsWidth(control, metrics, columns, false) + SCROLLBAR;
  // Its text makes the area neither wider nor higher.
  const inner = part(control, { width: 0, 'min-width': ALL, ...wrapping, ...height }, [
    ...(text ? [textPart(control, { ...textStyle, ...wrapping }, text)] : []),
  ]);
  const isInline = style.display.startsWith('inline');
  const look: StyleChange = {
    ...fieldLook(control),
    display: isInline ? 'inline-block' : 'flow-root',
    ...(!isInline && fitsContent(control) && { width: 'fit-content' }),
  };
  const children = [part(control, { width, height: 0 }), inner];
  if (style.resize === 'none') return principal(control, look, children);
  const position = style.position === 'static' ? 'relative' : style.position;
  const grip = part(control, { position: 'absolute', right: 1, bottom: 1, width: GRIP.size, height: GRIP.size }, [
    drawing(control, GRIP.source),
  ]);
  return principal(control, { ...look, position }, [...children, grip]);
}

/** Of the scroll bar that a text area keeps room for; px. */
const SCROLLBAR = 15;

/** The value, or the placeholder in its own style. */
function shownText({ element, style, styled }: Control, value: string): [string, ComputedStyle] {
  if (value) return [value, style];
  return [element.attribute('placeholder') ?? '', styled.pseudo(element, '::placeholder') ?? style];
}

const fieldSize = (element: ElementNode) => positiveInteger(element.attribute('size')) ?? 20;

/** Families of which Blink holds the average width for wrong. */
const NO_AVERAGE =
  /^(?:american typewriter|cochin|courier|geneva|gill sans|helvetica|hoefler text|monaco|symbol|times)$/i;

/**
 * Width of a field for so many characters.
 * @param addsWidest  room for one wide character, as one-line fields have it
 * Source: Blink's LayoutTextControl
 */
function columnsWidth({ style }: Control, metrics: FontMetrics, columns: number, addsWidest: boolean): number {
  if (NO_AVERAGE.test(style['font-family'][0] ?? '')) return Math.ceil(Math.round(metrics.zeroAdvance) * columns);
  const average = Math.max(metrics.averageAdvance, Math.round(metrics.averageAdvance));
  const widest = addsWidest ? Math.max(0, Math.round(metrics.boundsWidth) - average) : 0;
  return Math.ceil(average * columns + widest);
}

// ---- buttons -----------------------------------------------------------------------------------------------------------

function buttonLook(control: Control): StyleChange {
  if (!isNative(control)) return {};
  const color = control.style['border-top-color'];
  return nativeFrame(control.style, color.a === 1 ? FRAME_COLOR : color);
}

/** Its content stands in its middle. What the author has made a flex or grid container stays one. */
function button(control: Control, children: RawNode[]): RawBox {
  const { style } = control;
  const look = buttonLook(control);
  if (/flex|grid/.test(style.display)) return principal(control, look, children);
  const content = part(control, { 'flex-grow': 1, 'min-width': 0 }, children);
  const box = principal(control, { ...centredRow(style, control.isItem), ...look }, [content]);
  return { ...box, baseline: 'last' };
}

function filePicker(control: Control, metrics: FontMetrics): RawBox {
  const { style } = control;
  const face = { ...part(control, {}).style, ...frame(2, FRAME_COLOR), ...FACE };
  const label = part(
    control,
    { ...nativeFrame(face, FRAME_COLOR), 'background-color': FACE['background-color'], 'margin-right': 4 },
    [textPart(control, { ...style, ...PRE }, 'Choose File')],
  );
  const name = part(control, { ...ONE_LINE, 'flex-grow': 1, 'min-width': 0 }, [
    textPart(control, { ...style, ...PRE }, 'No file chosen'),
  ]);
  const width = Math.ceil(FILE_COLUMNS * metrics.zeroAdvance);
  const row = { ...ROW, width, 'flex-grow': 1, 'min-width': 0 } as const;
  return principal(control, centredRow(style, control.isItem), [part(control, row, [label, name])]);
}

/** Zeros that a file picker is wide. */
const FILE_COLUMNS = 34;
const FACE = {
  'background-color': { r: 239, g: 239, b: 239, a: 1 },
  'padding-top': 1,
  'padding-right': 6,
  'padding-bottom': 1,
  'padding-left': 6,
} as const;
const ROW = { display: 'flex', 'align-items': { value: 'center' } } as const;

function colorWell(control: Control): RawBox {
  const { element, style } = control;
  const match = /^\s*#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\s*$/i.exec(element.attribute('value') ?? '');
  const [r = 0, g = 0, b = 0] = match ? match.slice(1).map((hex) => Number.parseInt(hex, 16)) : [];
  const swatch = part(control, {
    ...frame(1, { r: 119, g: 119, b: 119, a: 1 }),
    'flex-grow': 1,
    'margin-top': 4,
    'margin-right': 2,
    'margin-bottom': 4,
    'margin-left': 2,
    'background-color': { r, g, b, a: 1 },
  });
  const look = {
    ...centredRow(style, control.isItem),
    'align-items': { value: 'stretch' },
    ...buttonLook(control),
  } as const;
  return principal(control, look, [swatch]);
}

// ---- lists -------------------------------------------------------------------------------------------------------------

export function isListBox(select: ElementNode): boolean {
  return select.attribute('multiple') !== undefined || (positiveInteger(select.attribute('size')) ?? 1) > 1;
}

/** As wide as its longest option. */
function dropDown(control: Control, { ascent, descent }: FontMetrics): RawBox {
  const { element, style } = control;
  const options = descendants(element, 'option');
  const chosen =
    options.findLast(isSelected) ?? options.find((option) => option.attribute('disabled') === undefined) ?? options[0];
  const own = { ...style, ...PRE };
  const hasArrow = style.appearance !== 'none';
  const labels = options.map(optionText);
  const unseen: StyleChange = { ...PRE, height: 0, 'overflow-x': 'clip', 'overflow-y': 'clip', visibility: 'hidden' };
  const longest = textPart(control, { ...own, visibility: 'hidden' }, labels.join('\n'));
  const widest: RawBox = { ...part(control, unseen, [longest]), baseline: 'none' };
  const text = part(control, { ...ONE_LINE, 'line-height': ascent + descent }, [
    textPart(control, own, (chosen && optionText(chosen)) || NOTHING),
  ]);
  const inset = hasArrow ? NATIVE_INSET : {};
  const row = { 'flex-grow': 1, 'min-width': 0, ...inset } as const;
  const content: RawBox = {
    ...part(control, row, labels.length > 1 ? [text, widest] : [text]),
    roundsUpWidth: true,
  };
  const look = { ...centredRow(style, control.isItem), ...fieldLook(control) };
  if (!hasArrow) return principal(control, look, [content]);
  const { r, g, b } = style.color;
  const arrow = drawing(control, ARROW.source(`rgb(${r},${g},${b})`), {
    width: ARROW.width,
    height: ARROW.height,
    position: 'absolute',
    right: ARROW_END,
    top: { percent: 50, px: -ARROW.height / 2 },
  });
  const position = style.position === 'static' ? 'relative' : style.position;
  return principal(control, { ...look, position }, [content, arrow]);
}

/** Chromium's room around the text of a drop-down list: the arrow is in it. */
const NATIVE_INSET = { 'padding-top': 1, 'padding-bottom': 1, 'padding-left': 4, 'padding-right': 16 } as const;
const ARROW_END = 4;

/** Its options are the boxes of the elements; what is more than it shows is cut off. */
function listBox(control: Control, metrics: FontMetrics, children: RawNode[]): RawBox {
  const { element, style } = control;
  const rows = positiveInteger(element.attribute('size')) ?? 4;
  const isInline = style.display.startsWith('inline');
  const row = Math.max(lineHeightOf(style, metrics.lineSpacing), 1.2 * style['font-size']) + 1;
  const list = part(
    control,
    style.height === 'auto' ? { height: rows * Math.round(row), 'overflow-y': 'hidden' } : {},
    children,
  );
  const look: StyleChange = {
    display: isInline ? 'inline-block' : 'flow-root',
    ...(!isInline && fitsContent(control) && { width: 'fit-content' }),
  };
  return principal(control, look, [list]);
}

const fitsContent = ({ style, isItem }: Control) => style.width === 'auto' && !isItem;
const isSelected = (option: ElementNode) => option.attribute('selected') !== undefined;

export function optionText(option: ElementNode): string {
  return option.attribute('label') || plainText(option).trim().replace(/\s+/g, ' ');
}

function positiveInteger(text: string | undefined): number | undefined {
  const match = /^\s*\+?(\d+)/.exec(text ?? '');
  const value = match ? Number(match[1]) : 0;
  return value > 0 ? value : undefined;
}

function descendants(element: ElementNode, name: string): ElementNode[] {
  return element.children.flatMap((child) =>
    child.kind === 'text' ? [] : child.name === name ? [child] : descendants(child, name),
  );
}

function plainText(element: ElementNode): string {
  return element.children.map((child) => (child.kind === 'text' ? child.data : plainText(child))).join('');
}
