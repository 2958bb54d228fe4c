// Prints the settings of the Postgres and the Redis that run on this machine, for the shell to take over. Those that
// are set already stay as they are; a server that does not answer is left out.
import { Redis } from 'ioredis';
import pg from 'pg';

const OLDEST_POSTGRES = 150_000;
const PATIENCE_MS = 3000;

async function postgres(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version, rolcreatedb from pg_roles where rolname = current_user",
    );
    return rows[0].version >= OLDEST_POSTGRES && rows[0].rolcreatedb;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function redis(url) {
  const client = new Redis(url, { lazyConnect: true, connectTimeout: PATIENCE_MS, retryStrategy: () => null });
  client.on('error', () => undefined); // connect() rejects
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } finally {
    client.disconnect();
  }
}

for (const [variable, byDefault, works] of [
  ['DATABASE_URL', 'postgres://postgres@127.0.0.1:5432/postgres', postgres],
  ['REDIS_URL', 'redis://127.0.0.1:6379', redis],
]) {
  const url = process.env[variable] ?? byDefault;
  const isThere = await works(url).catch(() => false);
  console.error(`${variable}: ${isThere ? 'tested there, too' : 'no such server'}`);
  console.log(isThere ? `export ${variable}='${url.replaceAll("'", "'\\''")}'` : `unset ${variable}`);
}
