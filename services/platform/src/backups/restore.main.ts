import { parseEnvironment, redisUrl } from '../config';
import { backupEnvironment, storageFolder } from './environment';
import { restore } from './restore';

/** `node restore.main.js FOLDER`, with ADMIN_DATABASE_URL, REDIS_URL and, for folder storage, STORAGE_DIR. */
async function main(): Promise<void> {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Usage: restore.main.js FOLDER (the folder of a backup)');
  const env = parseEnvironment({ ...backupEnvironment, REDIS_URL: redisUrl }, process.env, []);
  const { at, files, auditProblem } = await restore({
    databaseUrl: env.ADMIN_DATABASE_URL,
    redisUrl: env.REDIS_URL,
    storageDir: storageFolder(env),
    folder,
  });
  process.stdout.write(`Restored ${folder} as of ${at}: ${files ?? 'no'} files; Redis was flushed\n`);
  if (auditProblem === null) process.stdout.write('The audit log is intact\n');
  else process.stderr.write(`The audit log in the backup is broken and was restored unchanged: ${auditProblem}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
