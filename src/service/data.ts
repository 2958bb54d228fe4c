/** Constructs, for one process, every service that keeps something. */

import { join } from 'node:path';
import type { Config } from '../config.js';
import { Assets } from './assets/assets.js';
import { Credits } from './credits/credits.js';
import { Files } from './files/files.js';
import { FolderStore } from './files/folder-store.js';
import { LinkSigner } from './files/links.js';
import { PostgresStore } from './files/postgres-store.js';
import type { FileStore } from './files/store.js';
import { Accounts } from './identity/accounts.js';
import { Authenticator } from './identity/authenticator.js';
import { ApiKeys } from './identity/keys.js';
import { connectionOptions } from './storage/connection.js';
import { type Database, openDatabase } from './storage/database.js';
import { loadSecrets } from './storage/secrets.js';
import { openSession, type Session } from './storage/session.js';
import { ping } from './storage/statements/ping.js';
import { Templates } from './templates/templates.js';

export interface Data {
  readonly database: Database;
  readonly session: Session;
  readonly accounts: Accounts;
  readonly keys: ApiKeys;
  readonly auth: Authenticator;
  readonly credits: Credits;
  readonly templates: Templates;
  readonly assets: Assets;
  readonly files: Files;
  /** @throws ServiceError `storage_unavailable` */
  check(): Promise<void>;
  /** To be called when nothing is being rendered any more. */
  close(): Promise<void>;
}

export interface DataOptions {
  /** DATABASE_URL, or that of the embedded server. Its schema must be up to date. */
  readonly databaseUrl: string;
  /** Told of failures that fail no request; default: nobody. */
  readonly onError?: (error: unknown) => void;
}

/** @throws ServiceError `storage_unavailable` */
export async function openData(config: Config, { databaseUrl, onError }: DataOptions): Promise<Data> {
  const connection = connectionOptions(config, databaseUrl);
  const reporting = onError && { onConnectionLost: onError };
  const database = openDatabase({ ...connection, poolSize: config.databasePool, ...reporting });
  const session = await openSession({ ...connection, ...reporting });
  const store: FileStore =
    config.fileStore === 'postgres' ? new PostgresStore(database) : new FolderStore(join(config.dataDir, 'files'));
  const accounts = new Accounts(database, config.plans);
  const auth = await Authenticator.open({ database, session, plans: config.plans, onError });
  const credits = new Credits({ database, session, accounts, onError });
  const signer = new LinkSigner(await loadSecrets(database, 'file_link', config.fileLinkSecrets));
  return {
    database,
    session,
    accounts,
    keys: new ApiKeys(database),
    auth,
    credits,
    templates: new Templates(database),
    assets: new Assets({ database, store, limits: { maxBytes: config.maxImage, maxPixels: config.maxImagePixels } }),
    files: new Files({ database, store, signer, linkSeconds: config.fileLinkTtl }),
    async check() {
      await database.row(ping);
    },
    async close() {
      await credits.close();
      await auth.close();
      await session.close();
      await database.close();
    },
  };
}
