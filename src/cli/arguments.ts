/** Options, input files and diagnostics output shared by the commands that take a document. */

import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { coreAddonPath } from '../../native/core-addon.js';
import { standardsOf } from '../engine/conformance.js';
import type { Diagnostic } from '../engine/diagnostics.js';
import {
  ATTACHMENT_RELATIONSHIPS,
  type AttachmentRelationship,
  LIMIT_NAMES,
  PDF_BACKENDS,
  PDF_STANDARDS,
  type PdfBackendChoice,
  type PdfStandard,
  PERMISSIONS,
  type Permission,
} from '../engine/document.js';
import type {
  Attachment,
  DocumentInput,
  Facturx,
  MergedDocument,
  MergeInput,
  Protection,
  RendererOptions,
  Signature,
  TimestampAuthority,
} from '../renderer.js';
import { folderAssets } from './assets.js';
import { decodeHtml, decodeUtf8 } from './decode.js';
import { parseJson } from './json.js';
import { parseOptions } from './options.js';
import { reasonOf, UsageError } from './outcome.js';
import { readPartials } from './partials.js';
import { ReadFiles, recordingAssets } from './read-files.js';
import { authorityAt } from './timestamp.js';

const INPUT_OPTIONS = {
  data: { type: 'string' },
  locale: { type: 'string' },
  title: { type: 'string' },
  strict: { type: 'boolean' },
  notices: { type: 'boolean' },
  standard: { type: 'string', multiple: true },
  pages: { type: 'string' },
  forms: { type: 'boolean' },
  attach: { type: 'string', multiple: true },
  letterhead: { type: 'string' },
  'letterhead-once': { type: 'boolean' },
  prepend: { type: 'string', multiple: true },
  append: { type: 'string', multiple: true },
  facturx: { type: 'string' },
  'facturx-template': { type: 'string' },
  'owner-password-file': { type: 'string' },
  'user-password-file': { type: 'string' },
  permissions: { type: 'string' },
  sign: { type: 'string' },
  'sign-password-file': { type: 'string' },
  'sign-reason': { type: 'string' },
  'sign-location': { type: 'string' },
  'sign-field': { type: 'string' },
  'sign-timestamp': { type: 'string' },
  'max-time': { type: 'string' },
  limit: { type: 'string', multiple: true },
  fonts: { type: 'string', multiple: true },
  engine: { type: 'string' },
  partials: { type: 'string' },
} as const;

export const DOCUMENT_OPTIONS = {
  ...INPUT_OPTIONS,
  'page-numbers': { type: 'string' },
  'no-template': { type: 'boolean' },
  json: { type: 'boolean' },
  output: { type: 'string', short: 'o' },
  watch: { type: 'boolean' },
} as const;

export const PREVIEW_OPTIONS = { ...INPUT_OPTIONS, port: { type: 'string' } } as const;

export const DOCUMENT_HELP = `  --data FILE.json      values for the template; - reads standard input
  --partials DIR        templates for {{> name}}, each by the name of its file
  --locale TAG          BCP 47 language tag for numbers and dates (default en-US)
  --title TEXT          document title (default the title element)
  --no-template         the document is finished HTML, in which {{ is text
  --strict              refuse a document that uses anything not fully supported
  --notices             also list what is not supported, but makes no visible difference in the document
  --standard NAME       a standard that the PDF conforms to; may be given several times:
                        ${PDF_STANDARDS.join(', ')}
  --pages LIST          the pages to write, such as 1-3,7,9- (default all)
  --forms               make form controls fields that can be filled in (default: they are drawn)
  --attach FILE[=REL]   a file to put into the PDF; may be given several times. REL says what it is to the document:
                        ${ATTACHMENT_RELATIONSHIPS.join(', ')}
  --letterhead FILE.pdf  its pages are under those of the document, the last one under all further pages
  --letterhead-once     not under further pages
  --prepend FILE.pdf    a PDF whose pages come before those of the document; may be given several times
  --append FILE.pdf     a PDF whose pages come after them; may be given several times
  --facturx FILE.xml    the XML of a Factur-X (ZUGFeRD) invoice or Order-X order, which the PDF becomes
  --facturx-template FILE.xml  the same as a template, which gets the values of --data
  --owner-password-file FILE  encrypts the PDF; FILE has the password that gives all permissions
  --user-password-file FILE   a password that opens it (default: it opens without one)
  --permissions LIST    what the user may do (default all): ${PERMISSIONS.join(',')}
  --sign FILE.p12       signs the PDF by a key and its certificates
  --sign-password-file FILE   the password of FILE.p12 (default: it has none)
  --sign-reason TEXT, --sign-location TEXT  shown by viewers
  --sign-field NAME     the place of the signature, if the document has several
  --sign-timestamp URL  a time stamp authority (RFC 3161), which gets a hash of the signature
  --max-time SECONDS    how long the document may take (default 60)
  --limit NAME=NUMBER   another limit of the document, such as maxPages=5000; may be given several times
  --fonts DIR           a folder with further fonts; may be given several times
  --engine auto|core|wasm|native  what writes the PDF (default auto: the core where it is built, else wasm)
`;

