import { lateResultJob } from '@luit/contracts/generation/late-results';
import { submitJob } from '@luit/contracts/generation/submissions';
import { trackJob } from '@luit/contracts/generation/tracking';
import { writeJob } from '@luit/platform/events/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { LATE_RESULT_WINDOW_MS } from '../jobs/late-results.service';
import { JobPromoter } from '../jobs/job-promoter';
import type { LockedRequest } from '../requests/locked-request';
import { RequestLocks, requestNotFound } from '../requests/request-locks';
import { isFinal } from '../requests/request-states';

export interface ProviderCallback {
  provider: string;
  token: string;
  headers: Record<string, string>;
  /** Base64. */
  rawBody: string;
}

/** Where vendors put an event's id: Replicate (standard webhooks), fal. */
const ID_HEADERS = ['webhook-id', 'x-fal-webhook-request-id'];
/** What a signature is checked with; anything else, cookies above all, is not ours to keep. */
const KEPT_HEADERS = /^(webhook-|x-fal-webhook-|content-type$)/;
/** A provider sends a handful; who sends more has got hold of a token, and fills no disk with it. */
const MAX_EVENTS_PER_REQUEST = 100;

/** Takes callbacks in. They are kept as they came and only ever wake a worker, which verifies and asks the provider. */
@Injectable()
export class ProviderEventsService {
  private readonly log = new Logger(ProviderEventsService.name);

  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly wakes: JobPromoter,
  ) {}

  /** Idempotent by the vendor's event id, or by the body where there is none. @throws LuitError `not_found` */
  async receive(callback: ProviderCallback): Promise<Record<string, never>> {
    const [found]: { id: string }[] = await this.database.query(
      `SELECT id FROM requests WHERE client_ref = $1 AND provider = $2`,
      [callback.token, callback.provider],
    );
    if (!found) throw requestNotFound();
    await this.locks.withRequest(found.id, async (request) => {
      const { state, lateResultsUntil, resubmissions, completedAt } = request.row;
      // Once a job has ended, a callback is worth reading where it may tell of a task that should not be.
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
      request.afterCommit(() => this.wakes.promoteRequested(contract, found.id));
    });
    return {};
  }

  private async store(request: LockedRequest, { provider, headers, rawBody }: ProviderCallback): Promise<boolean> {
    const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const kept = Object.fromEntries(Object.entries(lowered).filter(([name]) => KEPT_HEADERS.test(name)));
    const idHeader = ID_HEADERS.find((name) => lowered[name]);
    const eventId = (idHeader && lowered[idHeader]) ?? createHash('sha256').update(rawBody).digest('hex');
    const stored: unknown[] = await request.manager.query(
      `INSERT INTO provider_events (provider, event_id, request_id, headers, raw_body)
       SELECT $1, $2, $3::uuid, $4::jsonb, $5
        WHERE (SELECT count(*) FROM provider_events WHERE request_id = $3::uuid) < ${MAX_EVENTS_PER_REQUEST}
       ON CONFLICT DO NOTHING RETURNING id`,
      [provider, eventId, request.row.id, JSON.stringify(kept), rawBody],
    );
    this.log.debug({ msg: 'A provider called back', requestId: request.row.id, provider, isNew: stored.length > 0 });
    return stored.length > 0;
  }
}
