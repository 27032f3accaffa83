import { asPostgresOwner, postgresFolder } from '@luit/local/postgres-binaries';
import { BARMAN, findOrInstall } from '@luit/local/system-programs';
import { backupUrl } from '@luit/platform/backups/backup-url';
import { copyFiles } from '@luit/platform/backups/file-copies';
import { startS3 } from '@luit/sandbox/s3/s3';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestCluster } from '../test-cluster';

const run = promisify(execFile);
const PROGRAMS = path.resolve(__dirname, '../../../../../services/platform/dist/backups');

/** Postgres archives the segment that it writes after this time, even if it is not full. */
export const ARCHIVE_TIMEOUT_SECONDS = 45;

/** A bucket in this process, and the programs that archive Postgres to it. */
export class Archive {
  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  /** @throws UserError if Barman cannot be installed */
  static async open(): Promise<Archive> {
    findOrInstall(BARMAN, console.log);
    const s3 = await startS3();
    const { accessKeyId, secretAccessKey } = s3.keys;
    const host = new URL(s3.url).host;
    return new Archive(`s3+http://${accessKeyId}:${secretAccessKey}@${host}/${s3.bucket}/luit`, s3.close);
  }

  /** The settings with which Compose starts Postgres. */
  get postgresSettings(): Record<string, string> {
    const command = `"${process.execPath}" "${path.join(PROGRAMS, 'barman.main.js')}" wal-archive %p`;
    return {
      archive_mode: 'on',
      archive_timeout: `${ARCHIVE_TIMEOUT_SECONDS}s`,
      archive_command: `BACKUP_URL="${this.url}" ${command}`,
    };
  }

  /** Starts the container `backups` as a process. It backs up and checks at once. */
  async startBackups(cluster: TestCluster, folder: string, env: Record<string, string> = {}): Promise<ChildProcess> {
    await mkdir(folder, { recursive: true, mode: 0o777 });
    const { command, args, options } = this.program(cluster, 'scheduled-backups', [], {
      BACKUPS_DIR: folder,
      BACKUP_TIME: '21:30',
      LOG_LEVEL: 'warn',
      ...env,
    });
    return spawn(command, args, { ...options, stdio: 'inherit' });
  }

  /** Copies users' files to the bucket now, as the container `backups` does every five minutes. */
  async copyFiles(cluster: TestCluster): Promise<void> {
    await copyFiles(backupUrl.parse(this.url).files, path.join(cluster.directory, 'storage'));
  }

  /** Runs the command `recover`. @returns its output @throws Error with its output if it fails */
  async recover(cluster: TestCluster, args: string[]): Promise<string> {
    const { command, args: all, options } = this.program(cluster, 'recover', args, {});
    const { stdout } = await run(command, all, options);
    return stdout;
  }

  /** A program runs as the user of Postgres, because only that user can start the server. */
  private program(cluster: TestCluster, name: string, args: string[], env: Record<string, string>) {
    const program = path.join(PROGRAMS, `${name}.main.js`);
    const { command, args: all, owner } = asPostgresOwner(process.execPath, cluster.directory, [program, ...args]);
    return {
      command,
      args: all,
      options: {
        ...owner,
        cwd: '/',
        env: {
          PATH: `${postgresFolder()}:${process.env.PATH}`,
          LUIT_MODE: 'local',
          BACKUP_URL: this.url,
          ADMIN_DATABASE_URL: cluster.stack.postgres,
          REDIS_URL: cluster.stack.redis,
          PGDATA: path.join(cluster.directory, 'postgres', 'data'),
          STORAGE_DIR: path.join(cluster.directory, 'storage'),
          ...env,
        },
      },
    };
  }
}
