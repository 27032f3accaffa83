import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/** How long an answer from auth is cached, milliseconds. A broadcast may be lost. */
const CACHE_MS = 15_000;
/** Most accounts in the cache; the oldest entry is evicted first. */
const MAX_CACHED = 10_000;

/** Knows which accounts are blocked or deleted: immediately from broadcasts, otherwise by polling auth every 15 s. */
@Injectable()
export class DisabledAccounts implements OnModuleInit {
  private readonly log = new Logger(DisabledAccounts.name);
  private readonly cache = new Map<string, { isDisabled: boolean; at: number }>();

  constructor(
    private readonly calls: CallClient,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(authBroadcasts.sessionsRevoked, ({ userId, reason }) => {
      if (reason === 'blocked' || reason === 'account_closed') this.remember(userId, true);
    });
    this.broadcasts.subscriber.onReconnect(() => this.cache.clear());
  }

  /**
   * If auth is unavailable, its last answer is used.
   *
   * @throws LuitError `unavailable` if there is none
   */
  async isDisabled(userId: string): Promise<boolean> {
    const cached = this.cache.get(userId);
    if (cached && performance.now() - cached.at < CACHE_MS) return cached.isDisabled;
    try {
      const { userIds } = await this.calls.call(authCalls.listDisabledAccounts, { userIds: [userId] });
      return this.remember(userId, userIds.includes(userId));
    } catch (error) {
      if (!cached) throw error;
      this.log.warn({
        msg: 'Account state lookup failed; using the last known state',
        reason: (error as Error).message,
      });
      return cached.isDisabled;
    }
  }

  private remember(userId: string, isDisabled: boolean): boolean {
    this.cache.delete(userId);
    this.cache.set(userId, { isDisabled, at: performance.now() });
    const [oldest] = this.cache.keys();
    if (this.cache.size > MAX_CACHED && oldest !== undefined) this.cache.delete(oldest);
    return isDisabled;
  }
}
