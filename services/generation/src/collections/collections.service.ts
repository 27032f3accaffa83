import { LuitError } from '@luit/contracts/errors';
import type { Collection } from '@luit/contracts/generation/collections';
import { MAX_COLLECTION_ITEMS, MAX_COLLECTIONS } from '@luit/contracts/generation/limits';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requestNotFound } from '../request-state/request-locks';
import { IN_LIBRARY } from '../request-rows/request-states';

const MAX_PAGE = 1_000;
/** Counts the index entries of the items, and subtracts the few items with requests in the trash, so that no request rows are read. */
export const COLLECTIONS = `
  SELECT c.id, c.name, c.created_at AS "createdAt",
         ((SELECT count(*) FROM collection_items i WHERE i.collection_id = c.id)
          - (SELECT count(*) FROM requests r JOIN collection_items i ON i.request_id = r.id AND i.collection_id = c.id
              WHERE r.user_id = c.user_id AND r.erase_at IS NOT NULL AND r.erased_at IS NULL))::int AS size
    FROM collections c WHERE c.user_id = $1`;

type Row = WithDates<Collection, 'createdAt'>;

/** Named groups of requests that people make in their libraries. */
@Injectable()
export class CollectionsService {
  constructor(private readonly database: DataSource) {}

  /** Ordered by name. */
  @OnCall(generationCalls.listCollections)
  async list({ userId }: RequestOf<typeof generationCalls.listCollections>): Promise<{ collections: Collection[] }> {
    const rows = await this.database.query<Row[]>(`${COLLECTIONS} ORDER BY lower(c.name)`, [userId]);
    return { collections: rows.map(withIsoTimes) };
  }

  /** @throws LuitError `conflict` if the account has one of this name, or too many */
  @OnCall(generationCalls.createCollection)
  create({ userId, name }: RequestOf<typeof generationCalls.createCollection>): Promise<Collection> {
    return this.change(userId, async (manager) => {
      const [{ count }] = await manager.query<[{ count: number }]>(
        `SELECT count(*)::int AS count FROM collections WHERE user_id = $1`,
        [userId],
      );
      if (count >= MAX_COLLECTIONS) {
        throw new LuitError('conflict', `You have ${MAX_COLLECTIONS} collections already. Delete one first.`);
      }
      await requireUnusedName(manager, userId, name);
      const [created] = await manager.query<{ id: string }[]>(
        `INSERT INTO collections (user_id, name) VALUES ($1, $2) RETURNING id`,
        [userId, name],
      );
      return created!.id;
    });
  }

  /** @throws LuitError `not_found`, `conflict` if the account has another one of this name */
  @OnCall(generationCalls.renameCollection)
  rename({ userId, collectionId, name }: RequestOf<typeof generationCalls.renameCollection>): Promise<Collection> {
    return this.change(userId, async (manager) => {
      await requireOwn(manager, userId, collectionId);
      await requireUnusedName(manager, userId, name, collectionId);
      await manager.query(`UPDATE collections SET name = $2 WHERE id = $1`, [collectionId, name]);
      return collectionId;
    });
  }

  /** Its requests stay in the library. @throws LuitError `not_found` */
  @OnCall(generationCalls.deleteCollection)
  async remove({ userId, collectionId }: RequestOf<typeof generationCalls.deleteCollection>): Promise<void> {
    const removed = await this.database.query<[{ id: string }[], number]>(
      `DELETE FROM collections WHERE id = $1 AND user_id = $2 RETURNING id`,
      [idOf(collectionId), userId],
    );
    if (removed[1] === 0) throw collectionNotFound();
  }

