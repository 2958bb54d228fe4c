/**
 * Whether a client would rather have an answer at once than the result.
 * Source: https://www.rfc-editor.org/rfc/rfc7240#section-4.1
 */
export function isAsyncPreferred(headers: ReadonlyMap<string, string>): boolean {
  const preferences = (headers.get('prefer') ?? '').split(',');
  return preferences.some((one) => /^\s*respond-async\s*(?:;|$)/i.test(one));
}
