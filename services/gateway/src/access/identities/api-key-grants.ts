import type { ApiKeyGrant } from '@luit/contracts/auth/api-keys';
import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { CallClient } from '@luit/platform/calls/call-client';
import { addressPrefix } from '@luit/platform/security/address-prefix';
import { hashOfApiKey } from '@luit/contracts/auth/api-key-format';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BlockList, isIPv6 } from 'node:net';
import { TokenBuckets } from '../../memory/token-buckets';
import { RecentLookups } from '../../memory/recent-lookups';

/** Unknown keys of one address that auth is asked about. */
const UNKNOWN_KEYS_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/** A valid key, ready to be checked. */
export interface CheckedGrant extends ApiKeyGrant {
  /** True if requests of the key may come from this address. */
  admits(ip: string): boolean;
}

/** A grant is up to a second old, so its key may have expired since. */
export function hasExpired({ expiresAt }: ApiKeyGrant): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

/** Null if auth does not know the key. */
type Lookup = Promise<CheckedGrant | null>;

/** Caches auth's answers about API keys for less than a second. Keys are identified by their hash. */
@Injectable()
export class ApiKeyGrants implements OnModuleInit {
  private readonly unknown = new TokenBuckets(UNKNOWN_KEYS_PER_MINUTE, MINUTE_MS);
  private readonly lookups = new RecentLookups<CheckedGrant | null>();

  constructor(
    private readonly calls: CallClient,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(authBroadcasts.apiKeysChanged, ({ keyIds }) => {
      const changed = new Set(keyIds);
      // A key that auth did not know may be a new one.
      this.lookups.forget((_, grant) => grant === null || changed.has(grant.id));
    });
  }

  /**
   * @param ip of the client; one that tries many unknown keys is refused before auth is asked
   * @returns null if the key is unknown, revoked or expired
   * @throws LuitError `unavailable`, `too_many_requests`
   */
  async find(key: string, ip: string): Lookup {
    const hash = hashOfApiKey(key);
    const known = this.lookups.find(hash);
    if (known) return known;
    const address = addressPrefix(ip);
    if (this.unknown.isEmpty(address)) throw tooManyUnknown();
    const grant = await this.lookups.start(hash, () => this.load(hash));
    if (!grant) this.unknown.take(address);
    return grant;
  }

  private async load(keyHash: string): Lookup {
    const { grant } = await this.calls.call(authCalls.findApiKey, { keyHash });
    return grant && { ...grant, admits: admissionTo(grant.networks) };
  }
}

function tooManyUnknown(): LuitError {
  const text = 'Too many requests with unknown API keys. Please wait a minute.';
  return new LuitError('too_many_requests', text, { retryAfterSeconds: MINUTE_MS / 1_000 });
}

function admissionTo(networks: string[] | null): (ip: string) => boolean {
  if (!networks) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  // Also matches IPv4 networks for addresses like ::ffff:203.0.113.7.
  return (ip) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}
