import type { JobResult } from '@luit/contracts/messages/job-result';
import type { EventContract, JobContract, JobPayload, Service } from '@luit/contracts/messages/message';
import type { DeadLetterReason } from '@luit/contracts/operations/dead-letters';
import { LuitError } from '@luit/contracts/errors';
import { findEvent } from '@luit/contracts/registry/registry';
import { parseMessage } from '@luit/contracts/messages/parse-message';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DelayedError, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { DataSource, EntityManager } from 'typeorm';
import { accountOf } from '@luit/contracts/messages/account-of';
import { withCorrelation } from '../tracing/correlation';
import { type EventInfo, HANDLES_BATCHED_EVENT, HANDLES_EVENT } from '../events/on-event';
import { messageDuration, repeatedFailures } from '../metrics/metrics';
import type { MarkedMethods } from '../marked-methods';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { bullmqTelemetry } from '../tracing/tracing';
import { HANDLES_JOB, type JobHandlerOptions } from './on-job';
import type { DeadEntry, DeadLetterSink } from '../dead-letters/dead-letters';
import { isConnectionError } from '../errors/connection-errors';
import { backoff, type BackoffSettings } from '../scheduling/backoff';
import { eventQueueName, type QueueEntry, queuePrefix } from '../queues/queues';
import { TolerantWorker } from './tolerant-worker';

type EventMethod = (payload: unknown, manager: EntityManager | undefined, info: EventInfo) => Promise<void>;
type BatchedEventMethod = (payload: unknown, info: EventInfo) => Promise<void>;
type JobMethod = (id: string) => Promise<JobResult>;

interface EventHandler {
  contract: EventContract<unknown>;
  method: BatchedEventMethod;
}

interface JobHandler extends JobHandlerOptions {
  contract: JobContract;
  method: JobMethod;
}

const EVENT_CONCURRENCY = 16;
const JOB_CONCURRENCY = 10;

/** How long an idle worker blocks in Redis, seconds. Shorter than the silence after which a connection counts as lost. */
const BLOCK_SECONDS = 12;

interface StallSettings {
  /** Milliseconds after which the entries of a process that has crashed may be taken over. */
  lockDuration: number;
  /** Milliseconds between two searches for such entries. */
  stalledInterval: number;
}

/** A user waits for these queues, so the entries of a killed worker are taken over within seconds. */
const URGENT_QUEUES: readonly string[] = ['submit'];
const URGENT: StallSettings = { lockDuration: 5_000, stalledInterval: 2_500 };
/** Every search costs an idle installation some Redis commands. */
const RELAXED: StallSettings = { lockDuration: 15_000, stalledInterval: 20_000 };

const RETRY: BackoffSettings = { firstMs: 250, maxMs: 30_000 };
/** Failures of an event's handler before the event is set aside, some ten minutes after the first one. */
export const MAX_EVENT_ATTEMPTS = 25;
/** An entry that fails again after this many failures, some ten seconds, is reported. */
const REPORTED_FAILURES = 5;

/** The entry cannot be handled by any release, so it is set aside at its first attempt. */
class MalformedEntryError extends Error {}

class UnknownEventError extends Error {}

