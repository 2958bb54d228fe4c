/** A server with the protocol of S3, as a process that can be stopped, killed and started again. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { S3Settings } from '../../../src/service/files/s3-store.js';
import { until } from './until.js';

const PACKAGE = createRequire(import.meta.url).resolve('@20minutes/s3rver');
/** Of a process: the package, and the options of its server. */
const PROGRAM = 'new (require(process.argv[1]))(JSON.parse(process.argv[2])).run()';
/** For the tokens of its lists, which it encrypts with DES. */
const LEGACY = '--openssl-legacy-provider';
const BUCKET = 'platen';
/** The only key that the server knows. */
const KEY = 'S3RVER';

export interface S3 {
  readonly settings: S3Settings;
  /** Environment variables of a service with its files there. */
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the object of a file so many hours older. */
  age(id: string, hours: number): void;
  /** Names of the objects. */
  objects(): string[];
  /** Stops to answer, but not to accept connections. */
  stall(): void;
  goOn(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Killed when the test has ended.
 * @param checksSignatures  of requests for objects; those for the bucket then fail, whose path the server signs otherwise
 */
export async function startS3(t: Test, checksSignatures = false): Promise<S3> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-s3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const options = {
      address: '127.0.0.1',
      port,
      directory: folder,
      silent: true,
      allowMismatchedSignatures: !checksSignatures,
      configureBuckets: [{ name: BUCKET }],
    };
    child = spawn(process.execPath, [LEGACY, '-e', PROGRAM, PACKAGE, JSON.stringify(options)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await until('the store answers', () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      ),
    );
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  t.teardown(async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const names = () => readdirSync(join(folder, BUCKET), { recursive: true, encoding: 'utf8' });
  await start();
  const credentials = { accessKeyId: KEY, secretAccessKey: KEY };
  return {
    settings: { bucket: BUCKET, prefix: 'files/', region: 'us-east-1', endpoint, credentials, timeout: 1 },
    environment: {
      FILE_STORE: 's3',
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY: KEY,
      S3_SECRET_KEY: KEY,
      S3_TIMEOUT: '1s',
    },
    age(id, hours) {
      const at = Date.now() / 1000 - hours * 3600;
      for (const name of names()) if (name.includes(id)) utimesSync(join(folder, BUCKET, name), at, at);
    },
    objects: () =>
      names()
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', '')),
    stall: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
    kill,
    start,
  };
}

/** A port that no outgoing connection takes: those of Linux begin at 32,768. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = randomInt(10_000, 20_000);
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
