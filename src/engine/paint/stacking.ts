/**
 * Painting order: walks the fragments of a page and gives pieces from back to front.
 * Source: https://www.w3.org/TR/CSS22/zindex.html
 */

import type { BlockBox } from '../box/tree.js';
import type { ComputedStyle } from '../css/properties/table.js';
import type { BoxFragment, Fragment, Placed, Rect, TextFragment } from '../layout/algorithm/types.js';
import type { BoxPainter } from './box.js';
import type { DisplayItem } from './display-list.js';
import { clipProperty, type EffectTools, groupEffects, hasEffects } from './effects.js';
import { type ReadingRanks, readingRanks } from './logical.js';
import { insetRadii, insetRect, usedRadii } from './rounded.js';
import { assemble, type ClipNode, clipNode, commonTag, type Piece, piece, type Scope } from './scene.js';
import { snapRect } from './snap.js';
import { cellLayers, type TableParts } from './table-layers.js';
import { closestLink, type PageTags, type TagNode } from './tags.js';
import type { LineBaselines, TextPainter } from './text.js';
import { baselineAcross } from './turned.js';

export interface PaintTools {
  readonly boxes: BoxPainter;
  readonly text: TextPainter;
  readonly tags: PageTags;
  readonly effects: EffectTools;
}

/** What a fragment's surroundings say about it. */
interface Surroundings {
  readonly clip: ClipNode | undefined;
  /** Page decoration or a repeated header: all of it means nothing. */
  readonly artifact: boolean;
  /** Generated content that is there for its looks. */
  readonly decorative: boolean;
  /** The block container whose lines the fragment is on. */
  readonly container: BlockBox | undefined;
  readonly marker: boolean;
  /** Whether the parent is a flex or grid container: its items are painted as inline blocks are. */
  readonly items: boolean;
  /** Whether the fragment is on a line. */
  readonly inline: boolean;
  /** `background-clip: text` around: transparent text shows the background. */
  readonly textShowsBackground: boolean;
  readonly baselines: LineBaselines;
  readonly ranks: ReadingRanks;
  readonly table: TableParts;
  readonly layers: Layer[];
  readonly phases: Phases;
}

/** Orders pieces of one box without reaching the next box's number. */
const RANK_STEP = 1e-6;

/** A positioned descendant of a stacking context. */
interface Layer {
  readonly z: number;
  readonly order: number;
  readonly pieces: readonly Piece[];
}

/** The steps of the algorithm between negative and other layers. */
class Phases {
  /** The box's own background and border. */
  readonly own: Piece[] = [];
  /** Step 4: in-flow blocks' backgrounds and borders. */
  readonly backgrounds: Piece[] = [];
  /** Step 5 */
  readonly floats: Piece[] = [];
  /** Step 7: content of lines, and replaced content. */
  readonly foreground: Piece[] = [];
  /** Step 10 */
  readonly outlines: Piece[] = [];

  /** Steps 4 to 7 and 10. */
  inFlow(): Piece[] {
    return [...this.backgrounds, ...this.floats, ...this.foreground, ...this.outlines];
  }
}

/**
 * Paints boxes of one page that share a stacking context: the first is the page's content, the others what is
 * positioned on the page. Pieces come from back to front.
 * @param options.clip  the page area: browsers print nothing of the content beyond it
 */
export function paintRoots(
  roots: readonly Placed<BoxFragment>[],
  tools: PaintTools,
  options: { readonly artifact: boolean; readonly clip?: Rect },
): Piece[] {
  const [content, ...positioned] = roots;
  if (!content) return [];
  const outside = {
    clip: options.clip && clipNode(undefined, options.clip),
    artifact: options.artifact,
    decorative: false,
    container: undefined,
    marker: false,
    items: false,
    inline: false,
    textShowsBackground: false,
    baselines: { line: 0, boxes: [] },
    ranks: undefined,
    table: NO_PARTS,
  };
  const x = content.x + (content.fragment.shift?.x ?? 0);
  const y = content.y + (content.fragment.shift?.y ?? 0);
  return new StackingWalk(tools).context(content.fragment, x, y, outside, positioned, true);
}

type Outside = Omit<Surroundings, 'layers' | 'phases'>;

class StackingWalk {
  /** Whether something of the stacking context being painted blends with what is behind it there. */
  #blends = false;

  constructor(private readonly tools: PaintTools) {}

