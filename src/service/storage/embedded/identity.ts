/** The user of the embedded Postgres, which refuses to run as root. */

import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './error.js';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** The user nobody on Linux; it need not exist. */
const NOBODY: Identity = { uid: 65_534, gid: 65_534 };

/**
 * @param cluster  the cluster's folder, which may not exist yet
 * @returns        undefined: as this process
 */
export async function chooseIdentity(cluster: string): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY;
}

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * The command that runs a program as `identity`. When a folder above the program or the data is closed to that user (a
 * checkout in /root, a temporary folder), the program keeps the capability to search folders.
 * @param paths  files and folders that the program must reach
 * @throws EmbeddedPostgresError when it cannot reach them
 */
export async function launchAs(
  identity: Identity | undefined,
  program: string,
  args: readonly string[],
  paths: readonly string[],
): Promise<Launch> {
  if (!identity) return { command: program, args };
  const closed = (await Promise.all([program, ...paths].map((path) => closedFolder(path, identity)))).find(Boolean);
  if (!closed) return { command: program, args, ...identity };
  const capability = await passingCapability();
  if (!capability || !(await hasSetpriv())) {
    throw new EmbeddedPostgresError(
      `Postgres does not run as root, and user ${identity.uid}, as whom it would run, cannot enter ${closed}: ` +
        'start the service as another user, move it and PLATEN_DATA_DIR, or set DATABASE_URL',
    );
  }
  return { command: 'setpriv', args: [...privileges(identity, capability), '--', program, ...args] };
}

function privileges({ uid, gid }: Identity, capability: string): string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=+${capability}`,
    `--bounding-set=-all,+${capability}`,
    // Postgres calls access(2), which without this bit ignores the capabilities of a process that is not root.
    '--securebits=+no_setuid_fixup',
  ];
}

/** The first folder above the path that the identity may not enter. */
async function closedFolder(path: string, { uid, gid }: Identity): Promise<string | undefined> {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (!found) return undefined; // created later, for this identity
    const search = found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001;
    if ((found.mode & search) === 0) return folder;
  }
  return undefined;
}

/** Bits of capabilities(7), the weaker one first: containers often have only the second. */
const PASSING = [
  { name: 'dac_read_search', bit: 2n },
  { name: 'dac_override', bit: 1n },
] as const;

async function passingCapability(): Promise<string | undefined> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  return PASSING.find(({ bit }) => (effective >> bit) & 1n)?.name;
}

/** The setpriv of util-linux is smaller, BusyBox, whose setpriv has no ambient capabilities, larger. */
const MAX_SETPRIV_BYTES = 500_000;

async function hasSetpriv(): Promise<boolean> {
  for (const path of ['/usr/bin/setpriv', '/bin/setpriv']) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.size < MAX_SETPRIV_BYTES) return true;
  }
  return false;
}
