import { rename, stat } from 'node:fs/promises';
import { z } from 'zod';
import { Client } from 'pg';
import { postgresConnection } from '../addresses/certificate-authorities';
import { verifyChain } from '../audit/verify-chain';
import { parseEnvironment, redisUrl } from '../config';
import { Barman } from './barman';
import { backupUrl } from './backup-url';
import { backupEnvironment, storageFolder } from './environment';
import { fetchFiles } from './file-copies';
import { finishRestore, recover, type RecoveryTarget } from './recovery';
import { assertRedisAnswers, flushRedis } from './redis-flush';

const USAGE = `Usage: recover.main.js SECOND, for example 2026-11-30T10:15:30+05:30, or recover.main.js latest`;

/**
 * `node recover.main.js SECOND`: brings Postgres back to that second, while nothing runs. `latest` replays the whole archive. Reads
 * BACKUP_URL, PGDATA, ADMIN_DATABASE_URL, REDIS_URL and, for folder storage, STORAGE_DIR. `--copy FOLDER` recovers beside the
 * running Postgres and changes nothing else.
 */
async function main(): Promise<void> {
  const [moment, option, copy] = process.argv.slice(2);
  const target = parseTarget(moment);
  if (option !== undefined && (option !== '--copy' || !copy)) throw new Error(USAGE);
  const env = parseEnvironment(
    { ...backupEnvironment, BACKUP_URL: backupUrl, REDIS_URL: redisUrl, PGDATA: z.string().min(1) },
    process.env,
    [],
  );
  const { ADMIN_DATABASE_URL: databaseUrl, REDIS_URL, BACKUP_URL, PGDATA } = env;
  const isCopy = copy !== undefined;
  if (!isCopy) {
    await assertStopped(databaseUrl);
    await assertRedisAnswers(REDIS_URL);
  }
  const folder = copy ?? `${PGDATA}.recovered`;
  if (await exists(folder)) throw new Error(`${folder} exists. Delete it, or another recovery is running.`);
  const recovered = await recover({ barman: new Barman(BACKUP_URL), folder, target, databaseUrl, isCopy });
  let auditProblem: string | null;
  try {
    auditProblem = await finish(recovered.client);
  } finally {
    await recovered.stop();
  }
  const state = `as of ${recovered.reachedAt?.toISOString() ?? 'the backup'}, from the backup of ${recovered.backup.endedAt.toISOString()}`;
  if (isCopy) {
    process.stdout.write(`Recovered a copy in ${folder} ${state}\n`);
  } else {
    const files = await fetchFiles(BACKUP_URL.files, storageFolder(env));
    const replaced = await replaceFolder(PGDATA, folder);
    await flushRedis(REDIS_URL);
    process.stdout.write(`Recovered ${state}. ${files} missing files were fetched; Redis was flushed. ${replaced}\n`);
  }
  if (auditProblem === null) process.stdout.write('The audit log is intact\n');
  else process.stderr.write(`The audit log is broken and was recovered unchanged: ${auditProblem}\n`);
}

/** @returns the problem of the audit log */
async function finish(client: Client): Promise<string | null> {
  await client.query('BEGIN');
  await finishRestore(client);
  await client.query('COMMIT');
  const query = async <Row>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as Row[];
  return (await verifyChain(query)).problem;
}

function parseTarget(text: string | undefined): RecoveryTarget {
  if (text === 'latest') return 'latest';
  // Without an offset, it is unclear which second is meant.
  if (!text || !/(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(Date.parse(text))) throw new Error(USAGE);
  return { time: new Date(text) };
}

/** @throws Error if a server answers, because it would go on writing to the files that are replaced */
async function assertStopped(databaseUrl: string): Promise<void> {
  const client = new Client({ ...postgresConnection(databaseUrl), connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(code ?? '')) return;
    throw error;
  }
  await client.end();
  throw new Error('Stop the services and Postgres first: Postgres still answers.');
}

async function replaceFolder(current: string, recovered: string): Promise<string> {
  const kept = `${current}.before-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
  const hadData = await exists(current);
  if (hadData) await rename(current, kept);
  await rename(recovered, current);
  return hadData ? `The replaced files are in ${kept}` : '';
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

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
