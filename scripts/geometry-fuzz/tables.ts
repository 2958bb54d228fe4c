/** Generates tables: layouts, spans, borders, captions, heights, alignment, nesting, tables of other elements. */

import { type Choices, element, type FuzzDocument, type FuzzElement, type FuzzNode, image } from './document.js';

/** Properties shared by the parts of a table. */
interface Kind {
  /** Whether cells have borders, collapsed or separate. */
  readonly bordered: boolean;
  /** Whether it consists of divs with table `display` values. */
  readonly anonymous: boolean;
  readonly columns: number;
  readonly depth: number;
}

export function tables(random: Choices): FuzzDocument {
  const body = element(
    'body',
    {
      width: random.px(200, 700),
      font: `${random.pick([12, 14, 16])}px/${random.pick(['normal', '1.4', '18px'])} Arimo`,
    },
    random.list(1, 2, () => table(random, 0)),
  );
  return { quirks: random.chance(0.1), css: '', body };
}

function table(random: Choices, depth: number): FuzzElement {
  const kind: Kind = {
    bordered: random.chance(0.6),
    anonymous: random.chance(0.2),
    columns: random.int(1, 5),
    depth,
  };
  const children: FuzzNode[] = [];
  if (random.chance(0.2)) children.push(caption(random, kind));
  if (!kind.anonymous && random.chance(0.3)) children.push(...columns(random, kind));
  children.push(...sections(random, kind));
  const style = {
    display: kind.anonymous ? random.pick(['table', 'table', 'inline-table']) : undefined,
    width: random.maybe(0.5, () => random.pick([random.px(50, 600), random.percent(20, 100), 'max-content', '100%'])),
    height: random.maybe(0.2, () => random.px(40, 300)),
    'min-width': random.maybe(0.08, () => random.px(50, 500)),
    'max-width': random.maybe(0.08, () => random.px(50, 500)),
    'table-layout': random.maybe(0.25, () => 'fixed'),
    'border-collapse': random.maybe(0.4, () => 'collapse'),
    'border-spacing': random.maybe(0.3, () => `${random.px(0, 12)} ${random.px(0, 12)}`),
    border: random.maybe(0.4, () => border(random)),
    padding: random.maybe(0.15, () => random.px(0, 15)),
    margin: random.maybe(0.2, () => random.pick(['10px', '10px auto', '0 0 20px 30px', '5px 5%'])),
    direction: random.maybe(0.1, () => 'rtl'),
    'empty-cells': random.maybe(0.1, () => 'hide'),
    'box-sizing': random.maybe(0.1, () => random.pick(['border-box', 'content-box'])),
  };
  const attributes = kind.anonymous
    ? {}
    : {
        border: random.maybe(0.15, () => random.int(0, 3)),
        cellpadding: random.maybe(0.15, () => random.int(0, 8)),
        cellspacing: random.maybe(0.15, () => random.int(0, 8)),
        width: random.maybe(0.1, () => random.pick(['100%', '200', '50%'])),
      };
  return element(kind.anonymous ? 'div' : 'table', style, children, attributes);
}

function border(random: Choices): string {
  return `${random.px(0, 7)} ${random.pick(['solid', 'solid', 'double', 'dashed', 'none', 'hidden', 'ridge'])} black`;
}

function caption(random: Choices, { anonymous }: Kind): FuzzElement {
  const style = {
    display: anonymous ? 'table-caption' : undefined,
    'caption-side': random.maybe(0.4, () => 'bottom'),
    padding: random.maybe(0.3, () => random.px(0, 10)),
    margin: random.maybe(0.2, () => random.px(0, 10)),
    width: random.maybe(0.1, () => random.px(40, 300)),
  };
  return element(anonymous ? 'div' : 'caption', style, [random.words(1, 6)]);
}

function columns(random: Choices, { columns }: Kind): FuzzElement[] {
  const col = () =>
    element('col', { width: columnWidth(random) }, [], { span: random.maybe(0.15, () => random.int(1, 3)) });
  const cols = Array.from({ length: random.int(1, columns) }, col);
  if (random.chance(0.6)) return cols;
  if (random.chance(0.3)) return [element('colgroup', { width: columnWidth(random) }, [], { span: random.int(1, 3) })];
  return [element('colgroup', { width: columnWidth(random) }, cols)];
}

function columnWidth(random: Choices): string | undefined {
  return random.maybe(0.6, () => random.pick([random.px(0, 200), random.percent(1, 60)]));
}

function sections(random: Choices, kind: Kind): FuzzElement[] {
  const made: FuzzElement[] = [];
  if (random.chance(0.2)) made.push(section(random, kind, 'thead', random.int(1, 2)));
  const bodies = random.chance(0.15) ? 2 : 1;
  for (let i = 0; i < bodies; i++) made.push(section(random, kind, 'tbody', random.int(1, 5)));
  if (random.chance(0.15)) made.push(section(random, kind, 'tfoot', 1));
  // Anonymous parts: rows or cells directly in the table.
  if (kind.anonymous && random.chance(0.5)) return made.flatMap(({ children }) => children as FuzzElement[]);
  return made;
}

