import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { countRefusedWrite } from '../errors/refused-writes';

/** The server has become a replica: it refuses writes, and ends blocking reads at the moment of the change. */
const DEMOTED = /^READONLY |^UNBLOCKED force unblock/;
/**
 * A connection opened this recently points to the current primary, or to a server that itself reports that it is not.
 * Milliseconds.
 */
const RECENT_MS = 1_000;
/** Refusals that are further apart belong to different failovers, milliseconds. */
const SAME_FAILOVER_MS = 10_000;

const RESEND = 2;

/**
 * The connections of this process to one address. In a planned failover the old primary stays alive as a replica, so connections to it stay
 * open and would be refused for ever. As soon as one connection learns of the demotion, all of them are reopened, because connections that
 * only read or subscribe would never learn of it.
 */
export class Demotions {
  private static readonly byAddress = new Map<string, Demotions>();

  private readonly log = new Logger(Demotions.name);
  private readonly readySince = new Map<Redis, number>();
  private refusedAt = Number.NEGATIVE_INFINITY;
  private count = 0;

  static at(url: string): Demotions {
    const known = Demotions.byAddress.get(url) ?? new Demotions();
    Demotions.byAddress.set(url, known);
    return known;
  }

  /** Consecutive refusals: while no server is the primary, each new connection is refused again. */
  get refusals(): number {
    return performance.now() - this.refusedAt < SAME_FAILOVER_MS ? this.count : 0;
  }

  /** For `reconnectOnError` of ioredis: a refused command was not executed, so it is sent again on the new connection. */
  readonly reconnectOnError = (error: Error): typeof RESEND | false => {
    if (!DEMOTED.test(error.message)) return false;
    this.reconnectAll(error);
    return RESEND;
  };

  add(redis: Redis): void {
    redis.on('ready', () => this.readySince.set(redis, performance.now()));
    redis.on('close', () => this.readySince.delete(redis));
    this.watchTransactions(redis);
  }

  private reconnectAll(error: Error): void {
    const now = performance.now();
    if (now - this.refusedAt > RECENT_MS)
      this.log.warn({ msg: 'The Redis server has become a replica; reconnecting', reason: error.message });
    this.count = this.refusals + 1;
    this.refusedAt = now;
    countRefusedWrite(error);
    for (const [redis, since] of this.readySince) if (now - since > RECENT_MS) redis.disconnect(true);
  }

  /** ioredis does not show the errors in a transaction's result to `reconnectOnError`. */
  private watchTransactions(redis: Redis): void {
    const sendCommand = redis.sendCommand.bind(redis);
    redis.sendCommand = (command, stream) => {
      if (command.name === 'exec') {
        const inspect = (results: unknown): void => {
          if (!Array.isArray(results)) return;
          const error = results.find((result: unknown) => result instanceof Error && DEMOTED.test(result.message)) as
            | Error
            | undefined;
          if (!error) return;
          this.reconnectAll(error);
          redis.disconnect(true);
        };
        // The caller of the transaction handles its failure.
        (command.promise as Promise<unknown>).then(inspect, () => undefined);
      }
      return sendCommand(command, stream);
    };
  }
}
