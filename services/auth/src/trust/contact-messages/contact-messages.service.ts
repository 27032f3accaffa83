import { CONTACT_SUBJECTS, MESSAGE_REQUIRED, SUBJECT_REQUIRED } from '@luit/contracts/auth/contact-limits';
import type { ContactMessage } from '@luit/contracts/auth/contact-messages';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { countRows } from '@luit/platform/database/count-rows';
import { withIsoTimes } from '@luit/platform/database/iso-times';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull, LessThan, Not } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { MailsService } from '../../records/queued-mails/mails.service';
import { parseEmail, parseName, parseText } from '../../records/users/account-input';
import { type ContactFields, ContactMessageEntity } from './contact-message.entity';

const MAX_MESSAGES = 100;

export interface ContactPost extends Omit<ContactFields, 'isUrgent'> {
  isUrgent?: boolean;
  idempotencyKey?: string;
}

/** Stores contact messages and lets operators mark them as answered. */
@Injectable()
export class ContactMessagesService {
  private readonly log = new Logger(ContactMessagesService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly mails: MailsService,
    private readonly auditLog: AuditLogService,
  ) {}

  /**
   * Stores the message and queues a mail to the operators in one transaction. Idempotent by `idempotencyKey`.
   *
   * @throws LuitError `validation_failed`, `invalid_email`, `idempotency_conflict`
   */
  @OnCall(authCalls.postContactMessage)
  async post({ idempotencyKey = '', ...input }: RequestOf<typeof authCalls.postContactMessage>): Promise<void> {
    const fields = parseFields(input);
    const id = uuidv7();
    const key = idempotencyKey || null;
    await this.database.transaction(async (manager) => {
      const { raw } = await manager
        .createQueryBuilder()
        .insert()
        .into(ContactMessageEntity)
        .values({ id, ...fields, idempotencyKey: key })
        .orIgnore()
        .returning('id')
        .execute();
      if ((raw as unknown[]).length === 0) return this.assertSameMessage(manager, key ?? '', fields);
      const to = this.config.contactEmail ?? (await findFirstAdmin(manager));
      if (to) await this.mails.queueContactMessage(manager, to, id);
      else this.log.warn({ msg: 'Contact message stored, but no operator exists to mail it to', messageId: id });
    });
  }

  /**
   * Lists newest first, at most 100 per page.
   *
   * @throws LuitError `validation_failed`
   */
  @OnCall(authCalls.listContactMessages)
  async list({
    limit,
    cursor,
    isAnswered,
  }: RequestOf<typeof authCalls.listContactMessages>): Promise<
    CappedCount & { messages: ContactMessage[]; nextCursor: string | null }
  > {
    if (!Number.isInteger(limit) || limit < 1) throw new LuitError('validation_failed', 'limit is not valid');
    const take = Math.min(limit, MAX_MESSAGES);
    const search = isAnswered === undefined ? {} : { answeredAt: isAnswered ? Not(IsNull()) : IsNull() };
    const found = await this.database.manager.find(ContactMessageEntity, {
      where: cursor ? { ...search, id: LessThan(cursor) } : search,
      order: { id: 'DESC' },
      take: take + 1,
    });
    const messages = found.slice(0, take).map(toMessage);
    const answered = isAnswered === undefined ? 'true' : `answered_at IS ${isAnswered ? 'NOT NULL' : 'NULL'}`;
    const counted = await countRows(this.database, `SELECT FROM contact_messages WHERE ${answered}`, []);
    return { messages, nextCursor: found.length > take ? (messages.at(-1)?.id ?? null) : null, ...counted };
  }

  /** @throws LuitError `not_found`, `forbidden` for an unknown operator */
  @OnCall(authCalls.markContactMessage)
  mark({ messageId, adminId, isAnswered }: RequestOf<typeof authCalls.markContactMessage>): Promise<ContactMessage> {
    return this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      const message = await manager.findOne(ContactMessageEntity, {
        where: { id: messageId },
        lock: { mode: 'pessimistic_write' },
      });
      if (!message) throw new LuitError('not_found', 'Message not found. Its sender may have deleted their account.');
      if ((message.answeredAt !== null) === isAnswered) return toMessage(message);
      const change = { answeredAt: isAnswered ? new Date() : null, answeredBy: isAnswered ? admin.email : null };
      await manager.update(ContactMessageEntity, { id: messageId }, change);
      await this.auditLog.write(manager, {
        adminId,
        adminEmail: admin.email,
        action: isAnswered ? 'message_answered' : 'message_reopened',
        subject: messageId,
      });
      return toMessage({ ...message, ...change });
    });
  }

  private async assertSameMessage(
    manager: EntityManager,
    idempotencyKey: string,
    fields: ContactFields,
  ): Promise<void> {
    const stored = await manager.findOneByOrFail(ContactMessageEntity, { idempotencyKey });
    const same = (['name', 'email', 'subject', 'message', 'isUrgent'] as const).every(
      (field) => stored[field] === fields[field],
    );
    if (!same)
      throw new LuitError('idempotency_conflict', 'This idempotency key was already used for a different message.');
  }
}

/** @throws LuitError `validation_failed`, `invalid_email` */
function parseFields({ isUrgent = false, ...input }: ContactPost): ContactFields {
  const name = parseName(input.name);
  const email = parseEmail(input.email).asTyped;
  if (!CONTACT_SUBJECTS.includes(input.subject)) throw invalid('subject', SUBJECT_REQUIRED);
  const message = parseText(input.message);
  if (message === '') throw invalid('message', MESSAGE_REQUIRED);
  return { name, email, subject: input.subject, message, isUrgent };
}

function invalid(field: string, text: string): LuitError {
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}

async function findFirstAdmin(manager: EntityManager): Promise<string | undefined> {
  const [admin] = await manager.find(OperatorEntity, {
    where: { disabledAt: IsNull() },
    order: { createdAt: 'ASC' },
    take: 1,
  });
  return admin?.email;
}

function toMessage({ idempotencyKey: _, ...message }: ContactMessageEntity): ContactMessage {
  return withIsoTimes(message);
}