export interface DocumentArguments {
  readonly file: string;
  /** Documents that follow in the same PDF. */
  readonly more: readonly string[];
  readonly pageNumbers: MergeInput['pageNumbers'];
  readonly data: string | undefined;
  /** Path of a folder. */
  readonly partials: string | undefined;
  readonly output: string | undefined;
  readonly json: boolean;
  readonly watch: boolean;
  readonly attachments: readonly AttachmentArgument[];
  readonly assembly: AssemblyArguments;
  readonly facturx: FacturxArgument | undefined;
  readonly protection: ProtectionArguments | undefined;
  readonly signature: SignatureArguments | undefined;
  /** Input given on the command line rather than in files. */
  readonly fromOptions: Pick<
    DocumentInput,
    'locale' | 'title' | 'template' | 'strict' | 'notices' | 'standard' | 'pages' | 'forms'
  >;
  readonly renderer: RendererOptions;
}

interface AttachmentArgument {
  readonly file: string;
  readonly relationship: AttachmentRelationship | undefined;
}

/** Passwords are in files: arguments of processes are visible to others. */
interface ProtectionArguments {
  readonly ownerFile: string;
  readonly userFile: string | undefined;
  readonly permissions: readonly Permission[] | undefined;
}

/** Paths of PDFs. */
interface AssemblyArguments {
  readonly letterhead: string | undefined;
  readonly repeat: boolean;
  readonly prepend: readonly string[];
  readonly append: readonly string[];
}

interface SignatureArguments {
  readonly keyFile: string;
  readonly passwordFile: string | undefined;
  readonly reason: string | undefined;
  readonly location: string | undefined;
  readonly field: string | undefined;
  readonly timestamp: TimestampAuthority | undefined;
}

interface FacturxArgument {
  readonly file: string;
  readonly isTemplate: boolean;
}

/** @throws UsageError */
export async function parseDocumentArguments(
  command: 'render' | 'validate',
  args: readonly string[],
  stderr: Writable,
): Promise<DocumentArguments> {
  const { values, positionals } = parseOptions(command, args, DOCUMENT_OPTIONS);
  const { data, partials, output, json = false, watch = false } = values;
  const [file, ...more] = positionals;
  if (!file) throw new UsageError('name the HTML file to read, or - for standard input');
  const pageNumbers = pageNumbersOf(command, more, values['page-numbers']);
  if (output !== undefined && command === 'validate')
    throw new UsageError('this command writes no file: remove --output');
  if (watch && command === 'validate') throw new UsageError('this command renders nothing: remove --watch');
  if (file === '-' && data === '-') throw new UsageError('only one of the document and the data can be standard input');
  if (watch && [file, data, output].includes('-'))
    throw new UsageError('--watch needs files: the document, the data and the PDF cannot be -');
  const attachments = (values.attach ?? []).map(attachmentArgument);
  const assembly = assemblyArguments(values);
  const facturx = facturxArgument(values);
  const protection = protectionArguments(values);
  const signature = signatureArguments(values);
  const inputs = { file, more, pageNumbers, data, partials, attachments, assembly, facturx, protection, signature };
  return { ...inputs, output, json, watch, ...(await documentSettings(values, stderr)) };
}

