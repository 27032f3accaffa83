import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientBase } from 'pg';
import { SCHEMAS } from '../database/prepare-database';
import type { Barman, BaseBackup } from './barman';

/** Where to stop: a second, a named point in the log, or the end of the archive. */
export type RecoveryTarget = { time: Date } | { name: string } | 'latest';

export interface RecoverySettings {
  barman: Barman;
  /** New folder for the files of Postgres. */
  folder: string;
  target: RecoveryTarget;
  /** Of the superuser: database, user and password are those of the archived server. */
  databaseUrl: string;
  /** True if what the recovered server writes must not get into the archive, because it is a copy. */
  isCopy: boolean;
}

export interface Recovered {
  backup: BaseBackup;
  /** When the last transaction that was recovered committed; null if none did since the backup. */
  reachedAt: Date | null;
  /** Connected to the recovered server as the superuser. */
  client: Client;
  /** Ends the server. Its folder stays. */
  stop(): Promise<void>;
}

const BARMAN = `"${process.execPath}" "${path.join(__dirname, 'barman.main.js')}"`;
/** What the server runs for each segment. BACKUP_URL is in its environment. */
const ARCHIVE_COMMAND = `${BARMAN} wal-archive %p`;
const RESTORE_COMMAND = `${BARMAN} wal-restore %f %p`;

const PORT = 5432;
const POLL_MS = 200;
const KEPT_LOG_CHARACTERS = 4_000;

/**
 * Fetches the newest backup that ended before the target, starts a server on it that nobody else can reach, and replays the log.
 *
 * @throws Error if no backup is old enough, a segment of the log is missing or the archive ends before the target
 */
export async function recover({ barman, folder, target, databaseUrl, isCopy }: RecoverySettings): Promise<Recovered> {
  const backup = await backupFor(barman, target);
  const socket = await mkdtemp(path.join(tmpdir(), 'luit-recovery-'));
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socket,
    // A server that serves reads while it recovers refuses to start with fewer connections than the archived one had.
    hot_standby: 'off',
    archive_mode: isCopy ? 'off' : 'on',
    archive_command: ARCHIVE_COMMAND,
    restore_command: RESTORE_COMMAND,
    recovery_target_action: 'promote',
    ...targetSettings(target),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;
  try {
    await barman.fetch(backup, folder);
    await chmod(folder, 0o700);
    await writeFile(path.join(folder, 'recovery.signal'), '');
    server = spawn('postgres', ['-D', folder, '-p', String(PORT), ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const started = server;
    const client = await connectWhenReady(server, databaseUrl, socket);
    const { rows } = await client.query<{ at: Date | null }>('SELECT pg_last_xact_replay_timestamp() AS at');
    return { backup, reachedAt: rows[0]?.at ?? null, client, stop: () => end(started, socket, client) };
  } catch (error) {
    await end(server, socket);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Prepares a database that went back in time: every invariant check is due, because earlier results say nothing about it, and workers
 * search providers for the tasks of waiting jobs before they submit them.
 */
export async function finishRestore(client: ClientBase): Promise<void> {
  for (const schema of SCHEMAS) {
    const { rows } = await client.query<{ table: string | null }>('SELECT to_regclass($1) AS table', [
      `${schema}.invariants`,
    ]);
    if (rows[0]?.table) await client.query(`UPDATE ${schema}.invariants SET checked_at = 'epoch'`);
  }
  const { rows } = await client.query<{ function: string | null }>(
    `SELECT to_regproc('generation.doubt_waiting_jobs') AS function`,
  );
  if (!rows[0]?.function) return;
  // Restored copies disable triggers, of which some keep totals.
  await client.query('SET LOCAL session_replication_role = origin');
  await client.query('SET LOCAL search_path = generation');
  await client.query('SELECT doubt_waiting_jobs()');
}

async function backupFor(barman: Barman, target: RecoveryTarget): Promise<BaseBackup> {
  const backups = await barman.list();
  const oldest = backups[0];
  if (!oldest) throw new Error('The bucket contains no complete backup.');
  const until = typeof target === 'object' && 'time' in target ? target.time : null;
  const backup = backups.findLast(({ endedAt }) => until === null || endedAt <= until);
  if (!backup) throw new Error(`The oldest second that can be restored is ${oldest.endedAt.toISOString()}.`);
  return backup;
}

function targetSettings(target: RecoveryTarget): Record<string, string> {
  if (target === 'latest') return {};
  if ('name' in target) return { recovery_target_name: target.name };
  // This setting does not take the `Z` of ISO 8601.
  return { recovery_target_time: target.time.toISOString().replace('Z', '+00') };
}

async function connectWhenReady(server: ChildProcess, databaseUrl: string, host: string): Promise<Client> {
  let log = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-KEPT_LOG_CHARACTERS);
  });
  await once(server, 'spawn');
  const { username, password, pathname } = new URL(databaseUrl);
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Postgres could not recover:\n${log}`);
    const client = new Client({
      host,
      port: PORT,
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: decodeURIComponent(pathname.slice(1)),
      application_name: 'recovery',
    });
    try {
      await client.connect();
      return client;
    } catch {
      // It refuses connections until it has replayed the log.
      await pause(POLL_MS);
    }
  }
}

async function end(server: ChildProcess | undefined, socket: string, client?: Client): Promise<void> {
  await client?.end();
  if (server?.pid !== undefined && server.exitCode === null) {
    const exited = once(server, 'exit');
    server.kill('SIGINT');
    await exited;
  }
  await rm(socket, { recursive: true });
}
