/** Finds SVG elements by URL: those of the document by `#id`, others in SVG files. */

import { getOrMake } from '../collections/maps.js';
import type { UrlReference } from '../css/values/values.js';
import { type ElementNode, findElement } from '../html/dom.js';
import { insideSvgImage, loadImage, type Resources } from './image-resources.js';
import { decodeFragment } from './references.js';
import type { SvgContext } from './svg.js';
import { openSvg, type SvgImageContext } from './svg-image.js';

/** An SVG element and the document that it is in. */
interface SvgTarget {
  readonly element: ElementNode;
  readonly context: SvgContext;
}

/** @returns the element behind a URL with a fragment; undefined when there is none */
export type FindSvg = (reference: UrlReference) => SvgTarget | undefined;

/** @param own  the document */
export function svgFinder(own: SvgContext, resources: Resources, files: SvgImageContext): FindSvg {
  const found = new Map<string, SvgTarget | undefined>();
  const inside = insideSvgImage(resources);
  const open = (reference: UrlReference): SvgContext | undefined => {
    const file = loadImage(reference, resources, own.report, 'a reference to SVG');
    const svg = file?.format === 'svg' ? openSvg(new TextDecoder().decode(file.bytes), files) : undefined;
    return svg && { ...svg, image: (url, context) => loadImage({ url }, inside, own.report, context) };
  };
  return (reference) =>
    getOrMake(found, `${reference.sheet ?? ''} ${reference.url}`, () => {
      const hash = reference.url.indexOf('#');
      if (hash < 0) return undefined;
      const id = decodeFragment(reference.url.slice(hash + 1));
      const context = hash === 0 ? own : open({ ...reference, url: reference.url.slice(0, hash) });
      const root = context?.styled.document.root;
      const element = root && findElement(root, (candidate) => candidate.attribute('id') === id);
      return context && element && { element, context };
    });
}
