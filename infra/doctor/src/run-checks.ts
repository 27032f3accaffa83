import { checkAddresses } from './checks/addresses';
import { checkAuditLog } from './checks/audit-log';
import { checkDatabase } from './checks/database';
import { checkFiles } from './checks/files';
import { checkMail } from './checks/mail';
import { checkModels } from './checks/models';
import { checkRazorpay } from './checks/razorpay';
import { checkRedis } from './checks/redis';
import { checkSecrets } from './checks/secrets';
import { fault, type Finding } from './finding';
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
};

/** Looks at everything an installation leans on, and changes nothing. What is set wrongly keeps the rest from being asked. */
export async function runChecks(env: NodeJS.ProcessEnv): Promise<Record<string, Finding[]>> {
  const parsed = settingsSchema.safeParse(present(env));
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) =>
      fault(`${path.join('.')}: ${message}`, 'See .env.example.'),
    );
    return { Settings: faults };
  }
  const entries = Object.entries(CHECKS).map(async ([name, check]) => [name, await check(parsed.data)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
