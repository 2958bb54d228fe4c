/**
 * Painting order: walks the fragments of a page and returns pieces from back to front.
 * Source: https://www.w3.org/TR/CSS22/zindex.html
 */

import type { BlockBox } from '../box/tree.js';
import type { Budgets } from '../budgets.js';
import { containsAbsolute, establishesStackingContext, isPositioned, needsCompositing } from '../css/style-queries.js';
import type { Deadline } from '../deadline.js';
import type { Report } from '../diagnostics.js';
import type {
  CollapsedBorder,
  PhysicalBoxFragment,
  PhysicalFragment,
  PhysicalPlaced,
  PhysicalTextFragment,
} from '../layout/algorithm/fragment.js';
import type { Edges, Rect } from '../layout/algorithm/geometry.js';
import { assemble, commonTag } from './assemble.js';
import type { BoxPainter } from './box.js';
import type { DisplayItem } from './display-list.js';
import { clipProperty, type EffectSources, filterPaints, groupEffects, ownMatrix } from './effects.js';
import { filtersInside } from './filters.js';
import type { FormFields, OpenWidget } from './form-fields.js';
import type { HoistedBoxes } from './hoisted.js';
import type { LogicalOrder, LogicalPositions } from './logical-order.js';
import { type ClipNode, clipNode, type Piece, piece, type Scope } from './piece.js';
import { Planes, planeOf, type Space3d } from './planes.js';
import { insetRadii, insetRect, usedRadii } from './rounded.js';
import { snapped, snapRect } from './snap.js';
import { cellLayers, type TableParts } from './table-layers.js';
import { isLink, type PageTags, type TagNode } from './tags.js';
import type { LineBaselines, TextPainter } from './text.js';
import { unrotatedBaseline } from './text-rotation.js';

export interface PaintTools {
  readonly boxes: BoxPainter;
  readonly text: TextPainter;
  readonly tags: PageTags;
  readonly effects: EffectSources;
  /** Receives diagnostics on transforms. */
  readonly report: Report;
  readonly logical: LogicalOrder;
  readonly hoisted: HoistedBoxes;
  /** undefined: form controls are drawn. */
  readonly fields: FormFields | undefined;
  /** Checked for every fragment. */
  readonly deadline: Deadline | undefined;
  /** Of clickable areas. */
  readonly budgets: Budgets | undefined;
}

/** Inherited state of the walk at a fragment. */
interface PaintInfo {
  readonly clip: ClipNode | undefined;
  /** In page decoration or a repeated table header: an artifact in the tagged PDF. */
  readonly artifact: boolean;
  /** In generated content with an empty alternative text. */
  readonly decorative: boolean;
  /** The block container of the line that the fragment is on. */
  readonly container: BlockBox | undefined;
  readonly marker: boolean;
  /** Whether the parent is a flex or grid container, whose items paint like inline-blocks. */
  readonly items: boolean;
  /** Whether the fragment is on a line. */
  readonly inline: boolean;
  /** An ancestor has `background-clip: text`, so transparent text still shows the background. */
  readonly textShowsBackground: boolean;
  readonly baselines: LineBaselines;
  readonly logicalPositions: LogicalPositions;
  readonly table: TableParts;
  /** The phases that the collapsed borders of the table around the fragment are painted in. */
  readonly collapsedBorderPhases: Phases | undefined;
  readonly layers: Layer[];
  readonly phases: Phases;
}

/** Orders the pieces of one box below the id of the next box. */
const LOGICAL_STEP = 1e-6;

/** A positioned descendant or nested stacking context. */
interface Layer {
  readonly z: number;
  readonly order: number;
  readonly pieces: readonly Piece[];
}

/** The painting steps of a stacking context between negative and other layers. */
class Phases {
  /** The box's own background and border. */
  readonly own: Piece[] = [];
  /** Step 4: in-flow blocks' backgrounds and borders. */
  readonly backgrounds: Piece[] = [];
  /** Step 5 */
  readonly floats: Piece[] = [];
  /** Step 7: content of lines, and replaced elements. */
  readonly foreground: Piece[] = [];
  /** Step 10 */
  readonly outlines: Piece[] = [];

