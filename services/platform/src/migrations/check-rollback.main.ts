import { z } from 'zod';
import { parseEnvironment } from '../config';
import { checkRollback } from './check-rollback';

/** `node check-rollback.main.js RELEASE`, with ADMIN_DATABASE_URL. Exits with 1 and the reasons if RELEASE cannot use the database. */
async function main(): Promise<void> {
  const [release] = process.argv.slice(2);
  if (!release || !/^\d+\.\d+\.\d+$/.test(release))
    throw new Error('Usage: check-rollback.main.js RELEASE (such as 0.1.0)');
  const { ADMIN_DATABASE_URL: url } = parseEnvironment({ ADMIN_DATABASE_URL: z.url() }, process.env);
  const reasons = await checkRollback(url, release);
  process.stdout.write(
    reasons.length === 0
      ? `Release ${release} works with the database as it is. Its data stays.\n`
      : `Release ${release} does not work with this database. Fix forward, or restore a backup of that release:\n${reasons.map((reason) => `  ${reason}\n`).join('')}`,
  );
  process.exitCode = reasons.length === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
