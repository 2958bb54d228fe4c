/** Calls of the portal's routes. */

import type {
  AssetUse,
  Batch,
  BatchEntry,
  Draft,
  DraftSummary,
  Key,
  NewKey,
  Portal,
  Session,
  SignIn,
  SignInProblem,
  Template,
  Usage,
  Version,
} from '../schemas.js';
import { ApiError, call, credentialHeaders, type PreviewRequest, readPreview, send, toError } from './requests.js';

export type {
  AssetUse,
  Batch,
  BatchEntry,
  Draft,
  DraftSummary,
  Key,
  NewKey,
  Portal,
  Session,
  SignIn,
  SignInProblem,
  Template,
  Usage,
  Version,
};

/** The pages of a stored template, as it renders without further settings. */
export function previewOf({
  source,
  sample_data,
  locale,
  standard,
  options,
}: Pick<Version, 'source' | 'sample_data' | 'locale' | 'standard' | 'options'>): PreviewRequest {
  return {
    html: source,
    data: sample_data,
    strict: false,
    standard,
    ...options,
    ...(locale !== null && { locale }),
  };
}

export const api = {
  portal: () => call<Portal>('GET', '/portal'),
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
  changeKey: (id: string, urgency: number | null) => call<void>('PATCH', `/portal/keys/${id}`, { body: { urgency } }),
  revokeKey: (id: string) => call<void>('DELETE', `/portal/keys/${id}`),
  templates: () => call<DraftSummary[]>('GET', '/portal/templates'),
  template: (id: string) => call<Draft>('GET', `/portal/templates/${id}`),
  createTemplate: (body: Pick<Template, 'name' | 'source' | 'sample_data'>) =>
    call<Template>('POST', '/portal/templates', { body }),
  updateTemplate: (
    id: string,
    /** `base_version`: that the changes began from; refused as `version_conflict` when there is a later one. */
    body: Partial<Pick<Template, 'name' | 'source' | 'sample_data' | 'locale' | 'standard' | 'options'>> & {
      readonly base_version?: number;
    },
  ) => call<Draft>('PATCH', `/portal/templates/${id}`, { body }),
  publishTemplate: (id: string, version: number) =>
    call<Draft>('POST', `/portal/templates/${id}/publish`, { body: { version } }),
  deleteTemplate: (id: string) => call<void>('DELETE', `/portal/templates/${id}`),
  versions: (id: string) => call<Version[]>('GET', `/portal/templates/${id}/versions`),
  preview: async (body: PreviewRequest, signal?: AbortSignal) =>
    readPreview(await send('POST', '/portal/preview', { body, ...(signal && { signal }) })),
  images: () => call<AssetUse[]>('GET', '/portal/images'),
  deleteImage: (id: string) => call<void>('DELETE', `/portal/images/${id}`),
  batches: () => call<BatchEntry[]>('GET', '/portal/batches'),
  batch: (id: string) => call<Batch>('GET', `/portal/batches/${id}`),
  cancelBatch: (id: string) => call<Batch>('POST', `/portal/batches/${id}/cancel`),
  retryBatch: (id: string) => call<Batch>('POST', `/portal/batches/${id}/retry`),
  /** @param filter  of the renders, not of the days: names and values that are not empty */
  usage: (filter: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
    return call<Usage>('GET', `/portal/usage?${query}`);
  },
};

/** Browsers give profiles no type, or one of several. */
function uploadType({ name, type }: File): string {
  if (/\.ic[cm]$/i.test(name)) return 'application/vnd.iccprofile';
  return type === 'application/pdf' ? type : 'application/octet-stream';
}

/** With XMLHttpRequest, as fetch reports no progress of uploads. @param onProgress  called with 0 … 1 */
export function uploadFile(file: File, onProgress: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/portal/images?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Content-Type', uploadType(file));
    for (const [name, value] of Object.entries(credentialHeaders())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 400) return resolve();
      void toError(new Response(request.responseText, { status: request.status })).then(reject);
    };
    request.onerror = () => reject(new ApiError(0, 'unreachable', 'The upload was interrupted. Try again.', [], 1));
    request.send(file);
  });
}
