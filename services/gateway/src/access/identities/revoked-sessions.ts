import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { RevokedSession, SessionEndReason } from '@luit/contracts/auth/sessions';
import { CallClient } from '@luit/platform/calls/call-client';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** A token outlives its session by at most its lifetime of 15 minutes. */
const RETENTION_SECONDS = 16 * 60;
/** Broadcasts may be lost, so auth is polled too, milliseconds. */
const POLL_INTERVAL_MS = 30_000;
const RETRY_MS = 1_000;

type Listener = (sessions: RevokedSession[]) => void;

/**
 * Revoked sessions that may still have valid tokens. They arrive as broadcasts; auth is also polled at start, after a
 * Redis reconnect and every 30 s. Until auth has answered once, the gateway rejects all tokens.
 */
@Injectable()
export class RevokedSessions implements OnModuleInit {
  private readonly revoked = new Map<string, { reason: SessionEndReason; at: number }>();
  private readonly listeners: Listener[] = [];
  private isLoaded = false;
  private loading?: Promise<void>;

  constructor(
    private readonly broadcasts: Broadcasts,
    private readonly calls: CallClient,
    private readonly scheduler: Scheduler,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(authBroadcasts.sessionsRevoked, ({ userId, sessionIds, reason }) =>
      this.add(sessionIds.map((id) => ({ id, userId, reason }))),
    );
    const polls = this.scheduler.every('revoked-sessions', POLL_INTERVAL_MS, () => this.load(), {
      firstMs: 0,
      retry: { firstMs: RETRY_MS, maxMs: POLL_INTERVAL_MS },
      isAwaitedAtShutdown: false,
    });
    this.broadcasts.subscriber.onReconnect(() => polls.runNow());
  }

  /** Calls the listener once for each revoked session. */
  onRevoked(listener: Listener): void {
    this.listeners.push(listener);
  }

  /**
   * Returns why the session was revoked, or undefined if it is active.
   *
   * @throws LuitError `unavailable` if auth has not answered yet
   */
  async reasonOf(sessionId: string): Promise<SessionEndReason | undefined> {
    if (!this.isLoaded) await this.load();
    return this.revoked.get(sessionId)?.reason;
  }

  private load(): Promise<void> {
    this.loading ??= this.calls
      .call(authCalls.listRevokedSessions, { withinSeconds: RETENTION_SECONDS })
      .then(({ sessions }) => {
        this.add(sessions);
        this.isLoaded = true;
      })
      .finally(() => {
        this.loading = undefined;
      });
    return this.loading;
  }

  private add(sessions: RevokedSession[]): void {
    const added = sessions.filter(({ id }) => !this.revoked.has(id));
    const now = Date.now();
    for (const { id, reason } of added) this.revoked.set(id, { reason, at: now });
    // Insertion order, so the oldest entries come first.
    for (const [id, { at }] of this.revoked) {
      if (now - at < RETENTION_SECONDS * 1_000) break;
      this.revoked.delete(id);
    }
    if (added.length > 0) for (const listener of this.listeners) listener(added);
  }
}
