/** Emits a display list as Typst source: every item has coordinates, so that Typst lays nothing out. */

import type { Deadline } from '../deadline.js';
import { EngineError } from '../errors.js';
import type { DisplayList, DisplayPage } from '../paint/display-list.js';
import { UNBOUNDED } from './canvas.js';
import { Emitter } from './items.js';
import type { TypstSource } from './source.js';
import { tagLimits } from './tags.js';
import {
  array,
  type Code,
  call,
  HEADINGS,
  keyword,
  language,
  length,
  literal,
  named,
  sequence,
  setRule,
  source,
} from './writer.js';

/** Deterministic. Converts px to pt. @throws EngineError render_timeout after `deadline`, document_too_complex */
export function emitTypst(list: DisplayList, deadline?: Deadline): TypstSource {
  const emitter = new Emitter(tagLimits(list), deadline);
  const pages = list.pages.map((page) => emitPage(page, emitter));
  checkFiles(emitter.files.size);
  const { definitions, composed } = emitter.finish();
  return {
    text: source([...prelude(list), ...definitions], pages),
    files: emitter.files,
    fonts: new Set([...list.faces].map((face) => face.id)),
    ...(composed.length > 0 && { composed }),
  };
}

/** Different images and drawings of a document: with 2,000, the stack of Typst's WebAssembly overflows. */
const MAX_FILES = 1_000;

function checkFiles(count: number): void {
  if (count <= MAX_FILES) return;
  const message = `Typst writes at most ${MAX_FILES} different images in a document, and this one has ${count}.`;
  throw new EngineError('document_too_complex', `${message} Split it, or use the core (engine \`core\` or \`wasm\`).`);
}

function prelude(list: DisplayList): Code[] {
  const { title, authors, keywords, description } = list.metadata;
  const metadata = [
    ...(title ? [named('title', literal(title))] : []),
    ...(authors.length > 0 ? [named('author', array(authors.map(literal)))] : []),
    ...(keywords.length > 0 ? [named('keywords', array(keywords.map(literal)))] : []),
    ...(description ? [named('description', literal(description))] : []),
  ];
  return [
    // Without this, Typst would write the current date.
    setRule('document', ...metadata, named('date', keyword('none'))),
    setRule(
      'text',
      ...language(list.language),
      // The language would set the direction; coordinates count from the left.
      named('dir', keyword('ltr')),
      named('top-edge', literal('baseline')),
      named('bottom-edge', literal('baseline')),
      named('hyphenate', keyword('false')),
      named('overhang', keyword('false')),
      named('fallback', keyword('false')),
      named('cjk-latin-spacing', keyword('none')),
    ),
    setRule('par', named('leading', length(0)), named('spacing', length(0)), named('linebreaks', literal('simple'))),
    setRule('block', named('spacing', length(0))),
    setRule('align', keyword('left')),
    setRule('list', named('indent', length(0)), named('body-indent', length(0)), named('spacing', length(0))),
    setRule('enum', named('indent', length(0)), named('body-indent', length(0)), named('spacing', length(0))),
    setRule(
      'table',
      named('inset', length(0)),
      named('stroke', keyword('none')),
      named('rows', length(0)),
      // Cells all start at the same position and exceed any line: they only carry structure.
      named('column-gutter', length(-UNBOUNDED)),
      named('row-gutter', length(0)),
    ),
    HEADINGS,
  ];
}

function emitPage(page: DisplayPage, emitter: Emitter): Code {
  const canvas = call(
    'block',
    named('width', length(UNBOUNDED)),
    named('height', length(page.height)),
    sequence(emitter.items(page.items)),
  );
  return call(
    'page',
    named('width', length(page.width)),
    named('height', length(page.height)),
    named('margin', length(0)),
    call('place', canvas),
  );
}
