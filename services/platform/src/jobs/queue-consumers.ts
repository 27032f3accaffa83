import type { JobResult } from '@luit/contracts/messages/job-result';
import type { EventContract, JobContract, JobPayload, Service } from '@luit/contracts/messages/message';
import { parseMessage } from '@luit/contracts/messages/parse-message';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { DelayedError, type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { DataSource, EntityManager } from 'typeorm';
import { withCorrelation } from '../tracing/correlation';
import { type EventInfo, HANDLES_EVENT } from '../events/on-event';
import { messageDuration } from '../health/metrics';
import { closeRedis, connectRedis } from '../redis/redis-connection';
import { bullmqTelemetry } from '../tracing/tracing';
import { HANDLES_JOB, type JobHandlerOptions } from './on-job';
import { eventQueueName, type QueueEntry } from './queues';

type EventMethod = (payload: unknown, manager?: EntityManager, info?: EventInfo) => Promise<void>;
type JobMethod = (id: string) => Promise<JobResult>;

interface JobHandler extends JobHandlerOptions {
  contract: JobContract;
  method: JobMethod;
}

const EVENT_CONCURRENCY = 16;
const JOB_CONCURRENCY = 10;
/** A dead process' entries are taken over after about this long, milliseconds. */
const LOCK_MS = 5_000;
const STALL_CHECK_MS = 2_500;
const MAX_PAUSE_MS = 30_000;

/** Pause before the next try, milliseconds: 0.25 s, doubled each time, 30 s at most. */
export function cappedBackoff(attemptsMade: number): number {
  return Math.min(250 * 2 ** Math.max(0, attemptsMade - 1), MAX_PAUSE_MS);
}

/** Finds the methods marked with `@OnEvent` and `@OnJob` and feeds them from their queues. */
@Injectable()
export class QueueConsumers implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(QueueConsumers.name);
  private readonly workers: Worker[] = [];
  private readonly connections: Redis[] = [];
  private readonly events = new Map<string, { contract: EventContract<unknown>; method: EventMethod }>();
  private readonly jobs = new Map<string, JobHandler>();
  private readonly inFlight = new Set<{ queue: string; id: string; since: number }>();
  private readonly slots: Record<string, number> = {};
  private done = 0;

  constructor(
    private readonly service: Service,
    private readonly config: { redisUrl: string; instance: string },
    private readonly jobConcurrency: Record<string, number>,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
    private readonly database: DataSource | undefined,
  ) {}

  /** Names of the events and jobs that have a handler here. */
  discovered(): { events: string[]; jobs: string[] } {
    return { events: [...this.events.keys()], jobs: [...this.jobs.keys()] };
  }

  /** What this process does just now, the longest first, of how many entries it could take, and what it has done. */
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

  /** Reads the marks; an event or a job with two handlers is a bug. */
  onModuleInit(): void {
    for (const wrapper of [...this.discovery.getProviders(), ...this.discovery.getControllers()]) {
      const instance = wrapper.instance as Record<string, (...args: never[]) => unknown> | undefined;
      if (!instance || typeof instance !== 'object') continue;
      const prototype = Object.getPrototypeOf(instance) as object | null;
      if (!prototype) continue;
      for (const key of this.scanner.getAllMethodNames(prototype)) {
        const method = instance[key];
        if (typeof method === 'function') this.register(method, instance);
      }
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

  private register(method: (...args: never[]) => unknown, instance: object): void {
    const event = this.reflector.get<EventContract<unknown> | undefined>(HANDLES_EVENT, method);
    const job = this.reflector.get<Omit<JobHandler, 'method'> | undefined>(HANDLES_JOB, method);
    const name = event?.name ?? job?.contract.name;
    if (name && (this.events.has(name) || this.jobs.has(name))) throw new Error(`Two handlers for ${name}`);
    if (event) this.events.set(event.name, { contract: event, method: method.bind(instance) as EventMethod });
    if (job) this.jobs.set(job.contract.name, { ...job, method: method.bind(instance) as JobMethod });
  }

  private start(
    queue: string,
    handle: (entry: Job<QueueEntry>, token: string) => Promise<void>,
    concurrency: number,
  ): void {
    this.slots[queue] = concurrency;
    // BullMQ leaves a connection that it was given open.
    const connection = connectRedis(this.config.redisUrl, `${this.config.instance}:${queue}`);
    this.connections.push(connection);
    const worker = new Worker<QueueEntry>(
      queue,
      async (entry, token) => {
        const stopTimer = messageDuration.startTimer({
          kind: queue.startsWith('events-') ? 'event' : 'job',
          name: entry.name,
        });
        const taken = {
          queue,
          id: (entry.data.payload as { id?: string }).id ?? entry.id ?? '',
          since: performance.now(),
        };
        this.inFlight.add(taken);
        try {
          await withCorrelation(entry.data.correlationId, () => handle(entry, token ?? ''));
          stopTimer({ outcome: 'ok' });
        } catch (error) {
          stopTimer({ outcome: error instanceof DelayedError ? 'rescheduled' : 'error' });
          throw error;
        } finally {
          this.inFlight.delete(taken);
          this.done += 1;
        }
      },
      {
        connection,
        concurrency,
        lockDuration: LOCK_MS,
        stalledInterval: STALL_CHECK_MS,
        maxStalledCount: 1_000_000,
        settings: { backoffStrategy: cappedBackoff },
        telemetry: bullmqTelemetry(),
      },
    );
    worker.on('error', (error) => this.log.warn({ msg: 'A queue worker stumbled', queue, reason: error.message }));
    worker.on('failed', (entry, error) =>
      this.log.warn({
        msg: 'Will be tried again',
        queue,
        name: entry?.name,
        id: entry?.id,
        tries: entry?.attemptsMade,
        err: error,
      }),
    );
    this.workers.push(worker);
  }

  private async handleEvent(entry: Job<QueueEntry>): Promise<void> {
    const handler = this.events.get(entry.name);
    if (!handler) throw new Error(`${this.service} has no handler for ${entry.name}`);
    const id = String(entry.id);
    const handle = (manager?: EntityManager): Promise<void> =>
      handler.method(parseMessage(handler.contract.payload, entry.data.payload), manager, { id });
    if (!this.database) return handle();
    await this.database.transaction(async (manager) => {
      const isNew = (await manager.query(
        `INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id`,
        [id],
      )) as unknown[];
      if (isNew.length > 0) await handle(manager);
    });
  }
}

async function handleJob(entry: Job<QueueEntry>, token: string, { contract, method }: JobHandler): Promise<void> {
  const { id } = parseMessage(contract.payload, entry.data.payload) as JobPayload;
  const next = await method(id);
  if (next.action === 'done') return;
  await entry.moveToDelayed(Date.now() + next.delayMs, token);
  throw new DelayedError();
}
