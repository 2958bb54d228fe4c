/** Reads the settings of the service from environment variables. No other module does. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { usableCores } from './cores.js';
import { BUILT_IN_PLANS, type Plans, parsePlans } from './service/identity/plans.js';

/** An environment variable, as documented in docs/service.md. */
interface Setting<T> {
  readonly variable: string;
  readonly doc: string;
  /** In the form an operator would write; undefined: no default. */
  readonly default: string | undefined;
  /** Description of valid values, for the message "must be …". */
  readonly form: string;
  /** Whether it contains a password or key, which must not be shown. */
  readonly secret: boolean;
  /** @returns undefined for invalid text */
  read(text: string): T | undefined;
}

interface Form<T> {
  readonly form: string;
  readonly secret?: boolean;
  read(text: string): T | undefined;
}

function required<T>(variable: string, form: Form<T>, byDefault: string, doc: string): Setting<T> {
  return { secret: false, ...form, variable, doc, default: byDefault };
}

function optional<T>(variable: string, form: Form<T>, doc: string): Setting<T | undefined> {
  return { secret: false, ...form, variable, doc, default: undefined };
}

const text: Form<string> = { form: 'text', read: (value) => value };

function integer(minimum: number, maximum: number): Form<number> {
  return {
    form: `a whole number between ${minimum} and ${maximum}`,
    read(value) {
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      return number >= minimum && number <= maximum ? number : undefined;
    },
  };
}

const BYTES_IN = { '': 1, B: 1, KB: 1e3, MB: 1e6, GB: 1e9 } as const;

/** A size in bytes. */
const size: Form<number> = {
  form: 'a size like 500KB, 10MB or 1GB',
  read(value) {
    const match = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB|)$/i.exec(value);
    if (!match) return undefined;
    const bytes = Math.round(Number(match[1]) * BYTES_IN[match[2]!.toUpperCase() as keyof typeof BYTES_IN]);
    return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
  },
};

/** @param minimum  as an operator would write it */
function sizeFrom(minimum: string): Form<number> {
  const min = size.read(minimum)!;
  return {
    form: `${size.form}, at least ${minimum}`,
    read(value) {
      const bytes = size.read(value);
      return bytes !== undefined && bytes >= min ? bytes : undefined;
    },
  };
}

const SECONDS_IN = { ms: 0.001, '': 1, s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** A time in seconds, possibly fractional. */
function duration(minimum: number, maximum: number): Form<number> {
  return {
    form: `a time between ${minimum} s and ${maximum} s, like 30s, 10m, 24h or 7d`,
    read(value) {
      const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d|)$/.exec(value);
      if (!match) return undefined;
      const seconds = Number(match[1]) * SECONDS_IN[match[2] as keyof typeof SECONDS_IN];
      return seconds >= minimum && seconds <= maximum ? seconds : undefined;
    },
  };
}

function oneOf<const T extends string>(...values: readonly T[]): Form<T> {
  return {
    form: `one of ${values.join(', ')}`,
    read: (value) => values.find((known) => known === value),
  };
}

function url(schemes: readonly string[], example: string): Form<string> {
  return {
    form: `a URL like ${example}`,
    read: (value) => (schemes.some((scheme) => value.startsWith(`${scheme}://`)) ? value : undefined),
  };
}

const publicUrl: Form<string> = {
  form: 'a URL like https://pdf.example.com, without a query',
  read(value) {
    if (!URL.canParse(value)) return undefined;
    const { protocol, search, hash } = new URL(value);
    return /^https?:$/.test(protocol) && !search && !hash ? value.replace(/\/+$/, '') : undefined;
  },
};

const issuer: Form<string> = {
  form: 'an https URL like https://accounts.example.com; http for localhost only',
  read(value) {
    if (!URL.canParse(value)) return undefined;
    const { protocol, hostname, search, hash } = new URL(value);
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && !search && !hash ? value : undefined;
  },
};

function list(form: string, isItem: (item: string) => boolean): Form<readonly string[]> {
  return {
    form,
    read(value) {
      const items = value.split(',').map((item) => item.trim());
      return items.every((item) => item !== '' && isItem(item)) ? items : undefined;
    },
  };
}

