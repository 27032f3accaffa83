import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { postgresConnection } from '../addresses/certificate-authorities';
import type { Barman } from './barman';
import { countRows } from './catalog';
import { recover } from './recovery';

/** A backup that is younger need not be made again when only its check failed. */
const YOUNG_MS = 20 * 3_600_000;
/** How far back every second can be restored. */
const KEEP_DAYS = 14;
const POLL_MS = 1_000;
const ARCHIVED_WITHIN_MS = 300_000;

export interface ScheduledBackupSettings {
  barman: Barman;
  /** Of a superuser. */
  databaseUrl: string;
  /** Folder for the copy that is recovered for the check, and for the time of the last one. */
  folder: string;
}

/** Backs up Postgres, proves that the archive leads from the newest backup to now, and only then deletes old backups. */
export class ScheduledBackups {
  private readonly log = new Logger(ScheduledBackups.name);

  constructor(private readonly settings: ScheduledBackupSettings) {}

  /** When a recovery last succeeded. */
  async lastCheckAt(): Promise<Date | null> {
    return stat(this.checkFile).then(
      ({ mtime }) => mtime,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return null;
      },
    );
  }

  /** @throws Error if the backup or its check fails; older backups are then kept */
  async run(now: Date): Promise<void> {
    const { barman, databaseUrl } = this.settings;
    const newest = (await barman.list()).at(-1);
    if (!newest || now.getTime() - newest.endedAt.getTime() > YOUNG_MS) await barman.backUp(databaseUrl);
    await this.check(now);
    await barman.deleteOld(KEEP_DAYS);
  }

  /** Recovers a copy up to a point that is written now, which fails if any segment since the backup is missing. */
  private async check(now: Date): Promise<void> {
    const { folder, ...source } = this.settings;
    const name = `luit-check-${now.toISOString()}`;
    await this.untilArchived(name);
    const copy = path.join(folder, 'copy');
    await mkdir(folder, { recursive: true });
    await rm(copy, { recursive: true, force: true });
    const { backup, reachedAt, client, stop } = await recover({
      ...source,
      folder: copy,
      target: { name },
      isCopy: true,
    });
    const tables = await countRows(client);
    await stop();
    await rm(copy, { recursive: true });
    await writeFile(this.checkFile, '');
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    this.log.log({ msg: 'Recovered a copy from the archive', backup: backup.id, reachedAt, rows });
  }

  private async untilArchived(name: string): Promise<void> {
    const client = new Client({ ...postgresConnection(this.settings.databaseUrl), application_name: 'backups' });
    await client.connect();
    try {
      const { rows } = await client.query<{ segment: string }>(
        'SELECT pg_walfile_name(pg_create_restore_point($1)) AS segment',
        [name],
      );
      const segment = rows[0]?.segment ?? '';
      await client.query('SELECT pg_switch_wal()');
      const isArchived = async () => {
        const found = await client.query('SELECT FROM pg_stat_archiver WHERE last_archived_wal >= $1', [segment]);
        return found.rowCount === 1;
      };
      for (let waitedMs = 0; !(await isArchived()); waitedMs += POLL_MS) {
        if (waitedMs > ARCHIVED_WITHIN_MS) throw new Error(`The archive has not received ${segment}.`);
        await pause(POLL_MS);
      }
    } finally {
      await client.end();
    }
  }

  private get checkFile(): string {
    return path.join(this.settings.folder, 'checked');
  }
}

/** Seconds since Postgres last archived a segment; it does so at least once a minute while anything is written. */
export async function archiveAgeSeconds(databaseUrl: string): Promise<number> {
  const client = new Client({ ...postgresConnection(databaseUrl), application_name: 'backups' });
  await client.connect();
  try {
    const { rows } = await client.query<{ seconds: number }>(
      `SELECT extract(epoch FROM now() - coalesce(last_archived_time, stats_reset))::float8 AS seconds FROM pg_stat_archiver`,
    );
    return rows[0]?.seconds ?? Infinity;
  } finally {
    await client.end();
  }
}

const DAY_MS = 86_400_000;

/** Milliseconds until the next time of day in UTC, at most a day. @param timeOfDay HH:MM */
export function untilTimeOfDay(timeOfDay: string, now: Date): number {
  const next = Date.parse(`${now.toISOString().slice(0, 10)}T${timeOfDay}:00Z`);
  return next > now.getTime() ? next - now.getTime() : next + DAY_MS - now.getTime();
}
