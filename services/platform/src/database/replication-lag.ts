import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Client } from 'pg';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { HealthServer } from '../health/health-server';
import { metrics } from '../metrics/metrics';
import { postgresConnection } from '../addresses/certificate-authorities';

/** The label of the standby in DATABASE_REPLICA_URL. */
export const READ_REPLICA = 'read replica';
/** A standby that no longer follows the primary falls behind for this long before it counts as removed, milliseconds. */
const REMOVED_AFTER_MS = 60 * 60_000;
const TIMEOUT_MS = 1_500;
/** More than an hour of scrapes; above it, every second one is dropped. */
const MAX_POSITIONS = 1_000;

const POSITIONS = `
  SELECT NULL AS standby, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes
  UNION ALL SELECT standby, pg_wal_lsn_diff(replayed, '0/0')::float8 FROM extensions.standby_positions()`;
const REPLAYED = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 AS bytes`;

const lag = new Gauge({
  name: 'luit_replication_lag_seconds',
  help: 'Age of the oldest change, among those seen at scrapes, that a standby has not replayed; 0 if it has replayed them all',
  labelNames: ['standby'],
  registers: [metrics],
});

/** A position in the log of the primary, and when it was seen, on the clock of `performance.now()`. */
interface Position {
  bytes: number;
  at: number;
}

/**
 * Measures how far standbys lag: the standbys that follow the primary, and the one in DATABASE_REPLICA_URL. It remembers which positions
 * the primary had reached, because the delay that Postgres reports does not grow while a standby replays nothing.
 */
@Injectable()
export class ReplicationLag implements OnModuleInit {
  private readonly log = new Logger(ReplicationLag.name);
  /** Positions that the primary reached, oldest first. */
  private written: Position[] = [];
  /** The position that each standby had replayed when it was last seen. */
  private readonly replayed = new Map<string, Position>();

  constructor(
    private readonly health: HealthServer,
    private readonly source: DataSource,
    private readonly replicaUrl?: string,
  ) {}

  onModuleInit(): void {
    this.health.measureAtScrape('replication-lag', () => this.measure());
  }

  async measure(): Promise<void> {
    const at = performance.now();
    const rows = await this.source.query<{ standby: string | null; bytes: number }[]>(POSITIONS);
    const latest = this.written.at(-1)?.bytes ?? 0;
    for (const { standby, bytes } of rows)
      if (standby !== null) this.replayed.set(standby, { bytes, at });
      else if (bytes > latest) this.written.push({ bytes, at });
    // The oldest one stays.
    if (this.written.length > MAX_POSITIONS) this.written = this.written.filter((_, i) => i % 2 === 0);
    if (this.replicaUrl) await this.measureReplica(this.replicaUrl, at);
    this.forgetRemoved(at);
    this.report(at);
  }

  /** One that cannot be reached falls behind. */
  private async measureReplica(url: string, at: number): Promise<void> {
    try {
      this.replayed.set(READ_REPLICA, { bytes: await readReplayed(url), at });
    } catch (error) {
      this.log.warn({ msg: 'The replica cannot be read', reason: (error as Error).message });
      if (!this.replayed.has(READ_REPLICA)) this.replayed.set(READ_REPLICA, { bytes: 0, at });
    }
  }

  private forgetRemoved(at: number): void {
    for (const [standby, position] of this.replayed) {
      if (standby === READ_REPLICA || at - position.at < REMOVED_AFTER_MS) continue;
      this.replayed.delete(standby);
      lag.remove({ standby });
    }
  }

  private report(at: number): void {
    const positions = [...this.replayed.values()].map(({ bytes }) => bytes);
    const replayedByAll = Math.min(...positions, this.written.at(-1)?.bytes ?? 0);
    this.written = this.written.filter(({ bytes }, i) => bytes > replayedByAll || i === this.written.length - 1);
    for (const [standby, { bytes }] of this.replayed) {
      const missing = this.written.find((position) => position.bytes > bytes);
      lag.set({ standby }, missing ? (at - missing.at) / 1_000 : 0);
    }
  }
}

/** The position that a standby has replayed. A promoted one replays nothing anymore. */
async function readReplayed(url: string): Promise<number> {
  const client = new Client({
    ...postgresConnection(url),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that breaks later emits an error; the pending query rejects with it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ bytes: number | null }>(REPLAYED);
    return rows[0]?.bytes ?? 0;
  } finally {
    await client.end();
  }
}
