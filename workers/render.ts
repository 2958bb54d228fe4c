/** The entry point of a render thread: an engine with a PDF writer, one document at a time. */

import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { OutOfMemoryError } from '../native/compiler.js';
import { reservedBelow } from '../native/wasm.js';
import { createWriter } from '../src/compile.js';
import { EngineError, messageWithPlace } from '../src/engine/errors.js';
import {
  type DocumentInput,
  Engine,
  notSupported,
  type PreviewedDocument,
  type RenderedDocument,
  type ValidatedDocument,
} from '../src/engine/render.js';
import { TEMPLATE_LIMITS } from '../src/engine/template/limits.js';
import { parseTemplate } from '../src/engine/template/parse.js';
import { openFont } from '../src/fonts/document-fonts.js';
import { receiveFonts } from '../src/fonts/fonts.js';
import { loadPatterns } from '../src/hyphenation.js';
import { optionsOfBody } from '../src/service/pool/body-options.js';
import type {
  Checked,
  DocumentTask,
  Outcome,
  Refusal,
  ThreadMessage,
  ThreadSetup,
} from '../src/service/pool/messages.js';

const setup = workerData as ThreadSetup;
if (setup.isBackground) yieldProcessors();
const fonts = receiveFonts(setup.fonts);
const { backend, limits, module, renewAt } = setup;
const engine = new Engine({ fonts, openFont, loadPatterns, limits, backend, clock: () => performance.now() });
const writer = await createWriter(backend, {
  fonts,
  module,
  memoryLimit: renewAt,
  reserved: reservedBelow(renewAt),
});
writer.prepare();

export default function run({ task, startedAt }: ThreadMessage): unknown {
  Atomics.store(startedAt, 0, process.hrtime.bigint());
  try {
    if (task.kind === 'template') return done(checkTemplate(task.source));
    const input = toInput(task);
    if (task.kind === 'validate') return done(validate(input));
    // After the result is sent, as replacing an instance that has grown too large takes a while.
    setImmediate(() => writer.prepare());
    return transferred(task.kind === 'preview' ? preview(input) : render(input));
  } catch (error) {
    return { refusal: refusal(error) } satisfies Outcome<never>;
  }
}

function done<R>(result: R): Outcome<R> {
  return { result };
}

function checkTemplate(source: string): Checked {
  const maxSource = setup.limits.maxTemplateLength;
  if (source.length > maxSource) {
    const limit = maxSource.toLocaleString('en-US');
    throw new EngineError('document_too_large', `The template has more than ${limit} characters. Move data out of it.`);
  }
  parseTemplate(source, { ...TEMPLATE_LIMITS, maxSource });
  return {};
}

function toInput({
  json,
  source,
  strict,
  standard,
  title,
  locale,
  partials,
  assets,
  now,
}: DocumentTask): DocumentInput {
  const { html, data, ...options } = JSON.parse(new TextDecoder().decode(json));
  return {
    html: source ?? html,
    data,
    strict,
    standard,
    title,
    locale,
    partials,
    now,
    ...optionsOfBody(options),
    assets: (url) => assets.get(url.toLowerCase()),
  };
}

function validate(input: DocumentInput): ValidatedDocument {
  const laid = engine.validate(input);
  if (input.strict && laid.diagnostics.length > 0) throw notSupported(laid.diagnostics);
  return laid;
}

/** On Linux a priority is that of a thread, and /proc names the calling one. */
function yieldProcessors(): void {
  if (process.platform !== 'linux') return;
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
}

function preview(input: DocumentInput): PreviewedDocument {
  const previewed = engine.preview(input, writer);
  return { ...previewed, pdf: wholeBuffer(previewed.pdf) };
}

function render(input: DocumentInput): RenderedDocument {
  const { pdf, pages, diagnostics, times } = engine.render(input, writer);
  return { pdf: wholeBuffer(pdf), pages, diagnostics, times };
}

/** A buffer can be transferred only as a whole. */
function wholeBuffer(pdf: Uint8Array): Uint8Array {
  return pdf.byteLength === pdf.buffer.byteLength ? pdf : new Uint8Array(pdf);
}

/** Transfers the memory of the PDF to the HTTP process instead of copying it. */
function transferred(rendered: RenderedDocument): unknown {
  return move({ [transferableSymbol]: [rendered.pdf.buffer], [valueSymbol]: done(rendered) });
}

/** Converts an error of the document to a refusal. @throws any other error */
function refusal(error: unknown): Refusal {
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return { code: 'document_too_complex', message: 'The document is nested too deeply.' };
  }
  if (!(error instanceof EngineError)) throw error;
  const { code, diagnostics } = error;
  if (code === 'invalid_asset') throw error;
  if (code === 'invalid_option') return { code: 'invalid_request', message: error.message };
  if (code !== 'compile_failed') return { code, message: messageWithPlace(error), ...(diagnostics && { diagnostics }) };
  if (!(error.cause instanceof OutOfMemoryError)) throw error;
  return { code: 'document_too_large', message: 'The document needs more memory than a render may use. Split it.' };
}
