/** Checks the bucket of the service before anything starts that depends on it. */

import type { Writable } from 'node:stream';
import type { Config } from '../config.js';
import { UsageError } from './outcome.js';

/** A store that does not answer is no reason not to start: what needs it is answered 503 meanwhile. @throws UsageError */
export async function checkBucket(config: Config, stdout: Writable): Promise<void> {
  const { openS3 } = await import('../service/data.js'); // here, as other commands do not need it
  const store = await openS3(config).catch((cause) => {
    const name = '@aws-sdk/client-s3';
    throw new UsageError(`FILE_STORE=s3 needs the optional package ${name}, which is not installed here`, { cause });
  });
  let problem: string | undefined;
  try {
    problem = await store.problem();
  } catch {
    stdout.write(`The store of S3_BUCKET=${config.s3Bucket} does not answer; files are unavailable until it does\n`);
  }
  if (problem !== undefined) throw new UsageError(`FILE_STORE=s3: ${problem}`);
}
