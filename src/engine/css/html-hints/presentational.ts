/**
 * Presentational hints: attributes as declarations below those of the author.
 * Source: https://html.spec.whatwg.org/multipage/rendering.html#presentational-hints
 */

import { autoDirection, isAutoDirected } from '../selectors/directionality.js';
import type { Subject } from '../selectors/subject.js';
import type { Hint } from './hint.js';
import { color, dimension, nonZeroDimension, pixels } from './legacy-values.js';
import { mathmlHints } from './mathml.js';
import { svgPresentationHints } from './svg-presentation.js';

type Hints = Hint[];
type Collect = (subject: Subject, hints: Hints) => void;

const NONE: readonly Hint[] = [];

/** Elements with hints from attributes of their table. */
const TABLE_PARTS: ReadonlySet<string> = new Set('td th tr tbody thead tfoot colgroup col'.split(' '));

export function presentationalHints(subject: Subject): readonly Hint[] {
  const { name, namespace } = subject.element;
  if (namespace !== 'html') return namespace === 'svg' ? ofSvg(subject) : ofMathml(subject);
  if (subject.element.attributes.size === 0 && !TABLE_PARTS.has(name) && name !== 'bdi') return NONE;
  const hints: Hints = [];
  BY_ELEMENT[name]?.(subject, hints);
  if (isAutoDirected(subject.element)) {
    hints.push(['direction', autoDirection(subject.element) ?? 'ltr']);
  }
  return hints.length > 0 ? hints : NONE;
}

function ofSvg(subject: Subject): readonly Hint[] {
  if (subject.element.attributes.size === 0) return NONE;
  const hints: Hints = [];
  if (subject.element.name === 'svg') svg(subject, hints);
  svgPresentationHints(subject, hints);
  return hints.length > 0 ? hints : NONE;
}

function ofMathml(subject: Subject): readonly Hint[] {
  if (subject.element.attributes.size === 0) return NONE;
  const hints: Hints = [];
  mathmlHints(subject, hints);
  return hints.length > 0 ? hints : NONE;
}

function width(subject: Subject, hints: Hints, parse = dimension): void {
  const value = parse(subject.attribute('width'));
  if (value !== undefined) hints.push(['width', value]);
}

function height(subject: Subject, hints: Hints, parse = dimension): void {
  const value = parse(subject.attribute('height'));
  if (value !== undefined) hints.push(['height', value]);
}

function background(subject: Subject, hints: Hints): void {
  const url = subject.attribute('background')?.trim();
  if (url)
    hints.push([
      'background-image',
      `url("${url.replace(/["\\\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}")`,
    ]);
  colorHint('bgcolor', 'background-color', subject, hints);
}

function colorHint(attribute: string, property: string, subject: Subject, hints: Hints): void {
  const value = color(subject.attribute(attribute));
  if (value !== undefined) hints.push([property, value]);
}

const TEXT_ALIGN: Readonly<Record<string, string>> = {
  left: '-webkit-left',
  right: '-webkit-right',
  center: '-webkit-center',
  middle: '-webkit-center',
  justify: 'justify',
};

/** `align` of a block aligns its text and its block-level children. */
function alignContent(subject: Subject, hints: Hints): void {
  const value = TEXT_ALIGN[lower(subject, 'align')];
  if (value) hints.push(['text-align', value]);
}

/** `align` of a heading aligns its text. */
function alignText(subject: Subject, hints: Hints): void {
  const value = lower(subject, 'align');
  if (value === 'middle') hints.push(['text-align', 'center']);
  else if (TEXT_ALIGN[value]) hints.push(['text-align', value]);
}

function alignVertically(subject: Subject, hints: Hints): void {
  const value = lower(subject, 'valign');
  if (['top', 'middle', 'bottom', 'baseline'].includes(value)) hints.push(['vertical-align', value]);
  else if (value === 'center') hints.push(['vertical-align', 'middle']);
}

function lower(subject: Subject, name: string): string {
  return (subject.attribute(name) ?? '').trim().toLowerCase();
}

