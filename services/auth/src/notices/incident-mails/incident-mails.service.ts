import { mailJob } from '@luit/contracts/auth/mails';
import {
  CONFIRMED_RECIPIENTS,
  INCIDENT_PREVIEW_MINUTES,
  type IncidentOutcome,
  type IncidentPreview,
  type IncidentSelection,
} from '@luit/contracts/auth/incident-mails';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeJobs } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { writeAuditEntry } from '../../records/audit-log/write-audit-entry';
import { priorityOf } from '../../records/queued-mails/mail-priority';
import { assertPlaceholders } from '../mails/incident-mail';

const JOBS: Record<Exclude<IncidentOutcome, 'waited'>, string> = {
  failed: 'Failed jobs',
  canceled: 'Canceled jobs',
  unconfirmed: 'Unconfirmed jobs',
};

type QueueRequest = RequestOf<typeof authCalls.queueIncidentMails>;

interface LockedMailing {
  selection: string;
  subject: string | null;
  text: string | null;
  isQueued: boolean;
  isOutdated: boolean;
  recipients: number;
  /** Recipients to mail. */
  wanted: number;
}

/**
 * Stores one recipient for each account or address behind the jobs $1 in mailing $2. An address that an account has
 * confirmed counts as that account. Accounts that are not active are left out.
 */
const FREEZE = `
  WITH job AS (
    SELECT * FROM jsonb_to_recordset($1) AS j ("requestId" uuid, "userId" uuid, email text, credits int)
  ), owned AS (
    SELECT job.*, coalesce(u.id, g.id) AS account, coalesce(u.status, g.status) AS status
      FROM job LEFT JOIN users u ON u.id = job."userId" LEFT JOIN users g
        ON u.id IS NULL AND g.email = lower(job.email) AND g.email_confirmed_at IS NOT NULL
  )
  INSERT INTO incident_recipients (mailing_id, user_id, email, request_ids, credits)
  SELECT $2::uuid, account, CASE WHEN account IS NULL THEN lower(email) END, array_agg("requestId" ORDER BY "requestId"), sum(credits)
    FROM owned WHERE status = 'active' OR (account IS NULL AND email IS NOT NULL) GROUP BY 2, 3 ORDER BY 4
  RETURNING request_ids AS "requestIds", user_id AS "userId", credits`;

/** SQL on `incident_recipients r`: when someone was last mailed about one of the jobs; null for never. */
const MAILED_AT = `(SELECT max(earlier.mailed_at) FROM incident_recipients earlier
   WHERE earlier.mailed_at IS NOT NULL AND earlier.request_ids && r.request_ids)`;

/** Inserts the mails of mailing $1. Skips users who were blocked or deleted since the preview and, unless $2, those mailed before. */
const INSERT_MAILS = `
  INSERT INTO mails (id, user_id, kind, "to")
  SELECT r.id, r.user_id, 'incident', coalesce(u.email_as_typed, r.email)
    FROM incident_recipients r LEFT JOIN users u ON u.id = r.user_id
   WHERE r.mailing_id = $1 AND ($2 OR ${MAILED_AT} IS NULL) AND (u.status = 'active' OR (r.email IS NOT NULL
         AND NOT EXISTS (SELECT FROM users g
                          WHERE g.email = r.email AND g.email_confirmed_at IS NOT NULL AND g.status <> 'active')))
   ORDER BY r.id ON CONFLICT (id) DO NOTHING RETURNING id, user_id AS "userId"`;

