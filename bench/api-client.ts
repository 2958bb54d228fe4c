/** A client of the service whose requests may have no answer, since parts of it are killed or stopped. */

/** Milliseconds after which a request counts as not answered, unless another number is given. */
const PATIENCE = 20_000;

export class ApiClient {
  constructor(
    private readonly base: string,
    private readonly key: string,
    private readonly patience: number = PATIENCE,
  ) {}

  /** @returns undefined: there is no answer */
  get(path: string): Promise<Response | undefined> {
    const headers = { Authorization: `Bearer ${this.key}` };
    return fetch(this.base + path, { headers, signal: AbortSignal.timeout(this.patience) }).catch(() => undefined);
  }

  async isOk(path: string): Promise<boolean> {
    return (await this.get(path))?.ok ?? false;
  }

  /** @returns NaN: there is no answer */
  async credits(): Promise<number> {
    const answer = await this.get('/v1/me');
    return answer?.ok ? ((await answer.json()) as { credits: number }).credits : Number.NaN;
  }

  /** @returns the answer, once it has arrived as a whole; status 0: there is none */
  async post(
    path: string,
    body: object | Uint8Array,
    more: Record<string, string> = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    const type = body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
    const headers = { Authorization: `Bearer ${this.key}`, 'Content-Type': type, ...more };
    const signal = AbortSignal.timeout(this.patience);
    const bytes = body instanceof Uint8Array ? body : JSON.stringify(body);
    try {
      const answer = await fetch(this.base + path, { method: 'POST', headers, body: bytes, signal });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }
}