  /** Steps 4 to 7 and 10. */
  inFlow(): Piece[] {
    return [...this.backgrounds, ...this.floats, ...this.foreground, ...this.outlines];
  }
}

/**
 * Paints boxes of a page that share one stacking context: the page content first, then boxes positioned on the page.
 * @param options.clip  the page area; browsers print no content beyond it
 * @returns pieces, back to front
 */
export function paintRoots(
  roots: readonly PhysicalPlaced<PhysicalBoxFragment>[],
  tools: PaintTools,
  options: { readonly artifact: boolean; readonly clip?: Rect },
): Piece[] {
  const [content, ...positioned] = roots;
  if (!content) return [];
  const outside: PaintInfo = {
    clip: options.clip && clipNode(undefined, options.clip),
    artifact: options.artifact,
    decorative: false,
    container: undefined,
    marker: false,
    items: false,
    inline: false,
    textShowsBackground: false,
    baselines: { line: 0, boxes: [] },
    logicalPositions: undefined,
    table: NO_TABLE_PARTS,
    collapsedBorderPhases: undefined,
    // Of no use outside a stacking context; here, so that copies with others have the same hidden class.
    layers: [],
    phases: new Phases(),
  };
  const x = content.x + (content.fragment.shift?.x ?? 0);
  const y = content.y + (content.fragment.shift?.y ?? 0);
  return new StackingWalk(tools).context(content.fragment, x, y, outside, positioned);
}

class StackingWalk {
  /** Whether a descendant of the current stacking context blends with its backdrop. */
  #blends = false;
  /** Filters that apply inside the current stacking context. */
  #filters = 0;
  /** The 3D space inside the current stacking context. */
  #space: Space3d | undefined;
  readonly #planes = new Planes();

  constructor(private readonly tools: PaintTools) {}

  /**
   * Paints a stacking context and applies its effects.
   * @param positioned  of the stacking context of a page: the boxes positioned on it
   */
  context(
    fragment: PhysicalBoxFragment,
    x: number,
    y: number,
    outside: PaintInfo,
    positioned?: readonly PhysicalPlaced<PhysicalBoxFragment>[],
  ): Piece[] {
    const outerSpace = this.#space;
    const plane = planeOf(fragment, x, y, outerSpace, this.tools.report);
    if (plane?.isVisible === false) return [];
    this.#space = plane?.inside;
    const outerFilters = this.#filters;
    this.#filters = filtersInside(fragment, outerFilters);
    const layers: Layer[] = [];
    const phases = new Phases();
    const outerBlends = this.#blends;
    this.#blends = false;
    // Outer clips use the outer coordinate space, so they apply to the group as a whole.
    const matrix = plane ? plane.matrix : ownMatrix(fragment, x, y);
    const isGroup = matrix !== undefined || fragment.style.opacity < 1 || needsCompositing(fragment.style);
    const inside = isGroup ? { ...outside, clip: undefined } : outside;
    const info: PaintInfo = { ...inside, layers, phases };
    const aside = positioned && this.tools.hoisted.setAside(positioned, undefined, { x: 0, y: 0, clip: info.clip });
    this.#enter(fragment, x, y, info);
    for (const box of this.tools.hoisted.of(fragment)) {
      const clip = isGroup ? undefined : box.clip;
      this.#visit(box, 0, 0, { ...info, clip, items: false, inline: false });
    }
    for (const child of positioned ?? []) if (!aside?.has(child.fragment)) this.#visit(child, 0, 0, info);
    if (aside) this.#rest(aside, info);
    layers.sort((a, b) => a.z - b.z || a.order - b.order);
    const below = layers.filter(({ z }) => z < 0).flatMap(({ pieces }) => pieces);
    const above = layers.filter(({ z }) => z >= 0).flatMap(({ pieces }) => pieces);
    const pieces = [...phases.own, ...below, ...phases.inFlow(), ...above];
    // Blending inside a stacking context isolates it; on the page itself it reaches the whole page.
    const isolated = this.#blends && positioned === undefined;
    this.#blends = outerBlends || fragment.style['mix-blend-mode'] !== 'normal';
    this.#space = outerSpace;
    this.#filters = outerFilters;
    if (pieces.length === 0 && !filterPaints(fragment)) return pieces;
    if (plane?.inside?.isShared)
      return this.#planes.finish(this.#planes.project(pieces, plane, orderOf(fragment), outside.clip), plane);
    const apply = groupEffects(fragment, x, y, matrix, isolated, this.tools.effects);
    if (!apply) return this.#planes.finish(pieces, plane);
    const tag = commonTag(pieces);
    const group = piece(apply(assemble(pieces, tag)), orderOf(fragment), { tag, clip: outside.clip });
    // A clip may hide the group.
    return group && group.bounds.width > 0 && group.bounds.height > 0 ? this.#planes.finish([group], plane) : [];
  }

