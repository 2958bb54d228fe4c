/** Collects the form fields of a document while it is painted. */

import type { StyledDocument } from '../css/compute/styled-document.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { Report } from '../diagnostics.js';
import { describeElement, type ElementNode } from '../html/dom.js';
import type { PhysicalBoxFragment } from '../layout/algorithm/fragment.js';
import type { FontFace } from '../text/types.js';
import type { DisplayItem, DisplayPage, TextItem } from './display-list.js';
import { type GlyphSource, outlinesOf } from './drawings.js';
import {
  controlOf,
  controlType,
  DATE_TYPES,
  FieldNames,
  formOwner,
  groupLabel,
  isField,
  Labels,
  rootOf,
} from './field-semantics.js';
import { FIELD_SCHEME, type FieldControl, type FieldMark, type FieldWidget, type FormField } from './form-field.js';
import { outline } from './rounded.js';

interface FormFieldOptions {
  /** Whether controls are fields. */
  readonly controls: boolean;
  /** Whether elements with the attribute `data-signature` are signature fields. */
  readonly signs: boolean;
  readonly styled: Pick<StyledDocument, 'isDisabled'>;
  /** The face of text in a style, and the one to take where that cannot be typed with. */
  readonly faces: (style: ComputedStyle) => { readonly face: FontFace; readonly fallback: FontFace };
  readonly glyphs: GlyphSource;
  readonly report: Report;
  /** Shared by the documents of one PDF. Default: the document is the only one. */
  readonly registry?: FieldRegistry;
}

/** Names and addresses of fields, which differ. */
export class FieldRegistry {
  readonly names = new FieldNames();
  readonly elements = new Map<string, ElementNode>();
}

type Open = Omit<FormField, 'widgets' | 'isRequired'> & { isRequired: boolean; readonly widgets: FieldWidget[] };

/** A widget that is being painted. */
export interface OpenWidget {
  readonly address: string;
  /** Which parts the page keeps: all as content or as decoration, drawings only, or none. */
  readonly keeps: 'content' | 'all' | 'drawings' | 'nothing';
  /** Adds the widget with what it shows, which the page then does not show. */
  finish(items: readonly DisplayItem[]): void;
}

/** One instance per document. */
export class FormFields {
  readonly #fields = new Map<ElementNode, Open | undefined>();
  readonly #groups = new Map<ElementNode, Map<string, Open>>();
  readonly #names: FieldNames;
  readonly #elements: Map<string, ElementNode>;
  #labels: Labels | undefined;

  constructor(private readonly options: FormFieldOptions) {
    const { names, elements } = options.registry ?? new FieldRegistry();
    this.#names = names;
    this.#elements = elements;
  }

  /** Those with a widget, in the order of painting. */
  get fields(): readonly FormField[] {
    return [...new Set(this.#fields.values())].filter(
      (field) => field !== undefined && field.widgets.length > 0,
    ) as Open[];
  }

  /**
   * Begins the widget of a fragment.
   * @param x, y  its border box, in the coordinates of its items
   * @returns     undefined for a fragment that is no field
   */
  widget(fragment: PhysicalBoxFragment, x: number, y: number): OpenWidget | undefined {
    const { box, style, width, height } = fragment;
    if (!('origin' in box) || box.origin !== undefined || !this.#isPlace(box.element)) return undefined;
    if (style.visibility !== 'visible' || width <= 0 || height <= 0) return undefined;
    const { element } = box;
    const field = this.#field(element);
    if (!field || (field.control.type === 'signature' && field.widgets.length > 0)) return undefined;
    const address = `${FIELD_SCHEME}${this.#elements.size}`;
    this.#elements.set(address, element);
    const { control } = field;
    const isDropDown = control.type === 'choice' && control.isDropDown;
    return {
      address,
      keeps: KEEPS[control.type] ?? (isDropDown ? 'drawings' : 'nothing'),
      finish: (items) => {
        const shown = shownItems(items, element, control);
        field.widgets.push({
          address,
          label: this.#label(element, control) || field.label,
          width,
          height,
          font: this.#font(style),
          align: alignment(style),
          marks: shown.flatMap((item) => markOf(item, x, y, this.options.glyphs)),
          toggle: this.#toggle(element, style, control),
        });
      },
    };
  }

  #field(element: ElementNode): Open | undefined {
    if (this.#fields.has(element)) return this.#fields.get(element);
    const field = this.#newField(element);
    this.#fields.set(element, field);
    return field;
  }

  #isPlace(element: ElementNode): boolean {
    return this.#isSignature(element) || (this.options.controls && isField(element));
  }

  #isSignature(element: ElementNode): boolean {
    return this.options.signs && element.attribute(SIGNATURE_PLACE) !== undefined;
  }

  #newField(element: ElementNode): Open | undefined {
    if (this.#isSignature(element)) return this.#signature(element);
    const control = controlOf(element);
    if (!control) {
      const tag = `<input type="${controlType(element)}">`;
      this.options.report.add('UnsupportedElement', tag, `${describeElement(element)}: forms: PDF has no such field`);
      return undefined;
    }
    const wanted = element.attribute('name') ?? '';
    const group = control.type === 'radio' && wanted !== '' ? this.#groupsOf(element) : undefined;
    const known = group?.get(wanted);
    if (known) return this.#joined(known, element);
    const name = this.#names.add(wanted || (element.attribute('id') ?? ''), controlType(element));
    const label = control.type === 'radio' ? groupLabel(element) : this.#label(element, control);
    const isDisabled = this.options.styled.isDisabled(element);
    const field: Open = {
      name,
      label: label || name,
      isReadOnly: isDisabled || element.attribute('readonly') !== undefined,
      isRequired: element.attribute('required') !== undefined,
      isDisabled,
      control,
      widgets: [],
    };
    group?.set(wanted, field);
    return field;
  }

