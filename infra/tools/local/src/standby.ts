import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { serverCommand } from './postgres-cluster';
import { isPostgresReady } from './readiness';
import { until } from './testing/until';

/** A Postgres that follows another one by streaming replication, until it is promoted. */
export interface Standby {
  /** URL of the superuser. */
  url: string;
  port: number;
  /** Ends recovery and accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 30_000;

const run = promisify(execFile);

/**
 * Copies a running primary and starts the copy as its standby, for tests and fault injection.
 *
 * @param primaryUrl of the superuser; its server has `wal_level` replica and accepts replication connections
 * @param dataDir new folder, in a folder that the user of Postgres can enter
 * @throws Error if the standby does not follow in time
 */
export async function startStandby(primaryUrl: string, dataDir: string, port: number): Promise<Standby> {
  const url = withPort(primaryUrl, port);
  await connected(primaryUrl, async (primary) => {
    await set(primary, 'wal_keep_size', '1GB');
    await copyCluster(primary, dataDir);
  });
  const server = await startServer(primaryUrl, dataDir, port);
  await until(() => isPostgresReady(url, dataDir), READY_WITHIN_MS);
  return { url, port, promote: () => connected(url, (client) => client.query('SELECT pg_promote()')), stop };

  async function stop(): Promise<void> {
    if (server.exitCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGINT');
    await exited;
  }
}

/** From then on, no commit of the primary is confirmed that its standby does not have on its disk. */
export async function replicateSynchronously(primaryUrl: string): Promise<void> {
  await connected(primaryUrl, async (primary) => {
    await set(primary, 'synchronous_standby_names', '*');
    await until(async () => {
      const { rowCount } = await primary.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
      return rowCount === 1;
    }, READY_WITHIN_MS);
  });
}

/** A base backup: files may change while they are copied, because the backup label says from where to replay the log. */
async function copyCluster(primary: Client, dataDir: string): Promise<void> {
  const { rows: settings } = await primary.query<{ data_directory: string }>('SHOW data_directory');
  await primary.query(`SELECT pg_backup_start('standby', true)`);
  await run('cp', ['-a', settings[0]?.data_directory ?? '', dataDir]);
  const { rows: backup } = await primary.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await rm(path.join(dataDir, 'postmaster.pid'));
  const { owner } = serverCommand(dataDir, 0, {});
  const added = { backup_label: backup[0]?.labelfile ?? '', 'standby.signal': '' };
  for (const [name, text] of Object.entries(added)) {
    await writeFile(path.join(dataDir, name), text);
    if ('uid' in owner) await chown(path.join(dataDir, name), owner.uid, owner.gid);
  }
}

async function startServer(primaryUrl: string, dataDir: string, port: number) {
  const { hostname, port: primaryPort, username, password } = new URL(primaryUrl);
  const { command, args, owner } = serverCommand(dataDir, port, {
    // A standby needs at least the primary's value, which is part of the log.
    max_connections: '1000',
    primary_conninfo: `host=${hostname} port=${primaryPort} user=${username} password=${password}`,
    synchronous_standby_names: '',
  });
  const server = spawn(command, args, { ...owner, cwd: '/', stdio: 'ignore' });
  await once(server, 'spawn');
  return server;
}

async function set(primary: Client, name: string, value: string): Promise<void> {
  await primary.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await primary.query('SELECT pg_reload_conf()');
}

async function connected(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.toString();
}