const FLOATING_ALIGN: Readonly<Record<string, readonly Hint[]>> = {
  left: [
    ['float', 'left'],
    ['vertical-align', 'top'],
  ],
  right: [
    ['float', 'right'],
    ['vertical-align', 'top'],
  ],
  top: [['vertical-align', 'top']],
  texttop: [['vertical-align', 'text-top']],
  middle: [['vertical-align', '-webkit-baseline-middle']],
  absmiddle: [['vertical-align', 'middle']],
  abscenter: [['vertical-align', 'middle']],
  center: [['vertical-align', '-webkit-baseline-middle']],
  bottom: [['vertical-align', 'baseline']],
  absbottom: [['vertical-align', 'bottom']],
  baseline: [['vertical-align', 'baseline']],
};

/** Attributes of replaced elements. */
function embedded(subject: Subject, hints: Hints): void {
  width(subject, hints);
  height(subject, hints);
  for (const [attribute, sides] of [
    ['hspace', ['left', 'right']],
    ['vspace', ['top', 'bottom']],
  ] as const) {
    const value = dimension(subject.attribute(attribute));
    if (value !== undefined) for (const side of sides) hints.push([`margin-${side}`, value]);
  }
  hints.push(...(FLOATING_ALIGN[lower(subject, 'align')] ?? []));
}

function image(subject: Subject, hints: Hints): void {
  embedded(subject, hints);
  aspectRatio(subject, hints);
  const border = pixels(subject.attribute('border'));
  if (border !== undefined) hints.push(['border-width', `${border}px`], ['border-style', 'solid']);
}

/**
 * Source:
 * https://html.spec.whatwg.org/multipage/rendering.html#map-to-the-aspect-ratio-property-(using-dimension-rules)
 */
function aspectRatio(subject: Subject, hints: Hints): void {
  const inPixels = (name: string) => /^(\d+(?:\.\d+)?)px$/.exec(dimension(subject.attribute(name)) ?? '')?.[1];
  const width = inPixels('width');
  const height = inPixels('height');
  if (Number(width) > 0 && Number(height) > 0) hints.push(['aspect-ratio', `auto ${width} / ${height}`]);
}

function body(subject: Subject, hints: Hints): void {
  background(subject, hints);
  colorHint('text', 'color', subject, hints);
  const margins = [
    ['top', ['marginheight', 'topmargin']],
    ['bottom', ['marginheight', 'topmargin', 'bottommargin']],
    ['left', ['marginwidth', 'leftmargin']],
    ['right', ['marginwidth', 'leftmargin', 'rightmargin']],
  ] as const;
  for (const [side, attributes] of margins) {
    const value = attributes.map((name) => pixels(subject.attribute(name))).find((found) => found !== undefined);
    if (value !== undefined) hints.push([`margin-${side}`, `${value}px`]);
  }
}

/** `<body link>` sets the color of links. */
function link(subject: Subject, hints: Hints): void {
  if (subject.attribute('href') === undefined) return;
  let top = subject;
  while (top.parent?.parent) top = top.parent;
  if (top.element.name === 'body') colorHint('link', 'color', top, hints);
}

function hr(subject: Subject, hints: Hints): void {
  width(subject, hints);
  const align = lower(subject, 'align');
  if (align === 'left') hints.push(['margin-left', '0'], ['margin-right', 'auto']);
  else if (align === 'right') hints.push(['margin-left', 'auto'], ['margin-right', '0']);
  else if (align === 'center') hints.push(['margin-left', 'auto'], ['margin-right', 'auto']);
  const hasNoShade = subject.attribute('noshade') !== undefined;
  const fill = color(subject.attribute('color')) ?? (hasNoShade ? 'gray' : undefined);
  if (fill !== undefined) hints.push(['border-style', 'solid'], ['border-color', fill], ['background-color', fill]);
  const thickness = pixels(subject.attribute('size'));
  if (thickness === undefined) return;
  if (thickness <= 1) hints.push(['border-bottom-width', '0']);
  else hints.push(['height', `${thickness - 2}px`]);
}

const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];

/** Source: https://html.spec.whatwg.org/multipage/rendering.html#rules-for-parsing-a-legacy-font-size */
function font(subject: Subject, hints: Hints): void {
  colorHint('color', 'color', subject, hints);
  const face = subject.attribute('face')?.trim();
  // Hints are parsed as declarations, which these characters end; a family list with them is invalid.
  if (face && !/[;{}!]/.test(face)) hints.push(['font-family', face]);
  const match = /^\s*([+-]?)(\d+)/.exec(subject.attribute('size') ?? '');
  if (!match) return;
  const number = Number(match[2]);
  const step = match[1] === '+' ? 3 + number : match[1] === '-' ? 3 - number : number;
  hints.push(['font-size', FONT_SIZES[Math.min(7, Math.max(1, step)) - 1]!]);
}

