import { mailJob } from '@luit/contracts/auth/mails';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { startPostgres } from '@luit/local/postgres';
import { migrate } from '@luit/platform/migrations/migrate';
import type { DatabaseSettings } from '@luit/platform/database/data-source-options';
import { serviceDatabase } from '@luit/platform/service-database';
import { writeJob } from '@luit/platform/events/outbox';
import { OnJob } from '@luit/platform/jobs/on-job';
import { PlatformModule } from '@luit/platform/platform.module';
import { createTestDatabase } from '@luit/platform/testing/database';
import { messagingMigration } from '@luit/platform/testing/messaging-migration';
import { startTestRedis } from '@luit/platform/testing/redis';
import { testConfig } from '@luit/platform/testing/services';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Queue, Worker } from 'bullmq';
import { performance } from 'node:perf_hooks';
import { DataSource } from 'typeorm';
import { median, paired } from './paired';
import { pairRow, type Row } from './report';

const SAMPLES = 150;

/** Callbacks that wait for a job to start, by its id. */
const starts = new Map<string, () => void>();

@Injectable()
class Started {
  @OnJob(mailJob)
  start(id: string): Promise<JobResult> {
    starts.get(id)?.();
    return Promise.resolve({ action: 'done' });
  }
}

@Module({})
class Root {}

/** P5: compares the time from a Postgres commit to the start in a worker with the time from add to start in BullMQ alone. */
export async function benchOutbox(): Promise<Row[]> {
  const [postgres, redis] = await Promise.all([startPostgres(), startTestRedis()]);
  process.env.LUIT_TEST_POSTGRES_URL = postgres.url;
  const database = await createTestDatabase();
  const settings: DatabaseSettings = {
    service: 'generation',
    url: database.urlOf('generation'),
    entities: [],
    migrations: [messagingMigration()],
  };
  await migrate(settings, database.adminUrl);
  const open = (service: 'generation' | 'worker', own?: DatabaseSettings, providers: (new () => object)[] = []) =>
    NestFactory.createApplicationContext(
      {
        module: Root,
        imports: [
          PlatformModule.forRoot({
            service,
            config: testConfig(service, redis.url),
            database: own && serviceDatabase(own, { recordAction: () => Promise.resolve(), expiredRows: [] }),
          }),
        ],
        providers,
      },
      { logger: false },
    );
  const generation = await open('generation', settings);
  const worker = await open('worker', undefined, [Started]);
  const source = generation.get(DataSource);
  const queue = new Queue('bare', { connection: { url: redis.url } });
  const bareWorker = new Worker('bare', (entry) => Promise.resolve(starts.get(String(entry.id))?.()), {
    connection: { url: redis.url, maxRetriesPerRequest: null },
    concurrency: 10,
  });
  await bareWorker.waitUntilReady();
  try {
    const pair = await paired(
      () => p50((id) => source.transaction((manager) => writeJob(manager, mailJob, id))),
      () => p50((id) => queue.add('bare', {}, { jobId: id, removeOnComplete: true }), false),
    );
    return [pairRow('P5', 'commit → worker start ÷ BullMQ add → start, p50', pair, 'ms', { atMost: 3 })];
  } finally {
    await Promise.all([generation.close(), worker.close(), queue.close(), bareWorker.close()]);
    await redis.stop();
    await postgres.stop();
  }
}

/** Median milliseconds until the start, measured from the end of `enqueue` (a commit) or from its beginning (an add). */
async function p50(enqueue: (id: string) => Promise<unknown>, fromEnd = true): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const id = `bench-${performance.now()}`.replace('.', '-');
    let startedAt = 0;
    const started = new Promise<void>((resolve) =>
      starts.set(id, () => {
        startedAt = performance.now();
        resolve();
      }),
    );
    const before = performance.now();
    await enqueue(id);
    const from = fromEnd ? performance.now() : before;
    await started;
    starts.delete(id);
    times.push(Math.max(0, startedAt - from));
  }
  return median(times);
}
