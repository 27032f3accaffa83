import type { ListedMail, MailDetails, MailRow, MailState } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { formatPosition, parsePosition, positionTime } from '@luit/platform/database/time-position';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { canonicalEmail } from '@luit/contracts/auth/email-address';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { isMuted, PASSING_NOTICES } from '../../records/notifications/notice-kinds';
import { MailContents, OPEN_INVITATIONS, REDACTED_TOKENS } from './mail-contents';
import { renderMail } from './mail-layout';
import { MailEntity } from '../../records/queued-mails/mail.entity';

export type MailFilter = RequestOf<typeof authCalls.listMails>;

export interface MailPage extends CappedCount {
  items: ListedMail[];
  nextCursor: string | null;
}

interface StoredState {
  id: string;
  state: MailState;
  canResend: boolean;
  /** With microseconds. */
  time: string;
}

const PER_ID = 1_000;

/** SQL: the link of the mail `m` was used or has expired. */
const IS_EXPIRED = `EXISTS (SELECT FROM links l WHERE l.id = m.link_id AND (l.used_at IS NOT NULL OR l.expires_at <= now()))`;

const STATES: Record<MailState, string> = {
  sent: 'm.sent_at IS NOT NULL',
  expired: `m.sent_at IS NULL AND ${IS_EXPIRED}`,
  failing: `m.sent_at IS NULL AND m.last_error IS NOT NULL AND NOT ${IS_EXPIRED}`,
  waiting: `m.sent_at IS NULL AND m.last_error IS NULL AND NOT ${IS_EXPIRED}`,
};

/**
 * SQL: sending the mail (again) is safe. An old alert or notice about credits would not be true anymore, the link must work, an
 * account must still have the address, and its owner must not have turned such mails off.
 */
export const CAN_RESEND = `(m.kind NOT IN ('alert', ${PASSING_NOTICES.map((kind) => `'${kind}'`).join(', ')}) AND NOT ${IS_EXPIRED}
  AND NOT ${isMuted('m.user_id', 'm.kind', 'mail')}
  AND (m.kind <> 'operator_invitation' OR EXISTS (SELECT FROM ${OPEN_INVITATIONS} AND id::text = m.details ->> 'invitationId'))
  AND (m.kind <> 'link_sign_in' OR EXISTS (SELECT FROM sign_in_challenges c WHERE c.id::text = m.details ->> 'challengeId'))
  AND (m.user_id IS NULL OR m.kind = 'account_deleted' AND m.sent_at IS NULL
       OR EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND u.email = lower(m."to"))))`;

/** An array instead of a subquery: Postgres computes it once, with one index scan for each kind of id. */
const MATCHING_IDS = `ARRAY(
  (SELECT id FROM mails WHERE lower("to") = $ ORDER BY created_at DESC, id DESC LIMIT ${PER_ID})
  UNION (SELECT id FROM mails WHERE details ? 'orderId' AND details ->> 'orderId' = $ LIMIT ${PER_ID})
  UNION SELECT id FROM mails WHERE id = $::uuid
  UNION (SELECT id FROM mails WHERE user_id = $::uuid ORDER BY created_at DESC LIMIT ${PER_ID}))`;

