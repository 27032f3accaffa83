import { authEvents } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { makesVideo } from '@luit/contracts/generation/outputs';
import {
  type ListedShareLink,
  MAX_LISTED_SHARE_LINKS,
  type ShareLink,
  type SharedOutput,
} from '@luit/contracts/generation/share-links';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { OnEvent } from '@luit/platform/events/on-event';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { enqueueDerivation } from '../derived-files/derived-files.service';
import { TAKEN_DOWN } from '../request-state/taken-down';
import { requestNotFound } from '../request-state/request-locks';
import { IN_LIBRARY, type RequestState } from '../request-rows/request-states';

const TOKEN_BYTES = 16;

type LinkRow = WithDates<ShareLink, 'createdAt' | 'expiresAt'>;

/** SQL of a `LinkRow` of a link `l`. */
const LINK = `l.token, l.shows_prompt AS "showsPrompt", l.is_indexed AS "isIndexed", l.created_at AS "createdAt", l.expires_at AS "expiresAt"`;

/** SQL: whether the link `l` has not expired. */
export const IS_VALID_LINK = `(l.expires_at IS NULL OR l.expires_at > now())`;

/** Links through which anyone can see the output of a request. */
@Injectable()
export class ShareLinksService {
  constructor(private readonly database: DataSource) {}

  /** Null if there is none, or it has expired. @throws LuitError `not_found` */
  @OnCall(generationCalls.getShareLink)
  async find({
    userId,
    requestId,
  }: RequestOf<typeof generationCalls.getShareLink>): Promise<{ link: ShareLink | null }> {
    const [row] = await this.query<WithDates<ShareLink, 'createdAt' | 'expiresAt'> | Record<keyof ShareLink, null>>(
      `SELECT ${LINK} FROM requests r LEFT JOIN share_links l ON l.request_id = r.id AND ${IS_VALID_LINK}
        WHERE r.id = $1 AND r.user_id = $2 AND ${IN_LIBRARY}`,
      idOf(requestId),
      userId,
    );
    if (!row) throw requestNotFound();
    return { link: row.token === null ? null : withIsoTimes(row) };
  }

