import { freePort } from '@luit/local/port-leases';
import { until } from '@luit/smoke/until';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestCluster } from '../test-cluster';
import type { Prometheus } from './prometheus';

const PROGRAM = path.resolve(__dirname, '../../../../../services/platform/dist/backups/scheduled-backups.main.js');
const OVERDUE_MS = 27 * 3_600_000;
const DAY_MS = 86_400_000;

/** Lets the scheduled backups write and check one backup, and moves its check to the past. */
export async function overdueBackup(cluster: TestCluster, prometheus: Prometheus): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'luit-overdue-'));
  const port = await freePort();
  // The next backup is due in 23 hours.
  const time = new Date(Date.now() - DAY_MS / 24).toISOString().slice(11, 16);
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      LUIT_MODE: 'local',
      LOG_LEVEL: 'warn',
      ADMIN_DATABASE_URL: cluster.stack.postgres,
      BACKUPS_DIR: folder,
      BACKUP_TIME: time,
      BACKUP_KEEP_DAYS: '14',
      HEALTH_PORT: String(port),
    },
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  const checked = await until('the backup to be checked', async () => {
    for (const name of await readdir(folder)) {
      const files = await readdir(path.join(folder, name));
      if (files.includes('checked')) return path.join(folder, name, 'checked');
    }
    return undefined;
  });
  const past = new Date(Date.now() - OVERDUE_MS);
  await utimes(checked, past, past);
  const lose = await prometheus.find('backups', `127.0.0.1:${port}`);
  return async () => {
    const now = new Date();
    await utimes(checked, now, now);
    await lose();
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  };
}