/** @throws UsageError */
function pageNumbersOf(
  command: 'render' | 'validate',
  more: readonly string[],
  value: string | undefined,
): MergeInput['pageNumbers'] {
  if (more.length > 0 && command === 'validate')
    throw new UsageError(`only one HTML file at a time; unexpected argument "${more[0]}"`);
  if (value === undefined) return undefined;
  if (more.length === 0) throw new UsageError('--page-numbers is for several HTML files');
  if (value !== 'own' && value !== 'continuous')
    throw new UsageError(`--page-numbers is own or continuous, not "${value}"`);
  return value;
}

/** A word after the last equals sign that is no relationship belongs to the name of the file. */
function attachmentArgument(argument: string): AttachmentArgument {
  const relationship = ATTACHMENT_RELATIONSHIPS.find((name) => argument.endsWith(`=${name}`));
  return { file: relationship ? argument.slice(0, -relationship.length - 1) : argument, relationship };
}

function assemblyArguments(values: {
  readonly letterhead?: string;
  readonly 'letterhead-once'?: boolean;
  readonly prepend?: string[];
  readonly append?: string[];
}): AssemblyArguments {
  const { letterhead, 'letterhead-once': once = false, prepend = [], append = [] } = values;
  if (once && letterhead === undefined) throw new UsageError('--letterhead-once needs --letterhead');
  return { letterhead, repeat: !once, prepend, append };
}

function facturxArgument(values: {
  readonly facturx?: string;
  readonly 'facturx-template'?: string;
}): FacturxArgument | undefined {
  const { facturx, 'facturx-template': template } = values;
  if (facturx !== undefined && template !== undefined)
    throw new UsageError('--facturx and --facturx-template: give only one of them');
  const file = facturx ?? template;
  return file === undefined ? undefined : { file, isTemplate: template !== undefined };
}

/** @throws UsageError */
function protectionArguments(values: {
  readonly 'owner-password-file'?: string;
  readonly 'user-password-file'?: string;
  readonly permissions?: string;
}): ProtectionArguments | undefined {
  const { 'owner-password-file': ownerFile, 'user-password-file': userFile, permissions } = values;
  if (ownerFile !== undefined)
    return { ownerFile, userFile, permissions: permissions?.split(',').filter(Boolean) as Permission[] | undefined };
  if (userFile === undefined && permissions === undefined) return undefined;
  throw new UsageError('--user-password-file and --permissions need --owner-password-file');
}

/** @throws UsageError */
function signatureArguments(values: {
  readonly sign?: string;
  readonly 'sign-password-file'?: string;
  readonly 'sign-reason'?: string;
  readonly 'sign-location'?: string;
  readonly 'sign-field'?: string;
  readonly 'sign-timestamp'?: string;
}): SignatureArguments | undefined {
  const { sign: keyFile, 'sign-password-file': passwordFile } = values;
  const { 'sign-reason': reason, 'sign-location': location, 'sign-field': field, 'sign-timestamp': url } = values;
  const timestamp = url === undefined ? undefined : authorityAt(url, 'sign-timestamp');
  if (keyFile !== undefined) return { keyFile, passwordFile, reason, location, field, timestamp };
  if ([passwordFile, reason, location, field, url].every((value) => value === undefined)) return undefined;
  throw new UsageError(
    '--sign-password-file, --sign-reason, --sign-location, --sign-field and --sign-timestamp need --sign',
  );
}

/** The options of a document that are neither files nor output. */
type SettingValues = Pick<
  ReturnType<typeof parseOptions<typeof DOCUMENT_OPTIONS>>['values'],
  'locale' | 'title' | 'strict' | 'notices' | 'standard' | 'fonts' | 'engine' | 'partials' | 'max-time' | 'limit'
> & { readonly pages?: string; readonly forms?: boolean; readonly 'no-template'?: boolean };

