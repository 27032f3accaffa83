import { isOfferedAt } from '@luit/contracts/generation/catalog/lifecycle';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { postgresConnection } from '@luit/platform/addresses/certificate-authorities';
import { Client } from 'pg';
import { type Finding, error, errorMessage, ok } from '../finding';
import type { Settings } from '../settings';

const TIMEOUT_MS = 10_000;
const READ = `SELECT entry FROM generation.published_models ORDER BY position`;

type Vendors = Pick<Settings, 'REPLICATE_API_URL' | 'REPLICATE_API_TOKEN' | 'FAL_API_URL' | 'FAL_KEY'>;

/** Asks each route of the models on sale whether its vendor still has the model. Submits nothing. */
export async function checkRoutes(settings: Settings): Promise<Finding[]> {
  const client = new Client({ ...postgresConnection(settings.ADMIN_DATABASE_URL), query_timeout: TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ entry: ModelEntry }>(READ);
    const now = new Date();
    const onSale = rows.map(({ entry }) => entry).filter((entry) => isOfferedAt(entry, now));
    return await checkEntries(onSale, settings);
  } catch (cause) {
    return [error(`The models could not be read: ${errorMessage(cause)}`, 'See the findings about Postgres.')];
  } finally {
    await client.end();
  }
}

/** A finding for each model of a vendor that an entry names. ModelArk has no request about a model that costs nothing. */
export async function checkEntries(entries: ModelEntry[], vendors: Vendors): Promise<Finding[]> {
  const findings = entries.flatMap(({ name, routes }) =>
    routes.flatMap(({ provider, model }) =>
      [...new Set([model.text, model.image])].flatMap((id) => {
        const question = id === undefined ? null : questionOf(provider, id, vendors);
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

function questionOf(provider: string, id: string, vendors: Vendors): Question | null {
  if (provider === 'replicate' && vendors.REPLICATE_API_TOKEN) {
    const [model = '', version] = id.split(':');
    const url = `${vendors.REPLICATE_API_URL}/v1/models/${model}${version ? `/versions/${version}` : ''}`;
    return { url, authorization: `Bearer ${vendors.REPLICATE_API_TOKEN}` };
  }
  if (provider !== 'fal' || !vendors.FAL_KEY) return null;
  const url = `${vendors.FAL_API_URL}/models?endpoint_id=${encodeURIComponent(id)}`;
  return { url, authorization: `Key ${vendors.FAL_KEY}` };
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
