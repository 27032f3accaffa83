import { lateResultJob } from '@luit/contracts/generation/late-results';
import { submitJob } from '@luit/contracts/generation/submissions';
import { trackJob } from '@luit/contracts/generation/tracking';
import { writeJob } from '@luit/platform/events/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { LATE_RESULT_WINDOW_MS } from '../settlement/late-results.service';
import { JobPromoter } from '../dispatch/job-promoter';
import type { LockedRequest } from '../request-state/locked-request';
import { RequestLocks, requestNotFound } from '../request-state/request-locks';
import { isFinal } from '../request-state/request-states';

export interface ProviderCallback {
  provider: string;
  token: string;
  headers: Record<string, string>;
  /** Base64. */
  rawBody: string;
}

/** Headers with the event id: Replicate (Standard Webhooks), fal. */
const ID_HEADERS = ['webhook-id', 'x-fal-webhook-request-id'];
/** Only headers that signature checks need are stored; cookies in particular are not. */
const KEPT_HEADERS = /^(webhook-|x-fal-webhook-|content-type$)/;
/** Providers send a handful. The limit keeps whoever obtained a callback URL from filling the disk. */
const MAX_EVENTS_PER_REQUEST = 100;

/** Stores callbacks unverified and promotes the job, so that a worker verifies them and polls the provider. */
@Injectable()
export class ProviderEventsService {
  private readonly log = new Logger(ProviderEventsService.name);

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly promoter: JobPromoter,
  ) {}

  /** Idempotent by the vendor's event id, or by a hash of the body if there is none. @throws LuitError `not_found` */
  async receive(callback: ProviderCallback): Promise<Record<string, never>> {
    const [found]: { id: string }[] = await this.database.query(
      `SELECT id FROM requests WHERE client_ref = $1 AND provider = $2`,
      [callback.token, callback.provider],
    );
    if (!found) throw requestNotFound();
    await this.locks.withRequest(found.id, async (request) => {
      const { state, lateResultsUntil, resubmissions, completedAt } = request.row;
      // After a job has finished, callbacks matter only if they may report a stray task.
      if (isFinal(state) && lateResultsUntil === null && resubmissions === 0) return;
      if (!(await this.store(request, callback))) return;
      await request.write({ promoteRequested: true });
      if (isFinal(state) && lateResultsUntil === null) {
        await request.write({
          lateResultsUntil: new Date((completedAt ?? request.now).getTime() + LATE_RESULT_WINDOW_MS),
        });
        await writeJob(request.manager, lateResultJob, found.id);
      }
      const isTracked = state === 'running' || state === 'collecting';
      const contract = isFinal(state) ? lateResultJob : isTracked ? trackJob : submitJob;
      request.afterCommit(() => this.promoter.promoteRequested(contract, found.id));
    });
    return {};
  }

  private async store(request: LockedRequest, { provider, headers, rawBody }: ProviderCallback): Promise<boolean> {
    const lowerCased = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const kept = Object.fromEntries(Object.entries(lowerCased).filter(([name]) => KEPT_HEADERS.test(name)));
    const idHeader = ID_HEADERS.find((name) => lowerCased[name]);
    const eventId = (idHeader && lowerCased[idHeader]) ?? createHash('sha256').update(rawBody).digest('hex');
    const stored: unknown[] = await request.manager.query(
      `INSERT INTO provider_events (provider, event_id, request_id, headers, raw_body)
       SELECT $1, $2, $3::uuid, $4::jsonb, $5
        WHERE (SELECT count(*) FROM provider_events WHERE request_id = $3::uuid) < ${MAX_EVENTS_PER_REQUEST}
       ON CONFLICT DO NOTHING RETURNING id`,
      [provider, eventId, request.row.id, JSON.stringify(kept), rawBody],
    );
    this.log.debug({
      msg: 'Provider callback received',
      requestId: request.row.id,
      provider,
      isNew: stored.length > 0,
    });
    return stored.length > 0;
  }
}
