import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { ACCOUNT_BUSY_TEXT, OPERATORS_BUSY_TEXT } from '../errors/errors';
import { type ConnectionHolder, connectionHolder } from '../tracing/correlation';
import { Bulkhead } from './bulkhead';
import { ReadReplica } from './read-replica';

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;

/** One account, or one job, can hold this share of the connections. */
const ACCOUNT_SHARE = 1 / 5;
/** The lists and reports of all operators can hold this share. */
const OPERATORS_SHARE = 2 / 5;
const OPERATORS = 'operators';
/** How many calls of one account, or of operators, can wait for their share, without a connection. */
const WAITING = 64;
/** How long a call and an event waits in all, milliseconds. Calls answer within their deadline; events come again later. */
const CALL_WAIT_MS = 3_000;
const EVENT_WAIT_MS = 250;

/** How a pool connects to a standby that serves lists and reports. */
export interface ReplicaConfig {
  replica?: PoolConfig;
}

/**
 * A pool with limits: one account, and the operators' lists together, can each hold only a share of the connections. Calls that wait for a
 * locked row or read a lot therefore leave connections for others. Work that no account caused, such as batches and pollers, is not
 * limited. With a replica, the operators' lists read from it, unless it is too far behind.
 */
export class BulkheadPool extends Pool {
  private readonly accounts: Bulkhead;
  private readonly operators: Bulkhead;
  private readonly replica?: ReadReplica;

  constructor({ replica, ...config }: PoolConfig & ReplicaConfig) {
    super(config);
    if (replica) this.replica = new ReadReplica(this, { ...config, ...replica });
    const share = (part: number): number => Math.max(1, Math.floor((config.max ?? 10) * part));
    this.accounts = new Bulkhead({ running: share(ACCOUNT_SHARE), waiting: WAITING, busyText: ACCOUNT_BUSY_TEXT });
    this.operators = new Bulkhead({ running: share(OPERATORS_SHARE), waiting: WAITING, busyText: OPERATORS_BUSY_TEXT });
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    const connected = this.connectWithinShare();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  private async connectWithinShare(): Promise<PoolClient> {
    const holder = connectionHolder();
    // A caller that holds a connection and waits for a second one must not wait for others of the same share.
    if (!holder || holder.connections > 0) return super.connect();
    const free = await this.acquireShares(holder);
    holder.connections += 1;
    const release = (): void => {
      holder.connections -= 1;
      free();
    };
    try {
      const client = (holder.isForOperators && (await this.replica?.connect())) || (await super.connect());
      const end = client.release;
      client.release = (error) => {
        end(error);
        release();
      };
      return client;
    } catch (error) {
      release();
      throw error;
    }
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    const ended = Promise.all([super.end(), this.replica?.end()]).then(() => undefined);
    if (!callback) return ended;
    void ended.then(callback);
  }

  /** @returns a function that releases the shares */
  private async acquireShares(holder: ConnectionHolder): Promise<() => void> {
    const frees: (() => void)[] = [];
    const free = (): void => frees.forEach((release) => release());
    try {
      if (holder.account) frees.push(await waitFor(this.accounts, holder.account, holder));
      if (holder.isForOperators) frees.push(await waitFor(this.operators, OPERATORS, holder));
      return free;
    } catch (error) {
      free();
      throw error;
    }
  }
}

/** Counts the wait, because all waits of a call together are limited. */
async function waitFor(bulkhead: Bulkhead, key: string, holder: ConnectionHolder): Promise<() => void> {
  const from = performance.now();
  const leftMs = (holder.deadline === Infinity ? EVENT_WAIT_MS : CALL_WAIT_MS) - holder.waitedMs;
  const free = await bulkhead.acquire(key, Math.min(holder.deadline, from + leftMs));
  holder.waitedMs += performance.now() - from;
  return free;
}
