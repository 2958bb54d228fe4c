/**
 * Generates documents for print as templates of invoices, letters, reports and forms are: default styles of elements, old
 * attributes, floats, positioned boxes, fixed headers and footers, form controls, drawings, in all document modes.
 */

import { type Choices, element, type FuzzDocument, type FuzzElement, type FuzzNode, image } from './document.js';

type Style = Record<string, string | undefined>;

const PAGE_CSS = '@page { size: 400px 300px; margin: 20px }';
const FONTS = [
  '12px Arimo',
  '13px/1.4 Arimo',
  '9pt Tinos',
  '12px/16px Cousine',
  'small Arimo',
  '11px/1.15 Tinos',
] as const;
const WORDS = 'a be the and item price total iii WWW'.split(' ');
const DEPTH = 3;

export function templates(random: Choices): FuzzDocument {
  const maker = new TemplateMaker(random);
  const children: FuzzNode[] = [];
  if (random.chance(0.2)) children.push(maker.fixed('top'));
  if (random.chance(0.15)) children.push(maker.fixed('bottom'));
  children.push(...random.list(2, 6, () => maker.block(DEPTH)));
  const style = { font: random.pick(FONTS), margin: random.maybe(0.6, () => random.pick(['0', '0', '10px'])) };
  const css = random.chance(0.3) ? `${PAGE_CSS} * { box-sizing: border-box }` : PAGE_CSS;
  return { quirks: random.chance(0.25), css, body: element('body', style, children) };
}

class TemplateMaker {
  /** Of words so far: they are unique, to be found in the output. */
  #count = 0;

  constructor(private readonly random: Choices) {}

