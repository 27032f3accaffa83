import { type AlertCause, alertCalls } from '@luit/contracts/alerts/alerts';
import type { DeliveryAttempt, OutboundRequest } from '@luit/contracts/auth/deliveries';
import type { RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { HANDED_POLLS, type Poll, POLL_WAKE_UP } from '@luit/contracts/generation/tracking';
import { wakeUpKey } from '@luit/contracts/registry/redis-access';
import type { JobContract } from '@luit/contracts/messages/message';
import { type RunningService, startProcess } from '@luit/platform/bootstrap';
import { Queues } from '@luit/platform/queues/queues';
import { sendWakeUp } from '@luit/platform/wake-ups/wake-ups';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { startFakeService, testConfig } from '@luit/platform/testing/services';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type WorkerConfig } from '../config';
import { WorkerModule } from '../worker.module';
import { type ScriptedPoll, ScriptedGeneration } from './scripted-generation';
import { instanceOf, sealedInstance, TEST_SECRET, VENDORS } from './vendors';

export class ScriptedMails {
  readonly due = new Map<string, RenderedMail>();
  readonly sent: string[] = [];
  /** Errors by the id of the mail. */
  readonly failures = new Map<string, string>();

  handlers(): Record<string, (input: never) => unknown> {
    return {
      [authCalls.renderMail.name]: ({ mailId }: { mailId: string }) => this.due.get(mailId) ?? null,
      [authCalls.recordMailFailure.name]: ({ mailId, error }: { mailId: string; error: string }) => {
        this.failures.set(mailId, error);
        return {};
      },
      [authCalls.markMailSent.name]: ({ mailId }: { mailId: string }) => {
        this.sent.push(mailId);
        this.due.delete(mailId);
        return {};
      },
    };
  }
}

export class ScriptedAlerts {
  /** The latest causes by source. */
  readonly causes = new Map<string, AlertCause[]>();

  handlers(): Record<string, (input: never) => unknown> {
    return {
      [alertCalls.reportAlerts.name]: ({ source, causes }: { source: string; causes: AlertCause[] }) => {
        this.causes.set(source, causes);
        return {};
      },
    };
  }
}

export class ScriptedDeliveries {
  readonly due = new Map<string, OutboundRequest>();
  readonly attempts: DeliveryAttempt[] = [];
  /** Milliseconds before the next attempts; the delivery is done once there are none. */
  readonly retries: number[] = [];

  handlers(): Record<string, (input: never) => unknown> {
    return {
      [authCalls.renderDelivery.name]: ({ deliveryId }: { deliveryId: string }) => this.due.get(deliveryId) ?? null,
      [authCalls.recordDelivery.name]: (attempt: DeliveryAttempt) => {
        this.attempts.push(attempt);
        return { retryInMs: this.retries.shift() ?? null };
      },
    };
  }
}

export interface WorkerTestApp {
  redis: TestRedis;
  sandbox: RunningSandbox;
  client: SandboxClient;
  generation: ScriptedGeneration;
  mails: ScriptedMails;
  deliveries: ScriptedDeliveries;
  alerts: ScriptedAlerts;
  config: WorkerConfig;
  /** Folder of the storage, unless a test configures another one. */
  storageDir: string;
  enqueue(contract: JobContract, id: string): Promise<void>;
  queued(contract: JobContract): Promise<number>;
  /** Has generation track this job, and wakes a worker. */
  track(requestId: string, poll: ScriptedPoll): Promise<void>;
  /** Wakes a worker to claim polls. */
  wakeUp(): Promise<void>;
  /** Hands over a poll that was claimed `ageMs` milliseconds ago. */
  handOver(poll: Poll | string, ageMs: number): Promise<void>;
  /** Takes the wake-up that waits for a worker. @returns its milliseconds, or null if there is none */
  takeWakeUp(): Promise<number | null>;
  startWorker(): Promise<RunningService>;
  close(): Promise<void>;
}

/** A worker in this process with a real Redis, the sandbox, and scripted services behind the real call transport. */
export async function startWorkerTestApp(options: SandboxOptions = {}): Promise<WorkerTestApp> {
  const [redis, sandbox] = await Promise.all([takeTestRedis(), startSandbox(options)]);
  const storageDir = await mkdtemp(join(tmpdir(), 'luit-worker-'));
  const generation = new ScriptedGeneration();
  generation.instances = VENDORS.map((vendor) => sealedInstance(instanceOf(vendor, sandbox)));
  const mails = new ScriptedMails();
  const deliveries = new ScriptedDeliveries();
  const alerts = new ScriptedAlerts();
  const fakes = await Promise.all([
    startFakeService('generation', redis.url, generation.handlers()),
    startFakeService('auth', redis.url, {
      ...mails.handlers(),
      ...deliveries.handlers(),
      ...alerts.handlers(),
    }),
  ]);
  const connection = connectRedis(redis.url, 'test-queues');
  const queues = new Queues(connection);
  const workers: RunningService[] = [];
  const config: WorkerConfig = {
    ...readConfig({
      LUIT_MODE: 'local',
      REDIS_URL: asRedisUser('worker', redis.url),
      STORAGE_DIR: storageDir,
      PROVIDER_SECRETS: TEST_SECRET,
      SMTP_URL: `smtp://127.0.0.1:${sandbox.mailbox?.smtpPort ?? 1}`,
      MAIL_FROM: 'Luit <hello@luit.example>',
    }),
    common: testConfig('worker', redis.url),
    leases: { renewEveryMs: 50, persistForMs: 15_000 },
  };
  return {
    redis,
    sandbox,
    client: sandboxClient(sandbox),
    generation,
    mails,
    deliveries,
    alerts,
    config,
    storageDir,
    enqueue: (contract, id) => queues.addJob(contract, id),
    queued: async (contract) => {
      const counts = await queues.named(contract.name).getJobCounts();
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
    track: async (requestId, poll) => {
      generation.track(requestId, poll);
      await sendWakeUp(connection, POLL_WAKE_UP);
    },
    wakeUp: () => sendWakeUp(connection, POLL_WAKE_UP),
    handOver: async (poll, ageMs) => {
      const [seconds] = await connection.time();
      await connection.rpush(HANDED_POLLS, JSON.stringify({ poll, claimedAt: Number(seconds) * 1_000 - ageMs }));
    },
    takeWakeUp: async () => {
      const [, delayMs] = await connection.zpopmin(wakeUpKey(POLL_WAKE_UP));
      return delayMs === undefined ? null : Number(delayMs);
    },
    startWorker: async () => {
      const common = testConfig('worker', redis.url);
      const worker = await startProcess('worker', WorkerModule.forRoot({ ...config, common }), common);
      workers.push(worker);
      return worker;
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
      await Promise.all([...fakes.map((fake) => fake.close()), queues.close()]);
      await closeRedis(connection);
      await Promise.all([sandbox.close(), giveBackTestRedis(redis), rm(storageDir, { recursive: true, force: true })]);
    },
  };
}
