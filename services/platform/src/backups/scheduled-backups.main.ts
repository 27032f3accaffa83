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
import { BackupArchive } from './backup-archive';
import { archiveEnvironment, storageFolder } from './environment';
import { ScheduledBackups, untilTimeOfDay } from './scheduled-backups';

const RETRY_MS = 15 * 60_000;
const DRAIN_MS = 10_000;

const lastBackup = new Gauge({
  name: 'luit_backup_last_success_timestamp_seconds',
  help: 'When the newest complete backup was written, in Unix seconds; 0 if there is none',
  registers: [metrics],
});
const lastCheck = new Gauge({
  name: 'luit_backup_last_check_timestamp_seconds',
  help: 'When a backup was last proven to be restorable, in Unix seconds; 0 if none was',
  registers: [metrics],
});

/** Backs up every day at BACKUP_TIME (UTC), and at once if there is no backup yet. */
async function start(): Promise<{ close(): Promise<void> }> {
  const env = parseEnvironment(
    {
      ...archiveEnvironment,
      LOG_LEVEL: z.string().default('info'),
      BACKUP_TIME: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in UTC, such as 21:30'),
      HEALTH_HOST: z.string().default('127.0.0.1'),
      HEALTH_PORT: port.default(0),
    },
    process.env,
    [],
  );
  Logger.overrideLogger(new JsonLogger(createPino({ service: 'backups', instance: 'backups', level: env.LOG_LEVEL })));
  const archive = new BackupArchive(env.BACKUPS_DIR, env.BACKUP_KEEP_DAYS);
  const backups = new ScheduledBackups(archive, {
    databaseUrl: env.ADMIN_DATABASE_URL,
    storageDir: storageFolder(env),
  });
  const health = new HealthServer();
  health.measureAtScrape('backups', async () => {
    lastBackup.set(seconds(await archive.lastBackupAt()));
    lastCheck.set(seconds(await archive.lastCheckAt()));
  });
  const untilNext = (): number => untilTimeOfDay(env.BACKUP_TIME, new Date());
  const round = async (): Promise<NextRound> => {
    await backups.run(new Date());
    return { nextMs: untilNext() };
  };
  const scheduler = new Scheduler();
  scheduler.every('backup', RETRY_MS, round, {
    firstMs: (await archive.lastCheckAt()) === null ? 0 : untilNext(),
    // The next start removes the files of an interrupted backup.
    isAwaitedAtShutdown: false,
  });
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
