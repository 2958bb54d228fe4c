/**
 * The entry point of a process that renders for a renderer of the library. Its first thread hears whether the renderer is
 * still there, another one renders.
 */

import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { EngineError } from '../src/engine/errors.js';
import { ISOLATED_RENDERER } from '../src/entry-points.js';
import type { Failure, FromRenderer, RendererSetup, ToRenderer } from '../src/isolation/renderer-messages.js';
import { createRenderer, type DocumentInput, type MergeInput, type Renderer } from '../src/renderer.js';

const MB = 1024 * 1024;

if (isMainThread) passOn();
else renderAll();

function passOn(): void {
  let thread: Worker | undefined;
  const say = (message: FromRenderer) => process.connected && process.send?.(message);
  process.on('message', (message: ToRenderer) => {
    if (message.type === 'open') {
      const resourceLimits = { maxOldGenerationSizeMb: Math.ceil(message.setup.heap / MB) };
      thread = new Worker(ISOLATED_RENDERER, { resourceLimits });
      thread.on('message', say);
      thread.on('error', (error: NodeJS.ErrnoException) => {
        const code = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'document_too_large' : undefined;
        const message = code ? 'The document needs more memory than a render may use. Split it.' : error.message;
        process.send?.({ type: 'failed', failure: { message, ...(code && { code }) } } satisfies FromRenderer, () =>
          process.kill(process.pid, 'SIGKILL'),
        );
      });
    }
    thread?.postMessage(message);
  });
  // Native code does not end with its thread, but with the process.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // A terminal sends these to the program as well, which then ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

function renderAll(): void {
  const port = parentPort!;
  const say = (message: FromRenderer) => port.postMessage(message);
  let renderer: Renderer | undefined;
  let last = 0;
  const asked = new Map<
    number,
    { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }
  >();
  const assets: DocumentInput['assets'] = (url, request) => {
    last += 1;
    const id = last;
    say({ type: 'asset', id, url, request });
    return new Promise((resolve, reject) => asked.set(id, { resolve: resolve as (answer: never) => void, reject }));
  };
  port.on('message', (message: ToRenderer) => {
    if (message.type === 'open') renderer = open(message.setup, say);
    else if (message.type === 'call') {
      const input = { ...(message.input as DocumentInput & MergeInput), ...(message.hasAssets && { assets }) };
      renderer![message.method](input).then(
        (result) => say({ type: 'done', result }),
        (error: unknown) => say({ type: 'failed', failure: failureOf(error) }),
      );
    } else {
      const one = asked.get(message.id);
      asked.delete(message.id);
      if (message.type === 'asset') one?.resolve(message.answer as never);
      else one?.reject(new Error('assets has thrown'));
    }
  });
}

function open(
  { engine, fontFolders, limits, concurrency }: RendererSetup,
  say: (message: FromRenderer) => void,
): Renderer {
  return createRenderer({
    ...(engine && { engine }),
    ...(limits && { limits }),
    fontFolders,
    assets: { concurrency },
    onStage: (stage) => say({ type: 'stage', stage }),
    onFontProblem: (problem) => say({ type: 'font problem', problem }),
  });
}

function failureOf(error: unknown): Failure {
  if (error instanceof EngineError) {
    const { code, message, line, column, diagnostics } = error;
    return { code, message, line, column, diagnostics };
  }
  return { message: error instanceof Error ? error.message : String(error), isRange: error instanceof RangeError };
}