const secrets: Form<readonly string[]> = {
  ...list('texts of at least 16 characters, separated by commas', (item) => item.length >= 16),
  secret: true,
};

const origins = list('origins like https://app.example.com, separated by commas, or *', (item) => {
  return item === '*' || (URL.canParse(item) && new URL(item).origin === item);
});

const hosts = list('hosts like hooks.example.com or *.example.com, separated by commas', (item) => {
  return /^(?:\*\.)?[^\s/*@]+$/.test(item) && URL.canParse(`https://${item.replace('*', 'a')}`);
});

/** Names in lower case, values decoded. Source: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
const headers: Form<Readonly<Record<string, string>>> = {
  form: 'headers like api-key=secret, separated by commas, with values encoded as in a URL',
  secret: true,
  read(value) {
    const entries = value
      .split(',')
      .map((item) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=([^%]|%[0-9a-f]{2})*$/i.exec(item)?.[0]);
    if (entries.some((item) => item === undefined)) return undefined;
    const pairs = entries.map((item) => [item!.slice(0, item!.indexOf('=')), item!.slice(item!.indexOf('=') + 1)]);
    return Object.fromEntries(
      pairs.map(([name, text]) => [name!.trim().toLowerCase(), decodeURIComponent(text!.trim())]),
    );
  },
};

const share: Form<number> = {
  form: 'a number from 0 to 1',
  read(value) {
    const number = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= 0 && number <= 1 ? number : undefined;
  },
};

const DAY = 86_400;

/** All settings in the order of the documentation. */
export const SETTINGS = {
  host: required('HOST', text, '127.0.0.1', 'Address the API listens on; 0.0.0.0 for every interface.'),
  port: required('PORT', integer(0, 65_535), '8080', 'Port of the API; 0 takes a free one.'),
  httpServer: required(
    'HTTP_SERVER',
    oneOf('auto', 'uws', 'node'),
    'auto',
    'uws: uWebSockets.js; node: the slower one of Node.js; auto: uws where it has a binary for the platform.',
  ),
  publicUrl: optional(
    'PUBLIC_URL',
    publicUrl,
    'Base URL of links to files; default http:// and the Host of the request.',
  ),
  allowedHosts: optional(
    'ALLOWED_HOSTS',
    hosts,
    'Hosts that requests may name besides that of PUBLIC_URL, like pdf.example.com, *.example.com or 10.0.0.7:8080; default all.',
  ),
  adminHost: required('ADMIN_HOST', text, '127.0.0.1', 'Address that /metrics listens on.'),
  adminPort: required('ADMIN_PORT', integer(0, 65_535), '9090', 'Port of /metrics; 0 takes a free one.'),
  corsOrigins: optional('CORS_ORIGINS', origins, 'Origins of web pages that may call the API; default none.'),
  logLevel: required(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Minimum level of log entries.',
  ),

  otlpEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url(['http', 'https'], 'http://localhost:4318'),
    'Collector of OpenTelemetry, by OTLP over HTTP; default none: nothing is traced.',
  ),
  otlpHeaders: optional('OTEL_EXPORTER_OTLP_HEADERS', headers, 'Headers for the collector, such as api-key=….'),
  otelServiceName: required('OTEL_SERVICE_NAME', text, 'platen', 'Name of the service in traces.'),
  tracesRatio: required(
    'OTEL_TRACES_SAMPLER_ARG',
    share,
    '1',
    'Share of the traces that begin here which are recorded; the others are as their traceparent says.',
  ),

  dataDir: required('PLATEN_DATA_DIR', text, './data', 'Folder of the embedded database and of stored files.'),
  databaseUrl: optional(
    'DATABASE_URL',
    { ...url(['postgres', 'postgresql', 'socket'], 'postgres://user:password@host/database'), secret: true },
    'Postgres 15 or newer, reached directly or through a pooler in session mode; default: an embedded one in PLATEN_DATA_DIR.',
  ),
  databasePool: required('DATABASE_POOL', integer(1, 1000), '8', 'Connections to Postgres of each process.'),
  databaseConnectTimeout: required(
    'DATABASE_CONNECT_TIMEOUT',
    duration(0.1, 600),
    '5s',
    'Maximum time that a request waits for a connection to Postgres.',
  ),
  databaseStatementTimeout: required(
    'DATABASE_STATEMENT_TIMEOUT',
    duration(0.1, 600),
    '10s',
    'Maximum run time of one SQL statement.',
  ),
  redisUrl: optional(
    'REDIS_URL',
    { ...url(['redis', 'rediss'], 'redis://host:6379'), secret: true },
    'Redis that several hosts share for rate limits; default: each host limits on its own.',
  ),

  fileStore: required(
    'FILE_STORE',
    oneOf('folder', 'postgres', 's3'),
    'folder',
    'Where PDFs of links and uploaded images are stored: in PLATEN_DATA_DIR/files (several hosts: one shared folder), in Postgres or in S3_BUCKET.',
  ),
  s3Bucket: optional('S3_BUCKET', text, 'Bucket of S3, or of a store with its protocol, for FILE_STORE=s3.'),
  s3Prefix: required('S3_PREFIX', text, '', 'Before the names of all objects in the bucket, such as platen/.'),
  s3Region: required('S3_REGION', text, 'us-east-1', 'Region of the bucket.'),
  s3Endpoint: optional(
    'S3_ENDPOINT',
    url(['http', 'https'], 'https://s3.example.com'),
    "URL of a store that is not Amazon's, whose buckets are addressed by path.",
  ),
  s3PublicUrl: optional(
    'S3_PUBLIC_URL',
    url(['http', 'https'], 'https://s3.example.com'),
    'URL at which clients reach the store, whose buckets are addressed by path: links to files then redirect there. Default: the service sends the files itself.',
  ),
  s3AccessKey: optional(
    'S3_ACCESS_KEY',
    { ...text, secret: true },
    "Id of the access key; default: the credentials that Amazon's clients find, such as the role of the machine.",
  ),
  s3SecretKey: optional('S3_SECRET_KEY', { ...text, secret: true }, 'Secret of S3_ACCESS_KEY.'),
  s3Timeout: required(
    'S3_TIMEOUT',
    duration(0.1, 600),
    '10s',
    'Maximum time without a byte from the store, after which a request to it fails.',
  ),
  fileLinkTtl: required(
    'FILE_LINK_TTL',
    duration(1, 365 * DAY),
    '24h',
    'Lifetime of a link to a PDF; the PDF is deleted after it.',
  ),
  fileLinkSecrets: optional(
    'FILE_LINK_SECRETS',
    secrets,
    'Secrets that sign links, newest first: the first signs, all verify. Default: one is generated and stored in the database.',
  ),

  processes: optional('PROCESSES', integer(1, 256), 'HTTP processes; default by the number of cores.'),
  threads: optional('THREADS', integer(1, 256), 'Render threads of each process; default cores / PROCESSES.'),
  batchWorkers: optional(
    'BATCH_WORKERS',
    integer(0, 256),
    'Chunks of batches that each HTTP process renders at a time; 0 leaves them to `platen worker`. Default: THREADS + 1.',
  ),
  webhookHosts: optional(
    'WEBHOOK_HOSTS',
    hosts,
    'Hosts that `callback_url` may name, like hooks.example.com, *.example.com or hooks.example.com:8443; default none: no webhooks.',
  ),
  webhookPrivate: required(
    'WEBHOOK_PRIVATE',
    oneOf('off', 'on'),
    'off',
    'Whether webhooks may go to addresses of private networks, and over http.',
  ),
  webhookTimeout: required('WEBHOOK_TIMEOUT', duration(0.1, 60), '15s', 'Maximum time for the answer to a webhook.'),
  renderEngine: required(
    'RENDER_ENGINE',
    oneOf('auto', 'core', 'wasm', 'typst'),
    'auto',
    'What writes PDFs: the native core, the same as WebAssembly, or Typst; auto: the native core where it is built, else WebAssembly.',
  ),
  renderTimeout: required('RENDER_TIMEOUT', duration(0.1, 600), '30s', 'Maximum run time of a render.'),
  renderMemory: required(
    'RENDER_MEMORY',
    sizeFrom('64MB'), // with less, render threads do not start
    '512MB',
    'Maximum memory of a render thread for JavaScript, and as much again for the PDF engine.',
  ),
  isolateSize: required(
    'ISOLATE_SIZE',
    size,
    '2MB',
    'Size of a request, or of its HTML after template expansion, from which on a document is rendered in a process of its own.',
  ),
  isolateMemory: optional(
    'ISOLATE_MEMORY',
    size,
    'JavaScript memory of a render thread from which on its document is rendered in a process of its own; default half of RENDER_MEMORY.',
  ),
  decodingMemory: required(
    'DECODING_MEMORY',
    size,
    '256MB',
    'Maximum size, decoded, of the images that the render threads of a process decode at a time; a larger one is decoded alone.',
  ),
  renderYoungMemory: required(
    'RENDER_YOUNG_MEMORY',
    size,
    '100MB',
    'Young generation of the heap of a render thread: a larger one collects garbage less often and needs more memory.',
  ),
  renderRecycle: optional(
    'RENDER_RECYCLE',
    size,
    'Memory of the PDF engine after which a render thread starts it anew, between two documents; default half of RENDER_MEMORY.',
  ),
  queueLimit: required(
    'QUEUE_LIMIT',
    integer(0, 100_000),
    '32',
    'Maximum number of waiting renders for each render thread.',
  ),
  queueTarget: required(
    'QUEUE_TARGET',
    duration(0.01, 600),
    '2s',
    'Time by which renders may take longer than on an idle service before fewer may wait.',
  ),
  queueTimeout: required('QUEUE_TIMEOUT', duration(0.1, 600), '10s', 'Maximum time that a render waits for a thread.'),
  shutdownTimeout: required(
    'SHUTDOWN_TIMEOUT',
    duration(0, 600),
    '30s',
    'Maximum time for running renders after SIGTERM.',
  ),
  fontFolders: optional(
    'FONT_FOLDERS',
    list('folders separated by commas', () => true),
    'Folders with additional fonts.',
  ),

  maxBody: required('MAX_BODY', size, '10MB', 'Maximum size of a JSON body.'),
  bodyMemory: required(
    'BODY_MEMORY',
    size,
    '256MB',
    'Maximum size of all request bodies, and of answers that are not read yet, in a process; one account may hold half of it.',
  ),
  maxTemplate: required('MAX_TEMPLATE', size, '2MB', 'Maximum size of a template source.'),
  maxHtml: required('MAX_HTML', size, '20MB', 'Maximum size of the HTML after template expansion.'),
  maxImage: required('MAX_IMAGE', size, '10MB', 'Maximum size of an image file.'),
  maxImagePixels: required('MAX_IMAGE_PIXELS', integer(1, 1e9), '50000000', 'Maximum width times height of an image.'),
  maxPages: required('MAX_PAGES', integer(1, 1e6), '1000', 'Maximum number of pages of a document.'),
  maxBoxes: required('MAX_BOXES', integer(1, 1e9), '1000000', 'Maximum number of boxes of a document.'),
  maxInlineText: required(
    'MAX_INLINE_TEXT',
    integer(1, 1e9),
    '20000000',
    'Maximum number of characters of one paragraph, table cell or other block of lines.',
  ),
  maxLines: required('MAX_LINES', integer(1, 1e9), '1000000', 'Maximum number of lines that are laid out.'),
  maxFragments: required(
    'MAX_FRAGMENTS',
    integer(1, 1e9),
    '2000000',
    'Maximum number of parts of boxes on lines and pages that are laid out.',
  ),
  maxTags: required('MAX_TAGS', integer(1, 1e9), '1000000', 'Maximum number of structure tags of a PDF.'),
  maxAnnotations: required('MAX_ANNOTATIONS', integer(1, 1e9), '100000', 'Maximum number of clickable areas of a PDF.'),

  portalSignup: required(
    'PORTAL_SIGNUP',
    oneOf('off', 'on'),
    'off',
    'Whether people can make accounts of the plan free in the portal; off: the operator makes them.',
  ),
  oidcIssuer: optional(
    'OIDC_ISSUER',
    issuer,
    'OpenID Connect provider that people may sign in to the portal by; default none.',
  ),
  oidcClientId: optional('OIDC_CLIENT_ID', text, 'Client that the provider knows this service by.'),
  oidcClientSecret: optional(
    'OIDC_CLIENT_SECRET',
    { ...text, secret: true },
    'Secret of OIDC_CLIENT_ID; default: a public client.',
  ),
  oidcName: required('OIDC_NAME', text, 'single sign-on', 'Name of the provider on the sign-in page.'),
  trustProxy: required(
    'TRUST_PROXY',
    oneOf('off', 'on'),
    'off',
    'Whether the last address of X-Forwarded-For is that of the client; on only behind a proxy that sets it.',
  ),
  plansFile: optional(
    'PLANS_FILE',
    text,
    'JSON file with additional plans: {"team": {"credits": 5000, "perMinute": 300, "burst": 50, "renderSeconds": 60, "assetBytes": 1000000000}}; the last two are optional.',
  ),
  renderLogDays: required('RENDER_LOG_DAYS', integer(1, 3650), '90', 'Days that entries of the render log are kept.'),
} as const satisfies Record<string, Setting<unknown>>;

type Settings = { readonly [Name in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Name]> };
type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** Times are in seconds, sizes in bytes. */
export interface Config extends Omit<Settings, 'processes' | 'threads'> {
  readonly processes: number;
  readonly threads: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Whether the service runs an embedded Postgres, as there is no DATABASE_URL. */
  readonly embedded: boolean;
  readonly plans: Plans;
}

/** Some environment variables are invalid. The message has a line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * @param cores  processors available to the service
 * @throws ConfigError
 */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  cores: number = usableCores(),
): Config {
  const problems: string[] = [];
  const settings = readSettings(environment, problems);
  checkS3(settings, problems);
  checkOidc(settings, problems);
  const plans = settings.plansFile === undefined ? BUILT_IN_PLANS : readPlans(settings.plansFile, problems);
  if (problems.length > 0) {
    const count = problems.length === 1 ? 'A setting is' : `${problems.length} settings are`;
    throw new ConfigError([`${count} wrong:`, ...problems].join('\n  '));
  }
  return {
    ...settings,
    ...splitCores(cores, settings),
    dataDir: resolve(settings.dataDir),
    embedded: settings.databaseUrl === undefined,
    plans,
  };
}

function readSettings(environment: Readonly<Record<string, string | undefined>>, problems: string[]): Settings {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const given = environment[setting.variable]?.trim() || setting.default;
    if (given === undefined) continue;
    values[name] = setting.read(given);
    if (values[name] === undefined) {
      const shown = setting.secret ? '' : `=${JSON.stringify(given)}`;
      problems.push(`${setting.variable}${shown}: must be ${setting.form}`);
    }
  }
  return values as unknown as Settings;
}

