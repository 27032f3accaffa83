import { falUrls } from '@luit/contracts/operations/vendor-urls';
import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { readProviders, type UsedProvider, withDatabase } from './providers';

const TIMEOUT_MS = 10_000;

/** Checks that each provider that is not off accepts its key. Submits nothing. */
export async function checkModels(settings: Settings): Promise<Finding[]> {
  try {
    const providers = await withDatabase(settings, (client) => readProviders(client, settings.PROVIDER_SECRETS));
    if (providers.length === 0)
      return [error('No provider is on', 'No job can run. Add one on the Providers page and turn it on.')];
    return (await Promise.all(providers.map(checkProvider))).flat();
  } catch (cause) {
    return [error(`The providers could not be read: ${errorMessage(cause)}`, 'See the findings about Postgres.')];
  }
}

/** A request that costs nothing; null for servers, which may be reachable from workers only. */
function requestOf({ kind, baseUrl, key }: UsedProvider): { url: string; authorization?: string } | null {
  if (kind === 'replicate') return { url: `${baseUrl}/v1/predictions`, authorization: `Bearer ${key}` };
  if (kind === 'ark') {
    const url = `${baseUrl}/contents/generations/tasks?page_num=1&page_size=1`;
    return { url, authorization: `Bearer ${key}` };
  }
  // fal has no call that validates a key without submitting a job, so only its public keys are fetched.
  return kind === 'fal' ? { url: falUrls(baseUrl).keys } : null;
}

async function checkProvider(provider: UsedProvider): Promise<Finding[]> {
  const { id, kind, key, hasWebhookSecret } = provider;
  if (key === undefined)
    return [error(`PROVIDER_SECRETS do not open the key of ${id}`, 'Restore them, or enter the key again.')];
  const request = requestOf(provider);
  if (!request) return [ok(`${id} is tested on the Providers page`)];
  const { url, authorization } = request;
  const findings: Finding[] = [];
  try {
    const headers = authorization ? { authorization } : undefined;
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    findings.push(
      response.ok
        ? ok(`${id} is reachable`)
        : error(`${id} responds with ${response.status}`, 'Check its API key and URL on the Providers page.'),
    );
  } catch (cause) {
    findings.push(error(`${id}: ${errorMessage(cause)}`, 'Check that this machine can reach it.'));
  }
  if (kind === 'replicate' && !hasWebhookSecret) {
    const advice = 'Callbacks are rejected without it, so jobs finish later, through polling.';
    findings.push(warning(`${id} has no webhook secret`, advice));
  }
  return findings;
}
