/** Hosts that requests may name: links in answers follow them, so that a foreign one would lead elsewhere. */

export class AllowedHosts {
  readonly #hosts: readonly string[] | undefined;

  /**
   * @param hosts      in the form of ALLOWED_HOSTS; undefined: all
   * @param publicUrl  whose host is allowed, too
   */
  constructor(hosts: readonly string[] | undefined, publicUrl: string | undefined) {
    this.#hosts = hosts && [
      ...hosts.map((host) => host.toLowerCase()),
      ...(publicUrl ? [new URL(publicUrl).host] : []),
    ];
  }

  /** @param host  the header of a request; without a port, an allowed host may be reached on any */
  allows(host: string | undefined): boolean {
    if (!this.#hosts) return true;
    if (host === undefined) return false;
    const sent = host.toLowerCase();
    const name = sent.replace(/:\d+$/, '');
    return this.#hosts.some((allowed) => {
      if (allowed.startsWith('*.')) return sent.endsWith(allowed.slice(1)) || name.endsWith(allowed.slice(1));
      return allowed === sent || allowed === name;
    });
  }
}
