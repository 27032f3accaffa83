import { BillingModule } from '@luit/billing/billing.module';
import { readConfig as readBillingConfig } from '@luit/billing/config';
import type { Service, StoringService } from '@luit/contracts/messages/message';
import { readConfig as readGenerationConfig } from '@luit/generation/config';
import { GenerationModule } from '@luit/generation/generation.module';
import { callHandlers } from '@luit/platform/bootstrap';
import { CallClient } from '@luit/platform/calls/call-client';
import type { CommonConfig } from '@luit/platform/config';
import { DeadLetters, type DeadLetterSink } from '@luit/platform/dead-letters/dead-letters';
import { ReportedDeadLetters } from '@luit/platform/dead-letters/reported-dead-letters';
import { QueueConsumers } from '@luit/platform/jobs/queue-consumers';
import { Queues } from '@luit/platform/queues/queues';
import { MarkedMethods } from '@luit/platform/marked-methods';
import { WakeUpListener } from '@luit/platform/wake-ups/wake-ups';
import { PlatformModule, REDIS } from '@luit/platform/platform.module';
import { RedisSubscriber } from '@luit/platform/redis/redis-subscriber';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { systemTimers } from '@luit/platform/scheduling/timers';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import { handedPoll, POLL_WAKE_UP, type Poll } from '@luit/contracts/generation/tracking';
import { CONFIG, INSTANCE } from '@luit/worker/config';
import { LeasesModule } from '@luit/worker/leases/leases.module';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { OutputChecks } from '@luit/worker/outputs/output-checks';
import { OutputFingerprints } from '@luit/worker/outputs/output-fingerprints';
import { OutputsModule } from '@luit/worker/outputs/outputs.module';
import { OutputsService } from '@luit/worker/outputs/outputs.service';
import { SealedFileCleaner } from '@luit/worker/outputs/sealed-files';
import type { Provider } from '@luit/worker/providers/provider';
import { Providers } from '@luit/worker/providers/providers';
import { ProvidersModule } from '@luit/worker/providers/providers.module';
import { InputFramesReader } from '@luit/worker/submissions/input-frames-reader';
import { InputImages } from '@luit/worker/submissions/input-images';
import { SubmissionsModule } from '@luit/worker/submissions/submissions.module';
import { HandedPollsReader } from '@luit/worker/tracking/handed-polls-reader';
import { TrackingModule } from '@luit/worker/tracking/tracking.module';
import { type DynamicModule, Global, type LoggerService, Module, type Provider as Injected } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { ProcessQueues, SimulatedConsumers } from './process-queues';
import { SLOTS } from './progress-checks';
import { Random } from '@luit/platform/testing/random';
import type { SimulatedCalls } from './simulated-calls';
import type { SimulatedProcess } from './simulated-process';
import { RAZORPAY } from './simulated-razorpay';
import type { SimulatedQueues } from './simulated-queues';
import type { SimulatedRedis } from './simulated-redis';
import type { World } from './world';

/** State that the processes of a history share. */
export interface Infrastructure {
  world: World;
  redis: SimulatedRedis;
  queues: SimulatedQueues;
  calls: SimulatedCalls;
  /** Billing sells, refunds and issues documents. */
  hasPayments: boolean;
  providers: ReadonlyMap<string, Provider>;
  urlOf(service: 'billing' | 'generation'): string;
}

/** Times that a history would have to wait for, shortened. */
const GENERATION_LIMITS = {
  acceptDeadlineMs: 3_000,
  queueLimitMs: 150_000,
  providerMaximumMs: 30_000,
  giveUpMs: 10_000,
  settlementRetryMs: 10_000,
  breakerFailures: 3,
  breakerOpenMs: 10_000,
};
const BILLING_RECONCILIATION = { intervalMs: 60_000, holdAgeMs: 15_000 };
const ORDER_POLLS_MS = [5, 15, 30, 45, 60, 90, 120, 180, 240].map((seconds) => seconds * 1_000);
const REFUND_RETRIES_MS = [5_000, 10_000];
const DAY_MS = 24 * 3_600_000;

/** Work that only histories with payments depend on. */
const PAYMENTS = new Set(['invoices', 'open-orders', 'refunds']);
/** Work that no invariant depends on. */
const LEFT_OUT = new Set([
  'alert-report',
  'daily-totals',
  'expired-credits',
  'expired-job-metrics',
  'job-metrics',
  'operator-actions',
]);

