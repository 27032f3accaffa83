import type { RevokedSession } from '@luit/contracts/auth/sessions';
import type { Balance } from '@luit/contracts/billing/balances';
import { billingEvents } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import type { CreditsUpdated } from '@luit/contracts/http/accounts';
import { OnEvent } from '@luit/platform/events/on-event';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { RevokedSessions } from '../identities/revoked-sessions';
import { RequestViewCache } from '../requests/request-view-cache';
import { RequestViewsService } from '../requests/request-views.service';
import { CompletionMailer } from './completion-mailer';
import { pushDelay } from './live-metrics';
import { LiveGateway } from './live.gateway';
import { requestRoom, sessionRoom, userRoom } from './live-rooms';

/** Pushes service events to the sockets of the affected users. Each event reaches one replica; its push reaches all. */
@Injectable()
export class LivePublisher implements OnModuleInit {
  constructor(
    private readonly live: LiveGateway,
    private readonly views: RequestViewsService,
    private readonly cache: RequestViewCache,
    private readonly revoked: RevokedSessions,
    private readonly mailer: CompletionMailer,
  ) {}

  onModuleInit(): void {
    this.revoked.onRevoked((sessions) => this.disconnectSessions(sessions));
  }

  @OnEvent(generationEvents.requestUpdated)
  async pushRequest({ request }: { request: RequestRecord }): Promise<void> {
    this.cache.update(request);
    const rooms = [userRoom(request.userId), requestRoom(request.id)];
    this.live.server.to(rooms).emit('request.updated', this.views.viewOf(request));
    if (request.completedAt) pushDelay.observe(Math.max(0, Date.now() - Date.parse(request.completedAt)) / 1_000);
    await this.mailer.notify(request);
  }

  @OnEvent(billingEvents.balanceChanged)
  async pushCredits(change: {
    userId: string;
    balance: Balance;
    reason: string;
    referenceId: string | null;
  }): Promise<void> {
    const update: CreditsUpdated = { ...change.balance, reason: change.reason, reference_id: change.referenceId };
    this.live.server.to(userRoom(change.userId)).emit('credits.updated', update);
  }

  /** Every replica receives the revocations and disconnects its own sockets. */
  private disconnectSessions(sessions: RevokedSession[]): void {
    for (const { id, reason } of sessions) {
      const sockets = this.live.server.local.in(sessionRoom(id));
      sockets.emit('session.ended', { reason });
      sockets.disconnectSockets(true);
    }
  }
}
