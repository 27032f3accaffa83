import { z } from 'zod';
import { parseEnvironment } from '../config';
import { strongPassword, strongUrlPassword } from '../security/production-rules';

const ROLE_PASSWORDS = ['DB_PASSWORD_AUTH', 'DB_PASSWORD_BILLING', 'DB_PASSWORD_GENERATION'] as const;
const environment = {
  ADMIN_DATABASE_URL: z.url(),
  DB_PASSWORD_AUTH: z.string().min(1),
  DB_PASSWORD_BILLING: z.string().min(1),
  DB_PASSWORD_GENERATION: z.string().min(1),
};

/** @throws ConfigurationError; outside local mode also for a short, default or reused password */
export function databaseSecrets(env: NodeJS.ProcessEnv) {
  const values = parseEnvironment(environment, env, [...ROLE_PASSWORDS], {
    production: [strongUrlPassword('ADMIN_DATABASE_URL'), ...ROLE_PASSWORDS.map(strongPassword)],
  });
  return {
    adminUrl: values.ADMIN_DATABASE_URL,
    passwords: {
      auth: values.DB_PASSWORD_AUTH,
      billing: values.DB_PASSWORD_BILLING,
      generation: values.DB_PASSWORD_GENERATION,
    },
  };
}
