import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { postgresCommand, postgresOwner, type PostgresCommand, type PostgresOwner } from './postgres-binaries';

const run = promisify(execFile);

/** Creates a directory that only the user of Postgres can access. */
export async function makeOwnedDirectory(directory: string, owner: PostgresOwner): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o700);
  if ('uid' in owner) await chown(directory, owner.uid, owner.gid);
}

/**
 * Creates a cluster in a new directory: UTF-8, superuser `postgres` with this password. The directory is created atomically,
 * once the cluster is complete.
 */
export async function initCluster(dataDir: string, password: string): Promise<void> {
  const owner = postgresOwner();
  const temporary = `${dataDir}.new`;
  await rm(temporary, { recursive: true, force: true });
  await makeOwnedDirectory(temporary, owner);
  const passwordFile = `${dataDir}.password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if ('uid' in owner) await chown(passwordFile, owner.uid, owner.gid);
  const initdb = postgresCommand('initdb', temporary, [
    `--pgdata=${temporary}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
  ]);
  try {
    await run(initdb.command, initdb.args, { ...initdb.owner, cwd: '/' });
    await rename(temporary, dataDir);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The command that starts the server, listening on 127.0.0.1 by TCP only. */
export function serverCommand(dataDir: string, port: number, settings: Record<string, string>): PostgresCommand {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return postgresCommand('postgres', dataDir, ['-D', dataDir, '-p', String(port), ...flags]);
}