const SECTION_DISPLAY = {
  thead: 'table-header-group',
  tbody: 'table-row-group',
  tfoot: 'table-footer-group',
} as const;

function section(random: Choices, kind: Kind, tag: keyof typeof SECTION_DISPLAY, rowCount: number): FuzzElement {
  const rows: FuzzElement[] = Array.from({ length: rowCount }, () => row(random, kind));
  const style = {
    display: kind.anonymous ? SECTION_DISPLAY[tag] : undefined,
    height: random.maybe(0.06, () => random.px(20, 200)),
    'vertical-align': random.maybe(0.1, () => verticalAlign(random)),
  };
  return element(kind.anonymous ? 'div' : tag, style, rows);
}

function row(random: Choices, kind: Kind): FuzzElement {
  const cells = random.list(Math.max(0, kind.columns - 2), kind.columns, () => cell(random, kind));
  const style = {
    display: kind.anonymous ? 'table-row' : undefined,
    height: random.maybe(0.15, () => random.pick([random.px(10, 100), random.percent(10, 60)])),
    border: kind.bordered ? random.maybe(0.1, () => border(random)) : undefined,
    'vertical-align': random.maybe(0.1, () => verticalAlign(random)),
  };
  return element(kind.anonymous ? 'div' : 'tr', style, cells);
}

function cell(random: Choices, kind: Kind): FuzzElement {
  const style = {
    display: kind.anonymous ? random.pick(['table-cell', 'table-cell', 'table-cell', 'block']) : undefined,
    width: random.maybe(0.25, () => random.pick([random.px(0, 250), random.percent(1, 70)])),
    height: random.maybe(0.15, () => random.pick([random.px(10, 120), random.percent(10, 100)])),
    'min-width': random.maybe(0.06, () => random.px(10, 200)),
    'max-width': random.maybe(0.06, () => random.px(10, 200)),
    padding: random.maybe(0.3, () => random.pick([random.px(0, 12), `${random.px(0, 9)} ${random.px(0, 9)}`, '3%'])),
    border: kind.bordered ? random.maybe(0.8, () => border(random)) : undefined,
    'vertical-align': random.maybe(0.35, () => verticalAlign(random)),
    'font-size': random.maybe(0.15, () => random.px(8, 28)),
    'white-space': random.maybe(0.05, () => 'nowrap'),
    'text-align': random.maybe(0.1, () => random.pick(['center', 'right'])),
    'box-sizing': random.maybe(0.06, () => 'border-box'),
  };
  const attributes = kind.anonymous
    ? {}
    : {
        colspan: random.maybe(0.18, () => random.int(1, 4)),
        rowspan: random.maybe(0.15, () => random.int(0, 4)),
        nowrap: random.maybe(0.03, () => ''),
        width: random.maybe(0.06, () => random.pick(['80', '30%'])),
      };
  return element(
    kind.anonymous ? 'div' : random.pick(['td', 'td', 'td', 'th']),
    style,
    content(random, kind),
    attributes,
  );
}

function verticalAlign(random: Choices): string {
  return random.pick(['top', 'middle', 'bottom', 'baseline', 'sub', '5px']);
}

function content(random: Choices, kind: Kind): FuzzNode[] {
  const simple = random.int(0, 9);
  if (simple === 0) return [];
  if (simple < 6) return [random.words(1, 6)];
  return random.list(1, 3, () => piece(random, kind));
}

function piece(random: Choices, { depth }: Kind): FuzzNode {
  switch (random.int(0, 7)) {
    case 0:
      return element('p', { margin: random.maybe(0.5, () => random.px(0, 20)) }, [random.words(1, 8)]);
    case 1:
      return element('div', { height: random.pick([random.px(5, 60), random.percent(20, 100)]) }, [random.words(0, 2)]);
    case 2:
      return element('span', { 'font-size': random.px(8, 24), 'vertical-align': verticalAlign(random) }, [
        random.words(1, 3),
      ]);
    case 3: {
      const [width, height] = [random.int(5, 90), random.int(5, 60)];
      const style = { 'max-width': random.maybe(0.3, () => '100%'), 'vertical-align': random.maybe(0.3, () => 'top') };
      return element('img', style, [], { src: image(width, height), width, height });
    }
    case 4:
      return element(
        'div',
        { display: 'inline-block', width: random.maybe(0.5, () => random.pick([random.px(10, 90), '50%'])) },
        [random.words(1, 4)],
      );
    case 5:
      return depth < 2 ? table(random, depth + 1) : random.words(1, 3);
    case 6:
      return element('div', { float: random.pick(['left', 'right']), padding: '3px' }, [random.words(1, 2)]);
    default:
      return random.words(1, 5);
  }
}
