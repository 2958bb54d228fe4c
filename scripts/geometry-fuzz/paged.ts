/** Generates documents for print: nested content that breaks across small pages. */

import { type Choices, element, type FuzzDocument, type FuzzElement, type FuzzNode, image } from './document.js';

type Style = Record<string, string | undefined>;

/** Page area 360 x 260 px: 13 lines. */
const PAGE_CSS = '@page { size: 400px 300px; margin: 20px }';

const DEPTH = 2;

const WORDS = 'a be the and item price total iii WWW'.split(' ');

export function paged(random: Choices): FuzzDocument {
  return page(random, (maker) => maker.block(DEPTH));
}

/** Flex containers of text and simple blocks, between paragraphs. */
export function pagedFlex(random: Choices): FuzzDocument {
  return page(random, (maker) => (random.chance(0.4) ? maker.paragraph() : maker.flex(DEPTH)));
}

/** Grids, likewise. */
export function pagedGrid(random: Choices): FuzzDocument {
  return page(random, (maker) => (random.chance(0.4) ? maker.paragraph() : maker.grid(DEPTH)));
}

function page(random: Choices, block: (maker: Maker) => FuzzElement): FuzzDocument {
  const text = new Text(random);
  const style = {
    margin: '0',
    font: '14px/20px Arimo',
    orphans: random.maybe(0.15, () => random.pick(['1', '3'])),
    widows: random.maybe(0.15, () => random.pick(['1', '3'])),
  };
  const body = element(
    'body',
    style,
    random.list(1, 4, () => block(new Maker(random, text))),
  );
  return { quirks: false, css: PAGE_CSS, body };
}

/** Short unique words, to identify them in the output. */
class Text {
  private count = 0;

  constructor(private readonly random: Choices) {}

  words(min: number, max: number): string {
    return this.random.list(min, max, () => `${this.random.pick(WORDS)}${this.count++} `).join('');
  }
}

class Maker {
  constructor(
    private readonly random: Choices,
    private readonly text: Text,
  ) {}

  block(depth: number): FuzzElement {
    const leaves = [
      () => this.paragraph(),
      () => this.paragraph(),
      () => this.paragraph(),
      () => this.heading(),
      () => this.picture(),
      () => this.float(0),
    ];
    const nests = [
      () => this.container(depth),
      () => this.container(depth),
      () => this.table(depth),
      () => this.table(depth),
      () => this.flex(depth),
      () => this.grid(depth),
      () => this.list(depth),
      () => this.multicol(depth),
      () => this.float(depth),
      () => this.positioned(depth),
    ];
    return this.random.pick(depth > 0 ? [...leaves, ...nests] : leaves)();
  }

  private blocks(depth: number, min: number, max: number): FuzzElement[] {
    return this.random.list(min, max, () => this.block(depth));
  }

  /** Text only, or blocks. */
  private content(depth: number): FuzzNode[] {
    const { random } = this;
    if (depth <= 0 || random.chance(0.55)) return [this.text.words(1, random.pick([8, 30, 90]))];
    return this.blocks(depth - 1, 1, 3);
  }

  // ---- styles -------------------------------------------------------------------------------------------------------

  private breaks(): Style {
    const { random } = this;
    const between = () => random.pick(['page', 'avoid', 'avoid', 'avoid-page', 'column']);
    return {
      'break-before': random.maybe(0.05, between),
      'break-after': random.maybe(0.06, between),
      'break-inside': random.maybe(0.12, () => random.pick(['avoid', 'avoid', 'avoid-page'])),
    };
  }

  private edges(probability: number): Style {
    const { random } = this;
    return {
      padding: random.maybe(probability, () => random.pick(['4px', '10px', '16px 6px', '30px 0 12px', '0 0 40px'])),
      border: random.maybe(probability, () => random.pick(['1px solid', '3px solid', '8px solid'])),
      'box-decoration-break': random.maybe(probability / 2, () => 'clone'),
    };
  }

  private margin(probability: number): Style {
    const { random } = this;
    return {
      margin: random.maybe(probability, () => random.pick(['10px 0', '0 0 14px', '25px 0 0', '8px', '40px 0 60px'])),
    };
  }

  private blockStyle(): Style {
    const { random } = this;
    return {
      ...this.margin(0.4),
      ...this.edges(0.2),
      ...this.breaks(),
      height: random.maybe(0.08, () => random.pick([random.px(10, 100), random.px(100, 400)])),
      'min-height': random.maybe(0.04, () => random.px(20, 300)),
      'max-height': random.maybe(0.02, () => random.px(40, 300)),
    };
  }

  // ---- blocks -------------------------------------------------------------------------------------------------------

  paragraph(): FuzzElement {
    const { random } = this;
    const style = {
      ...this.blockStyle(),
      orphans: random.maybe(0.08, () => random.pick(['1', '3', '4'])),
      widows: random.maybe(0.08, () => random.pick(['1', '3', '4'])),
      'line-height': random.maybe(0.08, () => random.pick(['30px', '45px'])),
    };
    return element(random.chance(0.5) ? 'p' : 'div', style, [this.text.words(1, random.pick([10, 40, 120]))]);
  }

  private heading(): FuzzElement {
    return element('h3', { ...this.margin(0.3), ...this.breaks() }, [this.text.words(1, 6)]);
  }

  private picture(): FuzzElement {
    const { random } = this;
    const style = { display: 'block', ...this.margin(0.3), ...this.breaks() };
    return element('img', style, [], { src: image(random.int(20, 120), random.pick([30, 80, 150, 240])) });
  }

