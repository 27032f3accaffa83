import { unavailable } from '../errors/errors';
import { LuitError } from '@luit/contracts/errors';

/** The client of a queued item: a host in a network. */
export interface Lane {
  host: string;
  network: string;
  /** The client uses a device from which the account has signed in before. */
  isTrusted?: boolean;
}

export interface QueueLimits {
  total: number;
  perNetwork: number;
  perHost: number;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * Serves queued items round robin by network, within a network by host, and within a host in order of arrival. A client that
 * floods the queue gets no larger share than others.
 */
export class FairQueue<Item> {
  private readonly networks = new Map<string, Map<string, Item[]>>();
  private size = 0;

  constructor(private readonly limits: QueueLimits) {}

  /**
   * Adds an item. If the queue is full, evicts the newest item of the network with most items, provided that the new item's
   * network has fewer.
   *
   * @returns the evicted item, if any
   * @throws LuitError `too_many_attempts` if the host or network has too many items, `unavailable` if the queue is full
   */
  push({ host, network }: Lane, item: Item): Item | undefined {
    const hosts = this.networks.get(network) ?? new Map<string, Item[]>();
    const items = hosts.get(host) ?? [];
    if (items.length >= this.limits.perHost || count(hosts) >= this.limits.perNetwork)
      throw tooManyConcurrentAttempts();
    const evicted = this.size >= this.limits.total ? this.evict(count(hosts) + 1) : undefined;
    items.push(item);
    hosts.set(host, items);
    this.networks.set(network, hosts);
    this.size += 1;
    return evicted;
  }

  shift(): Item | undefined {
    const [next] = this.networks;
    if (!next) return undefined;
    const [network, hosts] = next;
    const [[host, items] = ['', []]] = hosts;
    const item = items.shift();
    this.networks.delete(network);
    hosts.delete(host);
    // Reinsert at the end, so that the next one has its turn.
    if (items.length > 0) hosts.set(host, items);
    if (hosts.size > 0) this.networks.set(network, hosts);
    this.size -= 1;
    return item;
  }

  /** @throws LuitError `unavailable` if no network has more than `minimum` items */
  private evict(minimum: number): Item | undefined {
    const [network, hosts] = largest(this.networks, count);
    if (count(hosts) <= minimum) throw unavailable();
    const [host, items] = largest(hosts, (waiting) => waiting.length);
    const item = items.pop();
    if (items.length === 0) hosts.delete(host);
    if (hosts.size === 0) this.networks.delete(network);
    this.size -= 1;
    return item;
  }
}

export function tooManyConcurrentAttempts(): LuitError {
  const text = 'Too many simultaneous attempts from your network. Please try again in a moment';
  return new LuitError('too_many_attempts', text, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function count(hosts: Map<string, unknown[]>): number {
  return [...hosts.values()].reduce((sum, items) => sum + items.length, 0);
}

/** Expects a map that is not empty. */
function largest<Value>(map: Map<string, Value>, sizeOf: (value: Value) => number): [string, Value] {
  return [...map].reduce((best, one) => (sizeOf(one[1]) > sizeOf(best[1]) ? one : best));
}
