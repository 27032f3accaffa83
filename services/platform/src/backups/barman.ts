import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { BackupLocation } from './backup-url';

const run = promisify(execFile);

/** The name of the server in the folder of the bucket. There is one. */
const SERVER = 'luit';
/** A list of backups is longer than Node's default limit of output. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** A copy of all files of Postgres, to which the archived log is added. */
export interface BaseBackup {
  id: string;
  /** From here on, the archive can bring the copy to any second. */
  endedAt: Date;
}

const listed = z.object({
  backups_list: z.array(
    z.object({ backup_id: z.string(), status: z.string(), end_time: z.union([z.string(), z.null()]).optional() }),
  ),
});

/** Barman's commands for backups in a bucket: https://docs.pgbarman.org/release/latest/user_guide/barman_cloud.html */
export class Barman {
  constructor(private readonly location: BackupLocation) {}

  /** Complete backups, oldest first. @throws Error if the bucket does not answer */
  async list(): Promise<BaseBackup[]> {
    const { backups_list } = listed.parse(JSON.parse(await this.run('backup-list', ['--format', 'json'])));
    return backups_list
      .flatMap(({ backup_id, status, end_time }) =>
        status === 'DONE' && end_time ? [{ id: backup_id, endedAt: utc(end_time) }] : [],
      )
      .sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
  }

  /**
   * Copies the files of a running Postgres, which this process must be able to read.
   *
   * @param databaseUrl of a superuser
   */
  async backUp(databaseUrl: string): Promise<void> {
    const { hostname, port, username, password } = new URL(databaseUrl);
    const server = ['--host', hostname, '--port', port || '5432', '--user', decodeURIComponent(username)];
    await this.run('backup', ['--gzip', '--immediate-checkpoint', ...server], {
      PGPASSWORD: decodeURIComponent(password),
    });
  }

  /** Deletes backups that no second of the last days needs, and the log before them. */
  async deleteOld(days: number): Promise<void> {
    const policy = `RECOVERY WINDOW OF ${days} DAYS`;
    await this.run('backup-delete', ['--retention-policy', policy]);
  }

  /** Writes the files of a backup to a new folder. */
  async fetch({ id }: BaseBackup, folder: string): Promise<void> {
    await this.run('restore', [id, folder]);
  }

  /** `wal-archive PATH` and `wal-restore NAME PATH`, which Postgres runs for each segment of its log. @returns the exit code */
  async segment(command: 'wal-archive' | 'wal-restore', args: string[]): Promise<number> {
    const options = command === 'wal-archive' ? ['--gzip'] : [];
    const child = spawn(...this.commandLine(command, [...args, ...options]), {
      env: { ...process.env, ...this.location.environment },
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  }

  private async run(command: string, args: string[], variables: Record<string, string> = {}): Promise<string> {
    // Barman prints times without their zone.
    const env = { ...process.env, ...this.location.environment, ...variables, TZ: 'UTC' };
    const { stdout } = await run(...this.commandLine(command, args), { env, maxBuffer: MAX_OUTPUT_BYTES });
    return stdout;
  }

  private commandLine(command: string, args: string[]): [string, string[]] {
    const { endpoint, destination } = this.location;
    const options = endpoint === null ? [] : ['--endpoint-url', endpoint];
    return [`barman-cloud-${command}`, [...options, destination, SERVER, ...args]];
  }
}

/** Older versions print `Mon Nov 30 04:12:02 2026`, newer ones a zone too. */
function utc(time: string): Date {
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time} UTC`);
}