/** Lists mails for operators. */
@Injectable()
export class MailListsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly contents: MailContents,
  ) {}

  /** Newest first. @throws LuitError `validation_failed` */
  @OnCall(authCalls.listMails)
  async list({ limit, cursor, ...filter }: MailFilter): Promise<MailPage> {
    const [all, page] = [conditionsOf(filter), conditionsOf(filter)];
    if (cursor) page.add('(m.created_at, m.id) < ($::timestamptz, $::uuid)', ...positionOf(cursor));
    const [states, counted] = await Promise.all([
      this.states(page.sql, page.values, limit + 1),
      countRows(this.database, `SELECT FROM mails m WHERE ${all.sql}`, all.values),
    ]);
    const shown = states.slice(0, limit);
    const mails = await this.database.manager.findBy(MailEntity, { id: In(shown.map(({ id }) => id)) });
    const byId = new Map(mails.map((mail) => [mail.id, mail]));
    const items = await Promise.all(
      shown.flatMap((state) => {
        const mail = byId.get(state.id);
        return mail ? [this.toListed(mail, state)] : [];
      }),
    );
    const last = shown.at(-1);
    return { items, nextCursor: states.length > limit && last ? formatPosition(last.time, last.id) : null, ...counted };
  }

  /** With the text, in which every token is replaced. @throws LuitError `not_found` */
  @OnCall(authCalls.getMail)
  async get({ mailId }: RequestOf<typeof authCalls.getMail>): Promise<MailDetails> {
    const [[state], mail] = await Promise.all([
      this.states('m.id = $1', [mailId], 1),
      this.database.manager.findOneBy(MailEntity, { id: mailId }),
    ]);
    if (!state || !mail) throw mailNotFound();
    const rendered = await this.redacted(mail);
    return { ...(await this.toListed(mail, state)), text: rendered?.text ?? '' };
  }

  /** A refund's mail has the id of the refund. */
  @OnCall(authCalls.listOrderMails)
  async ofOrder({ orderId, refundIds }: RequestOf<typeof authCalls.listOrderMails>): Promise<{ mails: MailRow[] }> {
    const rows = await this.database.query<WithDates<MailRow, 'createdAt' | 'sentAt'>[]>(
      `SELECT id, kind, "to", created_at AS "createdAt", sent_at AS "sentAt" FROM mails
        WHERE id = ANY ($2::uuid[]) OR (details ? 'orderId' AND details ->> 'orderId' = $1) ORDER BY created_at, id`,
      [orderId, refundIds],
    );
    return { mails: rows.map(withIsoTimes) };
  }

  /**
   * Newest first. The subquery limits the mails before their states are computed; otherwise Postgres plans to compute the states of all
   * mails, and reads all users for it.
   */
  private states(where: string, values: unknown[], limit: number): Promise<StoredState[]> {
    return this.database.query<StoredState[]>(
      `${UNPREPARED}SELECT m.id, ${CAN_RESEND} AS "canResend",
              ${positionTime('m.created_at')} AS time,
              CASE WHEN ${STATES.sent} THEN 'sent' WHEN ${STATES.expired} THEN 'expired'
                   WHEN ${STATES.failing} THEN 'failing' ELSE 'waiting' END AS state
         FROM (SELECT * FROM mails m WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${limit}) AS m
        ORDER BY m.created_at DESC, m.id DESC`,
      values,
    );
  }

  private async toListed(mail: MailEntity, { state, canResend }: StoredState): Promise<ListedMail> {
    const rendered = await this.redacted(mail);
    const { id, kind, to, userId, attempts, lastError, resends, createdAt, sentAt, lastAttemptAt } = withIsoTimes(mail);
    return {
      ...{ id, kind, to, userId, attempts, lastError, resends, state, canResend, createdAt, sentAt, lastAttemptAt },
      subject: rendered?.subject ?? '',
    };
  }

  private async redacted(mail: MailEntity) {
    const found = await this.contents.of(this.database.manager, mail, REDACTED_TOKENS);
    return found && renderMail(found.i18n, mail.to, found.content);
  }
}

export function mailNotFound(): LuitError {
  return new LuitError('not_found', 'Email not found. Emails to guests are deleted once they are sent.');
}

function conditionsOf({ words, state, kind, from, to }: Omit<MailFilter, 'limit' | 'cursor'>): Conditions {
  const conditions = new Conditions();
  if (state) conditions.add(STATES[state]);
  if (kind) conditions.add('m.kind = $', kind);
  if (from) conditions.add('m.created_at >= $', from);
  if (to) conditions.add('m.created_at < $', to);
  if (words !== undefined) {
    const uuid = isUuid(words) ? words : null;
    conditions.add(`m.id = ANY (${MATCHING_IDS})`, canonicalEmail(words), words, uuid, uuid);
  }
  return conditions;
}

function positionOf(cursor: string): [string, string] {
  const position = parsePosition(cursor);
  if (!position) throw new LuitError('validation_failed', 'This cursor is not valid');
  return position;
}