function checkS3({ fileStore, s3Bucket, s3AccessKey, s3SecretKey }: Settings, problems: string[]): void {
  if (fileStore === 's3' && s3Bucket === undefined) problems.push('S3_BUCKET: must be set, as FILE_STORE is s3');
  if ((s3AccessKey === undefined) !== (s3SecretKey === undefined))
    problems.push('S3_ACCESS_KEY, S3_SECRET_KEY: must both be set, or neither');
}

function checkOidc({ oidcIssuer, oidcClientId, oidcClientSecret }: Settings, problems: string[]): void {
  if ((oidcIssuer === undefined) !== (oidcClientId === undefined))
    problems.push('OIDC_ISSUER, OIDC_CLIENT_ID: must both be set, or neither');
  else if (oidcIssuer === undefined && oidcClientSecret !== undefined)
    problems.push('OIDC_CLIENT_SECRET: must not be set without OIDC_ISSUER');
}

function readPlans(file: string, problems: string[]): Plans {
  try {
    return parsePlans(readFileSync(file, 'utf8'));
  } catch (error) {
    problems.push(`PLANS_FILE=${JSON.stringify(file)}: ${(error as Error).message}`);
    return BUILT_IN_PLANS;
  }
}

/**
 * Processes × threads = cores: more threads would only slow down the slowest renders. At least two processes, so that
 * one can fail or restart alone; few, as each has its own copy of compiled code and fonts.
 */
function splitCores(
  cores: number,
  { processes, threads }: Pick<Settings, 'processes' | 'threads'>,
): { processes: number; threads: number } {
  const share = (count: number) => Math.max(1, Math.floor(cores / count));
  const chosen =
    processes ?? (threads === undefined ? Math.max(Math.min(2, cores), Math.round(cores / 4)) : share(threads));
  return { processes: chosen, threads: threads ?? share(chosen) };
}
