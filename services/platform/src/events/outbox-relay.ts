import { findEvent } from '@luit/contracts/messages/registry';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Client, QueryResult } from 'pg';
import { postgresConnection } from '../security/certificate-authorities';
import { readCorrelation } from '../tracing/correlation';
import { type DatabaseSettings, sessionOptions } from '../database/data-source-options';
import { PreparedStatementClient } from '../database/prepared-statement-client';
import { outboxRelayed } from '../health/metrics';
import { eventQueueName, type Queues } from '../jobs/queues';
import { type OutboxSpan, startOutboxSpan } from '../tracing/tracing';
import type { RedisGeneration } from '../redis/redis-generation';

interface OutboxRow {
  seq: string;
  id: string;
  kind: 'event' | 'job';
  name: string;
  payload: { id: string };
  options: { delayMs?: number; priority?: number } | null;
  correlation: string | null;
  /** Seconds since it was written. */
  age: string;
}

type Entries = Parameters<ReturnType<Queues['named']>['addBulk']>[0];

const BATCH = 200;
/** How often it looks without being woken, milliseconds. */
const TICK_MS = 1_000;
const CLEAN_EVERY_TICKS = 600;
/** What pg says of a statement that got no answer; whatever is asked on that connection would wait behind it. */
const UNANSWERED = 'Query read timeout';
const CONNECT_TIMEOUT_MS = 3_000;

/** Opens the transaction and takes the oldest rows in one round trip; they are marked for good when it commits. */
const TAKE = `
  BEGIN;
  UPDATE outbox SET relayed_at = now()
   WHERE seq IN (SELECT seq FROM outbox WHERE relayed_at IS NULL ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING seq, id, kind, name, payload, options, correlation, extract(epoch FROM now() - created_at) AS age`;

/**
 * Brings outbox rows to their queues, in the order of their writing, woken by NOTIFY. Several replicas share the work
 * (`SKIP LOCKED`). When Redis lives a new life it sends the last 24 h again; inboxes drop what was handled.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(OutboxRelay.name);
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private current?: Promise<void>;
  private isWoken = false;
  private isTickDue = true;
  private isStopping = false;
  private ticks = 0;

  constructor(
    private readonly settings: Pick<DatabaseSettings, 'service' | 'url'>,
    private readonly queues: Queues,
    private readonly epoch: RedisGeneration,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.isTickDue = true;
      this.wake();
    }, TICK_MS);
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.current;
    await this.client?.end().catch(() => undefined);
  }

  private wake(): void {
    this.isWoken = true;
    if (this.isStopping) return;
    this.current ??= this.run().finally(() => {
      this.current = undefined;
      if (this.isWoken && !this.isStopping) this.wake();
    });
  }

  private async run(): Promise<void> {
    this.isWoken = false;
    try {
      const client = (this.client ??= await this.connect());
      if (this.isTickDue) await this.tick(client);
      while (!this.isStopping && (await this.relayBatch(client)) === BATCH);
    } catch (error) {
      this.isWoken = false;
      if ((error as Error).message === UNANSWERED) this.leave();
      this.log.warn({ msg: 'The outbox could not be relayed', reason: (error as Error).message });
    }
  }

  private leave(): void {
    const lost = this.client;
    this.client = undefined;
    lost?.end().catch(() => undefined);
  }

  /** What is due once a second: whether Redis was emptied, and now and then old rows. */
  private async tick(client: Client): Promise<void> {
    this.isTickDue = false;
    this.ticks += 1;
    await this.resendAfterNewEpoch(client);
    if (this.ticks % CLEAN_EVERY_TICKS === 1) await clean(client);
  }

  private async relayBatch(client: Client): Promise<number> {
    // Several statements in one text answer as a list.
    const results = (await client.query(TAKE)) as unknown as QueryResult<OutboxRow>[];
    const rows = results[1]?.rows.sort((a, b) => Number(a.seq) - Number(b.seq)) ?? [];
    try {
      await this.send(rows);
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
    await client.query('COMMIT');
    for (const row of rows) outboxRelayed.inc({ kind: row.kind, name: row.name });
    return rows.length;
  }

  private async send(rows: OutboxRow[]): Promise<void> {
    const byQueue = new Map<string, Entries>();
    const spans: OutboxSpan[] = [];
    for (const row of rows) {
      const { correlationId, traceparent } = readCorrelation(row.correlation);
      const span = startOutboxSpan(`outbox ${row.name}`, traceparent, Number(row.age) * 1_000);
      spans.push(span);
      for (const target of this.targetsOf(row)) {
        byQueue.set(target, [...(byQueue.get(target) ?? []), entryOf(row, correlationId, span)]);
      }
    }
    try {
      await Promise.all([...byQueue].map(([name, entries]) => this.queues.named(name).addBulk(entries)));
    } finally {
      spans.forEach((span) => span.end());
    }
  }

  /** None for an event that only a newer release declares: it must not keep back what lies behind it. */
  private targetsOf(row: OutboxRow): string[] {
    if (row.kind === 'job') return [row.name];
    const contract = findEvent(row.name);
    if (!contract) this.log.error({ msg: 'An event that is not declared is left out', event: row.name, id: row.id });
    return contract?.subscribers.map(eventQueueName) ?? [];
  }

  private async resendAfterNewEpoch(client: Client): Promise<void> {
    const epoch = await this.epoch.current();
    const updated = await client.query(
      `UPDATE relay_state SET redis_generation = $1 WHERE redis_generation IS DISTINCT FROM $1 RETURNING redis_generation`,
      [epoch],
    );
    if (updated.rowCount === 0) return;
    const resent = await client.query(
      `UPDATE outbox SET relayed_at = NULL WHERE relayed_at IS NOT NULL AND created_at > now() - interval '24 hours'`,
    );
    this.log.log({ msg: 'Redis lives a new life; the outbox is sent again', epoch, rows: resent.rowCount });
  }

  /** One connection listens and relays; a lost one is replaced at the next tick. */
  private async connect(): Promise<Client> {
    const { service, url } = this.settings;
    const client = new PreparedStatementClient({
      ...postgresConnection(url),
      application_name: `${service}-relay`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...sessionOptions(service),
    });
    const forget = (): void => {
      if (this.client === client) this.client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', () => this.wake());
    await client.connect();
    await client.query(`LISTEN "${service}_outbox"`);
    return client;
  }
}

function entryOf(row: OutboxRow, correlationId: string | undefined, span: OutboxSpan): Entries[number] {
  return {
    name: row.name,
    data: { payload: row.payload, correlationId },
    opts: {
      jobId: row.kind === 'job' ? row.payload.id : row.id,
      delay: row.options?.delayMs,
      priority: row.options?.priority,
      ...(span.metadata && { telemetry: { metadata: span.metadata } }),
    },
  };
}

async function clean(client: Client): Promise<void> {
  await client.query(`DELETE FROM outbox WHERE relayed_at IS NOT NULL AND created_at < now() - interval '25 hours'`);
  await client.query(`DELETE FROM inbox WHERE handled_at < now() - interval '3 days'`);
}
