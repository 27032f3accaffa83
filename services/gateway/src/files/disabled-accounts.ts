import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/** What auth said is kept this long, milliseconds: a notice of a block may be lost. */
const FRESH_MS = 15_000;
/** How many accounts are remembered; the oldest answers go first. */
const MAX_KNOWN = 10_000;

/** Which accounts are blocked or deleted. Broadcasts bring it at once; without one, auth is asked every 15 s. */
@Injectable()
export class DisabledAccounts implements OnModuleInit {
  private readonly log = new Logger(DisabledAccounts.name);
  private readonly known = new Map<string, { isShut: boolean; at: number }>();

  constructor(
    private readonly calls: CallClient,
    private readonly broadcasts: Broadcasts,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(authBroadcasts.sessionsRevoked, ({ userId, reason }) => {
      if (reason === 'blocked' || reason === 'account_closed') this.remember(userId, true);
    });
    this.broadcasts.onReconnect(() => this.known.clear());
  }

  /**
   * While auth cannot be reached, its last answer holds.
   *
   * @throws LuitError `unavailable` where there is none
   */
  async isShut(userId: string): Promise<boolean> {
    const known = this.known.get(userId);
    if (known && performance.now() - known.at < FRESH_MS) return known.isShut;
    try {
      const { userIds } = await this.calls.call(authCalls.listDisabledAccounts, { userIds: [userId] });
      return this.remember(userId, userIds.includes(userId));
    } catch (error) {
      if (!known) throw error;
      this.log.warn({ msg: 'The state of an account could not be asked for', reason: (error as Error).message });
      return known.isShut;
    }
  }

  private remember(userId: string, isShut: boolean): boolean {
    this.known.delete(userId);
    this.known.set(userId, { isShut, at: performance.now() });
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
    return isShut;
  }
}