  /** Paints a box like a stacking context, except that positioned descendants join the enclosing one. */
  #atomic(fragment: PhysicalBoxFragment, x: number, y: number, info: PaintInfo): Piece[] {
    const phases = new Phases();
    this.#enter(fragment, x, y, { ...info, phases });
    return [...phases.own, ...phases.inFlow()];
  }

  /** Paints the box into `phases.own` and its descendants into the other phases. */
  #enter(fragment: PhysicalBoxFragment, x: number, y: number, info: PaintInfo): void {
    this.#decorate(fragment, x, y, info, info.phases.own);
    this.#content(fragment, x, y, info);
    this.#outline(fragment, x, y, info);
  }

  #visit({ fragment, x: dx, y: dy }: PhysicalPlaced, parentX: number, parentY: number, info: PaintInfo): void {
    this.tools.deadline?.check();
    const x = parentX + dx;
    const y = parentY + dy;
    if (fragment.kind === 'text') this.#text(fragment, x, y, info);
    else if (fragment.kind === 'line') {
      const line = unrotatedBaseline(fragment, x, y, fragment.alphabeticBaseline ?? fragment.baseline);
      // A literal with every field: a copy by spread is several times as slow.
      this.#children(fragment, x, y, {
        clip: info.clip,
        artifact: info.artifact,
        decorative: info.decorative,
        container: info.container,
        marker: info.marker,
        items: false,
        inline: true,
        textShowsBackground: info.textShowsBackground,
        baselines: { line, boxes: NO_BASELINES },
        logicalPositions: this.tools.logical.positions(fragment),
        table: info.table,
        collapsedBorderPhases: info.collapsedBorderPhases,
        layers: info.layers,
        phases: info.phases,
      });
    } else this.#box(fragment, x + (fragment.shift?.x ?? 0), y + (fragment.shift?.y ?? 0), info);
  }

  #box(fragment: PhysicalBoxFragment, x: number, y: number, outside: PaintInfo): void {
    const { style } = fragment;
    const { phases, layers } = outside;
    const clip = clipProperty(fragment, x, y);
    const info = clip ? { ...outside, clip: clipNode(outside.clip, clip) } : outside;
    const inlineBox = fragment.box.kind === 'inline';
    if (establishesStackingContext(style, info.items, inlineBox)) {
      // `z-index` applies to positioned boxes and items only.
      const z = style['z-index'] === 'auto' || !(isPositioned(style) || info.items) ? 0 : style['z-index'];
      layers.push({ z, order: orderOf(fragment), pieces: this.context(fragment, x, y, info) });
    } else if (isPositioned(style)) {
      layers.push({ z: 0, order: orderOf(fragment), pieces: this.#atomic(fragment, x, y, info) });
    } else if (style.float !== 'none' && !inlineBox && !info.items) {
      phases.floats.push(...this.#atomic(fragment, x, y, info));
    } else if (inlineBox) {
      this.#decorate(fragment, x, y, info, phases.foreground);
      this.#content(fragment, x, y, info);
      this.#outline(fragment, x, y, info);
    } else if (info.inline || info.items) {
      phases.foreground.push(...this.#atomic(fragment, x, y, info));
    } else {
      this.#decorate(fragment, x, y, info, phases.backgrounds);
      this.#content(fragment, x, y, info);
      this.#outline(fragment, x, y, info);
    }
  }

  /** Paints column, row group and row backgrounds in the cells of a row. */
  #cellLayers(fragment: PhysicalBoxFragment, x: number, y: number, info: PaintInfo, phase: Piece[]): void {
    const isAboveBorders = isAboveCollapsedBorders(info);
    for (const layer of cellLayers(fragment, x, y, info.table)) {
      const clip = isAboveBorders ? clipNode(info.clip, layer.inside) : info.clip;
      const scope: Scope = { tag: undefined, clip };
      for (const item of this.tools.boxes.cellLayer(layer, fragment.box)) {
        addPiece(phase, item, orderOf(fragment), scope);
      }
    }
  }

  /** Background and border. */
  #decorate(fragment: PhysicalBoxFragment, x: number, y: number, info: PaintInfo, phase: Piece[]): void {
    if (fragment.box.kind === 'table-row') this.#cellLayers(fragment, x, y, info, phase);
    if (fragment.style.visibility !== 'visible') return;
    const isCell = fragment.style.display === 'table-cell' && isAboveCollapsedBorders(info);
    const scope: Scope = { tag: undefined, clip: isCell ? insideBorders(fragment, x, y, info.clip) : info.clip };
    const order = orderOf(fragment);
    for (const item of this.tools.boxes.decorations(fragment, x, y)) addPiece(phase, item, order, scope);
  }

  /** Above the outlines of descendants, as in Blink's BoxFragmentPainter::PaintObject. */
  #outline(fragment: PhysicalBoxFragment, x: number, y: number, { phases, clip }: PaintInfo): void {
    if (fragment.style.visibility !== 'visible') return;
    const scope: Scope = { tag: undefined, clip };
    for (const item of this.tools.boxes.outline(fragment, x, y))
      addPiece(phases.outlines, item, orderOf(fragment), scope);
  }

  #content(fragment: PhysicalBoxFragment, x: number, y: number, info: PaintInfo): void {
    const { box } = fragment;
    const clip = overflowClip(fragment, x, y, info.clip);
    const startsLines = box.kind === 'block' && box.content.type === 'inlines' && box.context !== 'math';
    const container = startsLines ? box : info.container;
    const inner: PaintInfo = {
      clip,
      artifact: info.artifact || fragment.repeated,
      decorative: info.decorative || isDecorative(fragment),
      container,
      marker: info.marker || box.kind === 'marker' || ('origin' in box && box.origin === '::marker'),
      items: box.kind === 'block' && (box.context === 'flex' || box.context === 'grid'),
      inline: box.kind === 'inline' || box.kind === 'marker',
      textShowsBackground: info.textShowsBackground || fragment.style['background-clip'].includes('text'),
      baselines: box.kind === 'inline' ? withBaseline(info.baselines, fragment, x, y) : info.baselines,
      logicalPositions: info.logicalPositions,
      table: tableParts(fragment, x, y, info.table),
      collapsedBorderPhases: collapsedBorderPhases(fragment, info),
      layers: info.layers,
      phases: info.phases,
    };
    this.#linkArea(fragment, x, y, inner);
    this.#bookmark(fragment, x, y, inner);
    if (box.kind === 'replaced' && box.content.type === 'layers') {
      this.#layers(fragment, x, y, inner);
      return;
    }
    if (box.kind === 'replaced' && fragment.style.visibility === 'visible') {
      const scope: Scope = { tag: this.#tag(box.element, inner), clip };
      this.#countAreas(1, scope.tag);
      for (const item of this.tools.boxes.replaced(fragment, box, x, y)) {
        addPiece(info.phases.foreground, item, box.id, scope);
      }
    }
    const widget = inner.artifact ? undefined : this.tools.fields?.widget(fragment, x, y);
    if (widget) this.#field(fragment, x, y, inner, widget);
    else this.#children(fragment, x, y, inner);
    if (fragment.details?.kind === 'table')
      this.#collapsedBorders(fragment, fragment.details.collapsedBorders, x, y, info);
  }

  /** Each layer is painted as a whole, over those before it. */
  #layers({ children }: PhysicalBoxFragment, x: number, y: number, info: PaintInfo): void {
    const inside: PaintInfo = { ...info, items: false, inline: false, container: undefined };
    for (const { fragment, x: dx, y: dy } of children) {
      if (fragment.kind !== 'box') continue;
      const { box } = fragment;
      const own = box.kind === 'replaced' ? { ...inside, container: info.container } : inside;
      append(info.phases.foreground, this.context(fragment, x + dx, y + dy, own));
    }
  }

  #children(fragment: Exclude<PhysicalFragment, PhysicalTextFragment>, x: number, y: number, info: PaintInfo): void {
    if (fragment.kind === 'line' || !containsAbsolute(fragment.style, fragment.box.kind === 'inline')) {
      for (const child of fragment.children) this.#visit(child, x, y, info);
      return;
    }
    const { clip } = info;
    const aside = this.tools.hoisted.setAside(fragment.children, fragment.box.element, { x, y, clip });
    for (const child of fragment.children) if (!aside.has(child.fragment)) this.#visit(child, x, y, info);
    this.#rest(aside, info);
  }

  /** Paints the boxes set aside whose stacking context is not on the page. */
  #rest(aside: ReturnType<HoistedBoxes['setAside']>, info: PaintInfo): void {
    for (const box of this.tools.hoisted.rest(aside.values())) this.#visit(box, 0, 0, info);
  }

  /** The content of a field is shown by its widget, but for the place of a signature; what the page keeps of it is an artifact. */
  #field(fragment: PhysicalBoxFragment, x: number, y: number, info: PaintInfo, widget: OpenWidget): void {
    const { box, width, height } = fragment;
    const area: DisplayItem = { kind: 'link-area', x, y, width, height };
    const tag = this.tools.tags.forField(box.element, info.container, widget.address);
    const place = piece(area, orderOf(fragment), { tag, clip: info.clip });
    // A clip may hide the field.
    if (!place) return;
    if (widget.keeps === 'content') {
      widget.finish([]);
      info.phases.foreground.push(place);
      this.#children(fragment, x, y, info);
      return;
    }
    const phases = new Phases();
    const layers: Layer[] = [];
    this.#children(fragment, x, y, { ...info, decorative: true, phases, layers });
    const pieces = [...phases.inFlow(), ...layers.flatMap((layer) => layer.pieces)];
    widget.finish(widget.keeps === 'all' ? [] : pieces.map(({ item }) => item));
    const isKept = ({ item: { kind } }: Piece) =>
      widget.keeps === 'all' || (widget.keeps === 'drawings' && kind === 'image');
    info.phases.foreground.push(...pieces.filter(isKept), place);
  }

  #collapsedBorders(
    fragment: PhysicalBoxFragment,
    borders: readonly CollapsedBorder[] | undefined,
    x: number,
    y: number,
    info: PaintInfo,
  ): void {
    if (!borders || fragment.style.visibility !== 'visible') return;
    const scope: Scope = { tag: undefined, clip: info.clip };
    const phase = info.phases.backgrounds;
    for (const item of this.tools.boxes.collapsedBorders(borders, x, y)) {
      addPiece(phase, item, orderOf(fragment), scope);
    }
  }

  #text(fragment: PhysicalTextFragment, x: number, y: number, info: PaintInfo): void {
    const items = this.tools.text.paint(fragment, x, y, info.baselines, info.textShowsBackground);
    if (items.length === 0) return;
    const { box } = fragment;
    const isCall = box.origin === '::footnote-call';
    const element = (isCall && box.element.parent) || box.element;
    // Leaders are decoration to screen readers, and no text is read twice.
    const tag = fragment.repeated
      ? this.tools.tags.artifact
      : this.#tag(element, box.isLeader ? { ...info, decorative: true } : info);
    const scope: Scope = { tag, clip: info.clip };
    this.#countAreas(items.length, tag);
    const order = box.id + (info.logicalPositions?.get(fragment) ?? 0) * LOGICAL_STEP;
    for (const item of items) addPiece(info.phases.foreground, item, order, scope);
  }

  #bookmark({ box }: PhysicalBoxFragment, x: number, y: number, info: PaintInfo): void {
    if (!('bookmark' in box) || !box.bookmark || info.artifact) return;
    const { tags } = this.tools;
    const tag = tags.bookmark(box.element, box.bookmark, x, y);
    if (!tag) return;
    const item: DisplayItem = { kind: 'tag', tag, children: [], order: box.id };
    const structure = tags.forContent(box.element, undefined);
    const bounds = { x, y, width: 0, height: 0 };
    info.phases.foreground.push({ item, order: box.id, tag: structure, clip: undefined, bounds });
  }

  /** Makes the whole box of a block-level link clickable. */
  #linkArea(fragment: PhysicalBoxFragment, x: number, y: number, info: PaintInfo): void {
    const { box } = fragment;
    if (box.kind === 'inline' || box.kind === 'marker' || !('origin' in box) || box.origin !== undefined) return;
    if (info.artifact || !isLink(box.element)) return;
    const tag = this.#tag(box.element, info);
    if (tag?.type !== 'link') return;
    this.#countAreas(1, tag);
    const item: DisplayItem = { kind: 'link-area', ...snapRect(x, y, fragment.width, fragment.height) };
    addPiece(info.phases.foreground, item, box.id, { tag, clip: info.clip });
  }

  /** Text and images of a link are clickable, each for itself. */
  #countAreas(count: number, tag: TagNode | undefined): void {
    if (tag?.type === 'link' && tag.element) this.tools.budgets?.annotations.take(count, tag.element);
  }

  #tag(element: PhysicalBoxFragment['box']['element'], info: PaintInfo): TagNode | undefined {
    if (info.artifact) return this.tools.tags.artifact;
    const { tags } = this.tools;
    const tag = info.marker ? tags.forMarker(element) : tags.forContent(element, info.container);
    return info.decorative ? tags.decoration(element, tag) : tag;
  }
}

