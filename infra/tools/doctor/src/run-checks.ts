import { checkAddresses } from './checks/addresses';
import { checkAuditLog } from './checks/audit-log';
import { checkDatabase } from './checks/database';
import { checkFiles } from './checks/files';
import { checkMail } from './checks/mail';
import { checkModels } from './checks/models';
import { checkRazorpay } from './checks/razorpay';
import { checkRedis } from './checks/redis';
import { checkRoutes } from './checks/routes';
import { checkSecrets } from './checks/secrets';
import { error, type Finding } from './finding';
import { present, type Settings, settingsSchema } from './settings';

const CHECKS: Record<string, (settings: Settings) => Promise<Finding[]>> = {
  Secrets: checkSecrets,
  Addresses: checkAddresses,
  Postgres: checkDatabase,
  'Audit log': checkAuditLog,
  Redis: checkRedis,
  Files: checkFiles,
  Mail: checkMail,
  Payments: checkRazorpay,
  Models: checkModels,
  Routes: checkRoutes,
};

/** Checks every dependency of an installation without changing anything. Invalid settings are reported before any check runs. */
export async function runChecks(env: NodeJS.ProcessEnv): Promise<Record<string, Finding[]>> {
  const parsed = settingsSchema.safeParse(present(env));
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) =>
      error(`${path.join('.')}: ${message}`, 'See .env.example.'),
    );
    return { Settings: errors };
  }
  const entries = Object.entries(CHECKS).map(async ([name, check]) => [name, await check(parsed.data)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
