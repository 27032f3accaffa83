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

/** The scheduled backups of a stack. */
export class Backups {
  private constructor(
    /** The file whose time is that of the last check. */
    private readonly checked: string,
    readonly stop: () => Promise<void>,
  ) {}

  /** Starts them, has Prometheus find them, and waits for a backup that was checked. */
  static async start(cluster: TestCluster, prometheus: Prometheus): Promise<Backups> {
    const folder = await mkdtemp(path.join(tmpdir(), 'luit-backups-'));
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
    await prometheus.find('backups', `127.0.0.1:${port}`);
    return new Backups(checked, async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    });
  }

  /** Moves the last check to the past. @returns a function that moves it to now */
  async age(): Promise<() => Promise<void>> {
    const set = (at: Date) => utimes(this.checked, at, at);
    await set(new Date(Date.now() - OVERDUE_MS));
    return () => set(new Date());
  }
}