/** Source: https://drafts.csswg.org/css-content-3/#alt */
function isDecorative({ box, style: { content } }: PhysicalBoxFragment): boolean {
  if (!('origin' in box) || box.origin === undefined || typeof content === 'string') return false;
  const last = content.at(-1);
  return last?.type === 'alternative' && last.value === '';
}

/** Avoids `push(...pieces)`: there may be more than a call may have arguments. */
function append(list: Piece[], pieces: readonly Piece[]): void {
  for (const piece of pieces) list.push(piece);
}

const NO_BASELINES: LineBaselines['boxes'] = [];

const NO_TABLE_PARTS: TableParts = { columns: [], section: undefined };

function tableParts(fragment: PhysicalBoxFragment, x: number, y: number, info: TableParts): TableParts {
  const { style, width, height } = fragment;
  if (fragment.box.kind === 'table-section') return { ...info, section: { style, rect: { x, y, width, height } } };
  if (fragment.box.kind !== 'table') return fragment.box.kind === 'table-row' ? info : NO_TABLE_PARTS;
  if (fragment.details?.kind !== 'table') return NO_TABLE_PARTS;
  const columns = fragment.details.columns.map(({ style: columnStyle, rect }) => {
    return { style: columnStyle, rect: { ...rect, x: x + rect.x, y: y + rect.y } };
  });
  return { columns, section: undefined };
}

