import { Logger } from '@nestjs/common';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { Counter } from 'prom-client';
import { metrics } from '../metrics/metrics';
import { outsideOfCalls } from '../tracing/correlation';

/** A position in the log of the primary, and when the primary had reached it, on the clock of `performance.now()`. */
interface Position {
  lsn: string;
  at: number;
}

/** The maximum age of data read from the replica, milliseconds. */
export const STALENESS_MS = 5_000;
/** Between two comparisons of the replica with the primary, milliseconds. */
const COMPARE_MS = 1_000;
/** The primary serves the reads for this long after the replica failed, milliseconds. */
const RETRY_MS = 10_000;

const LATEST_REPLAYED = `
  SELECT max(position)::int AS latest FROM unnest($1::pg_lsn[]) WITH ORDINALITY AS known (lsn, position)
   WHERE pg_is_in_recovery() AND lsn <= pg_last_wal_replay_lsn()`;

const reads = new Counter({
  name: 'luit_replica_reads_total',
  help: 'Connections for lists and reports of operators, by the server that served them',
  labelNames: ['server'],
  registers: [metrics],
});

/**
 * A standby of Postgres that serves lists and reports. Before each use, Luit compares the position that the standby has replayed with the
 * positions that the primary reached within the last seconds. That bounds the age of the data even if the standby lost the primary, and an
 * idle primary needs no writes for it.
 */
export class ReadReplica {
  private readonly log = new Logger(ReadReplica.name);
  private readonly pool: Pool;
  /** Oldest first; the first one is replayed, unless none is. */
  private positions: Position[] = [];
  private usableUntil = -Infinity;
  private comparedAt = -Infinity;
  private comparison?: Promise<void>;

  constructor(
    private readonly primary: Pick<Pool, 'query'>,
    config: PoolConfig,
  ) {
    this.pool = new Pool(config);
    this.pool.on('error', (error) => this.log.warn({ msg: 'Connection to the replica lost', reason: error.message }));
  }

  /** A connection to the replica; undefined if it is unreachable, no standby, or too far behind. */
  async connect(): Promise<PoolClient | undefined> {
    if (performance.now() - this.comparedAt > COMPARE_MS)
      await (this.comparison ??= this.compare().finally(() => (this.comparison = undefined)));
    const client = performance.now() < this.usableUntil ? await this.tryToConnect() : undefined;
    reads.inc({ server: client ? 'replica' : 'primary' });
    return client;
  }

  async end(): Promise<void> {
    await this.pool.end();
  }

  private async tryToConnect(): Promise<PoolClient | undefined> {
    try {
      return await this.pool.connect();
    } catch (error) {
      this.suspend(error as Error);
      return undefined;
    }
  }

  private async compare(): Promise<void> {
    const at = performance.now();
    const current = await outsideOfCalls(() =>
      this.primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn'),
    );
    this.comparedAt = at;
    this.positions = this.positions.filter((position) => at - position.at < STALENESS_MS);
    this.positions.push({ lsn: current.rows[0]?.lsn ?? '', at });
    try {
      const { rows } = await this.pool.query<{ latest: number | null }>(LATEST_REPLAYED, [
        this.positions.map(({ lsn }) => lsn),
      ]);
      const latest = rows[0]?.latest;
      if (!latest) return;
      this.positions = this.positions.slice(latest - 1);
      this.usableUntil = (this.positions[0]?.at ?? -Infinity) + STALENESS_MS;
    } catch (error) {
      this.suspend(error as Error);
    }
  }

  private suspend({ message: reason }: Error): void {
    this.log.warn({ msg: 'The replica cannot be read; the primary serves lists', reason });
    this.usableUntil = -Infinity;
    this.comparedAt = performance.now() + RETRY_MS - COMPARE_MS;
  }
}
