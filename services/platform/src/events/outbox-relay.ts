import type { StoringService } from '@luit/contracts/messages/message';
import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Client } from 'pg';
import { CONNECTION_SETTINGS } from '../database/data-source-options';
import { PreparedStatementClient } from '../database/prepared-statement-client';
import { deadLettersAdded, outboxRelayed } from '../metrics/metrics';
import { countRefusedWrite } from '../errors/refused-writes';
import type { RedisGeneration } from '../redis/redis-generation';
import { type DuePoller, dueWhile } from '../scheduling/due-poller';
import { postgresConnection } from '../addresses/certificate-authorities';
import { endBatch, HAS_WAITING_ROWS, MAX_BATCH, type OutboxRow, takeBatch } from './outbox-batch';
import { faultOf, type OutboxFault, setAside } from './outbox-faults';
import { readGeneration, replayBatch, storeGeneration } from './outbox-replay';
import type { OutboxWakeUp } from '../database/outbox-wake-up';
import type { OutboxPublisher } from './outbox-publisher';

/** If a process crashes between its commit and its wake-up, another replica publishes its rows after this time, milliseconds. */
const POLL_MS = 5_000;
/** The longest time between two checks whether Redis was flushed, milliseconds. */
const CHECK_GENERATION_MS = 4_000;
const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;

interface Replay {
  generation: string;
  /** The last row of the batch before. */
  after: string;
  rows: number;
}

/** The error message of pg for a statement without an answer. Later statements on that connection would wait behind it. */
const UNANSWERED = 'Query read timeout';

