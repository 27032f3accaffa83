import { LuitError } from '@luit/contracts/errors';
import { type AffectedJob, MAX_AFFECTED_JOBS } from '@luit/contracts/operations/affected-jobs';
import type { IncidentSelection } from '@luit/contracts/auth/incident-mails';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { firstIdAt } from '@luit/platform/database/first-id-at';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HIDDEN, statesSql } from '../request-rows/request-states';

/** SQL on `requests r`. */
const OUTCOMES: Record<IncidentSelection['outcome'], string> = {
  failed: `r.state = 'failed'`,
  canceled: `r.state = 'canceled'`,
  unconfirmed: `r.state = 'unknown'`,
  waited: `coalesce(r.submitted_at, r.completed_at, now()) - r.accepted_at > $4 * interval '1 minute'`,
};

/** Finds the jobs that an incident affected, with what auth needs to mail their owners. */
@Injectable()
export class AffectedJobsService {
  constructor(private readonly database: DataSource) {}

  /** @throws LuitError `validation_failed` for more than 5,000 jobs */
  @OnCall(operationsCalls.listAffectedJobs)
  async list(selection: IncidentSelection): Promise<{ jobs: AffectedJob[] }> {
    const { from, to, providers, outcome, waitedMinutes } = selection;
    const jobs = await this.database.query<AffectedJob[]>(
      `SELECT r.id AS "requestId", r.user_id AS "userId", r.guest_email AS email, r.credits,
              r.money_state IN ('returned', 'refunded') AS "isReturned"
         FROM requests r
        WHERE r.state NOT IN (${statesSql(HIDDEN)}) AND r.id >= $1 AND r.id < $2 AND r.provider = ANY ($3)
          AND ${OUTCOMES[outcome]}
        ORDER BY r.id LIMIT ${MAX_AFFECTED_JOBS + 1}`,
      [firstIdAt(from), firstIdAt(to), providers, ...(outcome === 'waited' ? [waitedMinutes] : [])],
    );
    if (jobs.length > MAX_AFFECTED_JOBS) {
      throw new LuitError('validation_failed', 'More than 5,000 jobs match. Please choose a shorter period.');
    }
    return { jobs };
  }
}
