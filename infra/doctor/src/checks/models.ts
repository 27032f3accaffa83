import { type Finding, fault, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';

const TIMEOUT_MS = 10_000;

interface Probe {
  name: string;
  key: string | undefined;
  url: string;
  headers: Record<string, string>;
}

/** Each provider that is configured knows our key. Nothing is ordered there. */
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
    // fal has no call that tells of a key without ordering something; that its keys are served is as far as one can look.
    { name: 'fal', key: settings.FAL_KEY, url: settings.FAL_KEYS_URL ?? '', headers: {} },
  ];
  const used = probes.filter(({ key }) => key);
  if (used.length === 0)
    return [fault('no provider is configured', 'Set REPLICATE_API_TOKEN, FAL_KEY or ARK_API_KEY: no job can run.')];
  const findings = await Promise.all(used.map(askProvider));
  if (settings.REPLICATE_API_TOKEN && !settings.REPLICATE_WEBHOOK_SECRET)
    findings.push(
      warning(
        'REPLICATE_WEBHOOK_SECRET is missing',
        'Callbacks are not believed without it; jobs end later, by polling.',
      ),
    );
  return findings;
}

async function askProvider({ name, url, headers }: Probe): Promise<Finding> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return ok(`${name} answers`);
    return fault(`${name} answers ${response.status}`, 'Check its key and address.');
  } catch (error) {
    return fault(`${name}: ${errorMessage(error)}`, 'May this machine reach it?');
  }
}