  /**
   * Creates the link, or changes its settings. An expired link gets a new token, because the people who had it were told that it expires.
   *
   * @throws LuitError `not_found`; `conflict` while there is no output; `validation_failed` for an expiry in the past
   */
  @OnCall(generationCalls.putShareLink)
  async put({
    userId,
    requestId,
    showsPrompt,
    isIndexed,
    expiresAt,
  }: RequestOf<typeof generationCalls.putShareLink>): Promise<{ link: ShareLink }> {
    if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) throw invalidExpiry();
    const [request] = await this.query<{ state: RequestState; type: SharedOutput['type']; is_hidden: boolean }>(
      `SELECT r.state, r.type, r.takedown IS NOT NULL AS is_hidden FROM requests r WHERE r.id = $1 AND r.user_id = $2 AND ${IN_LIBRARY}`,
      idOf(requestId),
      userId,
    );
    if (!request) throw requestNotFound();
    if (request.state !== 'succeeded')
      throw new LuitError('conflict', 'Only finished videos and photos can be shared.');
    if (request.is_hidden) throw new LuitError('conflict', TAKEN_DOWN);
    // The lock keeps the request from being deleted meanwhile.
    const [row] = await this.query<LinkRow>(
      `WITH r AS (SELECT id, user_id FROM requests r WHERE r.id = $1 AND r.user_id = $2 AND ${IN_LIBRARY} FOR SHARE)
       INSERT INTO share_links AS l (token, request_id, user_id, shows_prompt, is_indexed, expires_at)
       SELECT $3, r.id, r.user_id, $4, $5, $6 FROM r
       ON CONFLICT (request_id) DO UPDATE
          SET token = CASE WHEN ${IS_VALID_LINK} THEN l.token ELSE excluded.token END,
              created_at = CASE WHEN ${IS_VALID_LINK} THEN l.created_at ELSE excluded.created_at END,
              shows_prompt = excluded.shows_prompt, is_indexed = excluded.is_indexed, expires_at = excluded.expires_at
       RETURNING ${LINK}`,
      requestId,
      userId,
      randomBytes(TOKEN_BYTES).toString('base64url'),
      showsPrompt,
      isIndexed,
      expiresAt,
    );
    if (!row) throw requestNotFound();
    // Visitors on a slow connection get a small version.
    if (makesVideo(request.type)) {
      await this.database.transaction((manager) => enqueueDerivation(manager, userId, requestId));
    }
    return { link: withIsoTimes(row) };
  }

  /** Idempotent. @throws LuitError `not_found` */
  @OnCall(generationCalls.revokeShareLink)
  async revoke({ userId, requestId }: RequestOf<typeof generationCalls.revokeShareLink>): Promise<void> {
    const found = await this.query<{ id: string }>(
      `WITH owned AS (SELECT r.id FROM requests r WHERE r.id = $1 AND r.user_id = $2 AND ${IN_LIBRARY}),
         revoked AS (DELETE FROM share_links l USING owned WHERE l.request_id = owned.id)
       SELECT id FROM owned`,
      idOf(requestId),
      userId,
    );
    if (found.length === 0) throw requestNotFound();
  }

  /** The output as the link shows it. @throws LuitError `not_found` */
  @OnCall(generationCalls.openShareLink)
  async open({ token }: RequestOf<typeof generationCalls.openShareLink>): Promise<SharedOutput> {
    const [row] = await this.query<WithDates<SharedOutput, 'completedAt' | 'expiresAt'>>(
      `SELECT r.id AS "requestId", r.user_id AS "ownerId", r.type, CASE WHEN l.shows_prompt THEN nullif(r.prompt, '') END AS prompt,
              r.duration, r.output_key AS "outputKey", r.poster_key AS "posterKey",
              d.small_key AS "smallKey", d.animation_key AS "animationKey", r.completed_at AS "completedAt",
              l.expires_at AS "expiresAt", l.is_indexed AS "isIndexed"
         FROM share_links l JOIN requests r ON r.id = l.request_id LEFT JOIN derived_files d ON d.request_id = r.id
        WHERE l.token = $1 AND ${IS_VALID_LINK} AND ${IN_LIBRARY} AND r.output_key IS NOT NULL
          AND r.takedown IS NULL`,
      token,
    );
    if (!row) throw new LuitError('not_found', 'This link does not exist or has ended.');
    return withIsoTimes(row);
  }

  /** Newest first. */
  @OnCall(generationCalls.listShareLinks)
  async list({ userId }: RequestOf<typeof generationCalls.listShareLinks>): Promise<{ links: ListedShareLink[] }> {
    const rows = await this.query<WithDates<ListedShareLink, 'createdAt' | 'expiresAt'>>(
      `SELECT l.request_id AS "requestId", l.shows_prompt AS "showsPrompt", l.is_indexed AS "isIndexed", l.created_at AS "createdAt",
              l.expires_at AS "expiresAt", r.type, r.prompt FROM share_links l JOIN requests r ON r.id = l.request_id
        WHERE l.user_id = $1 AND ${IS_VALID_LINK} AND ${IN_LIBRARY} ORDER BY l.created_at DESC LIMIT ${MAX_LISTED_SHARE_LINKS}`,
      userId,
    );
    return { links: rows.map(withIsoTimes) };
  }

  /** Ends the links of a user from before a time, except those to the requests in `keep`. */
  @OnEvent(authEvents.accessRevoked)
  async endAll(
    { userId, keep, at }: { userId: string; keep: string[]; at: string },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      'DELETE FROM share_links WHERE user_id = $1 AND created_at <= $2 AND request_id <> ALL ($3::uuid[])',
      [userId, at, keep],
    );
  }

  /** Returns the requests that have a link. */
  async among(requestIds: string[]): Promise<string[]> {
    const rows = await this.query<{ request_id: string }>(
      `SELECT request_id FROM share_links l WHERE request_id = ANY ($1::uuid[]) AND ${IS_VALID_LINK}`,
      requestIds,
    );
    return rows.map(({ request_id: id }) => id);
  }

  private query<Row>(sql: string, ...values: unknown[]): Promise<Row[]> {
    return this.database.query<Row[]>(sql, values);
  }
}

function idOf(requestId: string): string {
  if (!isUuid(requestId)) throw requestNotFound();
  return requestId;
}

function invalidExpiry(): LuitError {
  const text = 'The expiry must be in the future';
  return new LuitError('validation_failed', text, { details: { expiresAt: text } });
}
