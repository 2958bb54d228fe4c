/**
 * Makes an interactive form of the fields of a document.
 * Sources: ISO 32000-1, 12.7 (interactive forms) and 12.5.6.19 (widgets); ISO 14289-1, 7.18.4; ISO 19005-2, 6.4
 */

import type { FieldControl, FieldWidget, FormField } from '../../engine/finishing.js';
import { numberEntries } from '../syntax/number-tree.js';
import {
  byteString,
  type Dict,
  dict,
  flateStream,
  name,
  type PdfObject,
  PdfString,
  Ref,
  textString,
} from '../syntax/objects.js';
import { type Page, pagesOf } from '../syntax/pages.js';
import type { PdfObjects } from '../syntax/read.js';
import { defaultAppearance, marksContent, numbers, type Scale } from './content.js';
import { FieldFonts } from './fonts.js';
import { toggleContent } from './toggles.js';

/** Source: ISO 32000-1, tables 221, 226, 228 and 230 */
const FLAG = {
  readOnly: 1,
  required: 1 << 1,
  noExport: 1 << 2,
  multiline: 1 << 12,
  password: 1 << 13,
  noToggleToOff: 1 << 14,
  radio: 1 << 15,
  pushButton: 1 << 16,
  combo: 1 << 17,
  multiSelect: 1 << 21,
  doNotSpellCheck: 1 << 22,
} as const;
/** Of annotations: they are printed. */
const PRINT = 4;
const LOCKED = 128;

interface FormOptions {
  /** PDF/A takes no actions, and appearances of all buttons by state. */
  readonly isArchival: boolean;
}

/** Replaces the links that the writer put in the places of widgets. */
export function addForm(file: PdfObjects, fields: readonly FormField[], options: FormOptions): void {
  const writer = new FormWriter(file, options);
  for (const field of fields) writer.add(field);
  writer.finish();
}

/** A place for a widget: the annotation that becomes it. */
interface Place {
  readonly ref: Ref;
  readonly dict: Dict;
  readonly page: Page;
}

/** A level of the names of fields. */
interface Level {
  readonly ref: Ref;
  readonly kids: PdfObject[];
}

class FormWriter {
  readonly #places: ReadonlyMap<string, Place>;
  readonly #elements: ReadonlyMap<number, PdfObject>;
  readonly #fonts: FieldFonts;
  readonly #top: PdfObject[] = [];
  readonly #levels = new Map<string, Level>();
  /** Of typed text in fields without one; the first one that is needed. */
  #appearance: string | undefined;
  #disabled: Ref | undefined;

  constructor(
    private readonly file: PdfObjects,
    private readonly options: FormOptions,
  ) {
    this.#fonts = new FieldFonts(file);
    this.#places = placesOf(file);
    const tree = file.dict(file.dict(file.catalog.get('StructTreeRoot'))?.get('ParentTree'));
    this.#elements = tree ? numberEntries(file, tree) : new Map();
  }

  /** Fields on pages that the file does not have are left out. */
  add(field: FormField): void {
    const parts = field.widgets.flatMap((widget) => {
      const place = this.#places.get(widget.address);
      return place ? [{ widget, place }] : [];
    });
    const [first, ...others] = parts;
    if (!first) return;
    const levels = field.name.split('.');
    const parent = this.#level(levels.slice(0, -1));
    const states = statesOf(
      field,
      parts.map(({ widget }) => widget),
    );
    const own = dict({
      ...this.#entries(field, states, first.widget),
      T: textString(levels.at(-1)!),
      TU: textString(field.label),
      Ff: flagsOf(field) || undefined,
      Parent: parent?.ref,
    });
    const kids = parent?.kids ?? this.#top;
    if (others.length === 0 && field.control.type !== 'radio') {
      this.#widget(field, first.widget, first.place, states);
      for (const [key, value] of own) first.place.dict.set(key, value);
      kids.push(first.place.ref);
      return;
    }
    const ref = this.file.add(own);
    kids.push(ref);
    own.set(
      'Kids',
      parts.map(({ place }) => place.ref),
    );
    for (const { widget, place } of parts) {
      this.#widget(field, widget, place, states);
      place.dict.set('Parent', ref);
      place.dict.set('TU', textString(widget.label));
    }
  }