/** @throws UsageError */
export async function documentSettings(
  values: SettingValues,
  stderr: Writable,
): Promise<Pick<DocumentArguments, 'fromOptions' | 'renderer'>> {
  if (values.partials !== undefined) checkFolder('partials', values.partials);
  return {
    fromOptions: {
      ...(values.locale !== undefined && { locale: checkedLocale(values.locale) }),
      ...(values.title !== undefined && { title: values.title }),
      ...(values['no-template'] && { template: false }),
      strict: values.strict ?? false,
      ...(values.notices && { notices: true }),
      ...(values.pages !== undefined && { pages: values.pages }),
      ...(values.forms && { forms: true }),
      ...(values.standard !== undefined && { standard: checkedStandards(values.standard) }),
    },
    renderer: {
      ...(values.engine !== undefined && { engine: checkedBackend(values.engine) }),
      fontFolders: checkedFolders(values.fonts),
      onFontProblem: warnOfFonts(stderr),
      ...limitsOf(values),
    },
  };
}

/**
 * @param files  records every file read, including those that the document looks up during rendering
 * @throws UsageError
 */
export async function readInput(
  { file, data, partials, attachments, assembly, facturx, protection, signature, fromOptions }: DocumentArguments,
  stdin: Readable,
  files = new ReadFiles(),
): Promise<DocumentInput> {
  const folder = file === '-' ? process.cwd() : dirname(resolve(file));
  const { letterhead, repeat, prepend, append } = assembly;
  const pdfs = [letterhead, ...prepend, ...append];
  for (const one of [file, data, facturx?.file, ...pdfs, ...attachments.map(({ file }) => file)])
    if (one !== undefined && one !== '-') files.record(one);
  const html = await readDecoded(file, 'the document', decodeHtml, stdin);
  return {
    html,
    ...(data !== undefined && { data: await readData(data, stdin) }),
    ...(partials !== undefined && { partials: readPartials(partials, files) }),
    ...(attachments.length > 0 && { attachments: attachments.map(readAttachment) }),
    ...(letterhead !== undefined && { letterhead: { pdf: readPdf(letterhead), repeat } }),
    ...(prepend.length > 0 && { prepend: prepend.map(readPdf) }),
    ...(append.length > 0 && { append: append.map(readPdf) }),
    ...(protection && { protection: await readProtection(protection, stdin) }),
    ...(signature && { signature: await readSignature(signature, stdin) }),
    ...(facturx && { facturx: await readFacturx(facturx, stdin) }),
    ...fromOptions,
    assets: recordingAssets(folderAssets(folder), folder, files),
  };
}

/** The documents after the first. They share its data, partials and folder. @throws UsageError */
export async function readMore(
  { file, more }: DocumentArguments,
  stdin: Readable,
  files: ReadFiles,
): Promise<MergedDocument[]> {
  const folder = dirname(resolve(file));
  const documents: MergedDocument[] = [];
  for (const one of more) {
    if (file === '-' || one === '-') throw new UsageError('several documents are files, none of them standard input');
    if (dirname(resolve(one)) !== folder)
      throw new UsageError(
        `${one} is in another folder than ${file}, which the images of all documents are taken from`,
      );
    files.record(one);
    documents.push({ html: await readDecoded(one, 'the document', decodeHtml, stdin) });
  }
  return documents;
}

function limitsOf({
  'max-time': maxTime,
  limit = [],
}: Pick<SettingValues, 'max-time' | 'limit'>): Pick<RendererOptions, 'limits'> {
  const limits = Object.fromEntries(limit.map(checkedLimit));
  if (maxTime !== undefined) limits.maxTime = checkedSeconds(maxTime);
  return Object.keys(limits).length > 0 ? { limits } : {};
}

function checkedLimit(text: string): [name: string, value: number] {
  const [name = '', value = ''] = text.split('=');
  if (!LIMIT_NAMES.some((known) => known === name))
    throw new UsageError(`--limit "${text}" names none of ${LIMIT_NAMES.join(', ')}`);
  if (/^\d+$/.test(value) && Number(value) > 0) return [name, Number(value)];
  throw new UsageError(`--limit "${text}" is not NAME=NUMBER with a number above 0`);
}

function checkedSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0) return seconds;
  throw new UsageError(`--max-time "${text}" is not a number of seconds above 0`);
}

function checkedLocale(locale: string): string {
  try {
    Intl.getCanonicalLocales(locale);
  } catch {
    throw new UsageError(`--locale "${locale}" is not a BCP 47 language tag, such as de-AT`);
  }
  return locale;
}

