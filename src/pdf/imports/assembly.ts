/** Puts pages of other PDFs under, before and after those of a document. */

import type { Deadline } from '../../engine/deadline.js';
import type { Assembly } from '../../engine/finishing.js';
import { type Dict, dict, flateStream, name, type PdfObject, type Ref } from '../syntax/objects.js';
import { pagesOf } from '../syntax/pages.js';
import type { PdfObjects } from '../syntax/read.js';
import { decimal, type ImportedPage, importPages } from './importer.js';

/** pt; sizes that differ by less are the same. */
const SAME_SIZE = 1;

/** @returns the number of pages that are added. @throws ImportError; EngineError render_timeout */
export function assemblePages(
  file: PdfObjects,
  { letterhead, before, after }: Assembly,
  deadline: Deadline | undefined,
): number {
  if (letterhead) addLetterhead(file, importPages(file, letterhead.pdf, 'letterhead', deadline), letterhead.repeats);
  const pages = (pdfs: readonly Uint8Array[], what: string) =>
    pdfs.flatMap((pdf, index) =>
      importPages(file, pdf, pdfs.length > 1 ? `${what}, PDF ${index + 1}` : what, deadline),
    );
  const [first, last] = [pages(before, 'prepend'), pages(after, 'append')];
  const root = file.catalog.get('Pages');
  const tree = file.dict(root);
  if (!tree || first.length + last.length === 0) return 0;
  const added = (page: ImportedPage): Ref => file.add(pageWith(page, root!));
  tree.set('Kids', [...first.map(added), ...(file.array(tree.get('Kids')) ?? []), ...last.map(added)]);
  tree.set('Count', (file.number(tree.get('Count')) ?? 0) + first.length + last.length);
  return first.length + last.length;

  function pageWith({ form, width, height }: ImportedPage, parent: PdfObject): Dict {
    return dict({
      Type: name('Page'),
      Parent: parent,
      MediaBox: [0, 0, width, height],
      Resources: dict({ XObject: dict({ P: form }) }),
      Contents: file.add(flateStream(new Map(), Buffer.from('/P Do'))),
    });
  }
}

/** Its n-th page goes under the n-th page, and its last one under all further pages if it repeats. */
function addLetterhead(file: PdfObjects, sheets: readonly ImportedPage[], repeats: boolean): void {
  for (const [index, { dict: page }] of pagesOf(file).entries()) {
    const number = repeats ? Math.min(index, sheets.length - 1) : index;
    const sheet = sheets[number];
    if (!sheet) return;
    const key = `Letterhead${number}`;
    const resources = ownResources(file, page);
    const forms: Dict = new Map(file.dict(resources.get('XObject')) ?? []);
    forms.set(key, sheet.form);
    resources.set('XObject', forms);
    // A sheet with marks is larger than the page that the letterhead is for.
    const box = page.get('TrimBox') ?? page.get('MediaBox');
    const [left = 0, bottom = 0, right = 0, top = 0] = (file.array(box) ?? []) as number[];
    const place = placement(sheet, { left, bottom, width: right - left, height: top - bottom });
    const under = flateStream(new Map(), Buffer.from(`/Artifact BMC q ${place} cm /${key} Do Q EMC\n`));
    const contents = page.get('Contents');
    const others = contents === undefined ? [] : (file.array(contents) ?? [contents]);
    page.set('Contents', [file.add(under), ...others]);
  }
}

interface Area {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** In its own size where that is the size of the page; else as large as fits, in the middle. */
function placement(sheet: ImportedPage, { left, bottom, width, height }: Area): string {
  const isSame = Math.abs(sheet.width - width) < SAME_SIZE && Math.abs(sheet.height - height) < SAME_SIZE;
  const scale = isSame ? 1 : Math.min(width / sheet.width, height / sheet.height);
  const x = left + (width - sheet.width * scale) / 2;
  const y = bottom + (height - sheet.height * scale) / 2;
  return [scale, 0, 0, scale, x, y].map(decimal).join(' ');
}

/** Pages may share resources. */
function ownResources(file: PdfObjects, page: Dict): Dict {
  let shared = file.dict(page.get('Resources'));
  for (let at: Dict | undefined = page; !shared && at; at = file.dict(at.get('Parent')))
    shared = file.dict(at.get('Resources'));
  const resources: Dict = new Map(shared ?? []);
  page.set('Resources', resources);
  return resources;
}
