/** Generates flex containers and grids, nested in each other and in blocks, with text, images and positioned boxes. */

import { type Choices, element, type FuzzDocument, type FuzzElement, type FuzzNode, image } from './document.js';

type Style = Record<string, string | undefined>;

const DEPTH = 2;

export function flex(random: Choices): FuzzDocument {
  return page(random, flexContainer(random, DEPTH, rootStyle(random)));
}

export function grid(random: Choices): FuzzDocument {
  return page(random, gridContainer(random, DEPTH, rootStyle(random)));
}

/** The columns are in monolithic content: columns that break too often take the rest of a page, which the screen lacks. */
export function multicol(random: Choices): FuzzDocument {
  return { ...page(random, columns(random, 1)), css: 'body { display: inline-block }' };
}

function page(random: Choices, root: FuzzElement): FuzzDocument {
  const style = { width: '600px', font: `14px/${random.pick(['20px', 'normal'])} Arimo`, position: 'relative' };
  return { quirks: false, css: '', body: element('body', style, [root]) };
}

// ---- values --------------------------------------------------------------------------------------------------------

function size(random: Choices, min: number, max: number): string {
  const percent = () => `${random.pick([10, 20, 25, 33.3, 50, 75, 100])}%`;
  const keyword = () => random.pick(['min-content', 'max-content', 'fit-content']);
  return random.pick([() => random.px(min, max), () => random.px(min, max), percent, percent, keyword])();
}

function edges(random: Choices, probability: number): Style {
  return {
    padding: random.maybe(probability, () => random.pick(['3px', '5px 10px', '2%', '4px 0 8px 12px', '5% 3px'])),
    border: random.maybe(probability, () => random.pick(['1px solid', '3px solid', '2px dashed'])),
    'box-sizing': random.maybe(probability / 2, () => 'border-box'),
  };
}

function limits(random: Choices, probability: number): Style {
  return {
    'min-width': random.maybe(probability, () => random.pick(['0', random.px(20, 120), '30%'])),
    'max-width': random.maybe(probability, () => size(random, 30, 200)),
    'min-height': random.maybe(probability, () => random.pick(['0', random.px(10, 80), '50%'])),
    'max-height': random.maybe(probability, () => random.pick([random.px(20, 120), '50%'])),
  };
}

const POSITIONS = ['flex-start', 'flex-end', 'center', 'start', 'end', 'safe center', 'unsafe end', 'safe end'];
const SELF = [...POSITIONS, 'normal', 'stretch', 'self-start', 'self-end'];
const ALIGN = [...SELF, 'baseline', 'last baseline'];
const JUSTIFY_SELF = [...SELF, 'left', 'right'];
const CONTENT = [...POSITIONS, 'normal', 'space-between', 'space-around', 'space-evenly'];

function gaps(random: Choices): string | undefined {
  return random.maybe(0.4, () => random.pick(['4px', '10px', '6px 12px', '5%', '10px 3%', '2.5px']));
}

function containerStyle(random: Choices): Style {
  return {
    gap: gaps(random),
    'justify-content': random.maybe(0.4, () => random.pick([...CONTENT, 'left', 'right'])),
    'align-items': random.maybe(0.4, () => random.pick(ALIGN)),
    'align-content': random.maybe(0.3, () => random.pick([...CONTENT, 'stretch'])),
    direction: random.maybe(0.1, () => 'rtl'),
    position: random.maybe(0.1, () => 'relative'),
  };
}

function rootStyle(random: Choices): Style {
  const width = () => random.pick([random.px(100, 500), '50%', '80%', 'fit-content', 'min-content', 'max-content']);
  return {
    width: random.maybe(0.5, width),
    height: random.maybe(0.35, () => random.px(40, 300)),
    ...limits(random, 0.1),
    ...edges(random, 0.3),
  };
}

// ---- items ---------------------------------------------------------------------------------------------------------

function itemStyle(random: Choices): Style {
  return {
    width: random.maybe(0.35, () => size(random, 20, 180)),
    height: random.maybe(0.3, () => random.pick([random.px(10, 90), random.px(10, 90), '50%', '100%'])),
    ...limits(random, 0.12),
    margin: random.maybe(0.25, () =>
      random.pick(['5px', '3px 8px', 'auto', '0 auto', 'auto 0', '5%', '-5px', '0 0 0 auto']),
    ),
    ...edges(random, 0.2),
    'align-self': random.maybe(0.2, () => random.pick(ALIGN)),
    order: random.maybe(0.08, () => random.pick(['-1', '1', '2'])),
    'aspect-ratio': random.maybe(0.01, () => random.pick(['1', '2 / 1', 'auto 3 / 2'])),
    overflow: random.maybe(0.1, () => random.pick(['hidden', 'clip'])),
    'font-size': random.maybe(0.05, () => '22px'),
  };
}

