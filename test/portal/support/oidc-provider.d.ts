/** The part of https://github.com/panva/node-oidc-provider that tests use; it has no types of its own. */

declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): RequestListener;
    interactionFinished(
      request: Parameters<RequestListener>[0],
      response: Parameters<RequestListener>[1],
      result: { readonly login: { readonly accountId: string } },
    ): Promise<void>;
  }
}
