import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOutcome, RequestRecord } from '@luit/contracts/generation/requests';
import type { RequestOf } from '@luit/contracts/messages/message';
import { searchText } from '@luit/contracts/messages/search-text';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { UNPREPARED_COMMENT } from '@luit/platform/database/prepared-statement-client';
import { likePattern } from '@luit/platform/database/conditions';
import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { NO_ESTIMATE, QueueEstimates } from '../estimates/queue-estimates';
import { FavoritesService } from '../favorites/favorites.service';
import { IS_VALID_LINK, ShareLinksService } from '../share-links/share-links.service';
import { outcomeOf } from '../request-state/outcomes';
import { requestNotFound } from '../request-state/request-locks';
import { toRecord } from '../request-state/request-record';
import {
  HIDDEN,
  type RequestState,
  statesOfJobs,
  statesShownAs,
  statesSql,
  UNFINISHED,
} from '../request-rows/request-states';
import { RequestEntity } from '../request-rows/request.entity';
import { pageOf } from './page-of';

/** More words hardly narrow a search, and each is compared with every prompt of the account. */
const MAX_WORDS = 10;
/** A sync returns at most this many requests, newest first; clients page through the rest. */
const MAX_SYNC = 500;

type LibraryQuery = RequestOf<typeof generationCalls.listRequests>;

export interface LibraryPage {
  requests: RequestRecord[];
  /** Ids of the requests that their owner marked. */
  favorites: string[];
  /** Ids of the requests that have a share link. */
  shared: string[];
  nextCursor: string | null;
}

/** Reads requests: one, a page, or the requests that a client missed. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly database: DataSource,
    private readonly estimates: QueueEstimates,
    private readonly favorites: FavoritesService,
    private readonly shareLinks: ShareLinksService,
  ) {}

  /**
   * Visible to the owner and to the account that paid.
   *
   * @throws LuitError `awaiting_payment` for a pending order, `not_found`, also for other users' requests
   */
  @OnCall(generationCalls.getRequest)
  async get({ userId, requestId }: RequestOf<typeof generationCalls.getRequest>): Promise<RequestRecord> {
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
  @OnCall(generationCalls.getOutcomes)
  async outcomesOf({
    requestIds,
  }: RequestOf<typeof generationCalls.getOutcomes>): Promise<{ outcomes: Record<string, RequestOutcome> }> {
    const rows = await this.database.query<{ id: string; state: RequestState }[]>(
      `SELECT id, state FROM requests WHERE id = ANY ($1::uuid[])`,
      [requestIds.filter(isUuid)],
    );
    return { outcomes: Object.fromEntries(rows.map(({ id, state }) => [id, outcomeOf(state)])) };
  }

  /** Newest first by default. @throws LuitError `validation_failed` for an invalid cursor */
  @OnCall(generationCalls.listRequests)
  async list(query: LibraryQuery): Promise<LibraryPage> {
    const { rows, nextCursor } = await pageOf(this.library(query), query);
    const ids = rows.map(({ id }) => id);
    const [requests, favorites, shared] = await Promise.all([
      this.records(rows),
      this.favorites.among(ids),
      this.shareLinks.among(ids),
    ]);
    return { requests, favorites, shared, nextCursor };
  }

  @OnCall(generationCalls.syncRequests)
  async sync({ userId, since }: RequestOf<typeof generationCalls.syncRequests>): Promise<{
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

  /** Rare words, states and marks need other plans than common ones, so a filtered list is planned each time. */
  private library({
    userId,
    q = '',
    type,
    types,
    status,
    favorite,
    shared,
    collection,
    set,
    jobStatuses,
    createdFrom,
    createdUntil,
    metadata,
  }: LibraryQuery): SelectQueryBuilder<RequestEntity> {
    const owned = this.ofOwner(userId);
    const words = wordsOf(q);
    const filters = [type, status, favorite, shared, collection, set, jobStatuses, createdFrom, createdUntil, metadata];
    if (words.length > 0 || filters.some(Boolean)) owned.comment(UNPREPARED_COMMENT);
    if (words.length > 0)
      owned.andWhere('search_text(r.prompt) LIKE ALL (ARRAY[:...words])', { words: words.map(likePattern) });
    if (types) owned.andWhere('r.type IN (:...types)', { types });
    if (set) owned.andWhere('r.setId = :set', { set });
    if (type) owned.andWhere('r.type = :type', { type });
    if (status) owned.andWhere('r.state IN (:...states)', { states: statesShownAs(status) });
    if (jobStatuses) owned.andWhere('r.state IN (:...jobStates)', { jobStates: jobStatuses.flatMap(statesOfJobs) });
    if (createdFrom) owned.andWhere('r.createdAt >= :createdFrom', { createdFrom });
    if (createdUntil) owned.andWhere('r.createdAt < :createdUntil', { createdUntil });
    if (metadata) owned.andWhere('r.metadata @> :metadata::jsonb', { metadata: JSON.stringify(metadata) });
    if (favorite) owned.andWhere('r.id IN (SELECT f.request_id FROM favorites f WHERE f.user_id = :userId)');
    if (shared) {
      owned.andWhere(`r.id IN (SELECT l.request_id FROM share_links l WHERE l.user_id = :userId AND ${IS_VALID_LINK})`);
    }
    if (collection) {
      owned.andWhere(
        `r.id IN (SELECT i.request_id FROM collection_items i JOIN collections c ON c.id = i.collection_id
                   WHERE c.id = :collection AND c.user_id = :userId)`,
        { collection },
      );
    }
    return owned;
  }

  private find(userId: string, requestId: string): Promise<RequestEntity | null> {
    return this.database
      .getRepository(RequestEntity)
      .createQueryBuilder('r')
      .where('r.id = :requestId AND :userId IN (r.userId, r.payerId)', { requestId, userId })
      .andWhere(`r.state NOT IN ('accepting', 'rejected') AND r.eraseAt IS NULL`)
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
    return this.visible().andWhere('r.userId = :userId AND r.eraseAt IS NULL', { userId });
  }

  private async records(rows: RequestEntity[]): Promise<RequestRecord[]> {
    const estimates = await this.estimates.of(this.database.manager, rows);
    return rows.map((row) => toRecord(row, estimates.get(row.id) ?? NO_ESTIMATE));
  }
}

function wordsOf(text: string): string[] {
  return searchText(text).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);
}
