import t from 'tap';
import { selectImage } from '../../../../src/engine/css/html-hints/image-candidates.js';
import type { ElementNode } from '../../../../src/engine/html/dom.js';
import { parseHtml } from '../../../../src/engine/html/parse.js';

const A4 = { width: 718, height: 1047 };
const LABEL = { width: 384, height: 576 };

/** The candidate of the one image in the source, as `url density`. */
function chosen(html: string, area = A4): string {
  const find = (element: ElementNode): ElementNode | undefined => {
    if (element.name === 'img') return element;
    for (const child of element.children) {
      const found = child.kind === 'element' ? find(child) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  const candidate = selectImage(find(parseHtml(`<!doctype html>${html}`).root)!, area);
  return candidate ? `${candidate.url} ${candidate.density}` : 'none';
}

t.test('the first suitable <source> is selected, else the <img> itself', async (t) => {
  const picture = `<picture><source media="(min-width: 600px)" srcset="wide.png">
    <source type="image/avif" srcset="new.avif"><source media="(max-width: 400px)" type="image/webp" srcset="small.webp">
    <img src="own.png"><source srcset="after.png"></picture>`;
  t.equal(chosen(picture), 'wide.png 1');
  t.equal(chosen(picture, LABEL), 'small.webp 1');
  t.equal(chosen(picture, { width: 500, height: 500 }), 'own.png 1');
  t.equal(chosen('<picture><source src="a.png"><source srcset=""><img src="own.png"></picture>'), 'own.png 1');
});

t.test('the minimum density of at least 1 is selected', async (t) => {
  t.equal(chosen('<img srcset="a.png 2x, b.png, c.png 3x" src="d.png">'), 'b.png 1');
  t.equal(chosen('<img srcset="a.png 2x, c.png 3x" src="d.png">'), 'd.png 1');
  t.equal(chosen('<img srcset="a.png .5x, b.png 1.5x, c.png 3x">'), 'b.png 1.5');
  t.equal(chosen('<img srcset="a.png 0.5x">'), 'a.png 0.5');
});

t.test('width descriptors are relative to the source size', async (t) => {
  const widths = (sizes: string, area = A4) =>
    chosen(`<img srcset="a.png 359w, b.png 718w, c.png 2872w" ${sizes} src="d.png">`, area);
  t.equal(widths(''), 'b.png 1');
  t.equal(widths('sizes="50vw"'), 'a.png 1');
  t.equal(widths('sizes="(max-width: 400px) 100vw, calc(50vw + (10px * 2))"'), `b.png ${718 / 379}`);
  t.equal(widths('sizes="(max-width: 400px) 359px, calc(50vw + 20px)"', LABEL), 'a.png 1');
  t.equal(widths('sizes="(min-width: 5px)20em, 10px"'), `a.png ${359 / 320}`);
  t.equal(widths('sizes="50%, 718px"'), 'b.png 1', 'percentages are none');
});

t.test('invalid candidates of a srcset are ignored', async (t) => {
  t.equal(chosen('<img srcset="a.png 1x 2x, b.png 10h, c.png 5.5w, d.png -1x,, e.png 1q">'), 'none');
  t.equal(chosen('<img srcset=",data:image/png;base64,AA, ,">'), 'data:image/png;base64,AA 1');
  t.equal(chosen('<img srcset="a.png f(1,2), b.png">'), 'b.png 1');
  t.equal(chosen('<img src=" ">'), 'none');
});
