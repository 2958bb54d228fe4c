/** Generates floats and positioned boxes among blocks and text. */

import { type Choices, element, type FuzzDocument, type FuzzElement, type FuzzNode, image } from './document.js';

export function floats(random: Choices): FuzzDocument {
  const style = {
    width: random.px(200, 700),
    font: `${random.pick([12, 14, 16])}px/${random.pick(['normal', '1.4', '18px'])} Arimo`,
    margin: random.maybe(0.5, () => random.px(0, 30)),
    direction: random.maybe(0.1, () => 'rtl'),
    position: random.maybe(0.15, () => 'relative'),
  };
  const body = element('body', style, blocks(random, 0));
  const css = '.clearfix::after { content: ""; display: table; clear: both }';
  return { quirks: random.chance(0.06), css, body };
}

function blocks(random: Choices, depth: number): FuzzNode[] {
  return random.list(1, depth === 0 ? 5 : 4, () => node(random, depth));
}

function node(random: Choices, depth: number): FuzzNode {
  if (depth > 3) return random.words(1, 8);
  const choice = random.int(0, 11);
  if (choice < 3) return float(random, depth);
  if (choice < 5) return positioned(random, depth);
  if (choice < 8) return block(random, depth);
  if (choice === 8) return context(random, depth);
  if (choice === 9) return inline(random, depth);
  return random.words(1, 20);
}

function edges(random: Choices) {
  return {
    margin: random.maybe(0.35, () => margin(random)),
    padding: random.maybe(0.25, () => random.pick([random.px(0, 15), '2%'])),
    border: random.maybe(0.2, () => `${random.px(1, 5)} solid black`),
  };
}

function margin(random: Choices): string {
  return random.pick([
    random.px(0, 25),
    `${random.px(-15, 20)} ${random.px(-15, 20)}`,
    '0 auto',
    '3%',
    `${random.px(-20, 0)} 0`,
  ]);
}

function size(random: Choices) {
  return {
    width: random.maybe(0.5, () => random.pick([random.px(10, 300), random.percent(10, 100)])),
    height: random.maybe(0.3, () => random.pick([random.px(5, 120), random.percent(20, 80)])),
    'min-width': random.maybe(0.05, () => random.px(10, 200)),
    'max-width': random.maybe(0.05, () => random.px(10, 200)),
    'box-sizing': random.maybe(0.15, () => 'border-box'),
  };
}

function float(random: Choices, depth: number): FuzzElement {
  const style = {
    float: random.pick(['left', 'left', 'right']),
    clear: random.maybe(0.15, () => random.pick(['left', 'right', 'both'])),
    ...size(random),
    ...edges(random),
    position: random.maybe(0.1, () => 'relative'),
    left: random.maybe(0.05, () => random.px(-10, 10)),
  };
  if (random.chance(0.15)) {
    const [width, height] = [random.int(5, 150), random.int(5, 100)];
    return element('img', { float: style.float, margin: style.margin }, [], {
      src: image(width, height),
      width,
      height,
    });
  }
  return element('div', style, content(random, depth));
}

function content(random: Choices, depth: number): FuzzNode[] {
  return random.chance(0.5) ? [random.words(0, 10)] : blocks(random, depth + 1);
}

const INSETS = ['top', 'right', 'bottom', 'left'] as const;

function positioned(random: Choices, depth: number): FuzzElement {
  const position = random.pick(['absolute', 'absolute', 'absolute', 'relative', 'fixed', 'sticky']);
  // Insets of sticky boxes refer to the scrollport, which pages lack.
  const inset = () =>
    position === 'sticky'
      ? undefined
      : random.maybe(0.45, () => random.pick([random.px(-20, 60), random.percent(-10, 60), '0']));
  const insets = Object.fromEntries(INSETS.map((side) => [side, inset()]));
  const auto = random.maybe(0.2, () => random.pick(['auto', '0 auto', 'auto 0', '5px auto 5px 10px']));
  const around = edges(random);
  const style = { position, ...insets, ...size(random), ...around, margin: auto ?? around.margin };
  const tag = random.pick(['div', 'div', 'div', 'span']);
  return element(tag, style, tag === 'span' ? [random.words(1, 6)] : content(random, depth));
}

function block(random: Choices, depth: number): FuzzElement {
  const style = {
    ...(random.chance(0.4) ? size(random) : {}),
    ...edges(random),
    clear: random.maybe(0.2, () => random.pick(['left', 'right', 'both'])),
    position: random.maybe(0.25, () => 'relative'),
    'text-align': random.maybe(0.1, () => random.pick(['center', 'right', 'justify'])),
    'text-indent': random.maybe(0.04, () => '20px'),
  };
  const attributes = { class: random.maybe(0.15, () => 'clearfix') };
  return element(random.pick(['div', 'div', 'p']), style, content(random, depth), attributes);
}

/** A box with a block formatting context, which is placed beside floats. */
function context(random: Choices, depth: number): FuzzElement {
  const display = random.pick(['flow-root', 'block', 'table', 'inline-block', 'flex', 'inline-block']);
  const style = {
    display,
    overflow: display === 'block' ? 'hidden' : undefined,
    ...(random.chance(0.4) ? size(random) : {}),
    ...edges(random),
    clear: random.maybe(0.1, () => random.pick(['left', 'right', 'both'])),
    position: random.maybe(0.15, () => 'relative'),
    'vertical-align': random.maybe(0.1, () => random.pick(['top', 'middle'])),
  };
  return element('div', style, content(random, depth));
}

function inline(random: Choices, depth: number): FuzzElement {
  const style = {
    position: random.maybe(0.4, () => 'relative'),
    top: random.maybe(0.1, () => random.px(-10, 10)),
    left: random.maybe(0.1, () => random.px(-10, 10)),
    padding: random.maybe(0.2, () => `0 ${random.px(0, 9)}`),
    border: random.maybe(0.15, () => '2px solid black'),
    'font-size': random.maybe(0.15, () => random.px(10, 24)),
  };
  const inside = random.list(1, 3, (): FuzzNode => {
    const choice = random.int(0, 5);
    if (choice === 0) return float(random, depth + 1);
    if (choice === 1) return positioned(random, depth + 1);
    if (choice === 2 && depth < 2) return inline(random, depth + 1);
    if (choice === 3 && random.chance(0.3)) return element('br', {}, [], {});
    return random.words(1, 12);
  });
  return element('span', style, inside);
}
