import type { DrainUnknown, JobMetrics } from '@luit/contracts/operations/job-metrics';
import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import { submitJob } from '@luit/contracts/generation/submissions';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** SQL on `requests`: accepted, but not confirmed by a provider. Excludes tests, because nobody waits for them. */
export const IS_WAITING = `state IN ('pending', 'submitting', 'unknown') AND provider <> '${TEST_PROVIDER}'`;

/** SQL on `requests`: a provider may have the task, and no one knows. Such a job keeps its slot, so few rows are read. */
export const IS_UNCONFIRMED = `dispatched_at IS NOT NULL
  AND (state = 'unknown' OR state = 'submitting' AND lease_expires_at <= now())`;

/** SQL on `requests`: when it was submitted, if it is unconfirmed. A claim sets a moment in the near future. */
export const UNCONFIRMED_SINCE = `least(submit_before, now())`;

type Waiting = Pick<JobMetrics['now'], 'unknown' | 'unknownCanceling' | 'unknownSince' | 'oldestSince' | 'collecting'>;

interface Hindrances {
  isPaused: boolean;
  isBackingOff: boolean;
}

/** The jobs that their owners wait for, and what keeps them waiting. */
@Injectable()
export class WaitingJobs {
  constructor(private readonly database: DataSource) {}

  async read(): Promise<Waiting & Hindrances> {
    const [row] = (await this.database.query(READ_SQL, [submitJob.name])) as [
      WithDates<Waiting & Hindrances, 'oldestSince' | 'unknownSince'>,
    ];
    return withIsoTimes(row);
  }
}

const READ_SQL = `
  SELECT (SELECT min(accepted_at) FROM requests WHERE ${IS_WAITING}) AS "oldestSince",
         (SELECT count(*)::int FROM requests WHERE state = 'collecting' AND provider <> '${TEST_PROVIDER}') AS collecting,
         EXISTS (SELECT FROM paused_queues WHERE name = $1) AS "isPaused",
         EXISTS (SELECT FROM requests WHERE state = 'pending' AND next_attempt_at > now()) AS "isBackingOff",
         unconfirmed.*
    FROM (SELECT count(*)::int AS unknown, count(*) FILTER (WHERE cancel_requested)::int AS "unknownCanceling",
                 min(${UNCONFIRMED_SINCE}) AS "unknownSince"
            FROM requests WHERE ${IS_UNCONFIRMED}) AS unconfirmed`;

/** Why no one can say when all waiting jobs will have been submitted: what holds up most of them first; null if it can be estimated. */
export function drainHindrance(
  { isPaused, isBackingOff, unknown }: Hindrances & Pick<Waiting, 'unknown'>,
  providers: Pick<ProviderOverview, 'waiting' | 'state' | 'pausedMs' | 'stopped'>[],
): DrainUnknown | null {
  if (isPaused) return 'queue_paused';
  if (providers.some(({ waiting, stopped }) => waiting > 0 && stopped)) return 'provider_stopped';
  const isCutOff = providers.some(
    ({ waiting, state, pausedMs }) => waiting > 0 && (state !== 'closed' || pausedMs > 0),
  );
  if (isCutOff) return 'provider_unavailable';
  if (unknown > 0) return 'unconfirmed';
  return isBackingOff ? 'backing_off' : null;
}
