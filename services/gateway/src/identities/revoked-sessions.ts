import { authBroadcasts, authCalls } from '@luit/contracts/auth/messages';
import type { RevokedSession, SessionEndReason } from '@luit/contracts/auth/sessions';
import { CallClient } from '@luit/platform/calls/call-client';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

/** A token outlives its session by at most its own lifetime of 15 minutes. */
const REMEMBER_SECONDS = 16 * 60;
/** Broadcasts may be lost, so it asks too, milliseconds. */
const ASK_EVERY_MS = 30_000;
const ASK_AGAIN_MS = 1_000;

type Listener = (sessions: RevokedSession[]) => void;

/**
 * Sessions that ended while a token of theirs is still good. Broadcasts bring them at once; auth is asked for them at start,
 * when Redis comes back, and now and then. Until it has answered once, no token is believed.
 */
@Injectable()
export class RevokedSessions implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger(RevokedSessions.name);
  private readonly ended = new Map<string, { reason: SessionEndReason; at: number }>();
  private readonly listeners: Listener[] = [];
  private isLoaded = false;
  private loading?: Promise<void>;
  private timer?: NodeJS.Timeout;
  private isStopping = false;

  constructor(
    private readonly broadcasts: Broadcasts,
    private readonly calls: CallClient,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.broadcasts.subscribe(authBroadcasts.sessionsRevoked, ({ userId, sessionIds, reason }) =>
      this.learn(sessionIds.map((id) => ({ id, userId, reason }))),
    );
    this.broadcasts.onReconnect(() => void this.askAndPlan());
    void this.askAndPlan();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
    clearTimeout(this.timer);
  }

  /** Hears of each ended session once. */
  onEnded(listener: Listener): void {
    this.listeners.push(listener);
  }

  /**
   * Why the session ended, or undefined while it lives.
   *
   * @throws LuitError `unavailable` while auth has not answered yet
   */
  async endOf(sessionId: string): Promise<SessionEndReason | undefined> {
    if (!this.isLoaded) await this.load();
    return this.ended.get(sessionId)?.reason;
  }

  private async askAndPlan(): Promise<void> {
    clearTimeout(this.timer);
    let pauseMs = ASK_EVERY_MS;
    try {
      await this.load();
    } catch (error) {
      pauseMs = ASK_AGAIN_MS;
      this.log.warn({ msg: 'Ended sessions could not be asked for', reason: (error as Error).message });
    }
    clearTimeout(this.timer);
    if (!this.isStopping) this.timer = setTimeout(() => void this.askAndPlan(), pauseMs).unref();
  }

  private load(): Promise<void> {
    this.loading ??= this.calls
      .call(authCalls.listRevokedSessions, { withinSeconds: REMEMBER_SECONDS })
      .then(({ sessions }) => {
        this.learn(sessions);
        this.isLoaded = true;
      })
      .finally(() => {
        this.loading = undefined;
      });
    return this.loading;
  }

  private learn(sessions: RevokedSession[]): void {
    const news = sessions.filter(({ id }) => !this.ended.has(id));
    const now = Date.now();
    for (const { id, reason } of news) this.ended.set(id, { reason, at: now });
    // In the order of insertion, so the oldest come first.
    for (const [id, { at }] of this.ended) {
      if (now - at < REMEMBER_SECONDS * 1_000) break;
      this.ended.delete(id);
    }
    if (news.length > 0) for (const listener of this.listeners) listener(news);
  }
}
