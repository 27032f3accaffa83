import type { PollReport } from '@luit/contracts/generation/tracking';
import { columnsOf } from '@luit/platform/database/columns-of';
import { isLockTimeout } from '@luit/platform/errors/connection-errors';
import type { DataSource } from 'typeorm';
import { PROVIDER_RETRY } from '../providers/provider-retry';
import { PROGRESS, statesSql, TRACKED } from '../request-rows/request-states';
import { RequestEntity } from '../request-rows/request.entity';
import { stepShareSql } from '../request-state/steps';

/** Progress is published at most once per this many milliseconds, or per this many points. */
const PROGRESS_INTERVAL_MS = 1_000;
const PROGRESS_STEP = 5;

const { firstMs, maxMs } = PROVIDER_RETRY;
const shown = stepShareSql(PROGRESS.running, PROGRESS.ceiling);
const collecting = stepShareSql(PROGRESS.running, PROGRESS.collecting);
const milliseconds = (value: string | number) => `${value} * interval '1 millisecond'`;

/** How long a report waits for a row that another transaction has locked, milliseconds: the reports of its batch wait with it. */
const LOCK_TIMEOUT_MS = 250;

/**
 * Records a batch of poll reports, in one round trip. It locks the rows in the order of their ids, so that two batches never wait for each
 * other, or skips the locked ones. Returns a row for each report with a current lease, with the columns of the request if its owner sees
 * the change. A report changes nothing if an earlier report released its lease. Parameters: $1 reports as JSON, $2 milliseconds between two
 * polls, $3 milliseconds of a lease, $4 milliseconds after its submission until a job past its deadline is given up.
 */
const recordSql = (lock: 'FOR UPDATE OF r' | 'FOR UPDATE OF r SKIP LOCKED') => `
  WITH report AS (
    SELECT * FROM jsonb_to_recordset($1) AS r
      (id uuid, lease bigint, kind text, progress float8, failure jsonb, "retryAfterMs" float8, "eventIds" text[], "workerId" text)
  ), job AS (
    SELECT r.*, report.kind, report.progress AS reported, report.failure, report."retryAfterMs", report."eventIds",
           coalesce(report."workerId", r.worker_id) AS "polledBy"
      FROM requests r JOIN report ON report.id = r.id AND report.lease = r.lease
     WHERE r.state IN (${statesSql(TRACKED)}) ORDER BY r.id ${lock}
  ), measured AS (
    SELECT r.*, clock_timestamp() AS now, greatest(r.progress, ${collecting.to}) AS collected,
           (${shown.from} + floor(least(greatest(coalesce(reported, 0), 0), 100) / 100 * (${shown.to} - ${shown.from})))::int AS shown,
           CASE kind WHEN 'running' THEN $2::float8
             ELSE greatest("retryAfterMs", least(${firstMs} * 2 ^ least(poll_failures, 30), ${maxMs})) END AS delay_ms
      FROM job AS r
  ), planned AS (
    SELECT *, lease_expires_at IS NULL AS is_repeated, kind = 'succeeded' AND state = 'running' AS is_collecting,
           kind = 'running' AND state = 'running' AND shown > progress
             AND (progress_sent_at IS NULL OR now - progress_sent_at >= ${milliseconds(PROGRESS_INTERVAL_MS)}
                  OR shown - progress >= ${PROGRESS_STEP}) AS is_progressing,
           (kind = 'failed' OR kind = 'running' AND state = 'running')
             AND coalesce(deadline_at <= now AND submitted_at + ${milliseconds('$4')} <= now, false) AS is_abandoned
      FROM measured
  ), changed AS (
    UPDATE requests r
       SET state = CASE WHEN is_collecting THEN 'collecting' ELSE r.state END,
           collecting_at = CASE WHEN is_collecting THEN now ELSE r.collecting_at END,
           lease_expires_at = CASE kind WHEN 'succeeded' THEN now + ${milliseconds('$3')} END,
           next_poll_at = CASE WHEN kind = 'succeeded' AND NOT is_collecting THEN r.next_poll_at
             WHEN is_collecting OR r.promote_requested THEN now ELSE now + ${milliseconds('delay_ms')} END,
           promote_requested = kind = 'succeeded' AND r.promote_requested,
           poll_failures = CASE kind WHEN 'running' THEN 0 WHEN 'failed' THEN r.poll_failures + 1 ELSE r.poll_failures END,
           progress = CASE WHEN is_collecting THEN collected WHEN is_progressing THEN shown ELSE r.progress END,
           progress_sent_at = CASE WHEN is_progressing THEN now ELSE r.progress_sent_at END, worker_id = "polledBy",
           sequence = r.sequence + (is_collecting OR is_progressing)::int, updated_at = now
      FROM planned WHERE r.id = planned.id AND NOT is_repeated AND NOT is_abandoned
    RETURNING r.*, kind, failure, is_collecting
  ), noted AS (
    INSERT INTO job_events (request_id, what, state, lease, worker_id, details)
    SELECT id, CASE kind WHEN 'failed' THEN 'provider not readable' ELSE 'collecting' END, state, lease, worker_id, failure
      FROM changed WHERE is_collecting OR kind = 'failed' AND poll_failures = 1
  ), read AS (
    UPDATE provider_events e SET read_at = now() FROM job
     WHERE e.request_id = job.id AND e.event_id = ANY (job."eventIds") AND e.read_at IS NULL
  )
  SELECT planned.id AS "requestId", planned.provider AS "polledProvider", planned.is_collecting AS "isCollecting",
         NOT planned.is_repeated AND planned.is_abandoned AS "isAbandoned",
         CASE WHEN planned.failure ->> 'code' = 'http_429' AND changed.id IS NOT NULL THEN delay_ms END AS "pauseMs",
         CASE WHEN planned.is_repeated OR changed.lease_expires_at IS NULL AND changed.id IS NOT NULL
           THEN round(extract(epoch FROM greatest(coalesce(changed.next_poll_at, planned.next_poll_at), now) - now) * 1000)::int
           END AS "nextPollMs",
         published.id IS NOT NULL AS "isPublished", ${columnsOf(RequestEntity, 'published')}
    FROM planned LEFT JOIN changed ON changed.id = planned.id
    LEFT JOIN changed AS published ON published.id = planned.id AND (planned.is_collecting OR planned.is_progressing)
   ORDER BY planned.id`;

