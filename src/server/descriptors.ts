/** How many connections an HTTP process may have open. */

/** From here on memory is what is short, as each takes some KB of it. */
const MAX_CONNECTIONS = 20_000;

/**
 * Half of the descriptors that this process may open: the rest is for its files, and connections to Postgres, Redis and
 * a store of files. Without any left, the requests that it has taken would fail.
 */
export function maxConnections(descriptors = descriptorLimit()): number {
  return Math.min(MAX_CONNECTIONS, Math.floor(descriptors / 2));
}

/** Infinity: there is no limit. Source: https://nodejs.org/docs/latest-v20.x/api/report.html */
function descriptorLimit(): number {
  const { open_files } = (process.report.getReport() as Report).userLimits ?? {};
  return typeof open_files?.soft === 'number' ? open_files.soft : Number.POSITIVE_INFINITY;
}

/** The part of a report that counts here; Windows has no such limits. */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}