/** Freezes the recipients of an incident's mails, and queues one mail for each. */
@Injectable()
export class IncidentMailsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly calls: CallClient,
  ) {}

  /** @throws LuitError `validation_failed` for too many jobs */
  @OnCall(authCalls.previewIncidentMails)
  async preview({ adminId, selection }: RequestOf<typeof authCalls.previewIncidentMails>): Promise<IncidentPreview> {
    const { jobs } = await this.calls.call(operationsCalls.listAffectedJobs, selection);
    return this.database.transaction(async (manager) => {
      const mailingId = uuidv7();
      const words = inWords(selection);
      await manager.query(
        `INSERT INTO incident_mailings (id, admin_id, selection, returned_credits, unreachable_jobs) VALUES ($1, $2, $3, 0, 0)`,
        [mailingId, adminId, words],
      );
      const rows = await manager.query<{ requestIds: string[]; userId: string | null; credits: number }[]>(FREEZE, [
        JSON.stringify(jobs),
        mailingId,
      ]);
      const frozen = new Set(rows.flatMap(({ requestIds }) => requestIds));
      const returned = jobs.filter(({ requestId, isReturned }) => isReturned && frozen.has(requestId));
      const counts = {
        returnedCredits: returned.reduce((sum, { credits }) => sum + credits, 0),
        unreachableJobs: jobs.length - frozen.size,
      };
      await manager.query(`UPDATE incident_mailings SET returned_credits = $2, unreachable_jobs = $3 WHERE id = $1`, [
        mailingId,
        counts.returnedCredits,
        counts.unreachableJobs,
      ]);
      return {
        ...counts,
        ...(await mailedBefore(manager, mailingId)),
        mailingId,
        selection: words,
        recipients: rows.length,
        guests: rows.filter(({ userId }) => userId === null).length,
        jobs: frozen.size,
        credits: rows.reduce((sum, { credits }) => sum + credits, 0),
        names: await firstNames(manager, mailingId),
        needsConfirmation: rows.length > CONFIRMED_RECIPIENTS,
      };
    });
  }

  /** Idempotent: the lock of the mailing lets one call queue its mails. @throws LuitError `not_found`, `conflict`, `validation_failed` */
  @OnCall(authCalls.queueIncidentMails)
  async queue(request: QueueRequest): Promise<{ mailingId: string }> {
    const { adminId, mailingId, subject, text, reason, includesMailed = false } = request;
    for (const each of [subject, text]) assertPlaceholders(each);
    await this.database.transaction(async (manager) => {
      // If two mailings concern the same jobs, the second one excludes the users that the first one mailed.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('incident_mails'))`);
      const mailing = await lock(manager, request);
      if (mailing.isQueued) {
        if (mailing.subject === subject && mailing.text === text) return;
        throw new LuitError('conflict', 'These emails were already queued with a different text.');
      }
      assertSendable(mailing, request.confirmation);
      await manager.query(
        `UPDATE incident_mailings SET subject = $2, text = $3, reason = $4, queued_at = now() WHERE id = $1`,
        [mailingId, subject, text, reason],
      );
      const mails = await manager.query<{ id: string; userId: string | null }[]>(INSERT_MAILS, [
        mailingId,
        includesMailed,
      ]);
      const mailIds = mails.map(({ id }) => id);
      await manager.query(
        `UPDATE incident_recipients SET email = NULL, mailed_at = CASE WHEN id = ANY ($2) THEN now() END WHERE mailing_id = $1`,
        [mailingId, mailIds],
      );
      await writeJobs(manager, mailJob, mailIds, { priority: priorityOf('incident') });
      await writeAuditEntry(manager, {
        id: uuidv7(),
        adminId,
        action: 'incident_mails_queued',
        subject: mailingId,
        details: {
          ...{ selection: mailing.selection, mails: String(mails.length), mail: subject, reason },
          ...(includesMailed && { repeated: 'includes recipients who were emailed before' }),
        },
        userIds: mails.flatMap(({ userId }) => userId ?? []),
      });
    });
    return { mailingId };
  }
}

async function lock(
  manager: EntityManager,
  { adminId, mailingId, includesMailed = false }: QueueRequest,
): Promise<LockedMailing> {
  const [mailing] = await manager.query<LockedMailing[]>(
    `SELECT selection, subject, text, queued_at IS NOT NULL AS "isQueued",
            created_at < now() - interval '${INCIDENT_PREVIEW_MINUTES} minutes' AS "isOutdated",
            (SELECT count(*)::int FROM incident_recipients r WHERE r.mailing_id = m.id) AS recipients,
            (SELECT count(*)::int FROM incident_recipients r
              WHERE r.mailing_id = m.id AND ($3 OR ${MAILED_AT} IS NULL)) AS wanted
       FROM incident_mailings m WHERE id = $1 AND admin_id = $2 FOR UPDATE`,
    [mailingId, adminId, includesMailed],
  );
  if (!mailing) throw new LuitError('not_found', 'Preview not found');
  return mailing;
}

function assertSendable({ isOutdated, recipients, wanted }: LockedMailing, confirmation?: string): void {
  if (isOutdated) throw new LuitError('conflict', 'This preview is more than an hour old. Please preview again.');
  if (recipients === 0) throw new LuitError('conflict', 'There is no one to email.');
  if (wanted === 0) throw new LuitError('conflict', 'Everyone was already emailed about these jobs.');
  if (recipients > CONFIRMED_RECIPIENTS && confirmation?.trim() !== String(wanted)) {
    throw new LuitError('validation_failed', `Please type ${wanted} to confirm.`);
  }
}

async function mailedBefore(manager: EntityManager, mailingId: string) {
  const [row] = await manager.query<{ alreadyMailed: number; lastAt: Date | null }[]>(
    `SELECT count(at)::int AS "alreadyMailed", max(at) AS "lastAt"
       FROM (SELECT ${MAILED_AT} AS at FROM incident_recipients r WHERE r.mailing_id = $1) AS mailed`,
    [mailingId],
  );
  return { alreadyMailed: row?.alreadyMailed ?? 0, lastMailedAt: row?.lastAt?.toISOString() ?? null };
}

async function firstNames(manager: EntityManager, mailingId: string): Promise<(string | null)[]> {
  const rows = await manager.query<{ name: string | null }[]>(
    `SELECT u.name FROM incident_recipients r LEFT JOIN users u ON u.id = r.user_id
      WHERE r.mailing_id = $1 ORDER BY r.id LIMIT 10`,
    [mailingId],
  );
  return rows.map(({ name }) => name);
}

/** The selection as the audit log and the screens show it. */
function inWords({ from, to, providers, outcome, waitedMinutes }: IncidentSelection): string {
  const jobs = outcome === 'waited' ? `Jobs that waited longer than ${waitedMinutes} min` : JOBS[outcome];
  return `${jobs} of ${providers.join(', ')}, created from ${inIst(from)} until ${inIst(to)} IST`;
}

function inIst(time: string): string {
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
}
