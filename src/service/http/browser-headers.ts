/** Limits on answers that a browser shows: they load nothing and stand in no frame, unless they say otherwise. */

/** Of PDFs: browsers show them by a plug-in of their own, which other directives would keep from them. */
const FRAMES = "frame-ancestors 'none'";
/** Source: https://www.w3.org/TR/CSP3/ */
const NOTHING = `default-src 'none'; ${FRAMES}`;
/** Workers have the policy of their script. */
const SCRIPTS = /^text\/javascript|^application\/pdf/;

/** @param headers  of the answer; those that pages of other sites may embed are told by their resource policy */
export function browserHeaders(headers: ReadonlyMap<string, string>): [string, string][] {
  const type = headers.get('Content-Type') ?? '';
  const isEmbeddable = headers.get('Cross-Origin-Resource-Policy') === 'cross-origin';
  if (isEmbeddable) return SCRIPTS.test(type) ? [] : [['Content-Security-Policy', "default-src 'none'"]];
  return [
    ['Content-Security-Policy', SCRIPTS.test(type) ? FRAMES : NOTHING],
    ['X-Frame-Options', 'DENY'],
  ];
}
