import { LuitError } from '@luit/contracts/errors';
import {
  type EntryProblem,
  type ModelEntry,
  modelEntry,
  problemsOf,
} from '@luit/contracts/generation/catalog/model-entry';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** An entry and the number of its revision. */
export interface ModelRevision {
  id: string;
  revision: number;
  entry: ModelEntry;
}

/** What is written beside a new revision. */
interface Publication {
  publishedBy: string;
  reason: string;
}

/** Whoever publishes takes this lock first. Creating requests does not lock models, so it does not wait for it. */
export const LOCK_MODELS = `SELECT FROM models ORDER BY id FOR UPDATE`;
const READ = `SELECT entry FROM model_revisions WHERE model = $1 AND revision = $2`;
const READ_PUBLISHED = `SELECT entry FROM published_models WHERE id = $1`;
const PUBLISH = `
  WITH added AS (
    INSERT INTO model_revisions (model, revision, entry, published_by, reason)
    SELECT $1, max(revision) + 1, $2, $3, $4 FROM model_revisions WHERE model = $1 RETURNING model, revision
  )
  UPDATE models SET revision = added.revision FROM added WHERE models.id = added.model`;

/** The numbered revisions of the entries of models. A revision does not change, so it is read once. */
@Injectable()
export class ModelRevisions {
  private readonly entries = new Map<string, Promise<ModelEntry | undefined>>();

  constructor(private readonly database: DataSource) {}

  /**
   * The entry that requests with this revision were priced with.
   *
   * @param manager of the caller's transaction. A transaction that waits for a second connection waits forever if others took all of them
   *   and wait too.
   */
  entryOf(model: string, revision: number, manager = this.database.manager): Promise<ModelEntry | undefined> {
    const key = `${model} ${revision}`;
    const known = this.entries.get(key);
    if (known) return known;
    const entry = this.read(manager, READ, [model, revision]);
    this.entries.set(key, entry);
    const forget = () => this.entries.delete(key);
    // A revision that does not exist yet may be published later, and one of a draft may be deleted and its number used again.
    entry.then((found) => (found && found.state !== 'draft' ? found : forget()), forget);
    return entry;
  }

  /** The entry that is in force; undefined for an unknown model. @param manager as for `entryOf` */
  published(model: string, manager = this.database.manager): Promise<ModelEntry | undefined> {
    return this.read(manager, READ_PUBLISHED, [model]);
  }

  /** Makes the entry the revision in force. The caller has locked the model. @throws LuitError `validation_failed` by field */
  async publish(manager: EntityManager, entry: ModelEntry, { publishedBy, reason }: Publication): Promise<void> {
    assertNone(problemsOf(entry));
    await manager.query(PUBLISH, [entry.id, entry, publishedBy, reason]);
  }

  private async read(manager: EntityManager, sql: string, values: unknown[]): Promise<ModelEntry | undefined> {
    const [found] = await manager.query<{ entry: ModelEntry }[]>(sql, values);
    return found?.entry;
  }
}

/** @throws LuitError `validation_failed` with the problems by path */
export function assertNone(problems: EntryProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const details = Object.fromEntries(problems.map(({ path, message }) => [path, message]));
  throw new LuitError('validation_failed', first.message, { details });
}

/** The entry with its defaults. @throws LuitError `validation_failed` by path */
export function checked(proposed: unknown): ModelEntry {
  assertNone(problemsOf(proposed));
  return modelEntry.parse(proposed);
}