function flexItemStyle(random: Choices): Style {
  const shorthand = () => random.pick(['1', '2', '1 1 auto', 'none', '0 0 50px', '1 0 30%', '0.5', '0.3 2 40px']);
  if (random.chance(0.15)) return { ...itemStyle(random), flex: shorthand() };
  return {
    ...itemStyle(random),
    'flex-grow': random.maybe(0.25, () => random.pick(['1', '2', '0.3', '0.5'])),
    'flex-shrink': random.maybe(0.2, () => random.pick(['0', '2', '0.5'])),
    'flex-basis': random.maybe(0.25, () => random.pick(['0', '0%', random.px(20, 150), '30%', '50%', 'content'])),
  };
}

const IMAGES: readonly (readonly [number, number])[] = [
  [40, 30],
  [60, 20],
  [24, 48],
];

function item(random: Choices, depth: number, style: Style): FuzzElement {
  const text = () => element('div', style, [random.words(1, 7)]);
  const empty = () => element('div', style);
  const picture = () => element('img', pictureStyle(style), [], { src: image(...random.pick(IMAGES)) });
  const inline = () => {
    const box = element('span', { display: 'inline-block', width: random.px(10, 60), height: random.px(5, 40) });
    return element('div', style, [`${random.words(1, 3)} `, box]);
  };
  const block = () =>
    element(
      'div',
      style,
      random.list(1, 3, () => blockChild(random)),
    );
  const nested = () =>
    random.chance(0.6) ? flexContainer(random, depth - 1, style) : gridContainer(random, depth - 1, style);
  const kinds = [text, text, text, text, empty, empty, picture, inline, block, block];
  return random.pick(depth > 0 ? [...kinds, nested, nested, nested, nested] : kinds)();
}

/** Images with a size in px, a relative width, or no size. */
function pictureStyle(style: Style): Style {
  const { height, ...rest } = style;
  const { 'aspect-ratio': _, 'min-height': __, 'max-height': ___, 'max-width': ____, ...others } = rest;
  return { ...others, ...(height?.endsWith('px') && { height }) };
}

function blockChild(random: Choices): FuzzNode {
  const style = {
    margin: random.maybe(0.4, () => random.pick(['5px 0', '10px', '0 5%'])),
    width: random.maybe(0.3, () => size(random, 20, 120)),
    height: random.maybe(0.3, () => random.pick([random.px(10, 50), '50%', '100%'])),
  };
  return element('div', style, [random.words(0, 4)]);
}

function positioned(random: Choices, placement: Style): FuzzElement {
  const inset = () => random.maybe(0.3, () => random.pick(['5px', '10%']));
  const style = {
    position: 'absolute',
    ...{ left: inset(), right: inset(), top: inset(), bottom: inset() },
    width: random.maybe(0.5, () => random.px(10, 60)),
    height: random.maybe(0.5, () => random.px(10, 60)),
    'align-self': random.maybe(0.3, () => random.pick(['center', 'end', 'flex-end'])),
    ...placement,
  };
  return element('div', style, [random.words(1, 1)]);
}

// ---- containers ----------------------------------------------------------------------------------------------------

function flexContainer(random: Choices, depth: number, own: Style): FuzzElement {
  const style = {
    ...own,
    display: random.chance(0.08) ? 'inline-flex' : 'flex',
    ...containerStyle(random),
    'flex-direction': random.maybe(0.55, () => random.pick(['column', 'column', 'row-reverse', 'column-reverse'])),
    'flex-wrap': random.maybe(0.4, () => random.pick(['wrap', 'wrap', 'wrap-reverse'])),
  };
  const items = random.list(1, depth === DEPTH ? 6 : 4, () => item(random, depth, flexItemStyle(random)));
  if (random.chance(0.1)) items.push(positioned(random, {}));
  return element('div', style, items);
}

const COLUMNS = [
  ...['auto', '1fr', '2fr', '0.5fr', 'min-content', 'max-content', '60px', '25%', 'minmax(40px, 1fr)', 'auto', '1fr'],
  ...['minmax(0, 1fr)', 'minmax(auto, 80px)', 'minmax(min-content, 100px)', 'minmax(50px, auto)', '100px'],
  ...['minmax(30px, max-content)', 'fit-content(80px)', 'fit-content(30%)', 'minmax(20px, 60px)', 'minmax(20%, auto)'],
];
const ROWS = [
  ...['auto', '1fr', 'min-content', '40px', 'minmax(20px, 1fr)', 'minmax(30px, auto)', '20%', 'max-content', '2fr'],
  ...['minmax(auto, 60px)', 'fit-content(50px)'],
];

function tracks(random: Choices, sizes: readonly string[], name: string): string {
  const repeated = () => random.pick(['80px', 'minmax(90px, 1fr)', 'minmax(60px, 120px)', '20%', '50px 70px']);
  if (random.chance(0.12)) return `repeat(${random.pick(['auto-fill', 'auto-fit'])}, ${repeated()})`;
  if (random.chance(0.08)) return `repeat(${random.int(2, 4)}, ${random.pick(sizes)})`;
  const named = (index: number) => (random.chance(0.15) ? `[${name}${index}] ` : '');
  return random.list(1, 4, (index) => named(index) + random.pick(sizes)).join(' ');
}

const AREAS = ["'h h h' 'l m r' 'f f f'", "'h h' 'l m'", "'h . m' 'h l l'"];

