import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { connectionHolder } from '../tracing/correlation';
import { Bulkhead } from './bulkhead';

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: PoolClient['release']) => void;

/** One account, or one job, can hold this share of the connections. */
const SHARE = 1 / 5;
/** How many calls of one account can wait for its share, without a connection. */
const WAITING = 64;
/** How long a call and an event waits in all, milliseconds. Calls answer within their deadline; events come again later. */
const CALL_WAIT_MS = 3_000;
const EVENT_WAIT_MS = 250;

/**
 * A pool of which no account can hold more than a share, so that calls that wait for a locked row leave connections for other
 * accounts. Whatever runs for no account in particular, such as batches and pollers, is not limited.
 */
export class BulkheadPool extends Pool {
  private readonly bulkhead: Bulkhead;

  constructor(config: PoolConfig) {
    super(config);
    const running = Math.max(1, Math.floor((config.max ?? 10) * SHARE));
    this.bulkhead = new Bulkhead({ running, waiting: WAITING });
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
    // Whoever holds a connection and waits for a second one must not wait for others of the same account.
    if (!holder?.account || holder.connections > 0) return super.connect();
    const from = performance.now();
    const leftMs = (holder.deadline === Infinity ? EVENT_WAIT_MS : CALL_WAIT_MS) - holder.waitedMs;
    const free = await this.bulkhead.acquire(holder.account, Math.min(holder.deadline, from + leftMs));
    holder.waitedMs += performance.now() - from;
    holder.connections += 1;
    const release = (): void => {
      holder.connections -= 1;
      free();
    };
    try {
      const client = await super.connect();
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
}