function collapsedBorderPhases({ box, details }: PhysicalBoxFragment, info: PaintInfo): Phases | undefined {
  if (box.kind === 'table') return details?.kind === 'table' && details.collapsedBorders ? info.phases : undefined;
  return box.kind === 'table-section' || box.kind === 'table-row' ? info.collapsedBorderPhases : undefined;
}

/**
 * Whether a cell is in a layer of its own or of its row or section, which is painted after the collapsed borders: its
 * backgrounds must not cover them.
 */
function isAboveCollapsedBorders({ collapsedBorderPhases, phases }: PaintInfo): boolean {
  return collapsedBorderPhases !== undefined && collapsedBorderPhases !== phases;
}

function insideBorders(
  { width, height, border }: PhysicalBoxFragment,
  x: number,
  y: number,
  outer: ClipNode | undefined,
): ClipNode | undefined {
  return clipNode(outer, snapped(insetRect({ x, y, width, height }, border)));
}

/** Adds the baseline of an inline box that decorates its text. */
function withBaseline(baselines: LineBaselines, fragment: PhysicalBoxFragment, x: number, y: number): LineBaselines {
  if (fragment.style['text-decoration-line'].length === 0) return baselines;
  let baseline: number | undefined;
  for (const { fragment: child, x: dx, y: dy } of fragment.children) {
    if (child.kind === 'text') baseline ??= unrotatedBaseline(child, x + dx, y + dy, child.baseline);
  }
  return { ...baselines, boxes: [...baselines.boxes, baseline] };
}

