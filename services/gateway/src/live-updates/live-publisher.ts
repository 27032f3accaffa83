import type { RevokedSession } from '@luit/contracts/auth/sessions';
import type { Balance } from '@luit/contracts/billing/balances';
import { billingPushes } from '@luit/contracts/billing/messages';
import { generationPushes } from '@luit/contracts/generation/messages';
import type { RequestRecord, RequestUpdate } from '@luit/contracts/generation/requests';
import type { CreditsUpdated } from '@luit/contracts/http/accounts';
import type { RequestView } from '@luit/contracts/http/requests';
import { OnPush } from '@luit/platform/pushes/on-push';
import { PushSubscriber } from '@luit/platform/pushes/push-subscriber';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RevokedSessions } from '../access/identities/revoked-sessions';
import { RequestChanges } from '../creations/requests/request-changes';
import { RequestViewCache } from '../creations/requests/request-view-cache';
import { RequestViewsService } from '../creations/requests/request-views.service';
import { RunningTasks } from '../creations/requests/running-tasks';
import { pushDelay } from './live-metrics';
import { LiveGateway } from './live.gateway';
import { requestRoom, sessionRoom, userRoom } from './live-rooms';
import { OperatorPublisher } from './operator-publisher';
import { SeenRequests } from './seen-requests';

/** How long the clients of an owner may take to acknowledge an outcome, milliseconds. */
const ACKNOWLEDGE_TIMEOUT_MS = 5_000;
const MAX_OUTCOMES = 10_000;
/** Longer than the outbox usually takes. A client ignores an update that arrives again later. */
const OUTCOME_TTL_MS = 60_000;

/** Emits the services' pushes to the sockets of the affected users. Every replica receives each push and serves its own sockets. */
@Injectable()
export class LivePublisher implements OnModuleInit {
  /** Sequences of the latest outcomes. Each arrives twice: directly after the commit, and through the outbox. */
  private readonly outcomes = new LRUCache<string, number>({ max: MAX_OUTCOMES, ttl: OUTCOME_TTL_MS });

  constructor(
    private readonly live: LiveGateway,
    private readonly views: RequestViewsService,
    private readonly cache: RequestViewCache,
    private readonly revoked: RevokedSessions,
    private readonly pushes: PushSubscriber,
    private readonly seen: SeenRequests,
    private readonly operators: OperatorPublisher,
    private readonly tasks: RunningTasks,
    private readonly changes: RequestChanges,
  ) {}

  onModuleInit(): void {
    this.revoked.onRevoked((sessions) => this.disconnectSessions(sessions));
    // Pushes of the meantime are lost, so clients have to request the updates that they missed.
    this.pushes.subscriber.onReconnect(() => {
      this.live.server.local.emit('updates.lost');
      this.changes.announceLoss();
    });
  }

  @OnPush(generationPushes.requestUpdated)
  async pushRequest({ request, task }: RequestUpdate): Promise<void> {
    if (this.isRepeated(request)) return;
    if (task) this.tasks.add(task);
    this.cache.update(request);
    this.changes.announce(request);
    this.operators.jobsChanged([request.id]);
    if (request.completedAt) pushDelay.observe(Math.max(0, Date.now() - Date.parse(request.completedAt)) / 1_000);
    const [owner, guests] = [userRoom(request.userId), requestRoom(request.id)];
    if (!this.live.hasSockets(owner) && !this.live.hasSockets(guests)) return;
    const view = this.views.viewOf(request);
    this.live.server.local.to(guests).emit('request.updated', view);
    if (request.completedAt === null) this.live.server.local.to(owner).emit('request.updated', view);
    else await this.seen.add(request.id, await this.acknowledgedBy(owner, view));
  }

  @OnPush(billingPushes.balanceChanged)
  pushCredits(change: { userId: string; balance: Balance; reason: string; referenceId: string | null }): void {
    const update: CreditsUpdated = { ...change.balance, reason: change.reason, reference_id: change.referenceId };
    this.live.server.local.to(userRoom(change.userId)).emit('credits.updated', update);
  }

  private isRepeated({ id, sequence, completedAt }: RequestRecord): boolean {
    if (completedAt === null) return false;
    const known = this.outcomes.get(id) ?? -Infinity;
    if (sequence > known) this.outcomes.set(id, sequence);
    return sequence <= known;
  }

  /**
   * Emits an outcome to each client of its owner individually, because a room-wide emit would not reveal which clients acknowledged it.
   * Returns the sessions that did.
   */
  private async acknowledgedBy(room: string, view: RequestView): Promise<string[]> {
    const answers = this.live.sessionSocketsIn(room).map(
      ({ socket, sessionId }) =>
        new Promise<string | null>((resolve) => {
          socket
            .timeout(ACKNOWLEDGE_TIMEOUT_MS)
            .emit('request.updated', view, (timeout: Error | null) => resolve(timeout ? null : sessionId));
        }),
    );
    const sessions = (await Promise.all(answers)).filter((sessionId) => sessionId !== null);
    return [...new Set(sessions)];
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
