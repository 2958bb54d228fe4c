/** The texts of a document in the order of its box tree. */

import { buildBoxTree } from '../../src/engine/box/build.js';
import type { Box, MarkerBox, TableBox, TableSection } from '../../src/engine/box/tree.js';
import { layoutDocument } from '../../src/engine/layout/page/page.js';
import { layOutInPasses } from '../../src/engine/passes.js';
import { fonts, prepare, shaper } from '../../test/engine/layout/lay-out.js';

/** With the content that the last pass generates. */
export function sourceTexts(html: string): string[] {
  const { document, content, report, styleFor, containers, ...prepared } = prepare(html);
  let { styled } = prepared;
  let enlargement: number | undefined;
  let root: Box | undefined;
  layOutInPasses(
    document,
    {
      build: (references, report) => {
        const built = buildBoxTree({ styled, fonts, shaper, report, ...content, references });
        root = built;
        return built;
      },
      layOut: (box, references, report) =>
        layoutDocument({ fonts, shaper, report }, box, styled, {
          ...content,
          references,
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
  const texts: string[] = [];
  if (root) collect(root, texts);
  return texts.filter((text) => text.trim() !== '');
}

function collect(box: Box | MarkerBox, texts: string[]): void {
  switch (box.kind) {
    case 'text':
      // A sum of a page is a placeholder here.
      if (!box.isLeader && !box.pageSum) texts.push(box.text);
      return;
    case 'block':
      if (box.marker) collect(box.marker, texts);
      if (box.legend) collect(box.legend, texts);
      for (const child of box.content.children) collect(child, texts);
      return;
    case 'inline':
    case 'marker':
      for (const child of box.children) collect(child, texts);
      return;
    case 'table':
      for (const caption of box.captions) collect(caption, texts);
      for (const section of sectionsOf(box)) collectRows(section, texts);
      return;
  }
}

/** Only the `table` element has a table in the PDF, with its head first and its foot last. */
const sectionsOf = ({ element, sections }: TableBox): readonly TableSection[] =>
  element.name === 'table' ? sections : [...sections].sort((a, b) => a.id - b.id);

function collectRows({ rows }: TableSection, texts: string[]): void {
  for (const { cells } of rows) for (const cell of cells) collect(cell.box, texts);
}
