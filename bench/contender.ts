import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HostReply, HostRequest, RenderRequest } from './host.js';

const HOST = fileURLToPath(new URL('host.js', import.meta.url));

/** Size of the young generation, MB: large enough to render a document without a collection. */
const YOUNG_GENERATION_MB = 512;

/** An engine in a process of its own. */
export class Contender {
  private constructor(
    readonly name: string,
    readonly version: string,
    readonly child: ChildProcess,
  ) {}

  /** @throws when the engine is not installed. */
  static async start(name: string, rivals: string, options: { allocation?: boolean } = {}): Promise<Contender> {
    const execArgv = options.allocation
      ? ['--expose-gc', `--max-semi-space-size=${YOUNG_GENERATION_MB}`, `--min-semi-space-size=${YOUNG_GENERATION_MB}`]
      : [];
    const child = fork(HOST, [name, rivals], { execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    try {
      const { version } = await answer(child);
      return new Contender(name, version ?? '', child);
    } catch (error) {
      child.disconnect();
      throw error;
    }
  }

  render(request: RenderRequest): Promise<HostReply> {
    return this.#ask(request);
  }

  /** Memory of the engine's process and its descendants, bytes. */
  async memory(): Promise<number> {
    const { memory = 0 } = await this.#ask({ memory: true });
    return memory;
  }

  #ask(request: HostRequest): Promise<HostReply> {
    const reply = answer(this.child);
    this.child.send(request);
    return reply;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.connected) this.child.disconnect();
    await closed;
  }
}

function answer(child: ChildProcess): Promise<HostReply> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the process ended with code ${code}`));
    child.once('exit', ended);
    child.once('message', (reply: HostReply) => {
      child.off('exit', ended);
      if (reply.error === undefined) resolve(reply);
      else reject(new Error(reply.error));
    });
  });
}
