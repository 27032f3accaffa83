import { LuitError } from '@luit/contracts/errors';
import { stateAt } from '@luit/contracts/generation/catalog/lifecycle';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import { type ModelEntry, modelEntry } from '@luit/contracts/generation/catalog/model-entry';
import type { AdminModel, ModelDetails } from '@luit/contracts/generation/model-editor';
import type { EntityManager } from 'typeorm';
import { type PublishedModel, readModels } from '../model-revisions/published-models';

const SHOWN_REVISIONS = 20;
const READ_REVISIONS = `
  SELECT revision, entry, published_at AS "publishedAt", published_by AS "publishedBy", reason
    FROM model_revisions WHERE model = $1 ORDER BY revision DESC LIMIT ${SHOWN_REVISIONS}`;

/** Requests are made with revisions of these states only, also after the model has retired. */
const WAS_OFFERED = `
  SELECT EXISTS (SELECT FROM model_revisions WHERE model = $1 AND entry ->> 'state' IN ('live', 'deprecated')) AS "wasOffered"`;

/** @throws LuitError `not_found` */
export function modelOf(models: PublishedModel[], id: string): PublishedModel {
  const model = models.find((each) => each.id === id);
  if (!model) throw new LuitError('not_found', 'Model not found');
  return model;
}

/** With its latest revisions. @throws LuitError `not_found` */
export async function readDetails(manager: EntityManager, id: string): Promise<ModelDetails> {
  const model = modelOf(await readModels(manager), id);
  type Row = Omit<ModelDetails['revisions'][number], 'publishedAt'> & { publishedAt: Date };
  const rows = await manager.query<Row[]>(READ_REVISIONS, [id]);
  const revisions = rows.map(({ entry, publishedAt, ...row }) => ({
    ...row,
    entry: inOrder(entry),
    publishedAt: publishedAt.toISOString(),
  }));
  const [{ wasOffered }] = (await manager.query(WAS_OFFERED, [id])) as [{ wasOffered: boolean }];
  return { ...toAdminModel(model), isDeletable: !wasOffered, entry: inOrder(model.entry), revisions };
}

export function toAdminModel({ id, revision, entry, isDefault, missing }: PublishedModel): AdminModel {
  const { name, output, price = null, routes, parameters } = entry;
  const { duration, resolution, quality } = parameters;
  return {
    ...{ id, name, output, state: stateAt(entry, new Date()), isDefault, revision, price },
    durations: duration ? valuesOf(duration).map(Number) : [],
    qualities: (resolution ?? quality)?.values ?? [],
    providers: routes.map(({ provider }) => provider),
    missing,
  };
}

/** The entry with its fields in the order of the schema, for people who read it. Newer rules may refuse an earlier entry; it stays as it is. */
function inOrder(entry: ModelEntry): ModelEntry {
  return modelEntry.safeParse(entry).data ?? entry;
}
