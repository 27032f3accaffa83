import type { RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { CallContract, JobContract } from '@luit/contracts/messages/message';
import { type RunningService, startProcess } from '@luit/platform/bootstrap';
import { Queues } from '@luit/platform/jobs/queues';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { asRedisUser, startTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { startFakeService, testConfig } from '@luit/platform/testing/services';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '@luit/sandbox/sandbox';
import { type SandboxClient, sandboxClient } from '@luit/sandbox/sandbox-client';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type WorkerConfig } from '../config';
import { WorkerModule } from '../worker.module';

interface Report {
  call: string;
  requestId: string;
  lease?: number;
  [field: string]: unknown;
}

type AnyCall = CallContract<unknown, unknown>;
type Types<Contract extends AnyCall> = NonNullable<Contract['types']>;

/** A fake of generation: tests script the answers of calls and inspect the received ones. */
export class ScriptedGeneration {
  private readonly reports: Report[] = [];
  private readonly answers = new Map<string, (input: never) => unknown>();

  /** Sets the answer to a call about this request; the function may throw. */
  on<Contract extends AnyCall>(
    contract: Contract,
    requestId: string,
    answer: (input: Types<Contract>['request']) => Types<Contract>['response'] | Promise<Types<Contract>['response']>,
  ): void {
    this.answers.set(`${contract.name} ${requestId}`, answer);
  }

  /** Sets the answer to a call without a request id. */
  onAny<Contract extends AnyCall>(
    contract: Contract,
    answer: (input: Types<Contract>['request']) => Types<Contract>['response'],
  ): void {
    this.answers.set(`${contract.name} undefined`, answer);
  }

  /** Received calls about a request without lease renewals, oldest first. */
  reportsAbout(requestId: string): Report[] {
    return this.reports.filter(
      (report) => report.requestId === requestId && report.call !== generationCalls.renewLease.name,
    );
  }

  /** All received calls of one kind about a request. */
  all(contract: { name: string }, requestId: string): Report[] {
    return this.reports.filter((report) => report.requestId === requestId && report.call === contract.name);
  }

  handlers(): Record<string, (input: never) => unknown> {
    const names = Object.values(generationCalls).map((contract) => contract.name);
    return Object.fromEntries(names.map((name) => [name, (input: never) => this.handle(name, input)]));
  }

  private handle(call: string, input: { requestId: string }): unknown {
    this.reports.push({ ...input, call });
    const answer = this.answers.get(`${call} ${input.requestId}`);
    if (answer) return answer(input as never);
    if (call === generationCalls.renewLease.name || call === generationCalls.startCollecting.name) return {};
    return { action: call.startsWith('generation.claim') ? 'none' : 'done' };
  }
}

export class ScriptedMails {
  readonly due = new Map<string, RenderedMail>();
  readonly sent: string[] = [];

  handlers(): Record<string, (input: never) => unknown> {
    return {
      [authCalls.renderMail.name]: ({ mailId }: { mailId: string }) => this.due.get(mailId) ?? null,
      [authCalls.markMailSent.name]: ({ mailId }: { mailId: string }) => {
        this.sent.push(mailId);
        this.due.delete(mailId);
        return {};
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
  config: WorkerConfig;
  /** Folder of the storage, unless a test configures another one. */
  storageDir: string;
  enqueue(contract: JobContract, id: string): Promise<void>;
  queued(contract: JobContract): Promise<number>;
  startWorker(): Promise<RunningService>;
  close(): Promise<void>;
}

/** A worker in this process with a real Redis, the sandbox, and scripted services behind the real call transport. */
export async function startWorkerTestApp(options: SandboxOptions = {}): Promise<WorkerTestApp> {
  const [redis, sandbox] = await Promise.all([startTestRedis(), startSandbox(options)]);
  const storageDir = await mkdtemp(join(tmpdir(), 'luit-worker-'));
  const generation = new ScriptedGeneration();
  const mails = new ScriptedMails();
  const fakes = await Promise.all([
    startFakeService('generation', redis.url, generation.handlers()),
    startFakeService('auth', redis.url, mails.handlers()),
  ]);
  const connection = connectRedis(redis.url, 'test-queues');
  const queues = new Queues(connection);
  const workers: RunningService[] = [];
  const config: WorkerConfig = {
    ...readConfig({
      LUIT_MODE: 'local',
      REDIS_URL: asRedisUser('worker', redis.url),
      STORAGE_DIR: storageDir,
      LEASE_RENEW_MS: '50',
      REPLICATE_API_URL: `${sandbox.url}/replicate`,
      REPLICATE_API_TOKEN: sandbox.replicate.apiToken,
      REPLICATE_WEBHOOK_SECRET: sandbox.replicate.webhookSecret,
      FAL_QUEUE_URL: `${sandbox.url}/fal/queue`,
      FAL_KEYS_URL: `${sandbox.url}/fal/.well-known/jwks.json`,
      FAL_KEY: sandbox.fal.key,
      ARK_API_URL: `${sandbox.url}/ark/api/v3`,
      ARK_API_KEY: sandbox.ark.apiKey,
      PROVIDER_POST_TIMEOUT_MS: '5000',
      SMTP_URL: `smtp://127.0.0.1:${sandbox.mailbox?.smtpPort ?? 1}`,
      MAIL_FROM: 'Luit <hello@luit.example>',
    }),
    common: testConfig('worker', redis.url),
  };
  return {
    redis,
    sandbox,
    client: sandboxClient(sandbox),
    generation,
    mails,
    config,
    storageDir,
    enqueue: (contract, id) => queues.addJob(contract, id),
    queued: async (contract) => {
      const counts = await queues.named(contract.name).getJobCounts();
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
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
      await Promise.all([sandbox.close(), redis.stop(), rm(storageDir, { recursive: true, force: true })]);
    },
  };
}
