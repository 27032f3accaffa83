import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { manifestFile } from './manifest';

const DAY_MS = 86_400_000;
/** Names of backups in the archive: the UTC time at which they began. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

const checkFile = (folder: string): string => path.join(folder, 'checked');

/** A folder of scheduled backups, each in a folder of its own. */
export class BackupArchive {
  constructor(
    private readonly root: string,
    private readonly keepDays: number,
  ) {}

  /** The folder of a backup that begins now. */
  newFolder(now: Date): string {
    return path.join(this.root, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  }

  /** Complete backups, oldest first. */
  async complete(): Promise<string[]> {
    const folders = await this.folders();
    const isComplete = await Promise.all(folders.map((folder) => exists(manifestFile(folder))));
    return folders.filter((_, index) => isComplete[index]);
  }

  /** When the newest complete backup was written. */
  async lastBackupAt(): Promise<Date | null> {
    const newest = (await this.complete()).at(-1);
    return newest === undefined ? null : (await stat(manifestFile(newest))).mtime;
  }

  /** When a backup was last proven to be restorable. */
  async lastCheckAt(): Promise<Date | null> {
    for (const folder of (await this.complete()).reverse())
      if (await exists(checkFile(folder))) return (await stat(checkFile(folder))).mtime;
    return null;
  }

  /** The newest complete backup if it began in the last day and its check has not succeeded. */
  async unchecked(now: Date): Promise<string | undefined> {
    const newest = (await this.complete()).at(-1);
    if (newest === undefined || now.getTime() - beganAt(newest).getTime() >= DAY_MS) return undefined;
    return (await exists(checkFile(newest))) ? undefined : newest;
  }

  async markChecked(folder: string): Promise<void> {
    await writeFile(checkFile(folder), '', { mode: 0o600 });
  }

  /** Deletes backups that are too old, except the newest complete one, and what failed backups left. @returns deleted folders */
  async deleteOld(now: Date): Promise<string[]> {
    const complete = await this.complete();
    const deleted: string[] = [];
    for (const folder of await this.folders()) {
      const isOld = now.getTime() - beganAt(folder).getTime() > this.keepDays * DAY_MS;
      if (folder === complete.at(-1) || (complete.includes(folder) && !isOld)) continue;
      await rm(folder, { recursive: true });
      deleted.push(folder);
    }
    return deleted;
  }

  private async folders(): Promise<string[]> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const names = (await readdir(this.root)).filter((name) => NAME.test(name)).sort();
    return names.map((name) => path.join(this.root, name));
  }
}

function beganAt(folder: string): Date {
  const [date, time = ''] = path.basename(folder).split('T');
  return new Date(`${date}T${time.replaceAll('-', ':')}`);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );
}