const orderOf = (fragment: PhysicalBoxFragment): number => fragment.box.id;

/** Adds an item to a painting phase, unless its clips hide it. */
function addPiece(phase: Piece[], item: DisplayItem, order: number, scope: Scope): void {
  const added = piece(item, order, scope);
  if (added) phase.push(added);
}

/** Beyond any page: the edge of a clip on the other axis only. */
const UNBOUNDED = 1e6;

/** Source: https://drafts.csswg.org/css-overflow-3/#overflow-properties */
function overflowClip(
  fragment: PhysicalBoxFragment,
  x: number,
  y: number,
  outer: ClipNode | undefined,
): ClipNode | undefined {
  const { style, box } = fragment;
  const clipX = style['overflow-x'] !== 'visible';
  const clipY = style['overflow-y'] !== 'visible';
  if ((!clipX && !clipY) || !clipsOverflow(fragment)) return outer;
  const border = snapRect(x, y, fragment.width, fragment.height);
  const inset = clipInset(fragment);
  const padding = insetRect(border, inset);
  if (clipX && clipY) {
    const radii = usedRadii(style, border, fragment);
    const rounded = radii && insetRadii(radii, inset);
    return clipNode(outer, padding, rounded?.some(([rx]) => rx > 0) ? rounded : undefined);
  }
  const area: Rect = {
    x: clipX ? padding.x : -UNBOUNDED,
    y: clipY ? padding.y : -UNBOUNDED,
    width: clipX ? padding.width : 2 * UNBOUNDED,
    height: clipY ? padding.height : 2 * UNBOUNDED,
  };
  return box.kind === 'block' ? clipNode(outer, area) : outer;
}