const NUMBERED: Readonly<Record<string, string>> = {
  1: 'decimal',
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};
const BULLETS = new Set(['disc', 'circle', 'square', 'none']);

function listType(subject: Subject, hints: Hints): void {
  const type = subject.attribute('type')?.trim() ?? '';
  const value = NUMBERED[type] ?? (BULLETS.has(type.toLowerCase()) ? type.toLowerCase() : undefined);
  if (value) hints.push(['list-style-type', value]);
}

function table(subject: Subject, hints: Hints): void {
  width(subject, hints, nonZeroDimension);
  height(subject, hints, nonZeroDimension);
  background(subject, hints);
  const spacing = pixels(subject.attribute('cellspacing'));
  if (spacing !== undefined) hints.push(['border-spacing', `${spacing}px`]);
  const align = lower(subject, 'align');
  if (align === 'left' || align === 'right') hints.push(['float', align]);
  else if (align === 'center') hints.push(['margin-inline', 'auto']);
  colorHint('bordercolor', 'border-color', subject, hints);
  tableBorders(subject, hints);
}

const FRAMES: Readonly<Record<string, readonly string[]>> = {
  void: [],
  above: ['top'],
  below: ['bottom'],
  hsides: ['top', 'bottom'],
  vsides: ['left', 'right'],
  lhs: ['left'],
  rhs: ['right'],
  box: ['top', 'right', 'bottom', 'left'],
  border: ['top', 'right', 'bottom', 'left'],
};

function tableBorders(subject: Subject, hints: Hints): void {
  const border = borderOf(subject);
  const style = hasBorderColor(subject) ? 'solid' : 'outset';
  if (border > 0) hints.push(['border-width', `${border}px`], ['border-style', style]);
  const frame = FRAMES[lower(subject, 'frame')];
  const rules = rulesOf(subject);
  if (frame) {
    const width = border > 0 && comesLast(subject, 'border', 'frame') ? `${border}px` : '1px';
    hints.push(['border-style', 'hidden']);
    for (const side of frame) hints.push([`border-${side}-style`, 'solid'], [`border-${side}-width`, width]);
  }
  if (rules) hints.push(['border-collapse', 'collapse']);
  if (rules && !frame && border === 0) hints.push(['border-style', 'hidden']);
}

/** Whether an attribute overrides another one: Blink's HTMLTableElement applies both in the order of the source. */
function comesLast({ element }: Subject, name: string, other: string): boolean {
  const names = [...element.attributes.keys()];
  return names.indexOf(name) > names.indexOf(other);
}

const hasBorderColor = (subject: Subject): boolean => Boolean(subject.attribute('bordercolor'));

/** Width in px; 1 without a number. */
function borderOf(subject: Subject): number {
  const value = subject.attribute('border');
  return value === undefined ? 0 : (pixels(value) ?? 1);
}

type Rules = 'none' | 'groups' | 'rows' | 'cols' | 'all';

function rulesOf(subject: Subject): Rules | undefined {
  const rules = lower(subject, 'rules');
  return ['none', 'groups', 'rows', 'cols', 'all'].includes(rules) ? (rules as Rules) : undefined;
}

function tablePart(subject: Subject, hints: Hints): void {
  background(subject, hints);
  alignContent(subject, hints);
  alignVertically(subject, hints);
}

function rowGroup(subject: Subject, hints: Hints): void {
  height(subject, hints);
  tablePart(subject, hints);
  if (tableOf(subject)?.rules === 'groups') ruleLines(hints, ['top', 'bottom']);
}

function row(subject: Subject, hints: Hints): void {
  height(subject, hints);
  tablePart(subject, hints);
}

function column(subject: Subject, hints: Hints): void {
  width(subject, hints);
  tablePart(subject, hints);
  const rules = tableOf(subject)?.rules;
  if (rules === 'groups' && subject.element.name === 'colgroup') ruleLines(hints, ['left', 'right']);
}

