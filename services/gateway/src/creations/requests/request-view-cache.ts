import { generationBroadcasts } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import type { RequestView } from '@luit/contracts/http/requests';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type SerializedAnswer, serializeAnswer } from '../../http/answers/serialized-answer';
import { entityTag } from '../../http/answers/entity-tag';
import { RequestViewsService } from './request-views.service';

/** Queue positions and remaining times change without an event; clients poll every 3 s. Milliseconds. */
const UNFINISHED_TTL_MS = 2_000;
/** A finished request changes by an event or a broadcast only. In case one is lost, milliseconds. */
const FINISHED_TTL_MS = 15_000;
/** Longer than a read that began before a change may take. */
const FLOOR_TTL_MS = 15_000;
const MAX_REQUESTS = 10_000;
const MAX_BYTES = 32 * 1_024 * 1_024;

/** Looked up on every use, so that tests can replace the clock. */
const CLOCK = { now: () => performance.now() };

export interface CachedView {
  body: SerializedAnswer<{ request: RequestView }>;
  entityTag: string;
}

interface Entry extends CachedView {
  sequence: number;
  ownerId: string;
  /** Accounts that generation has shown this request to. */
  viewers: Set<string>;
}

/**
 * Answers polls of a request without a call to generation. An account only gets views that generation has returned to it before, so that
 * generation alone decides who may see a request. Pushes replace cached views; deletions and erasures remove them on every replica; and
 * while broadcasts cannot be received, nothing is cached.
 */
@Injectable()
export class RequestViewCache implements OnModuleInit {
  private readonly entries = new LRUCache<string, Entry>({
    max: MAX_REQUESTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => 2 * body.length,
    perf: CLOCK,
    ttlResolution: 0,
  });
  /** The lowest sequence of each changed request that may still be cached, so that a slow read does not bring an old view back. */
  private readonly floors = new LRUCache<string, number>({ max: MAX_REQUESTS, ttl: FLOOR_TTL_MS });
  private isListening = true;

  constructor(
    private readonly views: RequestViewsService,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(generationBroadcasts.requestsErased, ({ requestIds }) => {
      for (const id of requestIds) this.drop(id);
    });
    await this.broadcasts.subscribe(generationBroadcasts.takedownChanged, ({ requestId, sequence }) =>
      this.outdate(requestId, sequence),
    );
    this.broadcasts.subscriber.onDisconnect(() => this.setListening(false));
    this.broadcasts.subscriber.onReconnect(() => this.setListening(true));
  }

  /** Returns undefined unless a current view is cached that this account may see. */
  find(userId: string, requestId: string): CachedView | undefined {
    const entry = this.entries.get(requestId);
    return entry?.viewers.has(userId) ? entry : undefined;
  }

  /** Caches a record that generation returned to the account, unless a newer one is known. Returns the view for the account. */
  put(userId: string, record: RequestRecord): CachedView {
    const cached = this.entries.get(record.id);
    if (cached && cached.ownerId === record.userId && cached.sequence > record.sequence) {
      cached.viewers.add(userId);
      return cached;
    }
    const viewers = cached?.ownerId === record.userId ? cached.viewers : new Set<string>();
    const entry = this.entryOf(record, viewers.add(userId));
    if (this.isListening && record.sequence >= (this.floors.get(record.id) ?? 0)) this.store(record, entry);
    return entry;
  }

  /** Replaces the cached view by a newer one, for the accounts that may see it. */
  update(record: RequestRecord): void {
    const floor = this.floors.get(record.id) ?? 0;
    if (record.sequence < floor) return;
    this.floors.set(record.id, record.sequence);
    const cached = this.entries.get(record.id);
    if (!cached || cached.sequence > record.sequence) return;
    if (cached.ownerId === record.userId) this.store(record, this.entryOf(record, cached.viewers));
    else this.entries.delete(record.id);
  }

  /** Forgets a request that was deleted; no later view of it is cached. */
  drop(requestId: string): void {
    this.floors.set(requestId, Infinity);
    this.entries.delete(requestId);
  }

  /** Removes views of a request that are older than this sequence, and does not store such views later. */
  private outdate(requestId: string, sequence: number): void {
    this.floors.set(requestId, Math.max(sequence, this.floors.get(requestId) ?? 0));
    const cached = this.entries.get(requestId);
    if (cached && cached.sequence < sequence) this.entries.delete(requestId);
  }

  private store(record: RequestRecord, entry: Entry): void {
    this.entries.set(record.id, entry, { ttl: record.completedAt ? FINISHED_TTL_MS : UNFINISHED_TTL_MS });
  }

  private entryOf(record: RequestRecord, viewers: Set<string>): Entry {
    const body = serializeAnswer({ request: this.views.viewOf(record) });
    return { body, entityTag: entityTag(body), sequence: record.sequence, ownerId: record.userId, viewers };
  }

  private setListening(isListening: boolean): void {
    this.isListening = isListening;
    this.entries.clear();
  }
}