/** Runs the methods marked with `@OnEvent`, `@OnBatchedEvent` and `@OnJob` for the entries of their queues. */
@Injectable()
export class QueueConsumers implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(QueueConsumers.name);
  private readonly workers: TolerantWorker[] = [];
  private readonly connections: Redis[] = [];
  private readonly events = new Map<string, EventHandler>();
  private readonly jobs = new Map<string, JobHandler>();
  private readonly inFlight = new Set<{ queue: string; id: string; since: number }>();
  private readonly slots: Record<string, number> = {};
  private done = 0;

  constructor(
    private readonly service: Service,
    private readonly config: { redisUrl: string; instance: string },
    private readonly jobConcurrency: Record<string, number>,
    private readonly marked: MarkedMethods,
    private readonly database: DataSource | undefined,
    private readonly deadLetters: DeadLetterSink,
  ) {}

  /** Names of the events and jobs that have a handler in this process. */
  discovered(): { events: string[]; jobs: string[] } {
    return { events: [...this.events.keys()], jobs: [...this.jobs.keys()] };
  }

  /** The slots of each queue, the entries in flight (the longest running first) and the number of entries done. */
  activity(): {
    slots: Record<string, number>;
    tasks: { queue: string; id: string; runningForMs: number }[];
    done: number;
  } {
    const now = performance.now();
    const tasks = [...this.inFlight].map(({ queue, id, since }) => ({
      queue,
      id,
      runningForMs: Math.round(now - since),
    }));
    return { slots: { ...this.slots }, tasks: tasks.sort((a, b) => b.runningForMs - a.runningForMs), done: this.done };
  }

  /** @throws Error if two methods handle the same event or job */
  onModuleInit(): void {
    for (const { mark, method } of this.marked.find<EventContract<unknown>[]>(HANDLES_EVENT)) {
      for (const contract of mark) {
        assertNew(this.events, contract.name);
        this.events.set(contract.name, { contract, method: this.withInbox(method as EventMethod) });
      }
    }
    for (const { mark, method } of this.marked.find<EventContract<unknown>>(HANDLES_BATCHED_EVENT)) {
      assertNew(this.events, mark.name);
      this.events.set(mark.name, { contract: mark, method: method as BatchedEventMethod });
    }
    for (const { mark, method } of this.marked.find<Omit<JobHandler, 'method'>>(HANDLES_JOB)) {
      assertNew(this.jobs, mark.contract.name);
      this.jobs.set(mark.contract.name, { ...mark, method: method as JobMethod });
    }
  }

  onApplicationBootstrap(): void {
    if (this.events.size > 0) {
      this.start(eventQueueName(this.service), (entry) => this.handleEvent(entry), EVENT_CONCURRENCY);
    }
    for (const [name, handler] of this.jobs) {
      const concurrency = this.jobConcurrency[name] ?? handler.concurrency ?? JOB_CONCURRENCY;
      this.start(name, (entry, token) => handleJob(entry, token, handler), concurrency);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    await Promise.all(this.connections.map(closeRedis));
  }

  protected start(
    queue: string,
    handle: (entry: Job<QueueEntry>, token: string) => Promise<void>,
    concurrency: number,
  ): void {
    this.slots[queue] = concurrency;
    // Prometheus detects the first increase only if the counter existed before it.
    repeatedFailures.inc({ queue }, 0);
    // BullMQ does not close a connection that was passed to it.
    const connection = connectRedis(this.config.redisUrl, `${this.config.instance}:${queue}`);
    this.connections.push(connection);
    const processor = (entry: Job, token?: string) => this.process(queue, entry as Job<unknown>, token ?? '', handle);
    const worker = new TolerantWorker(queue, processor, {
      connection,
      prefix: queuePrefix(queue),
      concurrency,
      drainDelay: BLOCK_SECONDS,
      ...(URGENT_QUEUES.includes(queue) ? URGENT : RELAXED),
      maxStalledCount: 1_000_000,
      settings: { backoffStrategy: (attemptsMade) => backoff(Math.max(0, attemptsMade - 1), RETRY) },
      telemetry: bullmqTelemetry(),
    });
    worker.on('error', (error) => this.log.warn({ msg: 'Queue worker error', queue, reason: error.message }));
    worker.on('failed', (entry, error) =>
      this.log.warn({
        msg: 'Queue entry failed and will be retried',
        queue,
        name: entry?.name,
        id: entry?.id,
        attempts: entry?.attemptsMade,
        err: error,
      }),
    );
    this.workers.push(worker);
  }

  protected async process(
    queue: string,
    entry: Job<unknown>,
    token: string,
    handle: (entry: Job<QueueEntry>, token: string) => Promise<void>,
  ): Promise<void> {
    const kind = queue.startsWith('events-') ? 'event' : 'job';
    const stopTimer = messageDuration.startTimer({ kind, name: entry.name });
    const task = { queue, id: idOf(entry), since: performance.now() };
    this.inFlight.add(task);
    try {
      if (!isReadable(entry)) throw new MalformedEntryError('The entry is not readable');
      const account = kind === 'event' ? accountOf(entry.data.payload) : undefined;
      await withCorrelation(entry.data.correlationId, () => handle(entry, token), undefined, { account });
      stopTimer({ outcome: 'ok' });
    } catch (error) {
      stopTimer({ outcome: error instanceof DelayedError ? 'rescheduled' : 'error' });
      const reason = deadReason(kind, entry, error);
      if (!reason) {
        if (isItsOwnFailure(error) && entry.attemptsMade >= REPORTED_FAILURES) repeatedFailures.inc({ queue });
        throw error;
      }
      await this.deadLetters.record(deadEntry(queue, kind, entry, reason, error as Error));
    } finally {
      this.inFlight.delete(task);
      this.done += 1;
    }
  }

  private async handleEvent(entry: Job<QueueEntry>): Promise<void> {
    const handler = this.events.get(entry.name);
    if (!handler) throw new UnknownEventError(`${this.service} has no handler for ${entry.name}`);
    await handler.method(parseMessage(handler.contract.payload, entry.data.payload), { id: String(entry.id) });
  }

  /** Runs the method in a transaction that also stores the event's id in the inbox, unless the event has taken effect already. */
  private withInbox(method: EventMethod): BatchedEventMethod {
    const { database } = this;
    if (!database) return (payload, info) => method(payload, undefined, info);
    return (payload, info) =>
      database.transaction(async (manager) => {
        const isNew = await manager.query<unknown[]>(
          `INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id`,
          [info.id],
        );
        if (isNew.length > 0) await method(payload, manager, info);
      });
  }
}