function cell(subject: Subject, hints: Hints): void {
  const owner = tableOf(subject);
  if (owner) {
    if (owner.padding !== undefined) hints.push(['padding', `${owner.padding}px`]);
    cellBorders(owner, hints);
  }
  if (subject.element.attributes.size === 0) return;
  width(subject, hints, nonZeroDimension);
  height(subject, hints, nonZeroDimension);
  tablePart(subject, hints);
  if (subject.attribute('nowrap') !== undefined) hints.push(['white-space', 'nowrap']);
}

/** Source: Blink's HTMLTableElement::CreateSharedCellStyle */
function cellBorders({ rules, border, hasBorderColor }: TableAttributes, hints: Hints): void {
  const inset = !rules && border > 0;
  if (rules === 'all' || inset)
    hints.push(['border-width', '1px'], ['border-style', inset && !hasBorderColor ? 'inset' : 'solid']);
  else if (rules === 'cols') ruleLines(hints, ['left', 'right']);
  else if (rules === 'rows') ruleLines(hints, ['top', 'bottom']);
  else return;
  hints.push(['border-color', 'inherit']);
}

function ruleLines(hints: Hints, sides: readonly string[]): void {
  for (const side of sides) hints.push([`border-${side}-width`, '1px'], [`border-${side}-style`, 'solid']);
}

interface TableAttributes {
  readonly padding: number | undefined;
  readonly border: number;
  /** Makes the borders of the table and its cells solid. */
  readonly hasBorderColor: boolean;
  readonly rules: Rules | undefined;
}

/** Attributes of the table that apply to its parts; undefined without a table or attributes. */
function tableOf(part: Subject): TableAttributes | undefined {
  let at = part.parent;
  while (at && at.element.name !== 'table') at = at.parent;
  if (!at || at.element.attributes.size === 0) return undefined;
  return {
    padding: pixels(at.attribute('cellpadding')),
    border: borderOf(at),
    hasBorderColor: hasBorderColor(at),
    rules: rulesOf(at),
  };
}

function caption(subject: Subject, hints: Hints): void {
  const align = lower(subject, 'align');
  if (align === 'bottom') hints.push(['caption-side', 'bottom']);
  else alignContent(subject, hints);
}

function lineBreak(subject: Subject, hints: Hints): void {
  const clear = lower(subject, 'clear');
  if (clear === 'left' || clear === 'right') hints.push(['clear', clear]);
  else if (clear === 'all' || clear === 'both') hints.push(['clear', 'both']);
}

function iframe(subject: Subject, hints: Hints): void {
  embedded(subject, hints);
  if (['0', 'no'].includes(lower(subject, 'frameborder'))) hints.push(['border-width', '0']);
}

function input(subject: Subject, hints: Hints): void {
  const type = lower(subject, 'type');
  if (type === 'image') image(subject, hints);
  else hints.push(...(FLOATING_ALIGN[lower(subject, 'align')] ?? []));
}

/** In SVG, width and height are CSS lengths; a number is in px. */
function svg(subject: Subject, hints: Hints): void {
  for (const name of ['width', 'height']) {
    const value = subject.attribute(name)?.trim();
    if (!value) continue;
    if (/^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) hints.push([name, `${Number(value)}px`]);
    else if (/^\+?[\d.]+([a-z]+|%)$/i.test(value)) hints.push([name, value]);
  }
}

const pre: Collect = (subject, hints) => {
  if (subject.attribute('wrap') !== undefined) hints.push(['white-space', 'pre-wrap']);
};

const textarea: Collect = (subject, hints) => {
  if (lower(subject, 'wrap') === 'off') hints.push(['white-space', 'pre']);
};

const marquee: Collect = (subject, hints) => {
  embedded(subject, hints);
  background(subject, hints);
};

const BY_ELEMENT: Readonly<Record<string, Collect>> = {
  __proto__: null as never,
  a: link,
  applet: embedded,
  body,
  br: lineBreak,
  caption,
  col: column,
  colgroup: column,
  div: alignContent,
  embed: embedded,
  font,
  h1: alignText,
  h2: alignText,
  h3: alignText,
  h4: alignText,
  h5: alignText,
  h6: alignText,
  hr,
  iframe,
  img: image,
  input,
  legend: alignText,
  li: listType,
  marquee,
  object: image,
  ol: listType,
  p: alignContent,
  pre,
  table,
  tbody: rowGroup,
  td: cell,
  textarea,
  tfoot: rowGroup,
  th: cell,
  thead: rowGroup,
  tr: row,
  ul: listType,
  video: embedded,
};
