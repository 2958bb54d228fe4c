/** Where webhooks may go: hosts that the operator allows, at addresses that are not of a private network. */

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ServiceError } from '../errors.js';

interface DestinationSettings {
  /** Hosts like `hooks.example.com`, `*.example.com` or `hooks.example.com:8443`; undefined: none. */
  readonly hosts: readonly string[] | undefined;
  /** Whether addresses of private networks, and http, are allowed. */
  readonly isPrivateAllowed: boolean;
}

/** An address to connect to. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

const MAX_LENGTH = 2000;

export class Destinations {
  readonly #settings: DestinationSettings;

  constructor(settings: DestinationSettings) {
    this.#settings = settings;
  }

  /** @throws ServiceError `invalid_request`, which says what is wrong with a `callback_url` */
  check(callbackUrl: string): void {
    const problem = this.problemOf(callbackUrl);
    if (problem) throw new ServiceError('invalid_request', `callback_url: ${problem}`);
  }

  /** Why nothing may be sent to a URL; undefined when it may, if its address is allowed, too. */
  problemOf(text: string): string | undefined {
    const { hosts, isPrivateAllowed } = this.#settings;
    if (!hosts) return 'this service sends no webhooks; its operator allows hosts with WEBHOOK_HOSTS';
    if (text.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
    if (!URL.canParse(text)) return 'must be a URL like https://hooks.example.com/pdf';
    const url = new URL(text);
    if (url.protocol !== 'https:' && !(isPrivateAllowed && url.protocol === 'http:')) return 'must begin with https://';
    if (url.username || url.password) return 'must not contain a user name or password';
    if (!hosts.some((host) => allows(host, url))) {
      return `the host ${url.host} is not allowed; the operator of this service lists hosts in WEBHOOK_HOSTS`;
    }
    return undefined;
  }

  /**
   * The addresses of a host. A connection must be made to one of them, not to the name, which may mean another address
   * a moment later.
   * @param hostname  of a URL
   * @throws Error when it has none, or one of a private network
   */
  async resolve(hostname: string): Promise<[Address, ...Address[]]> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true });
    if (!this.#settings.isPrivateAllowed && addresses.some(({ address }) => !isPublic(address))) {
      throw new Error(`${host} has a private address; WEBHOOK_PRIVATE allows them`);
    }
    if (addresses.length === 0) throw new Error(`${host} has no address`);
    return addresses as [Address, ...Address[]];
  }
}

/** @param rule  an item of WEBHOOK_HOSTS; without a port it allows the usual one */
function allows(rule: string, { host, hostname }: URL): boolean {
  const [, name, port = ''] = /^(.*?)(:\d+)?$/.exec(rule.toLowerCase())!;
  if (host !== hostname + port) return false;
  return name!.startsWith('*.') ? hostname.endsWith(name!.slice(1)) : hostname === name;
}

/** `unicast` is what remains without loopback, private, link-local, reserved and tunnelled ranges. */
function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast';
}
