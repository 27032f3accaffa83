import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';

const TIMEOUT_MS = 10_000;

interface Probe {
  name: string;
  key: string | undefined;
  url: string;
  headers: Record<string, string>;
}

/** Checks that each configured provider accepts its key. Submits nothing. */
export async function checkModels(settings: Settings): Promise<Finding[]> {
  const probes: Probe[] = [
    {
      name: 'Replicate',
      key: settings.REPLICATE_API_TOKEN,
      url: `${settings.REPLICATE_API_URL}/v1/predictions`,
      headers: { authorization: `Bearer ${settings.REPLICATE_API_TOKEN}` },
    },
    {
      name: 'ModelArk',
      key: settings.ARK_API_KEY,
      url: `${settings.ARK_API_URL}/contents/generations/tasks?page_num=1&page_size=1`,
      headers: { authorization: `Bearer ${settings.ARK_API_KEY}` },
    },
    // fal has no call that validates a key without submitting a job, so only its public keys are fetched.
    { name: 'fal', key: settings.FAL_KEY, url: settings.FAL_KEYS_URL, headers: {} },
  ];
  const used = probes.filter(({ key }) => key);
  if (used.length === 0)
    return [error('No provider is configured', 'No job can run. Set REPLICATE_API_TOKEN, FAL_KEY or ARK_API_KEY.')];
  const findings = await Promise.all(used.map(checkProvider));
  if (settings.REPLICATE_API_TOKEN && !settings.REPLICATE_WEBHOOK_SECRET)
    findings.push(
      warning(
        'REPLICATE_WEBHOOK_SECRET is missing',
        'Callbacks are rejected without it, so jobs finish later, through polling.',
      ),
    );
  return findings;
}

async function checkProvider({ name, url, headers }: Probe): Promise<Finding> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return ok(`${name} is reachable`);
    return error(`${name} responds with ${response.status}`, 'Check its API key and URL.');
  } catch (cause) {
    return error(`${name}: ${errorMessage(cause)}`, 'Check that this machine can reach it.');
  }
}