  /** A stacking context, effects included. */
  context(
    fragment: BoxFragment,
    x: number,
    y: number,
    outside: Outside,
    beside: readonly Placed<BoxFragment>[] = [],
    isPage = false,
  ): Piece[] {
    const layers: Layer[] = [];
    const phases = new Phases();
    const around = this.#blends;
    this.#blends = false;
    // Clips from outside are in the coordinates outside: they cut the whole group.
    const inside = hasEffects(fragment.style, fragment.box.kind === 'inline')
      ? { ...outside, clip: undefined }
      : outside;
    this.#enter(fragment, x, y, { ...inside, layers, phases });
    for (const child of beside) this.#visit(child, 0, 0, { ...inside, layers, phases });
    layers.sort((a, b) => a.z - b.z || a.order - b.order);
    const below = layers.filter(({ z }) => z < 0).flatMap(({ pieces }) => pieces);
    const above = layers.filter(({ z }) => z >= 0).flatMap(({ pieces }) => pieces);
    const pieces = [...phases.own, ...below, ...phases.inFlow(), ...above];
    // What blends inside does so with what is inside; on the page itself, with all of it.
    const isolated = this.#blends && !isPage;
    this.#blends = around || fragment.style['mix-blend-mode'] !== 'normal';
    if (pieces.length === 0) return pieces;
    const apply = groupEffects(fragment, x, y, isolated, this.tools.effects);
    if (!apply) return pieces;
    const tag = commonTag(pieces);
    const group = piece(apply(assemble(pieces, tag)), orderOf(fragment), { tag, clip: outside.clip });
    // A clip may leave nothing.
    return group && group.bounds.width > 0 && group.bounds.height > 0 ? [group] : [];
  }

