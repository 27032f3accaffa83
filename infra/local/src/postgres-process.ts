import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { postgresOwner } from './postgres-binaries';
import { initCluster, makeOwnedDirectory, serverCommand } from './postgres-cluster';
import { UserError } from './user-error';
import type { ProcessDefinition } from './process-definition';
import { identify } from './process-identity';
import { isPostgresReady } from './readiness';

/** The major version that the package brings; data of another one cannot be opened. */
const MAJOR_VERSION = '18';

/** The stack's own Postgres, with its data in `folder`. The cluster is created at the first start. */
export async function postgresProcess(
  folder: string,
  port: number,
  password: string,
  env: NodeJS.ProcessEnv,
): Promise<ProcessDefinition> {
  const dataDir = path.join(folder, 'data');
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  await makeOwnedDirectory(folder, postgresOwner());
  return {
    name: 'postgres',
    ...serverCommand(dataDir, port, { max_connections: '300' }),
    env,
    metrics: null,
    // SIGINT is Postgres' fast shutdown: it ends sessions instead of waiting for them.
    stopSignal: 'SIGINT',
    isReady: () => isPostgresReady(url),
    async beforeStart() {
      const version = await readIfThere(path.join(dataDir, 'PG_VERSION'));
      if (version === undefined) await initCluster(dataDir, password);
      else if (version.trim() !== MAJOR_VERSION) {
        throw new UserError(
          `${dataDir} was made by PostgreSQL ${version.trim()}, not ${MAJOR_VERSION}. Start anew: npm start -- --fresh`,
        );
      }
      await removeStaleLock(dataDir);
    },
  };
}

/**
 * Postgres refuses to start while the process named in postmaster.pid lives, even if that pid belongs to another
 * program by now. The file is of no use once that process is no Postgres on this folder.
 */
async function removeStaleLock(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postmaster.pid');
  const pid = Number((await readIfThere(file))?.split('\n')[0]);
  if (!pid) return;
  const commandLine = identify(pid) ? await readIfThere(`/proc/${pid}/cmdline`) : undefined;
  if (!commandLine?.includes(dataDir)) await rm(file, { force: true });
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
