/**
 * The process of one engine, so that its memory is measured alone. Answers the requests of its parent.
 *
 *   node host.js ENGINE RIVALS        forked with an IPC channel
 */

import { writeFileSync } from 'node:fs';
import type { BenchEngine } from './engines/engine.js';
import { ENGINES } from './engines/engines.js';
import { memoryOfTree } from './memory.js';

/** A document to render, or the question how much memory the engine has. */
export type HostRequest = RenderRequest | { readonly memory: true };

export interface RenderRequest {
  readonly html: string;
  /** Path to write the PDF to. */
  readonly file?: string;
  /** Measures the heap that the render allocates, in a young generation without a collection. */
  readonly allocation?: boolean;
}

export interface HostReply {
  readonly version?: string;
  readonly error?: string;
  readonly milliseconds?: number;
  readonly stages?: Readonly<Record<string, number>>;
  readonly bytes?: number;
  /** Current memory of this process and its descendants, bytes. */
  readonly memory?: number;
  /** Bytes; undefined if a collection ran meanwhile. */
  readonly allocated?: number;
}

const [name = '', rivals = ''] = process.argv.slice(2);
const send = (reply: HostReply) => process.send?.(reply);
const messageOf = (error: unknown) => String((error as Error)?.message ?? error);

let engine: BenchEngine | undefined;
try {
  engine = await ENGINES[name]!.start(rivals);
  send({ version: engine.version });
} catch (error) {
  send({ error: messageOf(error) });
}

process.on('message', async (request: HostRequest) => {
  if ('memory' in request) return send({ memory: memoryOfTree(process.pid) });
  const { html, file, allocation } = request;
  try {
    const before = heap(allocation);
    const start = performance.now();
    const { pdf, stages } = await engine!.render(html);
    const milliseconds = performance.now() - start;
    const allocated = allocation ? process.memoryUsage().heapUsed - before : undefined;
    if (file) writeFileSync(file, pdf);
    send({ milliseconds, bytes: pdf.length, stages, allocated });
  } catch (error) {
    send({ error: messageOf(error) });
  }
});

process.on('disconnect', async () => {
  await engine?.close();
  process.exit();
});

/** Size of the heap, bytes. @param collect  garbage first */
function heap(collect = false): number {
  if (collect) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