function assertNew(handlers: Map<string, unknown>, name: string): void {
  if (handlers.has(name)) throw new Error(`Two handlers for ${name}`);
}

async function handleJob(entry: Job<QueueEntry>, token: string, { contract, method }: JobHandler): Promise<void> {
  const { id } = parseJob(contract, entry.data.payload);
  const next = await method(id);
  if (next.action === 'done') return;
  await entry.moveToDelayed(Date.now() + next.delayMs, token);
  throw new DelayedError();
}

function parseJob(contract: JobContract, payload: unknown): JobPayload {
  try {
    return parseMessage(contract.payload, payload) as JobPayload;
  } catch (error) {
    throw new MalformedEntryError((error as Error).message);
  }
}

function isReadable(entry: Job<unknown>): entry is Job<QueueEntry> {
  const { data } = entry;
  if (typeof data !== 'object' || data === null || !('payload' in data)) return false;
  return !('correlationId' in data) || data.correlationId === undefined || typeof data.correlationId === 'string';
}

function idOf(entry: Job<unknown>): string {
  const { id } = (isReadable(entry) ? (entry.data.payload ?? {}) : {}) as { id?: unknown };
  return typeof id === 'string' ? id : (entry.id ?? '');
}

/**
 * Why the entry is set aside instead of being retried; undefined if it is retried. Failing jobs are retried: their
 * rows record what remains to be done.
 */
function deadReason(kind: 'event' | 'job', entry: Job<unknown>, error: unknown): DeadLetterReason | undefined {
  if (error instanceof MalformedEntryError) return 'invalid';
  if (kind === 'job' || entry.attemptsMade + 1 < MAX_EVENT_ATTEMPTS || !isItsOwnFailure(error)) return undefined;
  if (error instanceof UnknownEventError) return findEvent(entry.name) ? 'invalid' : 'undeclared';
  return 'failed';
}

/** False if a dependency was unavailable, or the entry was postponed. */
function isItsOwnFailure(error: unknown): boolean {
  if (error instanceof DelayedError || isConnectionError(error)) return false;
  return !(error instanceof LuitError && error.code === 'unavailable');
}

function deadEntry(
  queue: string,
  kind: DeadEntry['kind'],
  entry: Job<unknown>,
  reason: DeadLetterReason,
  { message }: Error,
): DeadEntry {
  const { payload, correlationId } = isReadable(entry) ? entry.data : { payload: undefined };
  return {
    kind,
    name: kind === 'job' ? queue : String(entry.name),
    entryId: String(entry.id),
    payload,
    correlationId,
    reason,
    error: message,
    attempts: entry.attemptsMade + 1,
    firstSeenAt: new Date(Number.isFinite(entry.timestamp) ? entry.timestamp : Date.now()),
  };
}
