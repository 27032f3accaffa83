import { z } from 'zod';
import { parseEnvironment } from '../config';
import { restore } from './restore';

/** `node restore.main.js FOLDER`, with ADMIN_DATABASE_URL, REDIS_URL and, where files are kept in a folder, STORAGE_DIR. */
async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Say what to restore: name the folder of a backup.');
  const env = parseEnvironment(
    { ADMIN_DATABASE_URL: z.url(), REDIS_URL: z.url(), STORAGE_DIR: z.string().min(1).optional() },
    process.env,
    [],
  );
  const { at, files, auditProblem } = await restore({
    databaseUrl: env.ADMIN_DATABASE_URL,
    redisUrl: env.REDIS_URL,
    storageDir: env.STORAGE_DIR ?? null,
    folder,
  });
  process.stdout.write(`Restored ${folder}: everything is as of ${at}, ${files ?? 'no'} files, Redis is empty\n`);
  if (auditProblem === null) process.stdout.write('The audit log is intact\n');
  else process.stderr.write(`The audit log was restored as it was backed up, and it is broken: ${auditProblem}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
