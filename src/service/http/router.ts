/** Matches method and path to a route. */

import type { Method, Route } from './route.js';

export type Match =
  | { readonly route: Route; readonly parameters: Readonly<Record<string, string>> }
  /** The path exists, but not with this method. */
  | { readonly allowed: readonly string[] }
  | undefined;

interface Pattern {
  /** undefined: a parameter. */
  readonly segments: readonly (string | undefined)[];
  readonly names: readonly string[];
  readonly routes: Map<Method, Route>;
}

export class Router {
  readonly #patterns = new Map<string, Pattern>();

  constructor(routes: Iterable<Route>) {
    for (const route of routes) {
      const pattern = this.#patterns.get(route.path) ?? toPattern(route.path);
      this.#patterns.set(route.path, pattern);
      pattern.routes.set(route.method, route);
    }
  }

  /** HEAD finds the route of GET. */
  match(method: string, path: string): Match {
    const segments = path.split('/');
    for (const { segments: expected, names, routes } of this.#patterns.values()) {
      const values = matchSegments(expected, segments);
      if (!values) continue;
      const route = routes.get((method === 'HEAD' ? 'GET' : method) as Method);
      if (!route) return { allowed: allowedOf(routes) };
      return { route, parameters: Object.fromEntries(names.map((name, index) => [name, values[index]!])) };
    }
    return undefined;
  }
}

function toPattern(path: string): Pattern {
  const segments = path.split('/');
  const names = segments.flatMap((segment) => /^\{(.+)\}$/.exec(segment)?.slice(1) ?? []);
  return { segments: segments.map((one) => (one.startsWith('{') ? undefined : one)), names, routes: new Map() };
}

/** @returns the decoded parameters; undefined when the path does not match */
function matchSegments(expected: Pattern['segments'], given: readonly string[]): string[] | undefined {
  if (expected.length !== given.length) return undefined;
  const values: string[] = [];
  for (const [index, segment] of expected.entries()) {
    const one = given[index]!;
    if (segment === undefined) values.push(decode(one));
    else if (segment !== one) return undefined;
  }
  return values;
}

/** A malformed percent-encoding stays as it is: no resource has such a name. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function allowedOf(routes: ReadonlyMap<Method, Route>): string[] {
  return [...routes.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
