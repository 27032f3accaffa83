import { unavailable } from '@luit/platform/calls/errors';
import { LuitError } from '@luit/contracts/errors';

/** Who waits: round robin goes over networks, and within each over its hosts. */
export interface Lane {
  host: string;
  network: string;
}

export interface QueueLimits {
  total: number;
  perNetwork: number;
  perHost: number;
}

const TRY_AGAIN_SECONDS = 5;

/**
 * Hands out what waits in turns, so that whoever floods it gets one share as everybody else does: first by network, then by
 * host, and in order of arrival within a host.
 */
export class FairQueue<Item> {
  private readonly networks = new Map<string, Map<string, Item[]>>();
  private size = 0;

  constructor(private readonly limits: QueueLimits) {}

  /**
   * Where the queue is full, the newest item of the network with most of them gives way to one of a network with fewer.
   *
   * @returns the item that gave way, if one did
   * @throws LuitError `too_many_attempts` where its host or network has too many waiting, `unavailable` where all have
   */
  push({ host, network }: Lane, item: Item): Item | undefined {
    const hosts = this.networks.get(network) ?? new Map<string, Item[]>();
    const items = hosts.get(host) ?? [];
    if (items.length >= this.limits.perHost || count(hosts) >= this.limits.perNetwork) throw tooManyAtOnce();
    const evicted = this.size >= this.limits.total ? this.evict(count(hosts) + 1) : undefined;
    items.push(item);
    hosts.set(host, items);
    this.networks.set(network, hosts);
    this.size += 1;
    return evicted;
  }

  /** The next in turn. */
  shift(): Item | undefined {
    const [turn] = this.networks;
    if (!turn) return undefined;
    const [network, hosts] = turn;
    const [[host, items] = ['', []]] = hosts;
    const item = items.shift();
    this.networks.delete(network);
    hosts.delete(host);
    // Whoever was served goes to the end of the round.
    if (items.length > 0) hosts.set(host, items);
    if (hosts.size > 0) this.networks.set(network, hosts);
    this.size -= 1;
    return item;
  }

  /** @throws LuitError `unavailable` where no network has more than so many waiting */
  private evict(moreThan: number): Item | undefined {
    const [network, hosts] = largest(this.networks, count);
    if (count(hosts) <= moreThan) throw unavailable();
    const [host, items] = largest(hosts, (waiting) => waiting.length);
    const item = items.pop();
    if (items.length === 0) hosts.delete(host);
    if (hosts.size === 0) this.networks.delete(network);
    this.size -= 1;
    return item;
  }
}

/** For whoever has, or whose network has, too much of this waiting already. */
export function tooManyAtOnce(): LuitError {
  const text = 'Too many attempts at once from your network. Please try again in a moment';
  return new LuitError('too_many_attempts', text, { retryAfterSeconds: TRY_AGAIN_SECONDS });
}

function count(hosts: Map<string, unknown[]>): number {
  return [...hosts.values()].reduce((sum, items) => sum + items.length, 0);
}

/** Of a map that is not empty. */
function largest<Value>(map: Map<string, Value>, sizeOf: (value: Value) => number): [string, Value] {
  return [...map].reduce((best, one) => (sizeOf(one[1]) > sizeOf(best[1]) ? one : best));
}