  /** A box painted as if it were a stacking context, but whose positioned descendants belong to the one around. */
  #atomic(fragment: BoxFragment, x: number, y: number, around: Surroundings): Piece[] {
    const phases = new Phases();
    this.#enter(fragment, x, y, { ...around, phases });
    return [...phases.own, ...phases.inFlow()];
  }

  /** Paints the box itself into `phases.own`, its descendants into the other phases. */
  #enter(fragment: BoxFragment, x: number, y: number, around: Surroundings): void {
    this.#decorate(fragment, x, y, around, around.phases.own);
    this.#content(fragment, x, y, around);
  }

  #visit({ fragment, x: dx, y: dy }: Placed, parentX: number, parentY: number, around: Surroundings): void {
    const x = parentX + dx;
    const y = parentY + dy;
    if (fragment.kind === 'text') this.#text(fragment, x, y, around);
    else if (fragment.kind === 'line') {
      const line = baselineAcross(fragment, x, y, fragment.alphabeticBaseline ?? fragment.baseline);
      const baselines = { line, boxes: [] };
      const ranks = readingRanks(fragment);
      this.#children(fragment, x, y, { ...around, inline: true, items: false, baselines, ranks });
    } else this.#box(fragment, x + (fragment.shift?.x ?? 0), y + (fragment.shift?.y ?? 0), around);
  }

  #box(fragment: BoxFragment, x: number, y: number, outside: Surroundings): void {
    const { style } = fragment;
    const { phases, layers } = outside;
    const clip = clipProperty(fragment, x, y);
    const around = clip ? { ...outside, clip: clipNode(outside.clip, clip) } : outside;
    const inlineBox = fragment.box.kind === 'inline';
    if (makesStackingContext(style, around.items, inlineBox)) {
      const z = style['z-index'] === 'auto' ? 0 : style['z-index'];
      layers.push({ z, order: orderOf(fragment), pieces: this.context(fragment, x, y, around) });
    } else if (isPositioned(style)) {
      layers.push({ z: 0, order: orderOf(fragment), pieces: this.#atomic(fragment, x, y, around) });
    } else if (style.float !== 'none' && !inlineBox && !around.items) {
      phases.floats.push(...this.#atomic(fragment, x, y, around));
    } else if (inlineBox) {
      this.#decorate(fragment, x, y, around, phases.foreground);
      this.#content(fragment, x, y, around);
    } else if (around.inline || around.items) {
      phases.foreground.push(...this.#atomic(fragment, x, y, around));
    } else {
      this.#decorate(fragment, x, y, around, phases.backgrounds);
      this.#content(fragment, x, y, around);
    }
  }

  /** What is below the cells of a row, when the fragment is one. */
  #cellLayers(fragment: BoxFragment, x: number, y: number, around: Surroundings, phase: Piece[]): void {
    const scope: Scope = { tag: undefined, clip: around.clip };
    for (const layer of cellLayers(fragment, x, y, around.table)) {
      for (const item of this.tools.boxes.cellLayer(layer, fragment.box)) {
        phase.push(...present([piece(item, orderOf(fragment), scope)]));
      }
    }
  }

  /** Background, border and outline. */
  #decorate(fragment: BoxFragment, x: number, y: number, around: Surroundings, phase: Piece[]): void {
    if (fragment.box.kind === 'table-row') this.#cellLayers(fragment, x, y, around, phase);
    if (fragment.style.visibility !== 'visible') return;
    const scope: Scope = { tag: undefined, clip: around.clip };
    const order = orderOf(fragment);
    for (const item of this.tools.boxes.decorations(fragment, x, y))
      phase.push(...present([piece(item, order, scope)]));
    for (const item of this.tools.boxes.outline(fragment, x, y)) {
      around.phases.outlines.push(...present([piece(item, order, scope)]));
    }
  }

  #content(fragment: BoxFragment, x: number, y: number, around: Surroundings): void {
    const { box } = fragment;
    const clip = overflowClip(fragment, x, y, around.clip);
    const container = box.kind === 'block' && box.content.type === 'inlines' ? box : around.container;
    const inner: Surroundings = {
      ...around,
      clip,
      container,
      artifact: around.artifact || fragment.repeated === true,
      decorative: around.decorative || isDecorative(fragment),
      marker: around.marker || box.kind === 'marker' || ('origin' in box && box.origin === '::marker'),
      items: box.kind === 'block' && (box.context === 'flex' || box.context === 'grid'),
      inline: box.kind === 'inline' || box.kind === 'marker',
      textShowsBackground: around.textShowsBackground || fragment.style['background-clip'].includes('text'),
      table: tableParts(fragment, x, y, around.table),
      baselines: box.kind === 'inline' ? withBaseline(around.baselines, fragment, x, y) : around.baselines,
    };
    this.#linkArea(fragment, x, y, inner);
    this.#bookmark(fragment, x, y, inner);
    if (box.kind === 'replaced' && fragment.style.visibility === 'visible') {
      const scope: Scope = { tag: this.#tag(box.element, inner), clip };
      for (const item of this.tools.boxes.replaced(fragment, box, x, y)) {
        around.phases.foreground.push(...present([piece(item, box.id, scope)]));
      }
    }
    this.#children(fragment, x, y, inner);
    if (fragment.collapsedBorders) this.#collapsedBorders(fragment, x, y, around);
  }

  #children(fragment: Exclude<Fragment, TextFragment>, x: number, y: number, around: Surroundings): void {
    for (const child of fragment.children) this.#visit(child, x, y, around);
  }

  #collapsedBorders(fragment: BoxFragment, x: number, y: number, around: Surroundings): void {
    if (fragment.style.visibility !== 'visible') return;
    const scope: Scope = { tag: undefined, clip: around.clip };
    const phase = around.phases.backgrounds;
    for (const item of this.tools.boxes.collapsedBorders(fragment, x, y)) {
      phase.push(...present([piece(item, orderOf(fragment), scope)]));
    }
  }

  #text(fragment: TextFragment, x: number, y: number, around: Surroundings): void {
    const items = this.tools.text.paint(fragment, x, y, around.baselines, around.textShowsBackground);
    if (items.length === 0) return;
    const { box } = fragment;
    const isCall = box.origin === '::footnote-call';
    const element = (isCall && box.element.parent) || box.element;
    // Dots up to a page number are not to be read out.
    const tag = this.#tag(element, box.isLeader ? { ...around, decorative: true } : around);
    const scope: Scope = { tag, clip: around.clip };
    const order = box.id + (around.ranks?.get(fragment) ?? 0) * RANK_STEP;
    for (const item of items) around.phases.foreground.push(...present([piece(item, order, scope)]));
  }

  #bookmark({ box }: BoxFragment, x: number, y: number, around: Surroundings): void {
    if (!('bookmark' in box) || !box.bookmark || around.artifact) return;
    const { tags } = this.tools;
    const tag = tags.bookmark(box.element, box.bookmark, x, y);
    if (!tag) return;
    const item: DisplayItem = { kind: 'tag', tag, children: [] };
    const structure = tags.forContent(box.element, undefined);
    const bounds = { x, y, width: 0, height: 0 };
    around.phases.foreground.push({ item, order: box.id, tag: structure, clip: undefined, bounds });
  }

  /** A link that is a box of its own can be clicked all over. */
  #linkArea(fragment: BoxFragment, x: number, y: number, around: Surroundings): void {
    const { box } = fragment;
    if (box.kind === 'inline' || box.kind === 'marker' || !('origin' in box) || box.origin !== undefined) return;
    if (around.artifact || closestLink(box.element) !== box.element) return;
    const tag = this.#tag(box.element, around);
    if (tag?.type !== 'link') return;
    const item: DisplayItem = { kind: 'link-area', ...snapRect(x, y, fragment.width, fragment.height) };
    around.phases.foreground.push(...present([piece(item, box.id, { tag, clip: around.clip })]));
  }

  #tag(element: BoxFragment['box']['element'], around: Surroundings): TagNode | undefined {
    if (around.artifact) return this.tools.tags.artifact;
    const { tags } = this.tools;
    const tag = around.marker ? tags.forMarker(element) : tags.forContent(element, around.container);
    return around.decorative ? tags.decoration(element, tag) : tag;
  }
}