function checkedStandards(names: readonly string[]): readonly PdfStandard[] {
  try {
    return standardsOf(names.flatMap((name) => name.split(',')) as PdfStandard[]);
  } catch (error) {
    throw new UsageError(`--${(error as Error).message}`);
  }
}

function checkedBackend(value: string): PdfBackendChoice {
  const choice = PDF_BACKENDS.find((name) => name === value);
  if (!choice) throw new UsageError(`--engine is one of ${PDF_BACKENDS.join(', ')}, not "${value}"`);
  if (choice === 'core' && coreAddonPath() === undefined)
    throw new UsageError('--engine core needs the native core, which is not built here: npm run build:core');
  return choice;
}

/** @throws UsageError when a path is not a folder */
export function checkedFolders(folders: readonly string[] = []): readonly string[] {
  for (const folder of folders) checkFolder('fonts', folder);
  return folders;
}

function checkFolder(option: string, folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--${option} ${folder}: there is no such folder`);
}

export function warnOfFonts(stderr: Writable) {
  return ({ file, message }: { readonly file: string; readonly message: string }) =>
    void stderr.write(`warning: font ${file}: ${message}\n`);
}

/** @param file  `-`: standard input @throws UsageError */
export async function readDecoded<T>(
  file: string,
  what: string,
  decode: (bytes: Uint8Array) => T,
  stdin: Readable,
): Promise<T> {
  try {
    return decode(file === '-' ? await readAll(stdin) : readFileSync(file));
  } catch (error) {
    throw unreadable(what, file, error);
  }
}

function unreadable(what: string, file: string, error: unknown): UsageError {
  return new UsageError(`cannot read ${what} ${file}: ${reasonOf(error)}`);
}

async function readFacturx({ file, isTemplate }: FacturxArgument, stdin: Readable): Promise<Facturx> {
  const text = await readDecoded(file, 'the XML', decodeUtf8, stdin);
  return isTemplate ? { template: text } : { xml: text };
}

export const readPassword = async (file: string, stdin: Readable) =>
  (await readDecoded(file, 'the password', decodeUtf8, stdin)).replace(/\r?\n$/, '');

async function readSignature(
  { keyFile, passwordFile, reason, location, field, timestamp }: SignatureArguments,
  stdin: Readable,
): Promise<Signature> {
  return {
    pkcs12: readBytes(keyFile, 'the key'),
    ...(passwordFile !== undefined && { password: await readPassword(passwordFile, stdin) }),
    reason: reason ?? null,
    location: location ?? null,
    field: field ?? null,
    timestamp: timestamp ?? null,
  };
}

async function readProtection(
  { ownerFile, userFile, permissions }: ProtectionArguments,
  stdin: Readable,
): Promise<Protection> {
  return {
    ownerPassword: await readPassword(ownerFile, stdin),
    ...(userFile !== undefined && { userPassword: await readPassword(userFile, stdin) }),
    ...(permissions && { permissions }),
  };
}

function readAttachment({ file, relationship }: AttachmentArgument): Attachment {
  try {
    return { name: basename(file), data: readFileSync(file), ...(relationship && { relationship }) };
  } catch (error) {
    throw unreadable('the attachment', file, error);
  }
}

const readPdf = (file: string): Uint8Array => readBytes(file, 'the PDF');

export function readBytes(file: string, what: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable(what, file, error);
  }
}

export async function readData(file: string, stdin: Readable): Promise<Record<string, unknown>> {
  const text = await readDecoded(file, 'the data', decodeUtf8, stdin);
  const name = file === '-' ? 'the data' : file;
  const data = parsed(text, name);
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new UsageError(`${name} must hold a JSON object, like {"name": "value"}`);
  }
  return data as Record<string, unknown>;
}

function parsed(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}`);
  }
}

/** One line per diagnostic. @param severity  `notice` for notices */
export function describeDiagnostics(
  diagnostics: readonly Diagnostic[],
  severity: 'warning' | 'notice' = 'warning',
): string {
  return diagnostics
    .map(
      ({ kind, text, context, count }) =>
        `${severity}: ${kind}: ${text} — ${context}${count > 1 ? ` (${count} times)` : ''}\n`,
    )
    .join('');
}
