import assert from 'node:assert/strict';
import { ApiError, type LuitClient } from '@luit/smoke/client';
import { until } from '@luit/smoke/until';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Prometheus } from '../alerts/prometheus';
import { type FailoverFigures, surviveFailover } from '../scenarios/failover';
import { TestCluster } from '../test-cluster';
import { TEST_IMAGE } from '../test-image';
import { exhaustFileDescriptors } from './file-descriptors';
import { SmallDisk } from './small-disk';

const JOBS = 20;
const DISK_MEGABYTES = { postgres: 512, redis: 256, storage: 64 };
type Disk = keyof typeof DISK_MEGABYTES;
const RULES = path.resolve(__dirname, '..', '..', '..', '..', 'deploy', 'prometheus', 'rules.yml');
/** The interval that infra/deploy/prometheus/prometheus.yml sets. */
const SCRAPE_INTERVAL = '15s';
const ALERT_LIMIT_MS = 60_000;
/** How often space that was freed meanwhile is taken again. */
const REFILL_MS = 200;

interface Fault {
  description: string;
  /** The label `store` of LuitWritesRefused. */
  store: 'postgres' | 'redis' | 'files';
  begin(): Promise<unknown> | undefined;
  end(): Promise<unknown> | undefined;
}

export interface FullDiskFigures extends FailoverFigures {
  description: string;
  /** From the fault until the first alert that a human must follow, milliseconds. */
  alertedMs: number;
  alert: string;
  /** The response of the services' `/health/ready` meanwhile. */
  readiness: string[];
}

/**
 * Fills the disks of Postgres, of Redis and of the file storage, and the memory of Redis, one after the other and under load, until an
 * alert fires; then frees them. In the end it takes the file descriptors of a gateway. The alert rules and intervals equal an
 * installation's.
 *
 * @throws Error if this user may not mount file systems
 */
export async function runFullDisks(report: (figures: FullDiskFigures) => void): Promise<void> {
  const disks: Partial<Record<Disk, SmallDisk>> = {};
  const cluster = await TestCluster.openPrepared({
    workers: 2,
    proxied: [],
    env: {},
    prepare: (folder) => {
      for (const [name, megabytes] of Object.entries(DISK_MEGABYTES))
        disks[name as Disk] = SmallDisk.mount(path.join(folder, name), megabytes);
    },
  });
  try {
    const creator = await cluster.creator('pro', 8);
    const buyer = await cluster.creator('pro', 4);
    for (const fault of faultsOf(cluster, disks)) {
      report(await survive(cluster, { creator, buyer, fault }));
    }
    console.log(
      `gateway without file descriptors: 503; served again after ${await exhaustFileDescriptors(cluster)} ms`,
    );
  } finally {
    await cluster.running.forceStop();
    for (const disk of Object.values(disks)) disk.unmount();
    await cluster.close(true);
  }
}

function faultsOf(cluster: TestCluster, disks: Partial<Record<Disk, SmallDisk>>): Fault[] {
  const full = (name: Disk, store: Fault['store']): Fault => {
    let timer: NodeJS.Timeout;
    return {
      description: `the disk of ${name} is full`,
      store,
      begin: () => {
        disks[name]?.fill();
        timer = setInterval(() => disks[name]?.fill(), REFILL_MS);
        return undefined;
      },
      end: () => {
        clearInterval(timer);
        disks[name]?.free();
        return undefined;
      },
    };
  };
  const postgres = full('postgres', 'postgres');
  const withoutLog: Fault = {
    ...postgres,
    description: 'the disk of postgres is full, and its write-ahead log needs space',
    begin: async () => {
      await postgres.begin();
      await until('Postgres to stop', () =>
        cluster.sql(`SELECT pg_switch_wal(), pg_logical_emit_message(false, 'chaos', '')`).then(
          () => undefined,
          () => true,
        ),
      );
    },
  };
  const redis = new Redis(cluster.stack.redis, { lazyConnect: true });
  const limit: Fault = {
    description: 'Redis has reached maxmemory',
    store: 'redis',
    begin: async () => {
      await redis.connect();
      await redis.config('SET', 'maxmemory', 1);
    },
    end: async () => {
      await redis.config('SET', 'maxmemory', 0);
      await redis.quit();
    },
  };
  return [postgres, withoutLog, full('redis', 'redis'), limit, full('storage', 'files')];
}

async function survive(
  cluster: TestCluster,
  { creator, buyer, fault }: { creator: LuitClient; buyer: LuitClient; fault: Fault },
): Promise<FullDiskFigures> {
  // A new one has seen nothing of the faults before.
  const prometheus = await Prometheus.start(cluster.stack, await readFile(RULES, 'utf8'), SCRAPE_INTERVAL);
  const found = { alert: '', alertedMs: 0, readiness: [] as string[] };
  try {
    await prometheus.untilScraped();
    const figures = await surviveFailover(cluster, { creator, buyer, jobs: JOBS }, async () => {
      const at = Date.now();
      await fault.begin();
      try {
        if (fault.store === 'files') await assertUploadsRefused(creator);
        found.alert = await until(`an alert about ${fault.store}`, () => firing(prometheus, fault), ALERT_LIMIT_MS);
        found.alertedMs = Date.now() - at;
        found.readiness = await readinessFaults(cluster);
        assert.ok(!found.readiness.some((fault) => fault.startsWith('gateway')), 'load balancers skip the gateways');
        if (fault.store !== 'files') assert.notDeepEqual(found.readiness, [], 'the services say that they are ready');
      } finally {
        await fault.end();
      }
    });
    if (fault.store === 'files') await upload(creator);
    await cluster.untilIdle();
    for (const [job, tasks] of await cluster.tasksByJob()) assert.equal(tasks, 1, `tasks of ${job}`);
    return { ...figures, ...found, description: fault.description };
  } finally {
    await prometheus.close();
  }
}

const upload = (creator: LuitClient) =>
  creator.upload('/api/restore', { quality: 'standard' }, TEST_IMAGE, randomUUID());

/** The name of a firing alert that says which store is at fault. */
async function firing(prometheus: Prometheus, { store }: Fault): Promise<string | undefined> {
  const alerts = await prometheus.alerts();
  const found = alerts.find(({ labels, state }) => state === 'firing' && [labels.store, labels.check].includes(store));
  return found?.labels.alertname;
}

async function assertUploadsRefused(creator: LuitClient): Promise<void> {
  await assert.rejects(
    upload(creator),
    (error) => error instanceof ApiError && error.status === 507 && !!error.retryAfter,
  );
}

async function readinessFaults(cluster: TestCluster): Promise<string[]> {
  const faults = await Promise.all(
    Object.entries(cluster.stack.processes).map(async ([name, { metrics }]) => {
      if (!metrics) return [];
      const response = await fetch(metrics.replace(/metrics$/, 'health/ready'));
      const body = (await response.json()) as { faults: Record<string, string> };
      return Object.entries(body.faults).map(([check, reason]) => `${name}: ${check}: ${reason}`);
    }),
  );
  return faults.flat();
}