function gridContainer(random: Choices, depth: number, own: Style): FuzzElement {
  const areas = random.maybe(0.1, () => random.pick(AREAS));
  const style = {
    ...own,
    display: random.chance(0.06) ? 'inline-grid' : 'grid',
    ...containerStyle(random),
    'justify-items': random.maybe(0.3, () => random.pick(JUSTIFY_SELF)),
    'grid-template-areas': areas,
    'grid-template-columns': random.maybe(0.85, () => tracks(random, COLUMNS, 'c')),
    'grid-template-rows': random.maybe(0.45, () => tracks(random, ROWS, 'r')),
    'grid-auto-rows': random.maybe(0.2, () => random.pick(['30px', 'minmax(20px, auto)', '1fr', '20px 40px'])),
    'grid-auto-columns': random.maybe(0.15, () => random.pick(['50px', '1fr', 'minmax(30px, 80px)'])),
    'grid-auto-flow': random.maybe(0.25, () => random.pick(['column', 'dense', 'column dense'])),
  };
  const items = random.list(1, depth === DEPTH ? 7 : 4, () => gridItem(random, depth, areas !== undefined));
  if (random.chance(0.1)) items.push(positioned(random, placement(random, false)));
  return element('div', style, items);
}

function placement(random: Choices, hasAreas: boolean): Style {
  if (hasAreas && random.chance(0.6)) return { 'grid-area': random.pick(['h', 'l', 'm', 'r', 'f']) };
  const columns = ['span 2', '1 / 3', '2', 'span 3', '1 / -1', '2 / span 2', '-2', 'c1', '3'];
  const rows = ['span 2', '1', '2', '1 / 3', '2 / span 2', 'r1', '-1'];
  return {
    'grid-column': random.maybe(0.3, () => random.pick(columns)),
    'grid-row': random.maybe(0.2, () => random.pick(rows)),
  };
}

function gridItem(random: Choices, depth: number, hasAreas: boolean): FuzzElement {
  const style = {
    ...itemStyle(random),
    'justify-self': random.maybe(0.2, () => random.pick(JUSTIFY_SELF)),
    ...placement(random, hasAreas),
  };
  return depth > 0 && random.chance(0.06) ? subgrid(random, style) : item(random, depth, style);
}

function subgrid(random: Choices, own: Style): FuzzElement {
  const both = random.chance(0.4);
  const style = {
    ...own,
    display: 'grid',
    'grid-template-columns': 'subgrid',
    'grid-template-rows': both ? 'subgrid' : undefined,
    'grid-column': own['grid-column'] ?? random.pick(['span 2', '1 / 3']),
    'grid-row': both ? 'span 2' : own['grid-row'],
    gap: gaps(random),
  };
  return element(
    'div',
    style,
    random.list(1, 4, () => item(random, 0, subgridItemStyle(random))),
  );
}

/**
 * Avoids baseline alignment with percentage heights: Chromium moves such items of a subgrid by 33,554,432 px (the
 * maximum of LayoutUnit) instead of to the start or end of their row.
 */
function subgridItemStyle(random: Choices): Style {
  const style = itemStyle(random);
  const heights = [style.height, style['min-height'], style['max-height']];
  const isAway = style['align-self']?.endsWith('baseline') && heights.some((height) => height?.endsWith('%'));
  return isAway ? { ...style, 'align-self': undefined } : style;
}

function columns(random: Choices, depth: number): FuzzElement {
  const height = random.maybe(0.25, () => random.px(60, 240));
  const style = {
    'column-count': random.maybe(0.7, () => random.pick(['2', '3', '4'])),
    'column-width': random.maybe(0.4, () => random.px(60, 200)),
    'column-gap': random.maybe(0.5, () => random.pick(['0', '8px', '5%', '30px'])),
    // Without a height, columns with `column-fill: auto` are as tall as the page, which Chromium's screen layout lacks.
    'column-fill': random.maybe(height ? 0.4 : 0, () => 'auto'),
    'column-rule': random.maybe(0.3, () => '2px solid'),
    width: random.maybe(0.4, () => random.pick([random.px(200, 560), '80%'])),
    height,
    ...edges(random, 0.2),
  };
  return element(
    'div',
    style,
    random.list(1, 7, () => columnChild(random, depth)),
  );
}

function columnChild(random: Choices, depth: number): FuzzNode {
  if (depth > 0 && random.chance(0.08)) return columns(random, depth - 1);
  const style = {
    margin: random.maybe(0.5, () => random.pick(['10px 0', '5px', '0 0 14px', '20px 5%'])),
    height: random.maybe(0.2, () => random.px(10, 90)),
    'column-span': random.maybe(0.1, () => 'all'),
    'break-inside': random.maybe(0.15, () => 'avoid'),
    'break-before': random.maybe(0.05, () => 'column'),
    ...edges(random, 0.15),
  };
  if (random.chance(0.1)) return element('img', { display: 'block' }, [], { src: image(...random.pick(IMAGES)) });
  return element('div', style, [random.words(1, 30)]);
}