class SimulatedScheduler extends Scheduler {
  constructor(
    private readonly leftOut: ReadonlySet<string>,
    random: Random,
  ) {
    super(systemTimers, () => random.next());
  }

  override every(...[name, intervalMs, round, options]: Parameters<Scheduler['every']>): Schedule {
    if (!this.leftOut.has(name)) return super.every(name, intervalMs, round, options);
    return super.every(name, DAY_MS, () => Promise.resolve(), { ...options, firstMs: DAY_MS });
  }
}

type Replacement = Exclude<Injected, new (...values: never[]) => unknown>;

/** Starts the real modules of a service in a simulated process. */
export async function startService(infrastructure: Infrastructure, owner: SimulatedProcess): Promise<void> {
  const { world, calls } = infrastructure;
  await world.start(owner, async () => {
    const logger = loggerOf(world, owner);
    const root = rootOf(infrastructure, owner);
    const app = await NestFactory.createApplicationContext(root, { logger, abortOnError: false });
    const handlers = callHandlers(owner.service as Service, app);
    calls.serve(owner.service, { owner, answer: handlers.answer.bind(handlers) });
  });
}

function rootOf(infrastructure: Infrastructure, owner: SimulatedProcess): DynamicModule {
  const environment = { LUIT_MODE: 'local', REDIS_URL: 'redis://simulated.test' };
  const common = configOf(owner);
  switch (owner.service) {
    case 'billing': {
      const config = readBillingConfig({ ...environment, DATABASE_URL: infrastructure.urlOf('billing') });
      Object.assign(config.reconcile, BILLING_RECONCILIATION, {
        paymentsIntervalMs: DAY_MS,
        refundsIntervalMs: DAY_MS,
      });
      if (infrastructure.hasPayments) {
        const { webhookSecret, ...credentials } = RAZORPAY;
        Object.assign(config.razorpay, { credentials, webhookSecrets: [webhookSecret] });
        config.reconcile.paymentsIntervalMs = BILLING_RECONCILIATION.intervalMs;
        Object.assign(config, { pollScheduleMs: ORDER_POLLS_MS, refundScheduleMs: REFUND_RETRIES_MS });
      }
      return simulated(BillingModule.forRoot({ ...config, common }), infrastructure, owner);
    }
    case 'generation': {
      const config = readGenerationConfig({
        ...environment,
        DATABASE_URL: infrastructure.urlOf('generation'),
        WEBHOOK_BASE_URL: 'http://gateway.test',
        PROVIDER_SECRETS: 'thirty-two characters or some more',
        MODEL_PROVIDERS: JSON.stringify({ seedance: [...infrastructure.providers.keys()] }),
      });
      Object.assign(config.limits, GENERATION_LIMITS);
      Object.assign(config, { instanceSeeds: [], userConcurrency: SLOTS });
      return simulated(GenerationModule.forRoot({ ...config, common }), infrastructure, owner);
    }
    default:
      return simulated(workerModule(infrastructure, common), infrastructure, owner);
  }
}

function configOf({ name }: SimulatedProcess): CommonConfig {
  return {
    mode: 'local',
    logLevel: 'silent',
    redisUrl: 'redis://simulated.test',
    instance: name,
    healthHost: '127.0.0.1',
    healthPort: 0,
    drainMs: 5_000,
    tracing: null,
  };
}

/** Replaces what connects to Redis, in the platform module that a service imports. */
function simulated(root: DynamicModule, infrastructure: Infrastructure, owner: SimulatedProcess): DynamicModule {
  const { world, redis, queues, calls } = infrastructure;
  const service = owner.service as StoringService;
  const config = configOf(owner);
  // Generation's checks repair nothing; the simulation has its own. Billing's repair holds.
  const leftOut = new Set([
    ...LEFT_OUT,
    ...(service === 'generation' ? ['invariants'] : []),
    ...(infrastructure.hasPayments ? [] : PAYMENTS),
  ]);
  const random = new Random(world.random.int(0, 2 ** 31));
  const replacements: Replacement[] = [
    { provide: REDIS, useFactory: () => redis.connection() },
    { provide: Queues, inject: [REDIS], useFactory: (connection: Redis) => new ProcessQueues(queues, connection) },
    { provide: CallClient, useFactory: () => ({ call: calls.call.bind(calls), close: () => Promise.resolve() }) },
    { provide: Scheduler, useFactory: () => new SimulatedScheduler(leftOut, random) },
    { provide: RedisSubscriber, useFactory: silentSubscriber },
    {
      provide: QueueConsumers,
      inject: [
        MarkedMethods,
        owner.service === 'worker' ? ReportedDeadLetters : DeadLetters,
        { token: getDataSourceToken(), optional: true },
      ],
      useFactory: (marked: MarkedMethods, deadLetters: DeadLetterSink, database?: DataSource) =>
        new SimulatedConsumers(queues, service, config, {}, marked, database, deadLetters),
    },
  ];
  const platform = root.imports!.find((one) => (one as DynamicModule).module === PlatformModule) as DynamicModule;
  platform.providers = replaced(platform.providers!, replacements);
  return root;
}

