import { isOfferedAt } from '@luit/contracts/generation/catalog/lifecycle';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { falUrls } from '@luit/contracts/operations/vendor-urls';
import { type Finding, error, errorMessage, ok } from '../finding';
import type { Settings } from '../settings';
import { readProviders, type UsedProvider, withDatabase } from './providers';

const TIMEOUT_MS = 10_000;
const READ = `SELECT entry FROM generation.published_models ORDER BY position`;

/** Asks each route of the models on sale whether its vendor still has the model. Submits nothing. */
export async function checkRoutes(settings: Settings): Promise<Finding[]> {
  try {
    const { rows, providers } = await withDatabase(settings, async (client) => ({
      rows: (await client.query<{ entry: ModelEntry }>(READ)).rows,
      providers: await readProviders(client, settings.PROVIDER_SECRETS),
    }));
    const now = new Date();
    const onSale = rows.map(({ entry }) => entry).filter((entry) => isOfferedAt(entry, now));
    return await checkEntries(onSale, providers);
  } catch (cause) {
    return [error(`The models could not be read: ${errorMessage(cause)}`, 'See the findings about Postgres.')];
  }
}

/** A finding for each model of a vendor that an entry names. ModelArk has no request about a model that costs nothing. */
export async function checkEntries(entries: ModelEntry[], providers: UsedProvider[]): Promise<Finding[]> {
  const findings = entries.flatMap(({ name, routes }) =>
    routes.flatMap(({ provider, model }) =>
      [...new Set([model.text, model.image])].flatMap((id) => {
        const question =
          id === undefined
            ? null
            : questionOf(
                providers.find((each) => each.id === provider),
                id,
              );
        return question ? [ask(`${name}: ${provider} ${id}`, question)] : [];
      }),
    ),
  );
  return Promise.all(findings);
}

interface Question {
  url: string;
  authorization: string;
}

function questionOf(provider: UsedProvider | undefined, id: string): Question | null {
  if (!provider?.key) return null;
  const { kind, baseUrl, key } = provider;
  if (kind === 'replicate') {
    const [model = '', version] = id.split(':');
    const url = `${baseUrl}/v1/models/${model}${version ? `/versions/${version}` : ''}`;
    return { url, authorization: `Bearer ${key}` };
  }
  if (kind !== 'fal') return null;
  const url = `${falUrls(baseUrl).platform}/models?endpoint_id=${encodeURIComponent(id)}`;
  return { url, authorization: `Key ${key}` };
}

async function ask(route: string, { url, authorization }: Question): Promise<Finding> {
  const options = { headers: { authorization }, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  try {
    const { ok: isKnown, status } = await fetch(url, options);
    if (isKnown) return ok(`${route} exists`);
    if (status === 404)
      return error(`${route} does not exist`, 'Change the route or retire the model on the Models page.');
    return error(`${route}: the vendor responds with ${status}`, 'Check its API key and URL.');
  } catch (cause) {
    return error(`${route}: ${errorMessage(cause)}`, 'Check that this machine can reach the vendor.');
  }
}
