import { LANGUAGES } from '@luit/contracts/auth/languages';
import { mailJob, type SentMailing } from '@luit/contracts/auth/mails';
import { LuitError } from '@luit/contracts/errors';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { writeJobs } from '@luit/platform/events/outbox';
import { DuePoller, dueWhile } from '@luit/platform/scheduling/due-poller';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import type { I18n } from '@lingui/core';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { i18nOf } from '../locales/i18n';
import { type MailContent, renderMail } from './mail-layout';
import { MAILING_KINDS, type MailingKind, priorityOf } from '../../records/queued-mails/mail-priority';

const WITHIN_MS = 5_000;
const BATCH = 500;

/** A mail of an operator to many accounts. */
export interface Mailing extends Pick<SentMailing, 'by' | 'reason' | 'recipients' | 'mails'> {
  id: string;
  kind: MailingKind;
  /** What it is about: the id of a breach, or a quarter. */
  subject: string;
}

/** What differs between the kinds of mailings. */
interface MailingDeclaration {
  kind: MailingKind;
  /** SQL of a join with the mailings `m`: the accounts `u` that have to be mailed. */
  audience: string;
  /** Records in the transaction of a batch which accounts have a mail now, and that they were the last ones. */
  onBatch?: (manager: EntityManager, mailing: Mailing, userIds: string[], isLast: boolean) => Promise<void>;
}

/** Only the mailing stores a long text; its mails refer to it. */
const batchSql = (audience: string) => `
  INSERT INTO mails (user_id, kind, "to", details)
  SELECT u.id, m.kind, u.email_as_typed, m.details - 'text' || jsonb_build_object('mailingId', m.id)
    FROM mailings m JOIN ${audience}
   WHERE m.id = $1 AND (m.last_user_id IS NULL OR u.id > m.last_user_id) ORDER BY u.id LIMIT $2
  RETURNING id, user_id AS "userId"`;

/**
 * Mails many accounts once each, in batches in the order of their ids. The transaction of a batch also records its progress, so that an
 * account gets one mail even if a replica crashes or another one does the same work.
 */
@Injectable()
export class MailingsService implements OnApplicationBootstrap {
  private readonly declarations = new Map<MailingKind, MailingDeclaration>();
  private schedule?: Schedule;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly poller: DuePoller,
    private readonly auditLog: AuditLogService,
  ) {}

  /** Call it before the application starts. */
  declare(declaration: MailingDeclaration): void {
    this.declarations.set(declaration.kind, declaration);
  }

  onApplicationBootstrap(): void {
    this.schedule = this.poller.add({
      name: 'mailings',
      dueInMs: dueWhile('EXISTS (SELECT FROM mailings WHERE completed_at IS NULL)'),
      withinMs: WITHIN_MS,
      work: async () => {
        while (await this.queueBatch());
      },
    });
  }

  /** Call it after the commit of a new mailing. */
  runNow(): void {
    this.schedule?.runNow();
  }

  /** Starts a mailing and writes an entry of the audit log, unless there is one that the table does not allow twice. */
  async start(
    manager: EntityManager,
    admin: { id: string; email: string },
    { kind, subject, reason, recipients, details }: Omit<Mailing, 'id' | 'by' | 'mails'> & { details: object },
  ): Promise<void> {
    const [started] = await manager.query<unknown[]>(
      `INSERT INTO mailings (kind, subject, admin_id, reason, recipients, details) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT DO NOTHING RETURNING id`,
      [kind, subject, admin.id, reason, recipients, JSON.stringify(details)],
    );
    if (!started) return;
    await this.auditLog.write(manager, {
      ...{ adminId: admin.id, adminEmail: admin.email, action: `${kind}_sent`, subject },
      details: { recipients: String(recipients), reason },
    });
  }

  /** The mailings about a subject, latest first, each with the values for its mails. */
  async sent(kind: MailingKind, subject: string): Promise<{ mailing: SentMailing; details: Record<string, string> }[]> {
    const rows = await this.database.query<(WithDates<SentMailing, 'at'> & { details: Record<string, string> })[]>(
      `SELECT a.email AS by, m.queued_at AS at, m.reason, m.recipients, m.mails,
              m.completed_at IS NOT NULL AS "isComplete", m.details
         FROM mailings m JOIN admins a ON a.id = m.admin_id WHERE m.kind = $1 AND m.subject = $2 ORDER BY m.id DESC`,
      [kind, subject],
    );
    return rows.map(({ details, ...mailing }) => ({ mailing: withIsoTimes(mailing), details }));
  }

  /** @param size accounts at most @returns whether there may be more to do */
  queueBatch(size = BATCH): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const [mailing] = await manager.query<Mailing[]>(
        `SELECT m.id, m.kind, m.subject, a.email AS by, m.reason, m.recipients, m.mails
           FROM mailings m JOIN admins a ON a.id = m.admin_id
          WHERE m.completed_at IS NULL ORDER BY array_position($1::text[], m.kind), m.id LIMIT 1 FOR UPDATE OF m SKIP LOCKED`,
        [MAILING_KINDS],
      );
      if (!mailing) return false;
      const { audience, onBatch } = this.declarations.get(mailing.kind)!;
      const mails = await manager.query<{ id: string; userId: string }[]>(batchSql(audience), [mailing.id, size]);
      const userIds = mails.map(({ userId }) => userId).sort();
      const isComplete = mails.length < size;
      await manager.query(
        `UPDATE mailings SET mails = mails + $2, last_user_id = coalesce($3, last_user_id), completed_at = CASE WHEN $4 THEN now() END
          WHERE id = $1`,
        [mailing.id, mails.length, userIds.at(-1) ?? null, isComplete],
      );
      await onBatch?.(manager, { ...mailing, mails: mailing.mails + mails.length }, userIds, isComplete);
      const ids = mails.map(({ id }) => id);
      if (ids.length > 0) await writeJobs(manager, mailJob, ids, { priority: priorityOf(mailing.kind) });
      return true;
    });
  }
}

/** The mail in each language, without the name of the user. */
export function previewsOf(contentIn: (i18n: I18n) => MailContent) {
  return LANGUAGES.map((language) => {
    const i18n = i18nOf(language);
    const { subject, text } = renderMail(i18n, '', contentIn(i18n));
    return { language, subject, text };
  });
}

/** @throws LuitError `validation_failed` if the operator typed something else */
export function assertConfirmed(confirmation: string, expected: string): void {
  if (confirmation.trim() === expected) return;
  const text = `Please type ${expected} to confirm.`;
  throw new LuitError('validation_failed', text, { details: { confirmation: text } });
}