  /**
   * Leaves out requests that are not in the library of the account. Idempotent.
   *
   * @throws LuitError `not_found` for the collection, or if no request is left; `conflict` if the collection would become too large
   */
  @OnCall(generationCalls.addToCollection)
  add({ userId, collectionId, requestIds }: RequestOf<typeof generationCalls.addToCollection>): Promise<Collection> {
    return this.change(userId, async (manager) => {
      await requireOwn(manager, userId, collectionId);
      // The lock keeps them from being deleted meanwhile.
      const owned = await manager.query<{ id: string }[]>(
        `SELECT r.id FROM requests r WHERE r.id = ANY ($1::uuid[]) AND r.user_id = $2 AND ${IN_LIBRARY} ORDER BY r.id FOR SHARE`,
        [requestIds, userId],
      );
      if (owned.length === 0) throw requestNotFound();
      await manager.query(
        `INSERT INTO collection_items (collection_id, request_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
        [collectionId, owned.map(({ id }) => id)],
      );
      const [{ count }] = await manager.query<[{ count: number }]>(
        `SELECT count(*)::int AS count FROM collection_items WHERE collection_id = $1`,
        [collectionId],
      );
      if (count > MAX_COLLECTION_ITEMS) {
        throw new LuitError('conflict', `A collection can have at most ${MAX_COLLECTION_ITEMS} videos and photos.`);
      }
      return collectionId;
    });
  }

  /** Idempotent. @throws LuitError `not_found` for the collection */
  @OnCall(generationCalls.removeFromCollection)
  take({
    userId,
    collectionId,
    requestIds,
  }: RequestOf<typeof generationCalls.removeFromCollection>): Promise<Collection> {
    return this.change(userId, async (manager) => {
      await requireOwn(manager, userId, collectionId);
      await manager.query(`DELETE FROM collection_items WHERE collection_id = $1 AND request_id = ANY ($2::uuid[])`, [
        collectionId,
        requestIds,
      ]);
      return collectionId;
    });
  }

  /** Includes items in the trash, newest first. @throws LuitError `not_found` */
  @OnCall(generationCalls.listCollectionItems)
  async listItems({
    userId,
    collectionId,
    limit,
    cursor,
  }: RequestOf<typeof generationCalls.listCollectionItems>): Promise<{
    requestIds: string[];
    nextCursor: string | null;
  }> {
    await requireOwn(this.database.manager, userId, collectionId);
    const size = Math.min(limit, MAX_PAGE);
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT request_id AS id FROM collection_items WHERE collection_id = $1 AND ($2::uuid IS NULL OR request_id < $2)
        ORDER BY request_id DESC LIMIT $3`,
      [collectionId, cursor ?? null, size + 1],
    );
    const requestIds = rows.slice(0, size).map(({ id }) => id);
    return { requestIds, nextCursor: rows.length > size ? (requestIds.at(-1) ?? null) : null };
  }

  /** Changes of the collections of one account wait for each other, so that names stay unique and limits are kept. */
  private change(userId: string, act: (manager: EntityManager) => Promise<string>): Promise<Collection> {
    return this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('collections'), hashtext($1))`, [userId]);
      const id = await act(manager);
      const [row] = await manager.query<Row[]>(`${COLLECTIONS} AND c.id = $2`, [userId, id]);
      return withIsoTimes(row!);
    });
  }
}

async function requireOwn(manager: EntityManager, userId: string, collectionId: string): Promise<void> {
  const [own] = await manager.query<object[]>(`SELECT FROM collections WHERE id = $1 AND user_id = $2`, [
    idOf(collectionId),
    userId,
  ]);
  if (!own) throw collectionNotFound();
}

async function requireUnusedName(manager: EntityManager, userId: string, name: string, ownId?: string): Promise<void> {
  const [same] = await manager.query<object[]>(
    `SELECT FROM collections WHERE user_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3::uuid`,
    [userId, name, ownId ?? null],
  );
  if (same) throw new LuitError('conflict', 'You already have a collection with this name.');
}

function idOf(collectionId: string): string {
  if (!isUuid(collectionId)) throw collectionNotFound();
  return collectionId;
}

function collectionNotFound(): LuitError {
  return new LuitError('not_found', 'Collection not found.');
}