export interface RecordedPoll {
  requestId: string;
  polledProvider: string;
  /** The row after a change that its owner sees. */
  published: RequestEntity | undefined;
  /** The task succeeded, which released the job's slot. */
  isCollecting: boolean;
  /** The job is past its deadline, and past the time that its provider may take. */
  isAbandoned: boolean;
  /** Milliseconds for which a 429 pauses `polledProvider`; null without a 429. */
  pauseMs: number | null;
  /** Milliseconds until the next poll; null while the worker keeps its lease. */
  nextPollMs: number | null;
}

type Columns = RequestEntity & Omit<RecordedPoll, 'published'> & { isPublished: boolean };

const RECORD_FREE = recordSql('FOR UPDATE OF r SKIP LOCKED');
const RECORD_WAITING = recordSql('FOR UPDATE OF r');

/**
 * If a row stays locked, its lease counts as not current: the poll is repeated when the lease ends.
 *
 * @returns the reports with a current lease
 */
export async function recordReports(
  database: DataSource,
  reports: PollReport[],
  { pollIntervalMs, leaseMs, giveUpAfterMs }: { pollIntervalMs: number; leaseMs: number; giveUpAfterMs: number },
): Promise<RecordedPoll[]> {
  const items = reports.map(({ requestId, lease, result, others, workerId }) => ({
    ...result,
    id: requestId,
    lease,
    eventIds: others?.eventIds ?? [],
    workerId,
  }));
  const parametersOf = (some: typeof items) => [JSON.stringify(some), pollIntervalMs, leaseMs, giveUpAfterMs];
  const free = await database.query<Columns[]>(RECORD_FREE, parametersOf(items));
  const recorded = new Set(free.map(({ requestId }) => requestId));
  const missing = items.filter(({ id }) => !recorded.has(id));
  const waited = missing.length > 0 ? await recordWaiting(database, parametersOf(missing)) : [];
  return [...free, ...waited].map((columns) => {
    const { requestId, polledProvider, isCollecting, isAbandoned, pauseMs, nextPollMs, isPublished, ...row } = columns;
    const published = isPublished ? row : undefined;
    return { requestId, polledProvider, published, isCollecting, isAbandoned, pauseMs, nextPollMs };
  });
}

async function recordWaiting(database: DataSource, parameters: unknown[]): Promise<Columns[]> {
  try {
    return await database.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return manager.query<Columns[]>(RECORD_WAITING, parameters);
    });
  } catch (error) {
    if (isLockTimeout(error)) return [];
    throw error;
  }
}