/**
 * Publishes outbox rows in the order in which they were written. It runs when the process starts, when a transaction of this
 * process has written rows, and when the poller finds rows. Replicas share the rows. After a Redis flush it publishes the jobs
 * and the unacknowledged events of the last 24 hours again; inboxes drop events that were handled.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(OutboxRelay.name);
  private client?: Client;
  private loop?: Promise<void>;
  private isStopping = false;
  private isWoken = true;
  private endPause?: () => void;
  /** After a failure, wake-ups do not start the next attempt: each of them would fail as well. */
  private isRetrying = false;
  private knownGeneration?: string;
  private replay?: Replay;
  private generationCheckedAt = -Infinity;

  constructor(
    private readonly settings: { service: StoringService; url: string },
    private readonly publisher: Pick<OutboxPublisher, 'publish'>,
    private readonly generation: Pick<RedisGeneration, 'current'>,
    private readonly wakeUp: OutboxWakeUp,
    private readonly poller: Pick<DuePoller, 'add'>,
  ) {}

  onApplicationBootstrap(): void {
    this.wakeUp.onWakeUp(() => {
      this.isWoken = true;
      if (!this.isRetrying) this.endPause?.();
    });
    this.poller.add({
      name: 'waiting-outbox-rows',
      dueInMs: dueWhile(HAS_WAITING_ROWS),
      withinMs: POLL_MS,
      work: () => Promise.resolve(this.wakeUp.send()),
    });
    this.loop = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.endPause?.();
    await this.loop;
    await this.client?.end().catch(() => undefined);
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.relay();
        if (!this.isWoken && !this.replay) await this.pause(CHECK_GENERATION_MS);
      } catch (error) {
        countRefusedWrite(error);
        const { message } = error as Error;
        this.log.warn({ msg: 'Relaying the outbox failed', reason: message });
        if (message === UNANSWERED) this.dropConnection();
        this.isWoken = true;
        this.isRetrying = true;
        await this.pause(RETRY_MS);
        this.isRetrying = false;
      }
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.isStopping) this.endPause();
    });
    this.endPause = undefined;
  }

  private async relay(): Promise<void> {
    const client = (this.client ??= await this.connect());
    if (this.generationCheckedAt === -Infinity) await this.checkGeneration(client);
    if (this.replay) await this.continueReplay(client, this.replay);
    if (this.isWoken) await this.relayRows(client);
    // After the rows, because messages would wait for the check of Redis.
    await this.checkGeneration(client);
  }

  private async relayRows(client: Client): Promise<void> {
    let rows: OutboxRow[] | undefined;
    let mayHaveMore: boolean;
    do {
      this.isWoken = false;
      rows = await this.relayBatch(client, rows);
      mayHaveMore = rows.length === MAX_BATCH || (rows.length > 0 && this.isWoken);
    } while (mayHaveMore && !this.isStopping && !this.isGenerationCheckDue());
    await endBatch(client, rows);
    if (mayHaveMore) this.isWoken = true;
  }

  /** @returns the published rows; their transaction is still open */
  private async relayBatch(client: Client, relayed?: OutboxRow[]): Promise<OutboxRow[]> {
    const rows = await takeBatch(client, relayed);
    const faults = rows.flatMap((row) => faultOf(this.settings.service, row) ?? []);
    try {
      await this.publisher.publish(withoutFaults(rows, faults));
      if (faults.length > 0) await this.setAside(client, faults);
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
    for (const { kind, name } of rows) outboxRelayed.inc({ kind, name });
    return rows;
  }

  private async setAside(client: Client, faults: OutboxFault[]): Promise<void> {
    await setAside(client, faults);
    this.log.error({ msg: 'Set aside outbox rows that can never be published', faults: faults.slice(0, 20) });
    for (const { reason } of faults) deadLettersAdded.inc({ source: 'outbox', reason });
  }

  private async checkGeneration(client: Client): Promise<void> {
    if (!this.isGenerationCheckDue()) return;
    await this.detectFlush(client);
    this.generationCheckedAt = performance.now();
  }

  private isGenerationCheckDue(): boolean {
    return performance.now() - this.generationCheckedAt >= CHECK_GENERATION_MS / 2;
  }

  private async detectFlush(client: Client): Promise<void> {
    const generation = await this.generation.current();
    if (generation === this.knownGeneration || generation === this.replay?.generation) return;
    if ((await readGeneration(client)) === generation) {
      this.knownGeneration = generation;
      return;
    }
    this.log.log({ msg: 'Redis was flushed; replaying the outbox', generation });
    this.replay = { generation, after: '0', rows: 0 };
  }

  /**
   * Replays one batch, which the relay then publishes. The generation is stored after the last batch, so that a crash in between
   * starts the replay again.
   */
  private async continueReplay(client: Client, replay: Replay): Promise<void> {
    const { last, count } = await replayBatch(client, replay.after);
    this.isWoken = true;
    replay.rows += count;
    if (last !== null) {
      replay.after = last;
      return;
    }
    await storeGeneration(client, replay.generation);
    this.log.log({ msg: 'Replayed the outbox', generation: replay.generation, rows: replay.rows });
    this.knownGeneration = replay.generation;
    this.replay = undefined;
  }

  private dropConnection(): void {
    const lost = this.client;
    this.client = undefined;
    lost?.end().catch(() => undefined);
  }

  /** A lost connection is replaced by the next poll. */
  private async connect(): Promise<Client> {
    const { service, url } = this.settings;
    const client = new PreparedStatementClient({
      ...postgresConnection(url),
      application_name: `${service}-relay`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...CONNECTION_SETTINGS,
    });
    const forget = (): void => {
      if (this.client === client) this.client = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    await client.connect();
    try {
      await this.wakeUp.loadFunctions(client);
      return client;
    } catch (error) {
      // Waiting for the connection to close could take as long as the statement.
      client.end().catch(() => undefined);
      throw error;
    }
  }
}

function withoutFaults(rows: OutboxRow[], faults: OutboxFault[]): OutboxRow[] {
  if (faults.length === 0) return rows;
  const faulty = new Set(faults.map(({ seq }) => seq));
  return rows.filter(({ seq }) => !faulty.has(seq));
}
