import { hashOfApiKey, newApiKey } from '@luit/contracts/auth/api-key-format';

export const INSTANCE = 'own-gpus';
const MODEL = 'seedance';
const OPERATOR = '01a22900-0000-7000-8000-000000000001';
const ROUTE = {
  ...{ provider: INSTANCE, model: { text: 'wan', image: 'wan' }, fields: { prompt: 'prompt', duration: 'seconds' } },
  ...{ fixed: {}, limits: { runSeconds: 600, perSecond: 60 } },
};

/**
 * Has runners make the videos of the default model, before its vendors.
 *
 * @param sql runs a statement as the superuser
 * @returns the token of the runners
 */
export async function prepareRunners(sql: (text: string, values: unknown[]) => Promise<unknown>): Promise<string> {
  const token = newApiKey('runner');
  await sql(
    `INSERT INTO generation.provider_instances (id, kind, base_url, is_own, concurrency, submits_per_minute, polls_per_minute)
     VALUES ($1, 'runner', '', true, 200, 60000, 60000)`,
    [INSTANCE],
  );
  await sql(
    `INSERT INTO generation.runner_tokens (instance, name, token_hash, last4, created_by)
     VALUES ($1, 'Attic', decode($2, 'hex'), 'last', $3)`,
    [INSTANCE, hashOfApiKey(token), OPERATOR],
  );
  await sql(
    `WITH added AS (
       INSERT INTO generation.model_revisions (model, revision, entry, reason)
       SELECT model, revision + 1, jsonb_set(entry, '{routes}', jsonb_build_array($2::jsonb) || (entry -> 'routes')), 'Own GPUs'
         FROM generation.model_revisions r WHERE model = $1 AND revision = (SELECT revision FROM generation.models WHERE id = $1)
       RETURNING model, revision
     )
     UPDATE generation.models m SET revision = added.revision FROM added WHERE m.id = added.model`,
    [MODEL, JSON.stringify(ROUTE)],
  );
  return token;
}