  finish(): void {
    if (this.#top.length === 0) return;
    for (const { page } of this.#places.values()) page.dict.set('Tabs', name('S'));
    const resources = this.#fonts.resources();
    const form = dict({
      Fields: this.#top,
      DA: this.#appearance === undefined ? undefined : byteString(this.#appearance),
      DR: resources.size > 0 ? dict({ Font: resources }) : undefined,
    });
    this.file.catalog.set('AcroForm', this.file.add(form));
  }

  #level(names: readonly string[]): Level | undefined {
    if (names.length === 0) return undefined;
    const key = names.join('.');
    let level = this.#levels.get(key);
    if (!level) {
      const parent = this.#level(names.slice(0, -1));
      const kids: PdfObject[] = [];
      const ref = this.file.add(dict({ T: textString(names.at(-1)!), Parent: parent?.ref, Kids: kids }));
      level = { ref, kids };
      this.#levels.set(key, level);
      (parent?.kids ?? this.#top).push(ref);
    }
    return level;
  }

  #entries({ control }: FormField, states: States, widget: FieldWidget): Record<string, PdfObject | undefined> {
    switch (control.type) {
      case 'text': {
        const value = control.isPassword || control.value === '' ? undefined : textString(control.value);
        return { FT: name('Tx'), V: value, DV: value, MaxLen: control.maxLength, Q: alignmentOf(widget) };
      }
      case 'choice':
        return { ...choiceEntries(control), Q: alignmentOf(widget) };
      case 'signature':
        return { FT: name('Sig') };
      case 'button': {
        const resets = control.isReset && !this.options.isArchival;
        return { FT: name('Btn'), A: resets ? dict({ Type: name('Action'), S: name('ResetForm') }) : undefined };
      }
      default:
        return { FT: name('Btn'), V: name(states.on), DV: name(states.on), Opt: states.values?.map(textString) };
    }
  }

  #widget({ control }: FormField, widget: FieldWidget, place: Place, states: States): void {
    const { dict: annotation, page } = place;
    for (const key of ['A', 'Border', 'Contents', 'QuadPoints', 'H', 'Dest']) annotation.delete(key);
    annotation.set('Subtype', name('Widget'));
    annotation.set('F', PRINT);
    annotation.set('P', page.ref);
    this.#tag(annotation);
    const [left = 0, bottom = 0, right = 0, top = 0] = (this.file.array(annotation.get('Rect')) ?? []) as number[];
    const size = { width: Math.abs(right - left), height: Math.abs(top - bottom) };
    const scale: Scale = { x: size.width / widget.width, y: size.height / widget.height, height: size.height };
    if (control.type === 'checkbox' || control.type === 'radio') {
      const state = states.names.get(widget)!;
      const drawn = (isOn: boolean) =>
        this.#appearanceStream(toggleContent(control.type, widget, { ...widget.toggle!, isOn }, size), size);
      annotation.set('AP', dict({ N: dict({ [state]: drawn(true), Off: drawn(false) }) }));
      annotation.set('AS', name(state === states.on ? state : 'Off'));
    } else if (control.type === 'button') this.#button(annotation, control, size);
    else if (control.type === 'signature') {
      annotation.set('F', PRINT | LOCKED);
      annotation.set('AP', dict({ N: this.#appearanceStream('', size) }));
    } else {
      const appearance = defaultAppearance(widget, scale, this.#fonts);
      this.#appearance ??= appearance;
      annotation.set('DA', byteString(appearance));
      const content = marksContent(widget.marks, scale, this.#fonts);
      const inside = numbers(scale.x, scale.y, size.width - 2 * scale.x, size.height - 2 * scale.y);
      annotation.set('AP', dict({ N: this.#appearanceStream(`/Tx BMC q ${inside} re W n\n${content}\nQ EMC`, size) }));
    }
  }

  /** The page shows the button; the widget on it is transparent. */
  #button(annotation: Dict, { caption }: Extract<FieldControl, { type: 'button' }>, size: Size): void {
    const nothing = this.#appearanceStream('', size);
    const { isArchival } = this.options;
    annotation.set('AP', dict({ N: isArchival ? dict({ Off: nothing }) : nothing }));
    if (isArchival) annotation.set('AS', name('Off'));
    if (caption !== '') annotation.set('MK', dict({ CA: textString(caption) }));
  }

  /** Fields have elements of their own kind in the structure tree. */
  #tag(annotation: Dict): void {
    const key = this.file.number(annotation.get('StructParent'));
    const element = key === undefined ? undefined : this.file.dict(this.#elements.get(key));
    element?.set('S', name('Form'));
  }

  #appearanceStream(content: string, { width, height }: Size): Ref {
    const fonts = this.#fonts.resources();
    const used = new Map([...fonts].filter(([key]) => content.includes(`/${key} `)));
    const isFaint = content.includes('/GS gs');
    const resources = dict({
      Font: used.size > 0 ? used : undefined,
      ExtGState: isFaint ? dict({ GS: this.#faint() }) : undefined,
    });
    const head = { Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, width, height], Resources: resources };
    return this.file.add(flateStream(dict(head), Buffer.from(content, 'latin1')));
  }

  /** The opacity of disabled controls. */
  #faint(): Ref {
    this.#disabled ??= this.file.add(dict({ Type: name('ExtGState'), ca: 0.3, CA: 0.3 }));
    return this.#disabled;
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Links with the addresses of widgets, by address. */
function placesOf(file: PdfObjects): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const page of pagesOf(file)) {
    const annotations = file.array(page.dict.get('Annots')) ?? [];
    for (const [index, entry] of annotations.entries()) {
      const annotation = file.dict(entry);
      const address = file.resolve(file.dict(annotation?.get('A'))?.get('URI'));
      if (!annotation || !(address instanceof PdfString)) continue;
      const ref = entry instanceof Ref ? entry : file.add(annotation);
      annotations[index] = ref;
      places.set(Buffer.from(address.bytes).toString('latin1'), { ref, dict: annotation, page });
    }
  }
  return places;
}

function flagsOf({ control, isReadOnly, isRequired, isDisabled }: FormField): number {
  let flags = (isReadOnly ? FLAG.readOnly : 0) | (isRequired ? FLAG.required : 0) | (isDisabled ? FLAG.noExport : 0);
  if (control.type === 'text') {
    if (control.isMultiline) flags |= FLAG.multiline;
    if (control.isPassword) flags |= FLAG.password;
    if (!control.isSpellChecked) flags |= FLAG.doNotSpellCheck;
  }
  if (control.type === 'choice')
    flags |= (control.isDropDown ? FLAG.combo : 0) | (control.isMultiple ? FLAG.multiSelect : 0);
  if (control.type === 'radio') flags |= FLAG.radio | FLAG.noToggleToOff;
  if (control.type === 'button') flags |= FLAG.pushButton;
  return flags;
}

/** Source: ISO 32000-1, table 222 */
const alignmentOf = ({ align }: FieldWidget): number | undefined => ({ left: undefined, center: 1, right: 2 })[align];

function choiceEntries({ options }: Extract<FieldControl, { type: 'choice' }>): Record<string, PdfObject | undefined> {
  const selected = options.flatMap(({ isSelected }, index) => (isSelected ? [index] : []));
  const values = selected.map((index) => textString(options[index]!.value));
  const value = values.length > 1 ? values : values[0];
  return {
    FT: name('Ch'),
    Opt: options.map(
      ({ value, label }): PdfObject => (value === label ? textString(label) : [textString(value), textString(label)]),
    ),
    V: value,
    DV: value,
    I: selected.length > 0 ? selected : undefined,
  };
}

/** The states of check boxes and radio buttons, which are names. */
interface States {
  /** Of each widget when it is on. */
  readonly names: ReadonlyMap<FieldWidget, string>;
  /** The state of the field. */
  readonly on: string;
  /** The values that states with numbers stand for; undefined: states are values. */
  readonly values: readonly string[] | undefined;
}

/** Source: ISO 32000-1, 12.7.4.2.3 and 12.7.4.2.4 */
function statesOf({ control }: FormField, widgets: readonly FieldWidget[]): States {
  const values = widgets.map(({ toggle }) => toggle?.value ?? '');
  const distinct = control.type === 'radio' ? values : values.slice(0, 1);
  const areNames =
    new Set(distinct).size === distinct.length && distinct.every((value) => /^(?!Off$)[!-~]+$/.test(value));
  const names = new Map(
    widgets.map((widget, index) => [
      widget,
      areNames ? values[index]! : control.type === 'radio' ? String(index) : '0',
    ]),
  );
  const on = widgets.findLast(({ toggle }) => toggle?.isOn);
  return { names, on: on ? names.get(on)! : 'Off', values: areNames ? undefined : distinct };
}
