/** Calls of the portal's routes. */

import type { AssetUse, Key, NewKey, Session, SignIn, Template, Usage, Version } from '../schemas.js';

export type { AssetUse, Key, NewKey, Session, SignIn, Template, Usage, Version };
export type TemplateSummary = Omit<Template, 'source' | 'sample_data'>;

export interface Diagnostic {
  readonly kind: string;
  readonly text: string;
  readonly context: string;
  readonly count: number;
  /** In the source of the template. */
  readonly offset?: number;
}

/** A refused request. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly diagnostics: readonly Diagnostic[] | undefined,
    readonly retryAfter: number,
  ) {
    super(message);
  }
}

let csrfToken = '';
/** Called when the session is over. */
let onSignedOut: () => void = () => undefined;

export function setSession(token: string, signedOut: () => void): void {
  csrfToken = token;
  onSignedOut = signedOut;
}

interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

async function send(method: string, path: string, { body, signal }: Options = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(method !== 'GET' && csrfToken && { 'X-CSRF-Token': csrfToken }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, 'unreachable', 'The service cannot be reached. Check the connection and try again.', [], 1);
  }
  if (!response.ok) throw await toError(response);
  return response;
}

async function toError(response: Response): Promise<ApiError> {
  const json = await response.json().catch(() => undefined);
  const { code = 'unknown', message = `The service answered ${response.status}`, diagnostics } = json?.error ?? {};
  if (code === 'not_signed_in') onSignedOut();
  return new ApiError(response.status, code, message, diagnostics, Number(response.headers.get('retry-after') ?? 1));
}

async function call<T>(method: string, path: string, options?: Options): Promise<T> {
  const response = await send(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The part of a preview besides the PDF. */
export interface PreviewFacts {
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds by stage. */
  readonly times: Readonly<Record<string, number>>;
  readonly boxes: readonly { readonly width: number; readonly height: number; readonly boxes: readonly number[] }[];
}

export interface Preview extends PreviewFacts {
  readonly pdf: Uint8Array<ArrayBuffer>;
}

export interface PreviewRequest {
  readonly html: string;
  readonly data: Record<string, unknown>;
  readonly locale?: string;
  readonly strict: boolean;
}

export async function readPreview(response: Response): Promise<Preview> {
  const bytes = await response.arrayBuffer();
  const length = new DataView(bytes).getUint32(0);
  const facts = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as PreviewFacts;
  return { ...facts, pdf: new Uint8Array(bytes.slice(4 + length)) };
}

export const api = {
  portal: () => call<{ sign_up_open: boolean }>('GET', '/portal'),
  session: () => call<Session>('GET', '/portal/session'),
  signInByLink: (token: string) => call<void>('POST', '/portal/sign-in/link', { body: { token } }),
  signIn: (email: string, password: string) => call<void>('POST', '/portal/sign-in', { body: { email, password } }),
  signUp: (email: string, password: string) => call<void>('POST', '/portal/sign-up', { body: { email, password } }),
  signOut: () => call<void>('DELETE', '/portal/session'),
  signOutEverywhere: () => call<void>('DELETE', '/portal/sessions'),
  changePassword: (current: string | undefined, password: string) =>
    call<void>('PUT', '/portal/password', { body: { ...(current !== undefined && { current }), password } }),
  signIns: () => call<SignIn[]>('GET', '/portal/sign-ins'),
  keys: () => call<Key[]>('GET', '/portal/keys'),
  createKey: (name: string) => call<NewKey>('POST', '/portal/keys', { body: { name } }),
  revokeKey: (id: string) => call<void>('DELETE', `/portal/keys/${id}`),
  templates: () => call<TemplateSummary[]>('GET', '/portal/templates'),
  template: (id: string) => call<Template>('GET', `/portal/templates/${id}`),
  createTemplate: (body: Pick<Template, 'name' | 'source' | 'sample_data'>) =>
    call<Template>('POST', '/portal/templates', { body }),
  updateTemplate: (id: string, body: Partial<Pick<Template, 'name' | 'source' | 'sample_data' | 'locale'>>) =>
    call<Template>('PATCH', `/portal/templates/${id}`, { body }),
  deleteTemplate: (id: string) => call<void>('DELETE', `/portal/templates/${id}`),
  versions: (id: string) => call<Version[]>('GET', `/portal/templates/${id}/versions`),
  preview: async (body: PreviewRequest, signal?: AbortSignal) =>
    readPreview(await send('POST', '/portal/preview', { body, ...(signal && { signal }) })),
  images: () => call<AssetUse[]>('GET', '/portal/images'),
  deleteImage: (id: string) => call<void>('DELETE', `/portal/images/${id}`),
  usage: () => call<Usage>('GET', '/portal/usage'),
};

/** With XMLHttpRequest, as fetch reports no progress of uploads. @param onProgress  called with 0 … 1 */
export function uploadImage(file: File, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/portal/images?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-CSRF-Token', csrfToken);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 400) return resolve();
      void toError(new Response(request.responseText, { status: request.status })).then(reject);
    };
    request.onerror = () => reject(new ApiError(0, 'unreachable', 'The upload was interrupted. Try again.', [], 1));
    request.send(file);
  });
}
