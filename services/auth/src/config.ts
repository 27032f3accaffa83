import { commonConfig, commonEnvironment, databaseEnvironment, flag, parseEnvironment } from '@luit/platform/config';
import { mailEnvironment, mailSettings } from '@luit/platform/mails/mailer';
import { retentionEnvironment } from '@luit/platform/retention/retention-settings';
import { publicUrl, strongSecret } from '@luit/platform/security/production-rules';
import { z } from 'zod';
import {
  acceptableToAuth,
  bothOrNeither,
  firstAdminPassword,
  requiredSecondFactor,
} from './operators/sessions/first-operator-rules';
import { DEFAULT_REPORT_LIMIT_HOURS } from '@luit/contracts/auth/content-report-limits';
import type { AuthConfig } from './records/auth-config';
import { recordRetentionEnvironment } from './trust/retained-records/record-retention';
import { VAPID_PRIVATE_KEY, vapidKeys, vapidContact } from './notices/web-push/vapid-rules';

const SESSION_DAYS = 90;

const environment = {
  ...commonEnvironment,
  ...databaseEnvironment,
  ...mailEnvironment,
  ...retentionEnvironment,
  ...recordRetentionEnvironment,
  AUTH_SECRET: z.string().min(32),
  WEB_URL: z.url({ protocol: /^https?$/ }),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(1_000).optional(),
  CONTACT_EMAIL: z.email().optional(),
  OPERATOR_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  AUTH_REVEAL_ACCOUNTS: flag.default(true),
  VAPID_PRIVATE_KEY: z.string().regex(VAPID_PRIVATE_KEY, 'must be 32 bytes in URL-safe base64').optional(),
};

/** @throws ConfigurationError listing every invalid setting */
export function authConfig(env: NodeJS.ProcessEnv): AuthConfig {
  const values = parseEnvironment(environment, env, ['AUTH_SECRET', 'ADMIN_PASSWORD', 'VAPID_PRIVATE_KEY'], {
    production: [strongSecret('AUTH_SECRET'), publicUrl('WEB_URL'), firstAdminPassword, requiredSecondFactor],
    always: [bothOrNeither, acceptableToAuth, vapidContact],
  });
  return {
    common: commonConfig('auth', values),
    database: { url: values.DATABASE_URL, replicaUrl: values.DATABASE_REPLICA_URL, pool: values.DATABASE_POOL },
    secret: values.AUTH_SECRET,
    webUrl: values.WEB_URL.replace(/\/+$/, ''),
    firstAdmin: firstAdmin(values.ADMIN_EMAIL, values.ADMIN_PASSWORD),
    mail: mailSettings(values),
    contactEmail: values.CONTACT_EMAIL,
    isSecondFactorRequired: (values.OPERATOR_SECOND_FACTOR ?? defaultSecondFactor(values.LUIT_MODE)) === 'required',
    isRevealingAccounts: values.AUTH_REVEAL_ACCOUNTS,
    isPrivateWebhookAllowed: values.LUIT_MODE === 'local',
    sessionDays: SESSION_DAYS,
    vapid: vapidKeys(values.VAPID_PRIVATE_KEY, values.CONTACT_EMAIL ?? values.ADMIN_EMAIL),
    retentionDays: values.RETENTION_DAYS,
    reportLimitHours: DEFAULT_REPORT_LIMIT_HOURS,
    recordRetentionDays: values.SEALED_RETENTION_DAYS ?? null,
  };
}

/** `npm start` and the tests of whole stacks sign in with the password alone. */
function defaultSecondFactor(mode: 'local' | 'production'): 'required' | 'optional' {
  return mode === 'local' ? 'optional' : 'required';
}

function firstAdmin(email?: string, password?: string): AuthConfig['firstAdmin'] {
  return email && password ? { email, password } : undefined;
}
