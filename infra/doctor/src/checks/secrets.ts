import {
  isPlaceholder,
  SECRET_BYTES,
  strongPassword,
  strongSecret,
  strongUrlPassword,
} from '@luit/platform/security/production-rules';
import { type Finding, fault, ok, warning } from '../finding';
import type { Settings } from '../settings';

const SECRETS = [
  'AUTH_SECRET',
  'FILES_SECRET',
  'DB_PASSWORD_AUTH',
  'DB_PASSWORD_BILLING',
  'DB_PASSWORD_GENERATION',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRETS',
  'REPLICATE_API_TOKEN',
  'REPLICATE_WEBHOOK_SECRET',
  'FAL_KEY',
  'ARK_API_KEY',
  'S3_SECRET_ACCESS_KEY',
] as const;
const SEALING = ['AUTH_SECRET', 'FILES_SECRET'] as const;
/** What the processes of an installation refuse to start with outside local mode. */
const RULES = [
  ...SEALING.map(strongSecret),
  strongUrlPassword('ADMIN_DATABASE_URL'),
  ...['DB_PASSWORD_AUTH', 'DB_PASSWORD_BILLING', 'DB_PASSWORD_GENERATION'].map(strongPassword),
];

/** No placeholders, nothing short, nothing used twice. */
export async function checkSecrets(settings: Settings): Promise<Finding[]> {
  const given = SECRETS.flatMap((name) =>
    (settings[name] ?? '').split(',').map((value) => [name, value.trim()] as const),
  );
  const set = given.filter(([, value]) => value !== '');
  const findings: Finding[] = [];
  const isProduction = settings.LUIT_MODE === 'production';
  const judge = isProduction ? fault : warning;

  const placeholders = [...new Set(set.filter(([, value]) => isPlaceholder(value)).map(([name]) => name))];
  if (placeholders.length > 0) {
    const says = `still placeholders: ${placeholders.join(', ')}`;
    findings.push(
      isProduction
        ? fault(says, 'Set values of your own (openssl rand -base64 32). The services refuse to start like this.')
        : warning(says, 'Fine for trying things out. Set values of your own before LUIT_MODE=production.'),
    );
  }
  findings.push(...(isProduction ? refusals(settings) : shortSeals(settings)));
  for (const [name, value] of set) {
    const twin = set.find(([other, same]) => other > name && same === value && !isPlaceholder(value));
    if (twin) findings.push(judge(`${name} and ${twin[0]} are the same`, 'Give each a value of its own.'));
  }
  return findings.length > 0 ? findings : [ok(`${set.length} secrets, none of them a placeholder`)];
}

/** Said in full by the rule: the variable, what is wrong, what to do. Placeholders are told of apart. */
function refusals(settings: Settings): Finding[] {
  const env = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value?.toString()]));
  return RULES.flatMap((rule) => rule(env))
    .filter((line) => !line.includes('placeholder'))
    .map((line) => {
      const [says = '', advice = ''] = line.split('; ');
      return fault(says, `${advice}. The services refuse to start like this.`);
    });
}

function shortSeals(settings: Settings): Finding[] {
  return SEALING.filter((name) => Buffer.byteLength(settings[name]) < SECRET_BYTES).map((name) =>
    fault(`${name} is shorter than ${SECRET_BYTES} bytes`, 'openssl rand -base64 32 makes one.'),
  );
}
