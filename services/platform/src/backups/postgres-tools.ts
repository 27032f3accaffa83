import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { text } from 'node:stream/consumers';
import { postgresConnection } from '../addresses/certificate-authorities';
import { Digest } from './digest';

type Tool = 'pg_dump' | 'pg_restore';

const runToEnd = promisify(execFile);

/** Returns true if pg_dump and pg_restore are on the PATH and have the server's major version. pg_dump refuses newer servers. */
export async function hasPostgresTools(serverMajor: number): Promise<boolean> {
  const versions = await Promise.all([majorVersion('pg_dump'), majorVersion('pg_restore')]);
  return versions.every((major) => major === serverMajor);
}

/** @returns undefined if the tool is not on the PATH or does not run */
async function majorVersion(tool: Tool): Promise<number | undefined> {
  try {
    const { stdout } = await runToEnd(tool, ['--version'], { env: { ...process.env, LC_ALL: 'C' } });
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}

/**
 * Dumps schemas with their data to a new file.
 *
 * @param snapshot an exported snapshot, whose transaction must stay open
 * @returns the SHA-256 of the file, in hex
 */
export async function dumpSchemas(
  databaseUrl: string,
  { schemas, snapshot, file }: { schemas: readonly string[]; snapshot: string; file: string },
): Promise<string> {
  const selected = schemas.map((schema) => `--schema=${schema}`);
  return withConnection(databaseUrl, 'backup', async (env) => {
    const { stdout, ended } = start(
      'pg_dump',
      ['--format=custom', '--no-password', `--snapshot=${snapshot}`, ...selected],
      env,
    );
    const digest = new Digest();
    await Promise.all([
      pipeline(stdout, digest, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })),
      ended,
    ]);
    return digest.hex;
  });
}

/** Replaces the dumped schemas in one transaction. */
export async function restoreSchemas(databaseUrl: string, file: string): Promise<void> {
  await withConnection(databaseUrl, 'restore', async (env) => {
    const args = [
      '--clean',
      '--if-exists',
      '--no-password',
      '--single-transaction',
      `--dbname=${env.PGDATABASE}`,
      file,
    ];
    const { stdout, ended } = start('pg_restore', args, env);
    stdout.resume();
    await ended;
  });
}

/** `ended` rejects with the output of a tool that failed. */
function start(tool: Tool, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(tool, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const status = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const ended = Promise.all([status, text(child.stderr)]).then(([code, errors]) => {
    if (code !== 0) throw new Error(`${tool} failed: ${errors.trim()}`);
  });
  return { stdout: child.stdout, ended };
}

/** Passes the connection in the environment, because other users can read the arguments of a process. */
async function withConnection<T>(
  databaseUrl: string,
  name: string,
  work: (env: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const { connectionString, ssl } = postgresConnection(databaseUrl);
  const { hostname, port, username, password, pathname, searchParams } = new URL(connectionString);
  const folder = await mkdtemp(path.join(tmpdir(), 'luit-postgres-tools-'));
  try {
    const authority = path.join(folder, 'ca.pem');
    if (ssl) await writeFile(authority, ssl.ca);
    return await work({
      ...process.env,
      PGHOST: hostname.replace(/^\[|\]$/g, ''),
      PGPORT: port || '5432',
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGDATABASE: decodeURIComponent(pathname.slice(1)),
      PGAPPNAME: name,
      PGSSLMODE: ssl ? 'verify-full' : (searchParams.get('sslmode') ?? 'prefer'),
      ...(ssl && { PGSSLROOTCERT: authority }),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