  #words(min: number, max: number): string {
    return this.random.list(min, max, () => `${this.random.pick(WORDS)}${this.#count++} `).join('');
  }

  /** Words and inline elements. */
  #phrase(max: number): FuzzNode[] {
    const { random } = this;
    const parts = random.list(1, 3, (): FuzzNode[] => {
      if (random.chance(0.65)) return [this.#words(1, Math.max(1, Math.round(max / 2)))];
      return [this.#inline(max)];
    });
    return parts.flat();
  }

  #inline(max: number): FuzzElement {
    const { random } = this;
    const words = () => [this.#words(1, random.pick([1, 2, Math.max(2, max)]))];
    const kinds: (() => FuzzElement)[] = [
      () => element(random.pick(['b', 'i', 'code', 'small', 'big', 'a', 'u', 'mark', 'kbd']), {}, words()),
      () => element(random.pick(['sup', 'sub']), {}, [this.#words(1, 1)]),
      () => element('br'),
      () => element('span', this.#pill(), words()),
      () => element('span', { 'font-size': random.pick(['150%', '8px', '24px']) }, words()),
      () => element('font', {}, words(), { size: random.pick(['1', '2', '5', '+1']) }),
      () => element('img', this.#imageStyle(), [], { src: image(random.int(8, 60), random.int(8, 40)) }),
      () =>
        element('span', { 'vertical-align': random.pick(['middle', 'top', '3px', 'text-bottom', '-20%']) }, words()),
      () => element('span', { 'white-space': 'nowrap' }, words()),
      () => this.#control(),
    ];
    return random.pick(kinds)();
  }

  #pill(): Style {
    const { random } = this;
    return {
      display: random.maybe(0.5, () => 'inline-block'),
      padding: random.pick(['1px 6px', '4px', '0 10px']),
      border: random.maybe(0.5, () => '1px solid'),
      margin: random.maybe(0.3, () => '0 5px'),
      width: random.maybe(0.2, () => random.pick(['80px', '48%', '33.3%'])),
    };
  }

  #imageStyle(): Style {
    const { random } = this;
    return {
      'vertical-align': random.maybe(0.4, () => random.pick(['middle', 'top', 'bottom'])),
      width: random.maybe(0.2, () => random.pick(['40px', '25%'])),
      float: random.maybe(0.15, () => random.pick(['left', 'right'])),
      margin: random.maybe(0.2, () => '4px'),
    };
  }

  #control(): FuzzElement {
    const { random } = this;
    return random.pick([
      () => element('input', {}, [], { type: 'checkbox' }),
      () => element('input', {}, [], { type: 'radio' }),
      () => element('input', { width: random.maybe(0.5, () => '90px') }, [], { value: this.#words(1, 1).trim() }),
      () => element('button', {}, [this.#words(1, 2).trim()]),
      () => element('select', {}, [element('option', {}, [this.#words(1, 1).trim()])]),
      () => element('textarea', {}, [this.#words(1, 2).trim()], { rows: '2', cols: '12' }),
      () => element('progress', {}, [], { value: '.5' }),
    ])();
  }

  block(depth: number): FuzzElement {
    const { random } = this;
    const leaves = [
      () => this.#paragraph(),
      () => this.#paragraph(),
      () => this.#heading(),
      () => element('hr', {}, [], { size: random.maybe(0.2, () => '4'), width: random.maybe(0.3, () => '50%') }),
      () => element('pre', {}, [`${this.#words(1, 4)}\n${this.#words(1, 3)}\n\n${this.#words(1, 2)}`]),
      () =>
        element('address', {}, [this.#words(1, 3), element('br'), this.#words(1, 3), element('br'), this.#words(1, 2)]),
      () => this.#drawing(),
      () => element('div', { height: random.px(4, 60) }),
    ];
    const nests = [
      () => this.#table(depth),
      () => this.#table(depth),
      () => this.#table(depth),
      () => this.#box(depth),
      () => this.#columns(depth),
      () => this.#columns(depth),
      () => this.#list(depth),
      () => this.#definitions(),
      () => this.#quote(depth),
      () => this.#fieldset(depth),
      () => this.#figure(),
      () => this.#positioned(depth),
      () => this.#float(depth),
      () => this.#flex(depth),
    ];
    return random.pick(depth > 0 ? [...leaves, ...nests] : leaves)();
  }

  #blocks(depth: number, min: number, max: number): FuzzElement[] {
    return this.random.list(min, max, () => this.block(depth));
  }

  #content(depth: number, max = 20): FuzzNode[] {
    const { random } = this;
    if (depth <= 0 || random.chance(0.6)) return this.#phrase(random.pick([2, 6, max]));
    const blocks: FuzzNode[] = this.#blocks(depth - 1, 1, 3);
    return random.chance(0.2) ? [this.#words(1, 4), ...blocks, ...this.#phrase(3)] : blocks;
  }

  #paragraph(): FuzzElement {
    const { random } = this;
    const style = {
      'text-align': random.maybe(0.25, () => random.pick(['right', 'center', 'justify'])),
      'text-indent': random.maybe(0.05, () => '2em'),
      margin: random.maybe(0.25, () => random.pick(['0', '0 0 6px', '4px 0', '-6px 0 0'])),
      'line-height': random.maybe(0.1, () => random.pick(['1', '2', '1.15', '18px'])),
    };
    return element('p', style, this.#phrase(random.pick([6, 30, 80])));
  }

  #heading(): FuzzElement {
    const { random } = this;
    const style = {
      margin: random.maybe(0.2, () => random.pick(['0', '10px 0 2px'])),
      'border-bottom': random.maybe(0.2, () => '2px solid'),
      'page-break-before': random.maybe(0.08, () => 'always'),
      'page-break-after': random.maybe(0.15, () => 'avoid'),
    };
    return element(random.pick(['h1', 'h2', 'h3', 'h4']), style, this.#phrase(5));
  }

  #drawing(): FuzzElement {
    const { random } = this;
    const [width, height] = [random.int(20, 120), random.int(10, 60)];
    const text = element('text', { font: '10px Arimo' }, ['text'], { x: '2', y: '10' });
    return element('svg', { display: random.maybe(0.5, () => 'block') }, [text], {
      width: random.maybe(0.7, () => width),
      height: random.maybe(0.7, () => height),
      viewBox: `0 0 ${width} ${height}`,
    });
  }

  #box(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      margin: random.maybe(0.4, () => random.pick(['10px 0', '0 auto', '6px', '0 0 20px'])),
      padding: random.maybe(0.4, () => random.pick(['8px', '4px 12px', '0 0 10px'])),
      border: random.maybe(0.3, () => '1px solid'),
      width: random.maybe(0.25, () => random.pick(['60%', '250px', '100%'])),
      overflow: random.maybe(0.15, () => 'hidden'),
      clear: random.maybe(0.15, () => 'both'),
      'page-break-inside': random.maybe(0.15, () => 'avoid'),
      'page-break-before': random.maybe(0.04, () => 'always'),
      'min-height': random.maybe(0.08, () => random.px(30, 150)),
      height: random.maybe(0.06, () => random.px(20, 150)),
      position: random.maybe(0.1, () => 'relative'),
    };
    const tag = random.pick(['div', 'div', 'section', 'center', 'form', 'header']);
    const align = tag === 'div' ? random.maybe(0.1, () => random.pick(['right', 'center'])) : undefined;
    return element(tag, style, this.#content(depth), { align });
  }

  /** Boxes side by side, by floats, inline blocks or table cells. */
  #columns(depth: number): FuzzElement {
    const { random } = this;
    const kind = random.pick(['float', 'inline-block', 'table-cell']);
    const children: FuzzNode[] = random.list(2, 3, (index) => {
      const style: Style = {
        width: random.pick(['30%', '48%', '100px', '33%']),
        padding: random.maybe(0.3, () => '4px'),
        'vertical-align': random.maybe(0.6, () => random.pick(['top', 'middle', 'bottom'])),
      };
      if (kind === 'float') style['float'] = index === 1 && random.chance(0.5) ? 'right' : 'left';
      else style['display'] = kind;
      return element('div', style, this.#content(depth - 1, 12));
    });
    if (kind === 'float' && random.chance(0.7)) children.push(element('div', { clear: 'both' }));
    const outer: Style = { margin: random.maybe(0.3, () => '0 0 12px') };
    if (kind === 'table-cell') Object.assign(outer, { display: 'table', width: random.maybe(0.6, () => '100%') });
    if (kind === 'float' && random.chance(0.4)) outer['overflow'] = 'hidden';
    return element('div', outer, children);
  }

  #list(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      'list-style': random.maybe(0.3, () => random.pick(['none', 'inside', 'square inside', 'lower-roman'])),
      padding: random.maybe(0.2, () => random.pick(['0', '0 0 0 20px'])),
      margin: random.maybe(0.2, () => '0'),
    };
    const items = random.list(1, 5, () => element('li', {}, this.#content(depth - 1)));
    return element(random.pick(['ul', 'ol']), style, items);
  }

  #definitions(): FuzzElement {
    const pairs = this.random.list(1, 3, () => [
      element('dt', {}, this.#phrase(3)),
      element('dd', {}, this.#phrase(10)),
    ]);
    return element('dl', {}, pairs.flat());
  }

  #quote(depth: number): FuzzElement {
    const style = { 'border-left': '4px solid', padding: '0 0 0 10px', margin: this.random.maybe(0.5, () => '10px 0') };
    return element('blockquote', style, this.#content(depth - 1));
  }

  #fieldset(depth: number): FuzzElement {
    const legend = element('legend', {}, this.#phrase(2));
    return element('fieldset', {}, [legend, ...this.#content(depth - 1)]);
  }

  #figure(): FuzzElement {
    const { random } = this;
    const picture = element('img', {}, [], { src: image(random.int(20, 200), random.int(10, 120)) });
    return element('figure', {}, [picture, element('figcaption', {}, this.#phrase(4))]);
  }

  #positioned(depth: number): FuzzElement {
    const { random } = this;
    const place = {
      position: 'absolute',
      top: random.maybe(0.6, () => random.pick(['0', '10px', '-8px', '50%'])),
      right: random.maybe(0.4, () => random.pick(['0', '10px'])),
      left: random.maybe(0.3, () => random.pick(['0', '50%'])),
      bottom: random.maybe(0.2, () => '0'),
      width: random.maybe(0.4, () => random.px(60, 160)),
    };
    const inner = element('div', place, this.#phrase(4));
    return element('div', { position: 'relative' }, [inner, ...this.#blocks(depth - 1, 1, 2)]);
  }

  #float(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      float: random.pick(['left', 'right']),
      width: random.maybe(0.7, () => random.pick(['40%', '120px', '50%'])),
      margin: random.maybe(0.5, () => random.pick(['0 10px 5px 0', '5px'])),
      border: random.maybe(0.3, () => '1px solid'),
    };
    const align = random.chance(0.2);
    if (!align) return element('div', style, this.#content(depth - 1, 10));
    const rows = [element('tr', {}, [element('td', {}, this.#phrase(4))])];
    return element('table', {}, rows, { align: random.pick(['left', 'right']), border: '1' });
  }

  #flex(depth: number): FuzzElement {
    const { random } = this;
    const style = {
      display: 'flex',
      'justify-content': random.maybe(0.6, () => random.pick(['space-between', 'flex-end', 'center'])),
      'align-items': random.maybe(0.4, () => random.pick(['center', 'flex-end', 'baseline'])),
      gap: random.maybe(0.4, () => '10px'),
      'flex-wrap': random.maybe(0.3, () => 'wrap'),
    };
    const items = random.list(2, 4, () =>
      element(
        'div',
        { flex: random.maybe(0.4, () => '1'), width: random.maybe(0.3, () => '30%') },
        this.#content(depth - 1, 8),
      ),
    );
    return element('div', style, items);
  }

  /** A box on every page. */
  fixed(edge: 'top' | 'bottom'): FuzzElement {
    const style = { position: 'fixed', [edge]: '0', left: '0', right: this.random.maybe(0.5, () => '0') };
    return element('div', style, [this.#words(1, 3)]);
  }

  #table(depth: number): FuzzElement {
    const { random } = this;
    const columns = random.int(2, 4);
    const sections: FuzzElement[] = [];
    if (random.chance(0.1)) sections.push(element('caption', {}, this.#phrase(4)));
    if (random.chance(0.5)) sections.push(element('thead', {}, [this.#row(columns, 0, 'th')]));
    sections.push(
      element(
        'tbody',
        {},
        random.list(1, 10, () => this.#row(columns, depth - 1, 'td')),
      ),
    );
    if (random.chance(0.15)) sections.push(element('tfoot', {}, [this.#row(columns, 0, 'td')]));
    const style = {
      width: random.maybe(0.5, () => random.pick(['100%', '100%', '80%', '300px'])),
      'border-collapse': random.maybe(0.5, () => 'collapse'),
      'table-layout': random.maybe(0.1, () => 'fixed'),
      margin: random.maybe(0.3, () => random.pick(['10px 0', '0 auto'])),
      'page-break-inside': random.maybe(0.1, () => 'avoid'),
    };
    return element('table', style, sections, {
      border: random.maybe(0.4, () => random.pick(['1', '0', '2'])),
      cellpadding: random.maybe(0.3, () => random.pick(['0', '4', '8'])),
      cellspacing: random.maybe(0.3, () => random.pick(['0', '5'])),
      width: random.maybe(0.2, () => random.pick(['100%', '250'])),
    });
  }

  #row(columns: number, depth: number, tag: string): FuzzElement {
    const { random } = this;
    const cells: FuzzElement[] = [];
    for (let at = 0; at < columns; ) {
      const span = random.chance(0.12) ? random.int(2, columns - at) : 1;
      const style = {
        padding: random.maybe(0.25, () => random.pick(['4px', '6px 10px'])),
        border: random.maybe(0.25, () => '1px solid'),
        'border-bottom': random.maybe(0.15, () => '2px solid'),
        'text-align': random.maybe(0.25, () => random.pick(['right', 'center'])),
        'white-space': random.maybe(0.1, () => 'nowrap'),
        width: random.maybe(0.15, () => random.pick(['30%', '60px', '1%', '50%'])),
      };
      const attributes = {
        colspan: span > 1 ? span : undefined,
        rowspan: tag === 'td' ? random.maybe(0.06, () => 2) : undefined,
        align: random.maybe(0.15, () => random.pick(['right', 'center'])),
        valign: random.maybe(0.15, () => random.pick(['top', 'bottom'])),
        width: random.maybe(0.1, () => random.pick(['40%', '50'])),
        height: random.maybe(0.05, () => '40'),
      };
      cells.push(element(tag, style, random.chance(0.75) ? this.#phrase(3) : this.#content(depth, 8), attributes));
      at += Math.max(1, span);
    }
    return element('tr', { 'page-break-inside': random.maybe(0.15, () => 'avoid') }, cells);
  }
}
