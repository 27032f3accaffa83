import { authCalls } from '@luit/contracts/auth/messages';
import { IMPERSONATION_MINUTES, type Impersonation } from '@luit/contracts/auth/impersonations';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { OnCall } from '@luit/platform/calls/on-call';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AccessTokensService } from '../../identity/keys/access-tokens.service';
import { UserEntity } from '../../records/users/user.entity';
import { userNotFound } from '../../identity/users/users.service';
import { endImpersonations, publishEndedImpersonations } from './end-impersonations';

/** The longest delay of the audit log entry about a session that ended by time, milliseconds. */
const WITHIN_MS = 10_000;

/** Impersonation sessions: an operator sees the web app as a user does, and cannot change anything. */
@Injectable()
export class ImpersonationsService implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tokens: AccessTokensService,
    private readonly broadcasts: Broadcasts,
    private readonly auditLog: AuditLogService,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.add({
      name: 'impersonations',
      dueInMs: earliest('user_views', 'ends_at', 'ended_at IS NULL'),
      withinMs: WITHIN_MS,
      work: () => this.round(),
    });
  }

  /** @throws LuitError `user_not_found`, `account_closed`, `forbidden` for an unknown operator */
  @OnCall(authCalls.startImpersonation)
  start(request: RequestOf<typeof authCalls.startImpersonation>): Promise<Impersonation & { token: string }> {
    const { userId, adminId, reason } = request;
    return this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      const user = await manager.findOneBy(UserEntity, { id: userId });
      if (!user) throw userNotFound();
      if (user.status !== 'active' && user.status !== 'blocked') throw accountClosed();
      const id = uuidv7();
      const [row] = (await manager.query(
        `INSERT INTO user_views (id, user_id, admin_id, reason, ends_at)
         VALUES ($1, $2, $3, $4, date_trunc('second', now()) + interval '${IMPERSONATION_MINUTES} minutes') RETURNING ends_at AS "endsAt"`,
        [id, userId, adminId, reason],
      )) as [{ endsAt: Date }];
      await this.auditLog.write(manager, {
        adminId,
        adminEmail: admin.email,
        action: 'user_view_started',
        subject: userId,
        details: { view: id, reason },
      });
      const claims = { sub: userId, aud: 'luit-web', sid: id, typ: 'view', email: user.emailAsTyped } as const;
      const token = this.tokens.issue(claims, row.endsAt.getTime() / 1_000);
      return { id, ends_at: row.endsAt.toISOString(), token };
    });
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.endImpersonation)
  async end({ userId, sessionId, adminId }: RequestOf<typeof authCalls.endImpersonation>): Promise<void> {
    const ended = await this.database.transaction(async (manager) => {
      const [own] = await manager.query<unknown[]>(
        `SELECT FROM user_views WHERE id = $1 AND admin_id = $2 AND user_id = $3`,
        [sessionId, adminId, userId],
      );
      if (!own) throw new LuitError('not_found', 'This impersonation session does not exist.');
      const ended = { condition: 'v.id = $1', values: [sessionId], reason: 'by the operator' };
      return endImpersonations(manager, this.auditLog, ended);
    });
    await publishEndedImpersonations(this.broadcasts, ended);
  }

  /** Records the end of impersonation sessions that have reached their time limit. Their tokens have expired. */
  async round(): Promise<void> {
    const expired = { condition: 'v.ends_at <= now()', values: [], reason: 'by time' };
    await this.database.transaction((manager) => endImpersonations(manager, this.auditLog, expired));
  }
}
