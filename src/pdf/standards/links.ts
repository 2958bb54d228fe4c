/**
 * Tags links and form fields that stand in artifacts, such as those of content with `aria-hidden`: they are part of the
 * structure tree.
 * Source: ISO 14289-1, 7.18.5; ISO 32000-1, 14.7.4
 */

import { PdfSyntaxError } from '../syntax/lexer.js';
import { addNumbers, nextKey } from '../syntax/number-tree.js';
import { type Dict, dict, isName, name, type PdfObject, Ref } from '../syntax/objects.js';
import { pagesOf } from '../syntax/pages.js';
import type { PdfObjects } from '../syntax/read.js';

/** Adds a structure element at the end of the document for each link and field without one. */
export function tagLooseLinks(file: PdfObjects): void {
  structureRoot(file);
  tagAnnotations(
    file,
    pagesOf(file).flatMap((page) => looseLinks(file, page.dict).map((link) => ({ ...link, page: page.ref }))),
  );
}

/**
 * Adds structure elements for annotations at the end of a tagged document.
 * @returns numbers of the objects that are changed; those that are added are not among them
 */
export function tagAnnotations(
  file: PdfObjects,
  annotations: readonly (Indirect & { readonly page: Ref })[],
): number[] {
  const root = structureRoot(file);
  const tree = file.dict(root.get('ParentTree')) ?? dict({ Nums: [] });
  const place = root.get('ParentTree') ?? tree;
  root.set('ParentTree', place);
  const added: [key: number, element: Ref][] = [];
  let next = nextKey(file, tree);
  const document = topElement(file, root);
  for (const { ref, dict: annotation, page } of annotations) {
    const target = dict({ Type: name('OBJR'), Obj: ref, Pg: page });
    const role = isName(annotation.get('Subtype'), 'Link') ? 'Link' : 'Form';
    const element = file.add(dict({ Type: name('StructElem'), S: name(role), P: document.ref, K: [target] }));
    annotation.set('StructParent', next);
    added.push([next, element]);
    document.kids.push(element);
    next += 1;
  }
  if (added.length === 0) return [];
  document.dict.set('K', document.kids);
  root.set('ParentTreeNextKey', next);
  addNumbers(file, tree, added);
  const changed = [...annotations.map(({ ref }) => ref), document.ref, place, file.catalog.get('StructTreeRoot')];
  return changed.flatMap((object) => (object instanceof Ref ? [object.number] : []));
}

/** The root of the structure tree; a document without any tagged content gets one. */
function structureRoot(file: PdfObjects): Dict {
  const { catalog } = file;
  const known = file.dict(catalog.get('StructTreeRoot'));
  if (known) return known;
  const root = dict({ Type: name('StructTreeRoot') });
  const ref = file.add(root);
  root.set('K', [file.add(dict({ Type: name('StructElem'), S: name('Document'), P: ref, K: [] }))]);
  catalog.set('StructTreeRoot', ref);
  catalog.set('MarkInfo', dict({ Marked: true }));
  return root;
}

interface Indirect {
  readonly ref: Ref;
  readonly dict: Dict;
}

function looseLinks(file: PdfObjects, page: Dict): Indirect[] {
  const annotations = file.array(page.get('Annots')) ?? [];
  return annotations.flatMap((entry) => {
    const annotation = file.dict(entry);
    if (!(entry instanceof Ref) || !annotation) return [];
    const isTagged = ['Link', 'Widget'].some((type) => isName(annotation.get('Subtype'), type));
    const isLoose = isTagged && !annotation.has('StructParent');
    return isLoose ? [{ ref: entry, dict: annotation }] : [];
  });
}

/** The only element at the top of the tree, or else the root. */
function topElement(file: PdfObjects, root: Dict): Indirect & { readonly kids: PdfObject[] } {
  const kids = kidsOf(file, root);
  const [only] = kids;
  const top = file.dict(only);
  if (kids.length === 1 && only instanceof Ref && top) return { ref: only, dict: top, kids: kidsOf(file, top) };
  const ref = file.catalog.get('StructTreeRoot');
  if (!(ref instanceof Ref)) throw new PdfSyntaxError('the structure tree is no indirect object');
  return { ref, dict: root, kids };
}

function kidsOf(file: PdfObjects, element: Dict): PdfObject[] {
  const kids = element.get('K');
  if (kids === undefined) return [];
  return [...(file.array(kids) ?? [kids])];
}