/**
 * Distances from the border box to the clipping edge.
 * Source: https://drafts.csswg.org/css-overflow-4/#overflow-clip-margin
 */
function clipInset({ style, border, padding }: PhysicalBoxFragment): Edges {
  const { box, margin } = style['overflow-clip-margin'];
  const isPlain = box === 'padding-box' && margin === 0;
  const applies = [style['overflow-x'], style['overflow-y']].every((value) => value === 'clip' || value === 'visible');
  if (isPlain || !applies) return border;
  const inset = (side: keyof Edges) => {
    const edge = box === 'border-box' ? 0 : border[side];
    return edge + (box === 'content-box' ? padding[side] : 0) - margin;
  };
  return { top: inset('top'), right: inset('right'), bottom: inset('bottom'), left: inset('left') };
}

/** `overflow` does not apply to inline boxes, rows and row groups; that of root and body propagates to the page. */
function clipsOverflow({ box }: PhysicalBoxFragment): boolean {
  if (box.kind !== 'block' && box.kind !== 'table' && box.kind !== 'replaced') return false;
  const { element } = box;
  const isPrincipal = box.origin === undefined;
  const isBody = element.name === 'body' && element.parent?.parent === null && box.style.contain.length === 0;
  return !(isPrincipal && (element.parent === null || isBody));
}
