import { LuitError } from '@luit/contracts/errors';
import type { Lane } from '@luit/platform/scheduling/fair-queue';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { TokenBuckets } from '../../memory/token-buckets';

/** Milliseconds that the files of an address may take at once, and until all of them are available again. A photo takes less than a second. */
const ADDRESS_MS = 60_000;
const REFILL_MS = 120_000;
/** Several addresses of a network are often one client. */
const ADDRESSES_PER_NETWORK = 4;

/** Limits the time for which files from one address, and from its network, occupy the decoder. */
export class ProcessorBudget {
  private readonly addresses: TokenBuckets;
  private readonly networks: TokenBuckets;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.addresses = new TokenBuckets(ADDRESS_MS, REFILL_MS, undefined, now);
    this.networks = new TokenBuckets(ADDRESS_MS * ADDRESSES_PER_NETWORK, REFILL_MS, undefined, now);
  }

  /** @throws LuitError `too_many_requests` with the seconds to wait if the budget is spent */
  assertLeft({ host, network }: Lane): void {
    const waitMs = Math.max(this.addresses.waitMs(host), this.networks.waitMs(network));
    if (waitMs === 0) return;
    recordSecurityEvent('rate_limited', { limit: 'verify-time', subject: host });
    const text = 'Your files took a lot of time to check. Please wait a moment and try again.';
    throw new LuitError('too_many_requests', text, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }

  /** Does work and charges the time that it took. @throws LuitError `too_many_requests`; what `work` throws */
  async spend<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    this.assertLeft(lane);
    const startedAt = this.now();
    try {
      return await work();
    } finally {
      const tookMs = this.now() - startedAt;
      this.addresses.spend(lane.host, tookMs);
      this.networks.spend(lane.network, tookMs);
    }
  }
}
