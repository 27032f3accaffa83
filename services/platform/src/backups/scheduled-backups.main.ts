import { Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import { runMain } from '../bootstrap';
import { parseEnvironment, port } from '../config';
import { HealthServer } from '../health/health-server';
import { metrics } from '../metrics/metrics';
import { createPino, JsonLogger } from '../logs/json-logger';
import type { NextRound } from '../scheduling/schedule';
import { Scheduler } from '../scheduling/scheduler';
import { Barman } from './barman';
import { backupUrl } from './backup-url';
import { backupEnvironment, storageFolder } from './environment';
import { copyFiles } from './file-copies';
import { archiveAgeSeconds, ScheduledBackups, untilTimeOfDay } from './scheduled-backups';

const RETRY_MS = 15 * 60_000;
const COPY_FILES_MS = 5 * 60_000;
const LIST_MS = 10 * 60_000;
const DRAIN_MS = 10_000;

const lastBackup = new Gauge({
  name: 'luit_backup_last_success_timestamp_seconds',
  help: 'When the newest backup in the bucket was complete, in Unix seconds; 0 if there is none',
  registers: [metrics],
});
const lastCheck = new Gauge({
  name: 'luit_backup_last_check_timestamp_seconds',
  help: 'When a copy was last recovered from the archive without a gap, in Unix seconds; 0 if none was',
  registers: [metrics],
});
const archiveAge = new Gauge({
  name: 'luit_archive_age_seconds',
  help: 'Seconds since Postgres last archived a segment of its write-ahead log, which is what a loss of its disk would lose',
  registers: [metrics],
});

/** Backs up every day at BACKUP_TIME (UTC), and at once if no backup was ever checked. Copies files every five minutes. */
async function start(): Promise<{ close(): Promise<void> }> {
  const env = parseEnvironment(
    {
      ...backupEnvironment,
      BACKUP_URL: backupUrl,
      BACKUPS_DIR: z.string().min(1),
      LOG_LEVEL: z.string().default('info'),
      BACKUP_TIME: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in UTC, such as 21:30'),
      HEALTH_HOST: z.string().default('127.0.0.1'),
      HEALTH_PORT: port.default(0),
    },
    process.env,
    [],
  );
  Logger.overrideLogger(new JsonLogger(createPino({ service: 'backups', instance: 'backups', level: env.LOG_LEVEL })));
  const barman = new Barman(env.BACKUP_URL);
  const databaseUrl = env.ADMIN_DATABASE_URL;
  const backups = new ScheduledBackups({ barman, databaseUrl, folder: env.BACKUPS_DIR });
  const health = new HealthServer();
  health.measureAtScrape('backups', async () => {
    lastCheck.set(seconds(await backups.lastCheckAt()));
    archiveAge.set(await archiveAgeSeconds(databaseUrl));
  });
  const list = async (): Promise<void> => lastBackup.set(seconds((await barman.list()).at(-1)?.endedAt ?? null));
  const untilNext = (): number => untilTimeOfDay(env.BACKUP_TIME, new Date());
  const round = async (): Promise<NextRound> => {
    await backups.run(new Date());
    await list();
    return { nextMs: untilNext() };
  };
  const scheduler = new Scheduler();
  scheduler.every('backup', RETRY_MS, round, {
    firstMs: (await backups.lastCheckAt()) === null ? 0 : untilNext(),
    // The next start removes what an interrupted round left.
    isAwaitedAtShutdown: false,
  });
  scheduler.every('list-backups', LIST_MS, list, { firstMs: 0, isAwaitedAtShutdown: false });
  const folder = storageFolder(env);
  if (folder !== null) {
    const copy = async (): Promise<void> => void (await copyFiles(env.BACKUP_URL.files, folder));
    scheduler.every('copy-files', COPY_FILES_MS, copy, { firstMs: 0, isAwaitedAtShutdown: false });
  }
  await health.listen(env.HEALTH_HOST, env.HEALTH_PORT);
  health.setReady(true);
  return {
    close: async () => {
      await scheduler.beforeApplicationShutdown();
      await health.close();
    },
  };
}

function seconds(at: Date | null): number {
  return (at?.getTime() ?? 0) / 1000;
}

void runMain(start, () => DRAIN_MS);
