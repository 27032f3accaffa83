import { mailJob } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeJob } from '@luit/platform/events/outbox';
import { Queues } from '@luit/platform/queues/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { writeAuditEntry } from '../../records/audit-log/write-audit-entry';
import { isNoticeKind, PASSING_NOTICES } from '../../records/notifications/notice-kinds';
import { CAN_RESEND, mailNotFound } from './mail-lists.service';

/** A mail that was sent this recently is not sent again, so that a repeated request sends one. */
const RECENTLY = `interval '1 minute'`;

interface LockedMail {
  kind: string;
  userId: string | null;
  isSent: boolean;
  isRecent: boolean;
  canResend: boolean;
}

/** Sends mails again for operators. */
@Injectable()
export class MailResendsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
  ) {}

  /**
   * Idempotent for a minute. A waiting mail is sent immediately.
   *
   * @throws LuitError `not_found`; `conflict` if its link no longer works, or its text is no longer true
   */
  @OnCall(authCalls.resendMail)
  async resend({ mailId, adminId, reason }: RequestOf<typeof authCalls.resendMail>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [mail] = await manager.query<LockedMail[]>(
        `SELECT m.kind, m.user_id AS "userId", m.sent_at IS NOT NULL AS "isSent", ${CAN_RESEND} AS "canResend",
                coalesce(m.sent_at > now() - ${RECENTLY}, false) AS "isRecent" FROM mails m WHERE m.id = $1 FOR UPDATE`,
        [mailId],
      );
      if (!mail) throw mailNotFound();
      if (mail.isRecent) throw new LuitError('conflict', 'This email was sent less than a minute ago.');
      if (!mail.canResend) throw new LuitError('conflict', refusalOf(mail));
      if (mail.isSent) {
        await manager.query(`UPDATE mails SET sent_at = NULL, resends = resends + 1 WHERE id = $1`, [mailId]);
      }
      await writeJob(manager, mailJob, mailId);
      await writeAuditEntry(manager, {
        id: uuidv7(),
        adminId,
        action: 'mail_resent',
        subject: mailId,
        details: { kind: mail.kind, reason },
        userIds: mail.userId ? [mail.userId] : [],
      });
    });
    // A mail that failed waits for its next attempt.
    await this.queues.promote(mailJob, mailId);
  }
}

function refusalOf({ kind }: LockedMail): string {
  if (kind === 'alert')
    return 'Alert emails cannot be sent again, because the alert may be closed by now. The Alerts page shows which alerts are open.';
  if (isNoticeKind(kind) && PASSING_NOTICES.includes(kind))
    return 'Emails about the current balance cannot be sent again, because it may have changed since.';
  if (isNoticeKind(kind))
    return 'This email cannot be sent again: its recipient has turned off such emails, or no longer has an account.';
  return 'This email cannot be sent again: its link no longer works, or its recipient no longer has an account.';
}
