import { LuitError } from '@luit/contracts/errors';
import type { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome, RequestRecord } from '@luit/contracts/generation/requests';
import type { RequestOf } from '@luit/contracts/messages/message';
import { isUuid } from '@luit/platform/database/is-uuid';
import { likePattern } from '@luit/platform/database/conditions';
import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { NO_ESTIMATE, QueueEstimates } from '../estimates/queue-estimates';
import { FavoritesService } from '../favorites/favorites.service';
import { outcomeOf } from '../request-state/outcomes';
import { requestNotFound } from '../request-state/request-locks';
import { toRecord } from '../request-state/request-record';
import { HIDDEN, type RequestState, statesShownAs, statesSql, UNFINISHED } from '../request-state/request-states';
import { RequestEntity } from '../request-state/request.entity';

const MAX_PAGE = 100;
/** More words hardly narrow a search, and each is compared with every prompt of the account. */
const MAX_WORDS = 10;
/** A sync returns at most this many requests, newest first; clients page through the rest. */
const MAX_SYNC = 500;

type LibraryQuery = RequestOf<typeof generationCalls.listRequests>;

export interface LibraryPage {
  requests: RequestRecord[];
  /** Ids of those that their owner marked. */
  favorites: string[];
  nextCursor: string | null;
}

interface Page {
  limit: number;
  cursor?: string;
}

/** Reads requests: one, a page, or those that a client missed. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly database: DataSource,
    private readonly estimates: QueueEstimates,
    private readonly favorites: FavoritesService,
  ) {}

  /**
   * Visible to the owner and to the account that paid.
   *
   * @throws LuitError `awaiting_payment` for a pending order, `not_found`, also for other users' requests
   */
  async get({ userId, requestId }: { userId: string; requestId: string }): Promise<RequestRecord> {
    const row = isUuid(requestId) ? await this.find(userId, requestId) : null;
    if (!row) throw requestNotFound();
    if (row.state === 'awaiting_payment') {
      throw new LuitError(
        'awaiting_payment',
        'This video has not been paid for yet. It starts once the payment is confirmed.',
      );
    }
    const [record] = await this.records([row]);
    return record!;
  }

  /** Unknown ids are left out. */
  async outcomesOf({ requestIds }: { requestIds: string[] }): Promise<{ outcomes: Record<string, RequestOutcome> }> {
    const rows = await this.database.query<{ id: string; state: RequestState }[]>(
      `SELECT id, state FROM requests WHERE id = ANY ($1::uuid[])`,
      [requestIds.filter(isUuid)],
    );
    return { outcomes: Object.fromEntries(rows.map(({ id, state }) => [id, outcomeOf(state)])) };
  }

  /** Newest first. @throws LuitError `validation_failed` for an invalid cursor */
  async list(query: LibraryQuery): Promise<LibraryPage> {
    const owned = this.ofOwner(query.userId);
    const words = wordsOf(query.q ?? '');
    if (words.length > 0) owned.andWhere('r.prompt ILIKE ALL (ARRAY[:...words])', { words: words.map(likePattern) });
    if (query.type) owned.andWhere('r.type = :type', { type: query.type });
    if (query.status) owned.andWhere('r.state IN (:...states)', { states: statesShownAs(query.status) });
    if (query.favorite) owned.andWhere('EXISTS (SELECT FROM favorites f WHERE f.request_id = r.id)');
    const { rows, nextCursor } = await pageOf(owned, query);
    const favorites = await this.favorites.among(rows.map(({ id }) => id));
    return { requests: await this.records(rows), favorites, nextCursor };
  }

  async sync({ userId, since }: { userId: string; since: Record<string, number> }): Promise<{
    requests: RequestRecord[];
  }> {
    const known = Object.keys(since).filter(isUuid);
    const rows = await this.ofOwner(userId)
      .andWhere(
        `(r.state IN (:...unfinished) OR r.updatedAt > now() - interval '24 hours'
          OR (r.id = ANY(:known::uuid[]) AND r.sequence > (:since::jsonb ->> r.id::text)::float8))`,
        { unfinished: UNFINISHED, known, since: JSON.stringify(since) },
      )
      .orderBy('r.id', 'DESC')
      .take(MAX_SYNC)
      .getMany();
    return { requests: await this.records(rows) };
  }

  private find(userId: string, requestId: string): Promise<RequestEntity | null> {
    return this.database
      .getRepository(RequestEntity)
      .createQueryBuilder('r')
      .where('r.id = :requestId AND :userId IN (r.userId, r.payerId)', { requestId, userId })
      .andWhere(`r.state NOT IN ('accepting', 'rejected') AND r.eraseRequestedAt IS NULL`)
      .getOne();
  }

  private visible(): SelectQueryBuilder<RequestEntity> {
    return this.database
      .getRepository(RequestEntity)
      .createQueryBuilder('r')
      .where(`r.state NOT IN (${statesSql(HIDDEN)})`);
  }

  /** Deleted requests are hidden, although their rows stay. */
  private ofOwner(userId: string): SelectQueryBuilder<RequestEntity> {
    return this.visible().andWhere('r.userId = :userId AND r.eraseRequestedAt IS NULL', { userId });
  }

  private async records(rows: RequestEntity[]): Promise<RequestRecord[]> {
    const estimates = await this.estimates.of(this.database.manager, rows);
    return rows.map((row) => toRecord(row, estimates.get(row.id) ?? NO_ESTIMATE));
  }
}

/** Keyset pagination: ids rise with time, so inserts do not shift pages. */
export async function pageOf(
  query: SelectQueryBuilder<RequestEntity>,
  { limit, cursor }: Page,
): Promise<{ rows: RequestEntity[]; nextCursor: string | null }> {
  const size = Math.min(Math.max(Math.trunc(limit) || 1, 1), MAX_PAGE);
  if (cursor !== undefined) {
    if (!isUuid(cursor)) throw invalidCursor();
    query.andWhere('r.id < :cursor', { cursor });
  }
  const rows = await query
    .orderBy('r.id', 'DESC')
    .take(size + 1)
    .getMany();
  const page = rows.slice(0, size);
  return { rows: page, nextCursor: rows.length > size ? (page.at(-1)?.id ?? null) : null };
}

function invalidCursor(): LuitError {
  const text = 'This cursor is not valid';
  return new LuitError('validation_failed', text, { details: { cursor: text } });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);
}
