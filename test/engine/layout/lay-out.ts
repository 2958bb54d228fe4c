/** Lays out a document and collects the geometry of its elements. */

import { buildBoxTree } from '../../../src/engine/box/build.js';
import type { Resources } from '../../../src/engine/box/image-resources.js';
import { readImage } from '../../../src/engine/box/images.js';
import type { BlockBox } from '../../../src/engine/box/tree.js';
import { ContainerPasses } from '../../../src/engine/container-passes.js';
import { collectRules } from '../../../src/engine/css/compute/collect-rules.js';
import { computeStyles } from '../../../src/engine/css/compute/style.js';
import type { FontProperties, StyledDocument } from '../../../src/engine/css/compute/styled-document.js';
import { Report } from '../../../src/engine/diagnostics.js';
import type { ElementNode } from '../../../src/engine/html/dom.js';
import { parseHtml } from '../../../src/engine/html/parse.js';
import type { PhysicalFragment } from '../../../src/engine/layout/algorithm/fragment.js';
import type { Rect } from '../../../src/engine/layout/algorithm/geometry.js';
import { layoutDocument } from '../../../src/engine/layout/page/page.js';
import type { DocumentLayout } from '../../../src/engine/layout/page/page-layout.js';
import { layOutInPasses } from '../../../src/engine/passes.js';
import { fontRequest } from '../../../src/engine/text/font-request.js';
import { FontLibrary } from '../../../src/engine/text/fonts.js';
import { TextShaper } from '../../../src/engine/text/shape.js';
import { loadFonts } from '../../../src/fonts/fonts.js';

export const fonts = new FontLibrary(loadFonts());
export const shaper = new TextShaper(fonts);
export const RESOURCES: Resources = {
  read: (bytes) => readImage(bytes),
  image: () => ({ failure: 'missing', message: 'tests have no files' }),
};

export interface LaidOut {
  readonly layout: DocumentLayout;
  readonly styled: StyledDocument;
  readonly report: Report;
}

export function layOut(html: string, options: { readonly maxPages?: number } = {}): LaidOut {
  const { document, content, report, styleFor, containers, ...prepared } = prepare(html);
  let { styled } = prepared;
  let enlargement: number | undefined;
  const layout = layOutInPasses(
    document,
    {
      build: (references, report) => buildBoxTree({ styled, fonts, shaper, report, ...content, references }),
      layOut: (root, references, report) =>
        layoutDocument({ fonts, shaper, report }, root, styled, {
          ...content,
          references,
          ...options,
          ...(enlargement !== undefined && { enlargement }),
        }),
      enlarge: (factor) => {
        enlargement = factor;
        styled = styleFor(factor);
      },
      resizeContainers: (layout, report) => {
        if (!containers.take(layout, styled, report)) return false;
        styled = styleFor(enlargement ?? 1);
        return true;
      },
    },
    report,
  );
  return { layout, styled, report };
}

/** The box tree of a document without cross-references. */
export function boxTreeOf(html: string): BlockBox {
  const { styled, content, report } = prepare(html);
  return buildBoxTree({ styled, fonts, shaper, report, ...content });
}

export const fontUnits = (font: FontProperties) =>
  fonts.metrics(fonts.match(fontRequest(font)).primary, font['font-size']);

export function prepare(html: string) {
  const report = new Report();
  const document = parseHtml(html);
  const rules = collectRules(document, { fontUnits }, report);
  const containers = new ContainerPasses();
  const styleFor = (enlargement: number) =>
    computeStyles(rules, fontUnits, report, undefined, enlargement, containers.layout);
  const resolveFamilies = (families: readonly string[]) => [...families];
  return {
    document,
    styled: styleFor(1),
    styleFor,
    containers,
    content: { resources: RESOURCES, resolveFamilies },
    report,
  };
}

/** A border box on a page; x and y from the page area's origin, px. */
export interface Geometry extends Rect {
  /** 0-based. */
  readonly page: number;
}

/** The border boxes of every element with an id, in document order; several for elements that break. */
export function geometryById(layout: DocumentLayout): Map<string, Geometry[]> {
  const found = new Map<string, Geometry[]>();
  layout.pages.forEach((page, index) => {
    for (const { fragment, x, y } of page.content) visit(fragment, x, y, index, found);
  });
  return found;
}

function visit(
  fragment: PhysicalFragment,
  left: number,
  top: number,
  page: number,
  found: Map<string, Geometry[]>,
): void {
  if (fragment.kind === 'text') return;
  let x = left;
  let y = top;
  if (fragment.kind === 'box') {
    x += fragment.shift?.x ?? 0;
    y += fragment.shift?.y ?? 0;
    const id = fragment.box.origin === undefined ? idOf(fragment.box.element) : undefined;
    if (id && fragment.box.kind !== 'marker') {
      found.set(id, [...(found.get(id) ?? []), { page, x, y, width: fragment.width, height: fragment.height }]);
    }
  }
  for (const child of fragment.children) visit(child.fragment, x + child.x, y + child.y, page, found);
}

function idOf(element: ElementNode): string | undefined {
  return element.attribute('id');
}
