/**
 * The HTTP server: uWebSockets.js (uws.ts), or that of Node.js (node-server.ts) where uWebSockets.js has no binary for the
 * platform.
 */

import type { Listener, ListenOptions } from './exchange.js';

/** A server as HTTP_SERVER names it; `auto`: `uws` where its binary loads. */
type ServerChoice = 'auto' | 'uws' | 'node';

interface OpenListener extends Listener {
  /** Why the server is not uWebSockets.js, though it might have been. */
  readonly reason: string | undefined;
}

interface Adapter {
  readonly listen: (options: ListenOptions) => Promise<Listener>;
  readonly reason?: string;
}

/**
 * @throws Error when the address is in use or not of this machine; when `choice` is `uws` and it has no binary for the
 *         platform
 */
export async function listen(options: ListenOptions, choice: ServerChoice = 'auto'): Promise<OpenListener> {
  const { listen, reason } = await adapterFor(choice);
  return Object.assign(await listen(options), { reason });
}

async function adapterFor(choice: ServerChoice): Promise<Adapter> {
  if (choice === 'node') return import('./node-server.js');
  try {
    return await import('./uws.js');
  } catch (error) {
    const platform = `${process.platform} ${process.arch} with Node.js ${process.versions.node}`;
    const reason = `uWebSockets.js has no binary for ${platform}`;
    if (choice === 'uws') throw new Error(`${reason}: set HTTP_SERVER=auto`, { cause: error });
    const { listen } = await import('./node-server.js');
    return { listen, reason };
  }
}
