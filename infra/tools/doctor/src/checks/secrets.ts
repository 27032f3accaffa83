import {
  isPlaceholder,
  SECRET_BYTES,
  strongPassword,
  strongSecret,
  strongUrlPassword,
} from '@luit/platform/security/production-rules';
import { type Finding, error, ok, warning } from '../finding';
import type { Settings } from '../settings';

const SECRETS = [
  'AUTH_SECRET',
  'FILES_SECRET',
  'DB_PASSWORD_AUTH',
  'DB_PASSWORD_BILLING',
  'DB_PASSWORD_GENERATION',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRETS',
  'PROVIDER_SECRETS',
  'VAPID_PRIVATE_KEY',
  'S3_SECRET_ACCESS_KEY',
] as const;
const LONG_SECRETS = ['AUTH_SECRET', 'FILES_SECRET'] as const;
/** Rules that the services enforce at startup in production mode. */
const RULES = [
  ...LONG_SECRETS.map(strongSecret),
  strongUrlPassword('ADMIN_DATABASE_URL'),
  ...['DB_PASSWORD_AUTH', 'DB_PASSWORD_BILLING', 'DB_PASSWORD_GENERATION'].map(strongPassword),
];

/** Checks for placeholders, short secrets and secrets used twice. */
export async function checkSecrets(settings: Settings): Promise<Finding[]> {
  const values = SECRETS.flatMap((name) =>
    [settings[name] ?? ''].flat().flatMap((text) => text.split(',').map((value) => [name, value.trim()] as const)),
  );
  const set = values.filter(([, value]) => value !== '');
  const findings: Finding[] = [];
  const isProduction = settings.LUIT_MODE === 'production';
  const report = isProduction ? error : warning;

  const placeholders = [...new Set(set.filter(([, value]) => isPlaceholder(value)).map(([name]) => name))];
  if (placeholders.length > 0) {
    const message = `Placeholder values: ${placeholders.join(', ')}`;
    findings.push(
      isProduction
        ? error(
            message,
            'Generate your own values (openssl rand -base64 32). The services refuse to start with placeholders.',
          )
        : warning(message, 'Fine for a trial. Generate your own values before setting LUIT_MODE=production.'),
    );
  }
  findings.push(...(isProduction ? productionErrors(settings) : shortSecrets(settings)));
  for (const [name, value] of set) {
    const twin = set.find(([other, same]) => other > name && same === value && !isPlaceholder(value));
    if (twin) findings.push(report(`${name} and ${twin[0]} have the same value`, 'Use a different value for each.'));
  }
  return findings.length > 0 ? findings : [ok(`${set.length} secrets are set; none is a placeholder`)];
}

/** Each rule returns a line with the variable, the problem and the fix. Placeholders are reported separately. */
function productionErrors(settings: Settings): Finding[] {
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value?.toString()]));
  return RULES.flatMap((rule) => rule(env))
    .filter((line) => !line.includes('placeholder'))
    .map((line) => {
      const [message = '', advice = ''] = line.split('; ');
      return error(message, `${advice}. The services refuse to start with this setting.`);
    });
}

function shortSecrets(settings: Settings): Finding[] {
  return LONG_SECRETS.filter((name) => Buffer.byteLength(settings[name]) < SECRET_BYTES).map((name) =>
    error(`${name} is shorter than ${SECRET_BYTES} bytes`, 'Generate one with openssl rand -base64 32.'),
  );
}
