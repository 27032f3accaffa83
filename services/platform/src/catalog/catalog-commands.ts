import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { isDeepStrictEqual } from 'node:util';
import type { CallClient } from '../calls/call-client';

type Calls = Pick<CallClient, 'call'>;

interface Import {
  adminId: string;
  reason: string;
  /** Approvals are on, so lower prices are refused. */
  needsApproval: boolean;
}

/** What an import did with an entry. */
export interface Imported {
  id: string;
  done: 'added' | 'published' | 'unchanged';
  revision: number;
}

/** The entries in force, in their order on the screen. */
export async function exportCatalog(calls: Calls): Promise<ModelEntry[]> {
  const { models } = await calls.call(operationsCalls.listAllModels, {});
  const details = models.map(({ id }) => calls.call(operationsCalls.getModel, { id }));
  return (await Promise.all(details)).map(({ entry }) => entry);
}

/**
 * Publishes the entries that differ from those in force, one after the other. Unknown ids are added; other models stay as they are.
 *
 * @throws LuitError as `publishModel` does; the entries before are published, and importing the file again continues
 */
export async function importCatalog(calls: Calls, entries: ModelEntry[], operator: Import): Promise<Imported[]> {
  const { models } = await calls.call(operationsCalls.listAllModels, {});
  const imported: Imported[] = [];
  for (const entry of entries) {
    const isKnown = models.some(({ id }) => id === entry.id);
    imported.push(await (isKnown ? publish(calls, entry, operator) : add(calls, entry, operator)));
  }
  return imported;
}

async function publish(calls: Calls, entry: ModelEntry, operator: Import): Promise<Imported> {
  const { id } = entry;
  const current = await calls.call(operationsCalls.getModel, { id });
  if (isDeepStrictEqual(current.entry, entry)) return { id, done: 'unchanged', revision: current.revision };
  const publication = { id, entry, expectedRevision: current.revision, ...operator };
  const { revision } = await calls.call(operationsCalls.publishModel, publication);
  return { id, done: 'published', revision };
}

/** As a draft first, which a new model always is. */
async function add(calls: Calls, entry: ModelEntry, operator: Import): Promise<Imported> {
  const { adminId, reason } = operator;
  const { endsAt: _, replacement: __, ...fields } = entry;
  const draft = { ...fields, state: 'draft' as const };
  const { id, revision } = await calls.call(operationsCalls.createModel, { adminId, reason, entry: draft });
  if (entry.state === 'draft') return { id, done: 'added', revision };
  return { ...(await publish(calls, entry, operator)), done: 'added' };
}
