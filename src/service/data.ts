/** Opens, for one process, everything that stores something. */

import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Assets } from './assets/assets.js';
import { Batches } from './batches/batches.js';
import { Credits } from './credits/credits.js';
import { RenderLog } from './credits/usage.js';
import { ServiceError } from './errors.js';
import { Files } from './files/files.js';
import { FolderStore } from './files/folder-store.js';
import { LinkSigner } from './files/links.js';
import { PostgresStore } from './files/postgres-store.js';
import { S3Store } from './files/s3-store.js';
import type { FileStore } from './files/store.js';
import { Accounts } from './identity/accounts.js';
import { Authenticator } from './identity/authenticator.js';
import { Devices } from './identity/devices.js';
import { Identities } from './identity/identities.js';
import { ApiKeys } from './identity/keys.js';
import type { Plans } from './identity/plans.js';
import { Sessions } from './identity/sessions.js';
import { type ConnectionSettings, connectionOptions } from './storage/connection.js';
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
  readonly sessions: Sessions;
  readonly devices: Devices;
  readonly identities: Identities;
  readonly credits: Credits;
  readonly renderLog: RenderLog;
  readonly templates: Templates;
  readonly assets: Assets;
  readonly files: Files;
  readonly batches: Batches;
  /** The storage of bytes behind all of them. */
  readonly store: FileStore;
  /** @throws ServiceError `storage_unavailable` */
  check(): Promise<void>;
  /** Call it once no render runs. */
  close(): Promise<void>;
}

/** Of the configuration, what storage needs. */
interface DataSettings extends ConnectionSettings {
  /** Absolute. */
  readonly dataDir: string;
  /** Whether Postgres is an embedded one, in `dataDir`. */
  readonly embedded: boolean;
  /** Connections. */
  readonly databasePool: number;
  readonly plans: Plans;
  readonly fileStore: 'folder' | 'postgres' | 's3';
  /** For `s3`. */
  readonly s3Bucket?: string | undefined;
  readonly s3Prefix: string;
  readonly s3Region: string;
  readonly s3Endpoint?: string | undefined;
  readonly s3PublicUrl?: string | undefined;
  readonly s3AccessKey?: string | undefined;
  readonly s3SecretKey?: string | undefined;
  /** Seconds. */
  readonly s3Timeout: number;
  /** Seconds that a link works. */
  readonly fileLinkTtl: number;
  /** Newest first; default: one that is kept in the database. */
  readonly fileLinkSecrets?: readonly string[] | undefined;
  /** Bytes. */
  readonly maxImage: number;
  readonly maxImagePixels: number;
}

interface DataOptions {
  /** DATABASE_URL, or that of the embedded server. Its schema must be up to date. */
  readonly databaseUrl: string;
  /** Called with failures that fail no request. */
  readonly onError?: (error: unknown) => void;
}

/** @throws ServiceError `storage_unavailable` */
export async function openData(settings: DataSettings, { databaseUrl, onError }: DataOptions): Promise<Data> {
  const connection = connectionOptions(settings, databaseUrl);
  const reporting = onError && { onConnectionLost: onError };
  const database = openDatabase({ ...connection, poolSize: settings.databasePool, ...reporting });
  const session = await openSession({ ...connection, ...reporting });
  const store = await openStore(settings, database);
  const accounts = new Accounts(database, settings.plans);
  const sessions = new Sessions(database, settings.plans, onError);
  const auth = await Authenticator.open({ database, session, plans: settings.plans, onError });
  const credits = new Credits({ database, session, accounts, onError });
  const [deviceSecret] = await loadSecrets(database, 'device', undefined);
  const signer = new LinkSigner(await loadSecrets(database, 'file_link', settings.fileLinkSecrets));
  return {
    database,
    session,
    accounts,
    keys: new ApiKeys(database),
    auth,
    sessions,
    devices: new Devices(deviceSecret!),
    identities: new Identities(database, accounts, sessions),
    credits,
    renderLog: new RenderLog(database),
    templates: new Templates(database),
    assets: new Assets({
      database,
      store,
      limits: { maxImageBytes: settings.maxImage, maxImagePixels: settings.maxImagePixels },
    }),
    files: new Files({ database, store, signer, linkSeconds: settings.fileLinkTtl }),
    batches: new Batches({ database, session, accounts, store, signer, seconds: settings.fileLinkTtl }),
    store,
    async check() {
      if (settings.embedded || settings.fileStore === 'folder') await checkDisk(settings.dataDir);
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

/** Bytes without which nothing is stored: Postgres and the store of files need some for each render. */
const MIN_FREE = 4e6;

/** @throws ServiceError `storage_unavailable` when the disk is full */
async function checkDisk(folder: string): Promise<void> {
  const disk = await statfs(folder).catch(() => undefined); // some file systems do not say
  if (!disk || disk.blocks === 0 || disk.bavail * disk.bsize >= MIN_FREE) return;
  throw new ServiceError('storage_unavailable', 'The disk of the service is full');
}

async function openStore(settings: DataSettings, database: Database): Promise<FileStore> {
  if (settings.fileStore === 'postgres') return new PostgresStore(database);
  return settings.fileStore === 's3' ? openS3(settings) : new FolderStore(join(settings.dataDir, 'files'));
}

type S3DataSettings = Pick<DataSettings, Extract<keyof DataSettings, `s3${string}`>>;

/** Rejects when the package of its client is not installed. */
export function openS3(settings: S3DataSettings): Promise<S3Store> {
  const { s3Bucket, s3Prefix, s3Region, s3Endpoint, s3PublicUrl, s3AccessKey, s3SecretKey, s3Timeout } = settings;
  return S3Store.open({
    bucket: s3Bucket!,
    prefix: s3Prefix,
    region: s3Region,
    endpoint: s3Endpoint,
    publicUrl: s3PublicUrl,
    credentials: s3AccessKey === undefined ? undefined : { accessKeyId: s3AccessKey, secretAccessKey: s3SecretKey! },
    timeout: s3Timeout,
  });
}
