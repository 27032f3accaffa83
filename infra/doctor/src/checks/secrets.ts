import { isPlaceholder } from '@luit/platform/config';
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
const SHORTEST_SEAL = 32;

/** No placeholders, nothing short, nothing used twice. */
export async function checkSecrets(settings: Settings): Promise<Finding[]> {
  const given = SECRETS.flatMap((name) =>
    (settings[name] ?? '').split(',').map((value) => [name, value.trim()] as const),
  );
  const set = given.filter(([, value]) => value !== '');
  const findings: Finding[] = [];

  const placeholders = [...new Set(set.filter(([, value]) => isPlaceholder(value)).map(([name]) => name))];
  if (placeholders.length > 0) {
    const says = `still placeholders: ${placeholders.join(', ')}`;
    findings.push(
      settings.LUIT_MODE === 'production'
        ? fault(says, 'Set values of your own (openssl rand -base64 32). The services refuse to start like this.')
        : warning(says, 'Fine for trying things out. Set values of your own before LUIT_MODE=production.'),
    );
  }
  for (const name of SEALING.filter((each) => settings[each].length < SHORTEST_SEAL))
    findings.push(fault(`${name} is shorter than ${SHORTEST_SEAL} characters`, 'openssl rand -base64 32 makes one.'));
  for (const [name, value] of set) {
    const twin = set.find(([other, same]) => other > name && same === value && !isPlaceholder(value));
    if (twin) findings.push(warning(`${name} and ${twin[0]} are the same`, 'Give each a value of its own.'));
  }
  return findings.length > 0 ? findings : [ok(`${set.length} secrets, none of them a placeholder`)];
}
