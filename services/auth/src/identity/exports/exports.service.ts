import type { AccountExport } from '@luit/contracts/auth/account-export';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, Raw } from 'typeorm';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { findConsents } from '../consents/consent-rows';
import { ContactMessageEntity } from '../../trust/contact-messages/contact-message.entity';
import { deviceName } from '../../records/device-names/device-name';
import { LinkedSignInEntity } from '../linked-sign-ins/linked-sign-in.entity';
import { PasskeyEntity } from '../passkeys/passkey.entity';
import { LinksService } from '../links/links.service';
import { MailsService, tooManyMails } from '../../records/queued-mails/mails.service';
import { NotificationSettingsService } from '../../records/notifications/notification-settings.service';
import { SessionEntity } from '../sessions/session.entity';
import { UserEntity } from '../../records/users/user.entity';
import { userNotFound, toUser } from '../users/users.service';

/** Exports the personal data of a user through a mailed link, so that a stolen session alone cannot read it. */
@Injectable()
export class ExportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly links: LinksService,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
    private readonly notifications: NotificationSettingsService,
  ) {}

  /** @throws LuitError `too_many_requests`: one mail a minute, 20 a day; `user_not_found` */
  @OnCall(authCalls.requestExport)
  request({ userId }: RequestOf<typeof authCalls.requestExport>): Promise<void> {
    return this.database.transaction(async (manager) => {
      const user = await manager.findOne(UserEntity, { where: { id: userId }, lock: { mode: 'pessimistic_write' } });
      if (!user) throw userNotFound();
      const wait = await this.mails.waitFor(manager, userId, ['export']);
      if (wait) throw tooManyMails(wait);
      await this.mails.queue(manager, user, 'export', { linkId: await this.links.create(manager, userId, 'export') });
    });
  }

  /** @throws LuitError `link_invalid_or_expired` */
  @OnCall(authCalls.readExport)
  async read({ token }: RequestOf<typeof authCalls.readExport>): Promise<AccountExport> {
    const { manager } = this.database;
    const user = await this.links.ownerOf(manager, token, 'export');
    const sessions = await manager.find(SessionEntity, { where: { userId: user.id }, order: { id: 'ASC' } });
    const { settings } = await this.notifications.get({ userId: user.id });
    const webPush = await findWebPushSubscriptions(manager, user.id);
    return {
      account: { ...toUser(user), email: user.emailAsTyped, consented_at: user.consentedAt.toISOString() },
      sessions: sessions.map((session) => ({
        id: session.id,
        device: deviceName(session.userAgent),
        user_agent: session.userAgent,
        ip: session.ip,
        created_at: session.createdAt.toISOString(),
        last_used_at: session.lastUsedAt.toISOString(),
        ended_at: session.endedAt?.toISOString() ?? null,
        web_push: webPush.get(session.id) ?? null,
      })),
      notification_settings: settings,
      consents: await findConsents(manager, user.id),
      api_keys: await findApiKeys(manager, user.id),
      linked_sign_ins: await findLinkedSignIns(manager, user.id),
      passkeys: await findPasskeys(manager, user.id),
      webhook_endpoints: await findWebhookEndpoints(manager, user.id),
      contact_messages: await findContactMessages(manager, user),
    };
  }

  /**
   * Redeems the link after the complete download and records the export.
   *
   * @throws LuitError `link_invalid_or_expired`
   */
  @OnCall(authCalls.closeExport)
  async close({ token, rows = 0 }: RequestOf<typeof authCalls.closeExport>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const { id: subject } = await this.links.redeem(manager, token, 'export');
      const entry = { adminId: null, adminEmail: '', action: 'account_exported', subject } as const;
      await this.auditLog.write(manager, { ...entry, details: { rows: String(rows) } });
    });
  }
}

type ExportedSubscription = NonNullable<AccountExport['sessions'][number]['web_push']>;

/** By the session that receives the messages. */
async function findWebPushSubscriptions(
  manager: EntityManager,
  userId: string,
): Promise<Map<string, ExportedSubscription>> {
  const rows = await manager.query<({ sessionId: string } & WithDates<ExportedSubscription, 'created_at'>)[]>(
    `SELECT p.session_id AS "sessionId", p.endpoint, p.created_at
       FROM web_push_subscriptions p JOIN sessions s ON s.id = p.session_id WHERE s.user_id = $1`,
    [userId],
  );
  return new Map(rows.map(({ sessionId, ...row }) => [sessionId, withIsoTimes(row)]));
}

type ExportedApiKey = AccountExport['api_keys'][number];
const KEY_TIMES = ['created_at', 'expires_at', 'last_used_at', 'revoked_at'] as const;

async function findApiKeys(manager: EntityManager, userId: string): Promise<ExportedApiKey[]> {
  const rows = await manager.query<WithDates<ExportedApiKey, (typeof KEY_TIMES)[number]>[]>(
    `SELECT id, name, mode, scopes, models, networks, ${KEY_TIMES.join(', ')} FROM api_keys WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  return rows.map(withIsoTimes);
}

async function findLinkedSignIns(manager: EntityManager, userId: string): Promise<AccountExport['linked_sign_ins']> {
  const rows = await manager.find(LinkedSignInEntity, { where: { userId }, order: { id: 'ASC' } });
  return rows.map(({ id, issuer, subject, email, ...times }) => ({ id, issuer, subject, email, ...useOf(times) }));
}

async function findPasskeys(manager: EntityManager, userId: string): Promise<AccountExport['passkeys']> {
  const rows = await manager.find(PasskeyEntity, { where: { userId }, order: { id: 'ASC' } });
  return rows.map(({ id, name, ...times }) => ({ id, name, ...useOf(times) }));
}

function useOf({ createdAt, lastUsedAt }: Pick<PasskeyEntity, 'createdAt' | 'lastUsedAt'>) {
  return { created_at: createdAt.toISOString(), last_used_at: lastUsedAt?.toISOString() ?? null };
}

type ExportedEndpoint = AccountExport['webhook_endpoints'][number];

async function findWebhookEndpoints(manager: EntityManager, userId: string): Promise<ExportedEndpoint[]> {
  const rows = await manager.query<WithDates<ExportedEndpoint, 'created_at' | 'off_at'>[]>(
    `SELECT id, url, events, created_at, off_at FROM webhook_endpoints WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  return rows.map(withIsoTimes);
}

/** Contact messages are matched by address, because the contact page needs no sign-in. */
async function findContactMessages(
  manager: EntityManager,
  { email }: UserEntity,
): Promise<AccountExport['contact_messages']> {
  const messages = await manager.find(ContactMessageEntity, {
    where: { email: Raw((column) => `lower(${column}) = :email`, { email }) },
    order: { id: 'ASC' },
  });
  return messages.map(({ id, name, subject, message, isUrgent, createdAt, answeredAt }) => ({
    id,
    name,
    subject,
    message,
    is_urgent: isUrgent,
    created_at: createdAt.toISOString(),
    answered_at: answeredAt?.toISOString() ?? null,
  }));
}