  #signature(element: ElementNode): Open {
    const name = this.#names.add(element.attribute(SIGNATURE_PLACE) ?? '', 'Signature');
    const label = this.#label(element, { type: 'signature' }) || name;
    const rules = { isReadOnly: false, isRequired: false, isDisabled: false };
    return { name, label, ...rules, control: { type: 'signature' }, widgets: [] };
  }

  /** A further button of a group: one that is required makes the group required. */
  #joined(field: Open, element: ElementNode): Open {
    if (element.attribute('required') !== undefined) field.isRequired = true;
    if (this.options.styled.isDisabled(element) !== field.isDisabled) {
      const context = `${describeElement(element)}: forms: PDF disables all buttons of a group or none`;
      this.options.report.add('UnsupportedValue', 'disabled', context);
    }
    return field;
  }

  #groupsOf(element: ElementNode): Map<string, Open> {
    const owner = formOwner(element);
    const groups = this.#groups.get(owner) ?? new Map<string, Open>();
    this.#groups.set(owner, groups);
    return groups;
  }

  #label(element: ElementNode, control: FieldControl): string {
    this.#labels ??= new Labels(rootOf(element));
    return this.#labels.of(element, control);
  }

  #font(style: ComputedStyle): FieldWidget['font'] {
    const faces = this.options.faces(style);
    return { ...faces, size: style['font-size'] * (faces.face.sizeAdjust ?? 1), color: style.color };
  }

  #toggle(element: ElementNode, style: ComputedStyle, { type }: FieldControl): FieldWidget['toggle'] {
    if (type !== 'checkbox' && type !== 'radio') return undefined;
    const isOn = element.attribute('checked') !== undefined;
    const isPlain = style.appearance === 'none';
    if (isPlain && isOn) {
      const context = `${describeElement(element)}: forms: the page keeps the look of the checked box`;
      this.options.report.add('UnsupportedValue', 'appearance: none', context);
    }
    const look = isPlain ? 'plain' : this.options.styled.isDisabled(element) ? 'disabled' : 'native';
    return { value: element.attribute('value') ?? 'on', isOn, look };
  }

  /** Reports fields that are rotated or skewed: widgets are upright. */
  reportTransforms(pages: readonly DisplayPage[]): void {
    const visit = (items: readonly DisplayItem[], isUpright: boolean, around: ElementNode | undefined): void => {
      for (const item of items) {
        if (item.kind === 'link-area' && around && !isUpright)
          this.options.report.add(
            'UnsupportedValue',
            'transform',
            `${describeElement(around)}: forms: fields are upright`,
          );
        if (!('children' in item)) continue;
        const [, b = 0, c = 0] = item.kind === 'group' ? (item.transform ?? []) : [];
        const target = item.kind === 'tag' && item.tag.type === 'link' ? item.tag.target : undefined;
        const field = target ? this.#elements.get(target.type === 'url' ? target.url : '') : around;
        visit(item.children, isUpright && Math.abs(b) < UPRIGHT && Math.abs(c) < UPRIGHT, field);
      }
    };
    for (const { items } of pages) visit(items, true, undefined);
  }
}

const SIGNATURE_PLACE = 'data-signature';

const KEEPS: Partial<Record<FieldControl['type'], OpenWidget['keeps']>> = { signature: 'content', button: 'all' };

/** Sine of an angle that no one sees. */
const UPRIGHT = 1e-6;

/** Neither placeholders nor passwords nor dates as people read them: what a field shows is its value. */
function shownItems(
  items: readonly DisplayItem[],
  element: ElementNode,
  control: FieldControl,
): readonly DisplayItem[] {
  if (control.type === 'choice') return items;
  if (control.type !== 'text' || control.isPassword || control.value === '') return [];
  if (!DATE_TYPES.has(controlType(element))) return items;
  const text = items.find((item) => item.kind === 'text');
  return text ? [{ ...text, text: control.value, shaped: undefined, clusters: undefined }] : [];
}

function alignment(style: ComputedStyle): FieldWidget['align'] {
  const align = style['text-align'];
  if (align === 'center' || align === 'left' || align === 'right') return align;
  return (align === 'end') === (style.direction === 'ltr') ? 'right' : 'left';
}

function markOf(item: DisplayItem, x: number, y: number, glyphs: GlyphSource): FieldMark[] {
  switch (item.kind) {
    case 'text':
      return [textMark({ ...item, x: item.x - x, y: item.y - y }, glyphs)];
    case 'rect':
      if ('type' in item.fill) return [];
      return [
        { kind: 'path', commands: outline({ ...item, x: item.x - x, y: item.y - y }, item.radii), fill: item.fill },
      ];
    case 'group':
    case 'tag':
      return item.children.flatMap((child) => markOf(child, x, y, glyphs));
    default:
      return [];
  }
}

const textMark = (item: TextItem, glyphs: GlyphSource): FieldMark => ({
  kind: 'text',
  text: item.text,
  x: item.x,
  y: item.y,
  size: item.size * (item.face.sizeAdjust ?? 1),
  color: item.color,
  letterSpacing: item.letterSpacing,
  wordSpacing: item.wordSpacing,
  face: item.face,
  outline: () => outlinesOf(item, glyphs),
});
