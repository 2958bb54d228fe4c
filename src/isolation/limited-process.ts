/**
 * A process of its own for work that may take more memory than there is: its death concerns nobody else. The operating
 * system limits its memory where it can; besides, it is watched.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { memoryOf } from './resident-memory.js';

interface LimitedProcessOptions {
  readonly entryPoint: string;
  /** Bytes that it may take. */
  readonly memory: number;
}

/** A process that ended before it answered. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';

  /**
   * @param isOutOfMemory  it had no more memory, as far as can be told
   * @param isKilled       by somebody else
   */
  constructor(
    message: string,
    readonly isOutOfMemory: boolean,
    readonly isKilled: boolean,
  ) {
    super(message);
  }
}

/**
 * Limits private writable memory, without address space that is only reserved, and writes no memory to disk when the
 * process fails. Source: man setrlimit(2), RLIMIT_DATA, since Linux 4.7
 */
const LIMITED = 'ulimit -c 0; ulimit -d "$0" 2>/dev/null; exec "$@"';
const SHELL = '/bin/sh';
const KB = 1024;
/** Milliseconds between two looks at its memory while it works. */
const WATCH_MS = 100;
/** How V8 and Rust end a process that has no more memory: an abort, or a trap; 134 and 133 by way of a shell. */
const OUT_OF_MEMORY = new Set<string | number | null>(['SIGABRT', 'SIGTRAP', 'SIGILL', 133, 134, 132, 5]);
/** Characters of its standard error that are kept, for the log. */
const MAX_ERRORS = 2000;
/** Variables that it gets: none of the service's secrets is among them. */
const ENVIRONMENT = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'HOME', 'TMPDIR', 'SystemRoot', 'MALLOC_ARENA_MAX'];

export class LimitedProcess {
  readonly #child: ChildProcess;
  readonly #memory: number;
  readonly #ended: Promise<ProcessEnded>;
  #errors = '';
  #isOver = false;
  /** Bytes that it was seen to take, at most. */
  #peak = 0;
  isAlive = true;

  constructor({ entryPoint, memory }: LimitedProcessOptions) {
    this.#memory = memory;
    const command = [process.execPath, ...process.execArgv, entryPoint];
    const [file, ...words] =
      process.platform === 'win32' ? command : [SHELL, '-c', LIMITED, `${Math.ceil(memory / KB)}`, ...command];
    this.#child = spawn(file!, words, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
    });
    this.#child.on('error', () => undefined); // `#end` reports it
    this.#child.stderr!.on('data', (bytes) => {
      this.#errors = `${this.#errors}${bytes}`.slice(-MAX_ERRORS);
    });
    this.#ended = this.#end();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async #end(): Promise<ProcessEnded> {
    const [code, signal] = await once(this.#child, 'close').catch((error: Error) => [error.message, null]);
    this.isAlive = false;
    // Whatever asks for memory in vain may end it, in any way.
    const isFull = this.#peak > this.#memory / 2 && (code !== 0 || signal !== null);
    const isOutOfMemory = isFull || OUT_OF_MEMORY.has(signal) || OUT_OF_MEMORY.has(code);
    const how = this.#isOver ? `passed ${this.#memory} bytes` : `ended with ${signal ?? `code ${code}`}`;
    const message = `the process ${how}${this.#errors && `: ${this.#errors}`}`;
    return new ProcessEnded(message, isOutOfMemory, signal === 'SIGKILL' && !isOutOfMemory);
  }

  /** Calls back with each message. @returns ends that */
  onMessage(listener: (message: unknown) => void): () => void {
    this.#child.on('message', listener);
    return () => this.#child.off('message', listener);
  }

  post(message: unknown): void {
    // A failure is that of the process, which `ask` reports.
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }

  /**
   * Sends a message and waits for the first one that `isAnswer` accepts.
   * @throws ProcessEnded; the reason of `signal`, whereupon the process is killed
   */
  async ask<Answer>(
    message: unknown,
    isAnswer: (message: unknown) => message is Answer,
    signal: AbortSignal,
  ): Promise<Answer> {
    let onMessage: (message: unknown) => void = () => undefined;
    let onAbort: () => void = () => undefined;
    const answered = new Promise<Answer>((resolve, reject) => {
      onMessage = (message) => isAnswer(message) && resolve(message);
      onAbort = () => {
        this.kill();
        reject(signal.reason);
      };
    });
    this.#child.on('message', onMessage);
    signal.addEventListener('abort', onAbort);
    const watch = setInterval(() => this.#checkMemory(), WATCH_MS);
    try {
      if (signal.aborted) onAbort();
      else this.post(message);
      const first = await Promise.race([answered, this.#ended]);
      if (first instanceof ProcessEnded) throw first;
      return first;
    } finally {
      clearInterval(watch);
      signal.removeEventListener('abort', onAbort);
      this.#child.off('message', onMessage);
    }
  }

  #checkMemory(): void {
    const { pid } = this.#child;
    const taken = pid === undefined ? undefined : memoryOf(pid);
    if (taken === undefined) return;
    this.#peak = Math.max(this.#peak, taken);
    if (taken <= this.#memory) return;
    this.#isOver = true;
    this.kill();
  }

  /** While it does nothing, it does not keep this process from ending. */
  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  kill(): void {
    this.isAlive = false;
    this.#child.kill('SIGKILL');
  }

  /** Resolves when it has ended. */
  async closed(): Promise<void> {
    this.ref();
    await this.#ended;
  }
}
