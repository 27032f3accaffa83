import type { IncidentMailing, IncidentRecipient } from '@luit/contracts/auth/incident-mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { countRows } from '@luit/platform/database/count-rows';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OnCall } from '@luit/platform/calls/on-call';

interface Page<Item> extends CappedCount {
  items: Item[];
  nextCursor: string | null;
}

type MailingRow = Omit<IncidentMailing, 'queued_at'> & { queued_at: Date };
type RecipientRow = Omit<IncidentRecipient, 'sent_at'> & { sent_at: Date | null };

/** SQL on `incident_recipients r LEFT JOIN mails m`. A sent mail of a guest is deleted, so the recipient has the time. */
const STATE = `CASE WHEN r.sent_at IS NOT NULL OR m.sent_at IS NOT NULL THEN 'sent' WHEN m.id IS NULL THEN 'excluded'
  WHEN m.last_error IS NOT NULL THEN 'failed' ELSE 'queued' END`;
const RECIPIENTS = `incident_recipients r LEFT JOIN mails m ON m.id = r.id`;

const SELECT_MAILINGS = `
  SELECT i.id, i.admin_id AS "adminId", i.selection, i.subject, i.text, i.reason, i.queued_at,
         i.returned_credits AS "returnedCredits", i.unreachable_jobs AS "unreachableJobs", progress.*
    FROM incident_mailings i, LATERAL (
      SELECT count(*)::int AS recipients, count(*) FILTER (WHERE user_id IS NULL)::int AS guests,
             coalesce(sum(jobs), 0)::int AS jobs, coalesce(sum(credits), 0)::int AS credits,
             count(*) FILTER (WHERE state = 'queued')::int AS queued, count(*) FILTER (WHERE state = 'sent')::int AS sent,
             count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'excluded')::int AS excluded
        FROM (SELECT r.user_id, cardinality(r.request_ids) AS jobs, r.credits, ${STATE} AS state
                FROM ${RECIPIENTS} WHERE r.mailing_id = i.id) AS recipient) AS progress
   WHERE i.queued_at IS NOT NULL`;

/** Mails about incidents, with their progress and the state of each recipient. */
@Injectable()
export class IncidentMailingsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Newest first. */
  @OnCall(authCalls.listIncidentMailings)
  async list({ limit, cursor }: RequestOf<typeof authCalls.listIncidentMailings>): Promise<Page<IncidentMailing>> {
    const rows = await this.database.query<MailingRow[]>(
      `${SELECT_MAILINGS} AND ($1::uuid IS NULL OR i.id < $1) ORDER BY i.id DESC LIMIT $2`,
      [cursor ?? null, limit + 1],
    );
    const counted = await countRows(this.database, 'SELECT FROM incident_mailings WHERE queued_at IS NOT NULL', []);
    return { ...pageOf(rows.map(toMailing), limit), ...counted };
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.getIncidentMailing)
  async get({
    mailingId,
    limit,
    cursor,
    state,
  }: RequestOf<typeof authCalls.getIncidentMailing>): Promise<Page<IncidentRecipient> & { mailing: IncidentMailing }> {
    const [mailing] = await this.database.query<MailingRow[]>(`${SELECT_MAILINGS} AND i.id = $1`, [mailingId]);
    if (!mailing) throw new LuitError('not_found', 'Mailing not found');
    const rows = await this.database.query<RecipientRow[]>(
      `SELECT r.id, r.user_id AS "userId", u.name, cardinality(r.request_ids) AS jobs, r.credits, ${STATE} AS state,
              CASE WHEN r.sent_at IS NULL THEN m.last_error END AS error, r.sent_at
         FROM ${RECIPIENTS} LEFT JOIN users u ON u.id = r.user_id
        WHERE r.mailing_id = $1 AND ($2::uuid IS NULL OR r.id > $2) AND ($3::text IS NULL OR ${STATE} = $3)
        ORDER BY r.id LIMIT $4`,
      [mailingId, cursor ?? null, state ?? null, limit + 1],
    );
    const total = state ? mailing[state] : mailing.recipients;
    return { mailing: toMailing(mailing), ...pageOf(rows.map(toRecipient), limit), total, isTotalCapped: false };
  }
}

function pageOf<Item extends { id: string }>(rows: Item[], limit: number) {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function toMailing({ queued_at, ...row }: MailingRow): IncidentMailing {
  return { ...row, queued_at: queued_at.toISOString() };
}

function toRecipient({ sent_at, ...row }: RecipientRow): IncidentRecipient {
  return { ...row, sent_at: sent_at?.toISOString() ?? null };
}
