/** The header by which a caller's trace goes on. */

/**
 * The caller's span. A header of a later version may have more fields.
 * @returns undefined for a header that is not valid
 * Source: https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parseTraceparent(
  header: string | undefined,
): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number } | undefined {
  const match = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(
    header ?? '',
  );
  if (!match) return undefined;
  const [, version, traceId, spanId, flags, more] = match;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16) & 1 };
}