  private container(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      ...this.blockStyle(),
      display: random.maybe(0.15, () => 'flow-root'),
      clear: random.maybe(0.08, () => 'both'),
    };
    return element('div', style, this.blocks(depth - 1, 0, 4));
  }

  private float(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      float: random.pick(['left', 'right']),
      width: random.px(70, 180),
      clear: random.maybe(0.15, () => random.pick(['left', 'both'])),
      ...this.blockStyle(),
    };
    return element('div', style, this.content(depth));
  }

  private positioned(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      position: 'absolute',
      width: random.px(70, 200),
      top: random.maybe(0.6, () => random.px(0, 300)),
      left: random.maybe(0.5, () => random.px(0, 100)),
      bottom: random.maybe(0.1, () => random.px(0, 60)),
    };
    const inner = element('div', style, this.content(depth - 2));
    return element('div', { ...this.blockStyle(), position: 'relative' }, [inner, ...this.blocks(depth - 1, 1, 3)]);
  }

  private list(depth: number): FuzzElement {
    const { random } = this;
    const items = random.list(1, 6, () =>
      element('li', { ...this.margin(0.2), ...this.breaks() }, this.content(depth - 1)),
    );
    return element(random.pick(['ul', 'ol']), { ...this.margin(0.3), ...this.breaks() }, items);
  }

  private multicol(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      ...this.blockStyle(),
      columns: random.pick(['2', '2', '3']),
      'column-fill': random.maybe(0.25, () => 'auto'),
      'column-gap': random.maybe(0.5, () => '10px'),
    };
    const children = this.blocks(depth - 1, 1, 5);
    if (random.chance(0.15)) children.splice(1, 0, element('div', { 'column-span': 'all' }, [this.text.words(1, 10)]));
    return element('div', style, children);
  }

  // ---- flex and grid ------------------------------------------------------------------------------------------------

  flex(depth: number): FuzzElement {
    const { random } = this;
    const direction = random.pick([undefined, undefined, 'column', 'row-reverse', 'column-reverse']);
    const style = {
      ...this.blockStyle(),
      display: 'flex',
      'flex-direction': direction,
      'flex-wrap': random.maybe(0.4, () => 'wrap'),
      gap: random.maybe(0.4, () => random.pick(['6px', '20px'])),
      'align-items': random.maybe(0.25, () => random.pick(['center', 'flex-end', 'flex-start'])),
      'justify-content': random.maybe(0.15, () => random.pick(['space-between', 'center'])),
    };
    return element(
      'div',
      style,
      random.list(1, 5, () => this.item(depth)),
    );
  }

  grid(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      ...this.blockStyle(),
      display: 'grid',
      'grid-template-columns': random.pick(['1fr 1fr', '1fr 2fr', '80px 1fr 1fr', '1fr']),
      'grid-auto-rows': random.maybe(0.2, () => random.pick(['60px', '120px', '1fr'])),
      gap: random.maybe(0.5, () => random.pick(['6px', '20px'])),
      'align-items': random.maybe(0.2, () => random.pick(['center', 'end', 'start'])),
    };
    const items = random.list(1, 7, () => {
      const { style: own, ...rest } = this.item(depth);
      const place = {
        'grid-column': random.maybe(0.15, () => 'span 2'),
        'grid-row': random.maybe(0.15, () => 'span 2'),
      };
      return element(rest.tag, { ...own, ...place }, rest.children);
    });
    return element('div', style, items);
  }

  private item(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      ...this.blockStyle(),
      width: random.maybe(0.3, () => random.pick(['100px', '45%', '150px'])),
      flex: random.maybe(0.25, () => '1'),
      'align-self': random.maybe(0.1, () => random.pick(['center', 'flex-end'])),
    };
    return element('div', style, this.content(depth - 1));
  }

  // ---- tables -------------------------------------------------------------------------------------------------------

  private table(depth: number): FuzzElement {
    const { random } = this;
    const columns = random.int(1, 3);
    const children: FuzzElement[] = [];
    if (random.chance(0.12)) children.push(element('caption', {}, [this.text.words(1, 8)]));
    if (random.chance(0.4)) children.push(element('thead', this.rowBreaks(), [this.row(columns, 0, 'th')]));
    if (random.chance(0.25)) children.push(element('tfoot', {}, [this.row(columns, 0, 'td')]));
    for (let bodies = random.pick([1, 1, 2]); bodies > 0; bodies--) {
      const rows = random.list(1, 8, () => this.row(columns, depth - 1, 'td'));
      children.push(element('tbody', this.rowBreaks(), rows));
    }
    const style = {
      ...this.margin(0.3),
      ...this.breaks(),
      width: random.maybe(0.5, () => '100%'),
      'border-collapse': random.maybe(0.4, () => 'collapse'),
      'border-spacing': random.maybe(0.3, () => random.pick(['0', '6px', '12px'])),
      border: random.maybe(0.3, () => random.pick(['1px solid', '6px solid'])),
    };
    return element('table', style, children);
  }

  private rowBreaks(): Style {
    return this.random.chance(0.2) ? this.breaks() : {};
  }

  private row(columns: number, depth: number, tag: string): FuzzElement {
    const { random } = this;
    const cells = random.list(columns, columns, () => {
      const style = {
        padding: random.maybe(0.3, () => random.pick(['0', '4px', '12px 2px'])),
        border: random.maybe(0.3, () => '1px solid'),
        'vertical-align': random.maybe(0.2, () => random.pick(['top', 'middle', 'bottom'])),
        'break-inside': random.maybe(0.05, () => 'avoid'),
      };
      const attributes = { rowspan: tag === 'td' ? random.maybe(0.1, () => random.int(2, 3)) : undefined };
      const content = random.chance(0.6) ? [this.text.words(1, 12)] : this.content(depth);
      return element(tag, style, content, attributes);
    });
    const style = { ...this.rowBreaks(), height: random.maybe(0.08, () => random.px(20, 200)) };
    return element('tr', style, cells);
  }
}
