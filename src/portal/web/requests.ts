/** Requests to the server that the page came from, and what they are refused with. */

export interface Diagnostic {
  readonly kind: string;
  readonly text: string;
  readonly context: string;
  readonly count: number;
  /** In the source of the template. */
  readonly offset?: number;
}

/** Codes of requests without sufficient credentials. */
const REFUSED: ReadonlySet<string> = new Set(['not_signed_in', 'wrong_token']);

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

/** Headers that prove who sends a request. */
let credentials: Readonly<Record<string, string>> = {};
/** Called when they are refused. */
let onRefused: () => void = () => undefined;

/** @param headers  of every request @param refused  called when they do not, or no longer, suffice */
export function setCredentials(headers: Readonly<Record<string, string>>, refused: () => void): void {
  credentials = headers;
  onRefused = refused;
}

export const credentialHeaders = (): Readonly<Record<string, string>> => credentials;

interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export async function send(method: string, path: string, { body, signal }: Options = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...credentials,
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

export async function toError(response: Response): Promise<ApiError> {
  const json = await response.json().catch(() => undefined);
  const { code = 'unknown', message = `The service answered ${response.status}`, diagnostics } = json?.error ?? {};
  if (response.status === 401 && REFUSED.has(code)) onRefused();
  return new ApiError(response.status, code, message, diagnostics, Number(response.headers.get('retry-after') ?? 1));
}

export async function call<T>(method: string, path: string, options?: Options): Promise<T> {
  const response = await send(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The part of a preview besides the PDF. */
interface PreviewFacts {
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Only with `notices`. */
  readonly notices?: readonly Diagnostic[];
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
  readonly notices?: boolean;
  readonly standard?: readonly string[];
  /** Further options, such as `forms`. */
  readonly [option: string]: unknown;
}

export async function readPreview(response: Response): Promise<Preview> {
  const bytes = await response.arrayBuffer();
  const length = new DataView(bytes).getUint32(0);
  const facts = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as PreviewFacts;
  return { ...facts, pdf: new Uint8Array(bytes.slice(4 + length)) };
}
