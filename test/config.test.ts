import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import t from 'tap';
import { type ConfigError, loadConfig, SETTINGS } from '../src/config.js';

const failure = (environment: Record<string, string>): string => {
  try {
    loadConfig(environment);
  } catch (error) {
    return (error as ConfigError).message;
  }
  return 'none';
};

t.test('an empty environment is a working service', async (t) => {
  const config = loadConfig({}, 8);
  t.match(config, {
    host: '127.0.0.1',
    port: 8080,
    embedded: true,
    fileLinkTtl: 86_400,
    maxBody: 10_000_000,
    renderTimeout: 30,
    queueLimit: 32,
    fileStore: 'folder',
  });
  t.ok(isAbsolute(config.dataDir));
  t.equal(config.plans.free?.credits, 50);
});

t.test('sizes, times and lists are read', async (t) => {
  t.match(
    loadConfig({
      MAX_BODY: '1.5 MB',
      FILE_LINK_TTL: '90m',
      RENDER_TIMEOUT: '1500ms',
      FONT_FOLDERS: '/a, /b',
      PUBLIC_URL: 'https://pdf.example.com/api/',
      FILE_LINK_SECRETS: 'sixteen-chars-or-more, another-sixteen-chars',
      HOST: ' 0.0.0.0 ',
      LOG_LEVEL: '',
    }),
    {
      maxBody: 1_500_000,
      fileLinkTtl: 5400,
      renderTimeout: 1.5,
      fontFolders: ['/a', '/b'],
      publicUrl: 'https://pdf.example.com/api',
      fileLinkSecrets: ['sixteen-chars-or-more', 'another-sixteen-chars'],
      host: '0.0.0.0',
      logLevel: 'info',
    },
  );
});

t.test('a sign-in provider is https or local, and has a client', async (t) => {
  const local = { OIDC_ISSUER: 'http://localhost:4000', OIDC_CLIENT_ID: 'platen' };
  t.match(loadConfig(local), { oidcIssuer: 'http://localhost:4000', oidcName: 'single sign-on' });
  t.match(failure({ ...local, OIDC_ISSUER: 'http://accounts.example.com' }), /OIDC_ISSUER=.*: must be an https URL/);
  t.match(failure({ OIDC_ISSUER: 'https://accounts.example.com' }), /OIDC_ISSUER, OIDC_CLIENT_ID: must both be set/);
  t.match(failure({ OIDC_CLIENT_SECRET: 'hush' }), /OIDC_CLIENT_SECRET: must not be set without OIDC_ISSUER/);
});

t.test('a bucket is needed for files in S3, and both halves of its key', async (t) => {
  const bucket = { FILE_STORE: 's3', S3_BUCKET: 'pdfs' };
  t.match(loadConfig(bucket), {
    fileStore: 's3',
    s3Bucket: 'pdfs',
    s3Prefix: '',
    s3Region: 'us-east-1',
    s3Timeout: 10,
  });
  t.match(failure({ FILE_STORE: 's3' }), /S3_BUCKET: must be set, as FILE_STORE is s3/);
  t.match(failure({ ...bucket, S3_ACCESS_KEY: 'a' }), /S3_ACCESS_KEY, S3_SECRET_KEY: must both be set, or neither/);
});

t.test('everything that is wrong is told at once, secrets are not', async (t) => {
  t.equal(
    failure({ PORT: '70000', DATABASE_URL: 'mysql://me:secret@host/db', FILE_LINK_SECRETS: 'short' }),
    [
      '3 settings are wrong:',
      '  PORT="70000": must be a whole number between 0 and 65535',
      '  DATABASE_URL: must be a URL like postgres://user:password@host/database',
      '  FILE_LINK_SECRETS: must be texts of at least 16 characters, separated by commas',
    ].join('\n'),
  );
  t.match(failure({ FILE_STORE: 'ftp' }), 'must be one of folder, postgres, s3');
  t.match(failure({ CORS_ORIGINS: 'https://a.example/path' }), 'CORS_ORIGINS');
  t.match(failure({ RENDER_TIMEOUT: '0' }), 'must be a time between 0.1 s and 600 s');
});

t.test('processes times threads is the number of cores', async (t) => {
  const split = (cores: number, environment = {}) => {
    const { processes, threads } = loadConfig(environment, cores);
    return `${processes}x${threads}`;
  };
  t.strictSame(
    [1, 2, 4, 8, 16, 64].map((cores) => split(cores)),
    ['1x1', '2x1', '2x2', '2x4', '4x4', '16x4'],
  );
  t.equal(split(8, { PROCESSES: '1' }), '1x8');
  t.equal(split(8, { THREADS: '2' }), '4x2');
  t.equal(split(8, { PROCESSES: '3', THREADS: '1' }), '3x1');
});

t.test('the operator adds plans of their own', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-plans-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'plans.json');
  const plans = (content: string) => {
    writeFileSync(file, content);
    return { PLANS_FILE: file };
  };
  const config = loadConfig(plans('{"team": {"credits": 5000, "perMinute": 300, "burst": 50}}'));
  const rate = { perMinute: 300, burst: 50 };
  t.strictSame(config.plans.team, { name: 'team', credits: 5000, rate, renderSeconds: 60, assetBytes: 1e9 });
  t.match(
    loadConfig(plans('{"team": {"credits": 1, "perMinute": 1, "burst": 1, "renderSeconds": 7, "assetBytes": 8}}'))
      .plans['team'],
    { renderSeconds: 7, assetBytes: 8 },
  );
  t.match(
    failure(plans('{"team": {"credits": 1, "perMinute": 1, "burst": 1, "renderSeconds": 0}}')),
    'renderSeconds must be a whole number >= 1',
  );
  t.ok(config.plans.free);
  t.match(failure(plans('{"team": {"credits": -1}}')), 'has the plan "team": credits must be a whole number >= 0');
  t.match(failure(plans('[]')), 'must hold an object of plans by name');
  t.match(failure(plans('{')), 'is not JSON');
  t.match(failure({ PLANS_FILE: join(folder, 'none') }), 'ENOENT');
});

t.test('every variable is documented once', async (t) => {
  const all = Object.values(SETTINGS);
  t.equal(new Set(all.map(({ variable }) => variable)).size, all.length);
  for (const { variable, doc, default: byDefault, ...setting } of all) {
    t.match(doc, /\.$/, variable);
    if (byDefault !== undefined) t.not(setting.read(byDefault), undefined, `the default of ${variable} has its form`);
  }
});
