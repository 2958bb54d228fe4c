/** Sets writing modes on random documents. */

import { Choices, type FuzzDocument, type FuzzElement, type FuzzNode, type Generator } from './document.js';

const MODES = ['horizontal-tb', 'vertical-rl', 'vertical-lr', 'sideways-rl', 'sideways-lr'];
/** Elements that writing modes do not apply to, or that would change their box type. */
const WITHOUT_MODE = new Set(['tr', 'thead', 'tbody', 'tfoot', 'col', 'colgroup', 'br', 'wbr', 'img', 'body']);
/** Share of elements of a `mixed` document with a writing mode. */
const SHARE = 0.15;

/** @param mode of the whole document; `mixed`: horizontal, with random modes on some elements */
export function inWritingMode(generator: Generator, mode: string): Generator {
  return (random) => {
    const document = generator(random);
    if (mode === 'mixed') return { ...document, body: mixed(document.body, new Choices(random.int(0, 1_000_000))) };
    const { body } = document;
    return { ...document, body: { ...body, style: { ...body.style, 'writing-mode': mode } } } satisfies FuzzDocument;
  };
}

function mixed(element: FuzzElement, random: Choices): FuzzElement {
  const own = WITHOUT_MODE.has(element.tag) ? undefined : random.maybe(SHARE, () => random.pick(MODES));
  const style = own ? { ...element.style, 'writing-mode': own } : element.style;
  const children = element.children.map(
    (child): FuzzNode => (typeof child === 'string' ? child : mixed(child, random)),
  );
  return { ...element, style, children };
}