/** Source: https://drafts.csswg.org/css-content-3/#alt */
function isDecorative({ box, style: { content } }: BoxFragment): boolean {
  if (!('origin' in box) || box.origin === undefined || typeof content === 'string') return false;
  const last = content.at(-1);
  return last?.type === 'alternative' && last.value === '';
}

const NO_PARTS: TableParts = { columns: [], section: undefined };

function tableParts(fragment: BoxFragment, x: number, y: number, around: TableParts): TableParts {
  const { style, width, height } = fragment;
  if (fragment.box.kind === 'table-section') return { ...around, section: { style, rect: { x, y, width, height } } };
  if (fragment.box.kind !== 'table') return fragment.box.kind === 'table-row' ? around : NO_PARTS;
  const columns = (fragment.columns ?? []).map(({ style: columnStyle, rect }) => {
    return { style: columnStyle, rect: { ...rect, x: x + rect.x, y: y + rect.y } };
  });
  return { columns, section: undefined };
}

/** Adds an inline box's baseline, that of the text in it, when it decorates its text. */
function withBaseline(baselines: LineBaselines, fragment: BoxFragment, x: number, y: number): LineBaselines {
  if (fragment.style['text-decoration-line'].length === 0) return baselines;
  let baseline: number | undefined;
  for (const { fragment: child, x: dx, y: dy } of fragment.children) {
    if (child.kind === 'text') baseline ??= baselineAcross(child, x + dx, y + dy, child.baseline);
  }
  return { ...baselines, boxes: [...baselines.boxes, baseline] };
}

const orderOf = (fragment: BoxFragment): number => fragment.box.id;

const present = (pieces: readonly (Piece | undefined)[]): Piece[] => pieces.filter((each) => each !== undefined);

export function isPositioned(style: ComputedStyle): boolean {
  const { position } = style;
  return position === 'relative' || position === 'absolute' || position === 'fixed' || position === 'sticky';
}

/** @param item whether the box is a flex or grid item */
function makesStackingContext(style: ComputedStyle, item: boolean, inlineBox: boolean): boolean {
  if (hasEffects(style, inlineBox)) return true;
  if (style.isolation === 'isolate') return true;
  if (style.position === 'fixed' || style.position === 'sticky') return true;
  return style['z-index'] !== 'auto' && (item || isPositioned(style));
}

/** Beyond any page: the edge of a clip that does not clip. */
const UNBOUNDED = 1e6;

/** Source: https://drafts.csswg.org/css-overflow-3/#overflow-properties */
function overflowClip(fragment: BoxFragment, x: number, y: number, outer: ClipNode | undefined): ClipNode | undefined {
  const { style, box } = fragment;
  const clipX = style['overflow-x'] !== 'visible';
  const clipY = style['overflow-y'] !== 'visible';
  if ((!clipX && !clipY) || !clipsOverflow(fragment)) return outer;
  const border = snapRect(x, y, fragment.width, fragment.height);
  const padding = insetRect(border, fragment.border);
  if (clipX && clipY) {
    const radii = usedRadii(style, border, fragment);
    const rounded = radii && insetRadii(radii, fragment.border);
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

/** `overflow` does not apply to inline boxes, rows and sections; the root's and the body's is the page's. */
function clipsOverflow({ box }: BoxFragment): boolean {
  if (box.kind !== 'block' && box.kind !== 'table' && box.kind !== 'replaced') return false;
  const { element } = box;
  const isPrincipal = box.origin === undefined;
  const isPageBox = element.parent === null || (element.name === 'body' && element.parent?.parent === null);
  return !(isPrincipal && isPageBox);
}
