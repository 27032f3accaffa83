import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './port-leases';
import { postgresOwner } from './postgres-binaries';
import { initCluster, makeOwnedDirectory, serverCommand } from './postgres-cluster';

export interface TemporaryPostgres {
  /** URL of the database `postgres` as the superuser. */
  url: string;
  port: number;
  /** Stops the server immediately and removes its data. */
  stop(): Promise<void>;
}

/** Temporary data needs no durability. */
const TEMPORARY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '1000',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '10min',
  // Tests open thousands of connections, and each client derives the key of its password.
  scram_iterations: '1',
};

/**
 * Runs `postgres` ("$@") until the pipe from this process closes, which happens even on SIGKILL. Then stops it and removes
 * the data directory ($0).
 */
const GUARD = '"$@" & server=$!; cat >/dev/null; kill -QUIT $server 2>/dev/null; wait $server; rm -rf "$0"';

/**
 * Starts a PostgreSQL with an empty cluster on a free port, for tests. It never outlives this process.
 * @throws with the end of the log when the server does not accept connections
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  folder = tmpdir(),
): Promise<TemporaryPostgres> {
  const directory = await mkdtemp(path.join(folder, 'luit-postgres-'));
  await makeOwnedDirectory(directory, postgresOwner());
  const dataDir = path.join(directory, 'data');
  await initCluster(dataDir, 'postgres');
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const server = serverCommand(dataDir, port, {
      ...TEMPORARY_SETTINGS,
      unix_socket_directories: directory,
      ...settings,
    });
    const guard = spawn('/bin/sh', ['-c', GUARD, directory, server.command, ...server.args], {
      ...server.owner,
      cwd: directory,
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    });
    try {
      await untilReady(guard);
      guard.unref();
      return {
        url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
        port,
        stop: () => stopGuard(guard, directory),
      };
    } catch (error) {
      const portTaken = String(error).includes('Address already in use');
      if (!portTaken || attempt === 5) {
        await stopGuard(guard, directory);
        throw error;
      }
      endGroup(guard);
    }
  }
}

function untilReady(guard: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    guard.once('error', reject);
    guard.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4000);
      if (log.includes('ready to accept connections')) resolve();
      else if (/FATAL|error while loading/.test(log)) reject(new Error(`PostgreSQL did not start:\n${log}`));
    });
    guard.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

/** Kills a guard without its cleanup, so that the cluster can be started again. */
function endGroup(guard: ChildProcess): void {
  if (guard.pid) process.kill(-guard.pid, 'SIGKILL');
  guard.stdin?.destroy();
}

async function stopGuard(guard: ChildProcess, directory: string): Promise<void> {
  if (guard.exitCode === null && guard.signalCode === null) {
    guard.ref(); // keeps this process alive until the guard has cleaned up
    guard.stdin?.end();
    await once(guard, 'exit');
  }
  await rm(directory, { recursive: true, force: true });
}
