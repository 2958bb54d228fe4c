/** The operators' port: GET /metrics, the metrics of all processes for Prometheus. */

import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Log } from './log.js';

interface AdminSettings {
  readonly adminHost: string;
  readonly adminPort: number;
}

/** It cannot listen on the address. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

interface Admin {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * @param measure  collects the metrics of each process
 * @throws AdminError
 */
export async function serveMetrics(
  { adminHost, adminPort }: AdminSettings,
  measure: () => Promise<readonly (readonly object[])[]>,
  log: Log,
): Promise<Admin> {
  const server = createServer(async ({ method, url }, response) => {
    if (url?.split('?')[0] !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    try {
      const sum = aggregate(await measure());
      response.writeHead(200, { 'Content-Type': sum.contentType }).end(await sum.metrics());
    } catch (error) {
      log.error({ err: error }, 'collecting metrics failed');
      response.writeHead(500).end();
    }
  });
  const port = await listen(server, adminHost, adminPort).catch((cause: Error) => {
    throw new AdminError(`cannot listen on ${adminHost}:${adminPort}, the address of /metrics: ${cause.message}`, {
      cause,
    });
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function aggregate(metrics: readonly (readonly object[])[]): Registry {
  return AggregatorRegistry.aggregate(metrics as unknown as object[]);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
