import { Logger } from '@nestjs/common';
import { backUp } from './back-up';
import type { BackupArchive } from './backup-archive';
import { checkBackup } from './check-backup';

const DAY_MS = 86_400_000;

export interface ScheduledBackupSettings {
  /** Address with the role of a superuser. */
  databaseUrl: string;
  /** Null for object storage. */
  storageDir: string | null;
}

/** Backs up, proves that the backup can be restored, and only then deletes old ones. */
export class ScheduledBackups {
  private readonly log = new Logger(ScheduledBackups.name);

  constructor(
    private readonly archive: BackupArchive,
    private readonly settings: ScheduledBackupSettings,
  ) {}

  /**
   * If the check of today's backup failed, the backup is checked again instead of made again, so that failing checks do not fill the disk.
   *
   * @throws Error if the backup or its check fails; older backups are then kept
   */
  async run(now: Date): Promise<void> {
    const folder = (await this.archive.unchecked(now)) ?? (await this.backUp(now));
    await checkBackup(this.settings.databaseUrl, folder);
    await this.archive.markChecked(folder);
    this.log.log({ msg: 'Backup can be restored', folder });
    for (const deleted of await this.archive.deleteOld(now))
      this.log.log({ msg: 'Deleted an old backup', folder: deleted });
  }

  private async backUp(now: Date): Promise<string> {
    const folder = this.archive.newFolder(now);
    const previous = (await this.archive.complete()).at(-1);
    const { format, tables, files } = await backUp({ ...this.settings, folder, previous });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    this.log.log({ msg: 'Backed up', folder, format, rows, files });
    return folder;
  }
}

/** Milliseconds until the next time of day in UTC, at most a day. @param timeOfDay HH:MM */
export function untilTimeOfDay(timeOfDay: string, now: Date): number {
  const next = Date.parse(`${now.toISOString().slice(0, 10)}T${timeOfDay}:00Z`);
  return next > now.getTime() ? next - now.getTime() : next + DAY_MS - now.getTime();
}
