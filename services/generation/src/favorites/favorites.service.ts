import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requestNotFound } from '../request-state/request-locks';
import { IN_LIBRARY } from '../request-rows/request-states';

/** The request `$1` in the library of the user `$2`. */
const OWNED = `SELECT r.id, r.user_id FROM requests r WHERE r.id = $1 AND r.user_id = $2 AND ${IN_LIBRARY}`;
/** The lock keeps the request from being deleted meanwhile. */
const ADD = `
  WITH owned AS (${OWNED} FOR SHARE), added AS (
    INSERT INTO favorites (request_id, user_id) SELECT id, user_id FROM owned ON CONFLICT DO NOTHING)
  SELECT id FROM owned`;
const REMOVE = `
  WITH owned AS (${OWNED}), removed AS (DELETE FROM favorites f USING owned WHERE f.request_id = owned.id)
  SELECT id FROM owned`;

/** Requests that their owners marked. They have their own table, so that a mark does not change the job. */
@Injectable()
export class FavoritesService {
  constructor(private readonly database: DataSource) {}

  /** Idempotent. @throws LuitError `not_found` unless the request is in the user's library */
  @OnCall(generationCalls.setFavorite)
  async set({ userId, requestId, isFavorite }: RequestOf<typeof generationCalls.setFavorite>): Promise<void> {
    if (!isUuid(requestId)) throw requestNotFound();
    const found = await this.database.query<{ id: string }[]>(isFavorite ? ADD : REMOVE, [requestId, userId]);
    if (found.length === 0) throw requestNotFound();
  }

  /** Returns the favorites among the requests. */
  async among(requestIds: string[]): Promise<string[]> {
    const rows = await this.database.query<{ request_id: string }[]>(
      `SELECT request_id FROM favorites WHERE request_id = ANY ($1::uuid[])`,
      [requestIds],
    );
    return rows.map(({ request_id: id }) => id);
  }
}