/** @throws Error if the module no longer provides something that the simulation replaces */
function replaced(providers: Injected[], replacements: Replacement[]): Injected[] {
  const tokenOf = (provider: Injected): unknown => (typeof provider === 'function' ? provider : provider.provide);
  const result = [...providers];
  for (const replacement of replacements) {
    const index = result.findIndex((provider) => tokenOf(provider) === replacement.provide);
    if (index === -1) throw new Error(`No module provides ${String(replacement.provide)} any more`);
    result[index] = replacement;
  }
  return result;
}

/** Broadcasts are hints; no invariant depends on them. */
function silentSubscriber(): Partial<RedisSubscriber> {
  return {
    subscribe: () => Promise.resolve(),
    onReconnect: () => undefined,
    onDisconnect: () => undefined,
    close: () => Promise.resolve(),
  };
}

@Global()
@Module({})
class SimulatedWorkerModule {}

/** The features of the worker that a job passes. */
const WORKER_FEATURES = [LeasesModule, OutputsModule, ProvidersModule, SubmissionsModule, TrackingModule];

/** The worker's way of a job, with simulated vendors and files. */
function workerModule({ world, redis, providers }: Infrastructure, common: CommonConfig): DynamicModule {
  const config = { common, concurrency: 8, leases: { renewEveryMs: 1_000, persistForMs: 15_000 } };
  const collected = (requestId: string) => ({
    outputKey: `outputs/${requestId}/video.mp4`,
    posterKey: null,
    contentType: 'video/mp4',
    bytes: 1_000,
    durationSeconds: 5,
    fingerprint: null,
  });
  const replacements: Replacement[] = [
    { provide: Providers, useValue: { find: (id: string) => Promise.resolve(providers.get(id)) } },
    { provide: InputImages, useValue: {} },
    { provide: InputFramesReader, useValue: { read: () => Promise.resolve({ image: null, lastImage: null }) } },
    ...[MediaPrograms, OutputFingerprints, OutputChecks, SealedFileCleaner].map((provide) => ({
      provide,
      useValue: null,
    })),
    {
      provide: OutputsService,
      useValue: { collect: (held: { requestId: string }) => Promise.resolve(collected(held.requestId)) },
    },
    {
      provide: WakeUpListener,
      useValue: { start: (onWakeUp: (delayMs: number) => void) => redis.listen(POLL_WAKE_UP, onWakeUp) },
    },
    {
      provide: HandedPollsReader,
      useValue: {
        start: (_capacity: unknown, onPoll: (poll: Poll, ageMs: number) => void) =>
          redis.readHandedPolls((entry) => {
            const { poll, claimedAt } = handedPoll.parse(JSON.parse(entry));
            onPoll(poll, world.now - claimedAt);
          }),
      },
    },
  ];
  const features = WORKER_FEATURES.flatMap((feature) => Reflect.getMetadata('providers', feature) as Injected[]);
  return {
    module: SimulatedWorkerModule,
    imports: [PlatformModule.forRoot({ service: 'worker', config: common })],
    providers: [
      { provide: CONFIG, useValue: config },
      { provide: INSTANCE, useValue: common.instance },
      ...replaced(features, replacements),
    ],
    exports: [CONFIG, INSTANCE],
  };
}

/** Warnings and errors of the services are part of the trace. */
function loggerOf(world: World, { name }: SimulatedProcess): LoggerService {
  const write = (message: unknown): void => {
    // TypeORM warns because crashed processes have left their data sources.
    if (String(message).startsWith('A data source with the default name')) return;
    world.log(name, `log: ${typeof message === 'string' ? message : JSON.stringify(message, describeErrors)}`);
  };
  return { log: () => undefined, warn: write, error: write, fatal: write };
}

function describeErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}
