import { LuitError } from '@luit/contracts/errors';
import { lateResultJob } from '@luit/contracts/generation/late-results';
import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import { MAX_RUNNERS_PER_TOKEN, RUNNER_LEASE_SECONDS } from '@luit/contracts/generation/runner-limits';
import type { ClaimedRunnerJob, RunnerTask } from '@luit/contracts/generation/runners';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { isUuid } from '@luit/platform/database/is-uuid';
import { writeJob } from '@luit/platform/events/outbox';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';
import { QueueSignals } from '../request-state/queue-signals';
import { RequestLocks } from '../request-state/request-locks';
import { statesSql, TRACKED } from '../request-rows/request-states';
import { LATE_RESULT_WINDOW_MS } from '../settlement/late-results.service';
import {
  EXHAUSTED,
  externalIdOf,
  IS_EXHAUSTED,
  IS_STILL_WANTED,
  IS_STOPPED,
  NEXT_LEASE,
  RECORD_RUNNERS,
  type RunnerJobRef,
} from './runner-rows';

interface StoredFile {
  name: ClaimedRunnerJob['files'][number]['name'];
  key: string;
  contentType: string;
  bytes: number;
}

const RECORD = RECORD_RUNNERS(MAX_RUNNERS_PER_TOKEN);

/** Jobs that wait for a runner, and jobs whose runner has lost its lease. */
const IS_CLAIMABLE = `(j.state = 'waiting' OR j.state = 'running' AND j.lease_until < now()) AND NOT ${IS_EXHAUSTED} AND NOT ${IS_STOPPED}`;

/**
 * Gives runner $2 of token $1 the job that has waited longest, unless it has $3 jobs already. A job that it has claimed and that is not among
 * those that it holds ($4) comes first: it never received the answer, or was restarted.
 */
const CLAIM = `
  WITH own AS (SELECT id, instance, models FROM runner_tokens WHERE id = $1 AND revoked_at IS NULL),
  chosen AS (
    SELECT j.id FROM own JOIN runner_jobs j ON j.instance = own.instance
     WHERE (own.models IS NULL OR j.model = ANY (own.models)) AND NOT j.cancel_requested AND NOT ${IS_EXHAUSTED}
       AND (j.state = 'running' AND j.token_id = own.id AND j.runner_id = $2 AND j.id <> ALL ($4)
            OR ${IS_CLAIMABLE} AND (
              SELECT count(*) FROM runner_jobs busy
               WHERE busy.token_id = own.id AND busy.runner_id = $2 AND busy.state = 'running' AND busy.lease_until > now()) < $3)
     ORDER BY j.state <> 'running', j.waiting_since LIMIT 1 FOR UPDATE OF j SKIP LOCKED
  )
  UPDATE runner_jobs j
     SET state = 'running', lease = j.lease + 1, lease_until = ${NEXT_LEASE}, token_id = $1, runner_id = $2, progress = NULL
    FROM chosen WHERE j.id = chosen.id RETURNING j.id, j.lease, j.task, j.files`;

/** Job $2 with lease $3, claimed with token $1. */
const IS_HELD = `j.id = $2 AND j.lease = $3 AND j.token_id = $1
  AND EXISTS (SELECT FROM runner_tokens t WHERE t.id = $1 AND t.revoked_at IS NULL AND t.instance = j.instance)`;
const IS_OPEN = `j.state IN ('running', 'waiting', 'lost') AND ${IS_STILL_WANTED}`;

const UNKNOWN_FAILURE = { kind: 'provider', code: 'unknown', message: 'The runner gave no reason' };

const RENEW = `
  WITH renewed AS (
    UPDATE runner_jobs j
       SET lease_until = ${NEXT_LEASE}, progress = coalesce($4, progress),
           state = CASE WHEN state = 'waiting' THEN 'running' ELSE state END
     WHERE ${IS_HELD} AND ${IS_OPEN} RETURNING runner_id, cancel_requested
  ), seen AS (
    UPDATE runners SET seen_at = now() FROM renewed WHERE token_id = $1 AND id = renewed.runner_id
  )
  SELECT cancel_requested AS cancel FROM renewed`;

/** $4 is the state, $5 the failure, $6 the output. A returned job waits for a runner again, unless enough of them have claimed it. */
const END = `
  UPDATE runner_jobs j
     SET state = CASE WHEN $4 <> 'returned' THEN $4 WHEN cancel_requested THEN 'canceled' WHEN ${IS_EXHAUSTED} THEN 'failed'
                      ELSE 'waiting' END,
         ended_at = CASE WHEN $4 <> 'returned' OR cancel_requested OR ${IS_EXHAUSTED} THEN now() END, waiting_since = now(),
         failure = CASE WHEN $4 = 'returned' AND NOT cancel_requested AND ${IS_EXHAUSTED} THEN '${EXHAUSTED}'::jsonb ELSE $5 END,
         lease_until = NULL, output = $6, progress = NULL, is_late = state = 'lost' AND $4 = 'succeeded'
   WHERE ${IS_HELD} AND ${IS_OPEN}
  RETURNING j.id, j.submissions, j.request_id AS "requestId", j.instance, j.state, j.is_late AS "isLate"`;

/** The calls of runners. The token decides what a runner sees; the lease decides what it changes. */
@Injectable()
export class RunnerLeasesService {
  constructor(
    private readonly database: DataSource,
    private readonly pushes: PushPublisher,
    private readonly wakeUps: PollWakeUps,
    private readonly signals: QueueSignals,
    private readonly locks: RequestLocks,
  ) {}

  @OnCall(generationCalls.recordRunners)
  async record({ runners }: RequestOf<typeof generationCalls.recordRunners>) {
    await this.database.query(RECORD, [JSON.stringify(runners)]);
    const waiting = await this.database.query<{ instance: string; jobs: number }[]>(
      `SELECT j.instance, count(*)::int AS jobs FROM runner_jobs j
        WHERE j.state IN ('waiting', 'running') AND ${IS_CLAIMABLE} GROUP BY j.instance`,
    );
    return { waiting };
  }

  @OnCall(generationCalls.claimRunnerJob)
  async claim(input: RequestOf<typeof generationCalls.claimRunnerJob>): Promise<{ job: ClaimedRunnerJob | null }> {
    const { tokenId, runner, slots, holding } = input;
    await this.database.query(RECORD, [JSON.stringify([input])]);
    const [[claimed]] = await this.database.query<
      [{ id: string; lease: number; task: RunnerTask; files: StoredFile[] }[], number]
    >(CLAIM, [tokenId, runner, slots, holding]);
    if (!claimed) return { job: null };
    const { id, lease, task, files } = claimed;
    const paths = files.map(({ key: _key, ...file }, index) => ({
      ...file,
      path: `/runner/v1/jobs/${id}/files/${index}?lease=${lease}`,
    }));
    // The client reference is a secret of callbacks, and servers beside runners may show theirs.
    const job = { id, lease, leaseSeconds: RUNNER_LEASE_SECONDS, task: { ...task, clientRef: id }, files: paths };
    return { job };
  }

  /** @throws LuitError `stale_lease` */
  @OnCall(generationCalls.renewRunnerLease)
  async renew(input: RequestOf<typeof generationCalls.renewRunnerLease>): Promise<{ cancel: boolean }> {
    const { tokenId, id, lease, progress = null } = input;
    const [renewed] = isUuid(id)
      ? await this.database.query<{ cancel: boolean }[]>(RENEW, [tokenId, id, lease, progress])
      : [];
    if (!renewed) throw lostLease();
    return renewed;
  }

  /** @throws LuitError `stale_lease`, `not_found` */
  @OnCall(generationCalls.getRunnerFile)
  async findFile(input: RequestOf<typeof generationCalls.getRunnerFile>): Promise<{ key: string }> {
    const { tokenId, id, lease, index } = input;
    const [job] = isUuid(id)
      ? await this.database.query<{ files: StoredFile[] }[]>(
          `SELECT files FROM runner_jobs j WHERE ${IS_HELD} AND j.state = 'running'`,
          [tokenId, id, lease],
        )
      : [];
    if (!job) throw lostLease();
    const file = job.files[index];
    if (!file) throw new LuitError('not_found', 'The job has no such file.');
    return { key: file.key };
  }

  /**
   * Idempotent: a repeat changes nothing. `isRecorded` is false if an earlier call ended the job.
   *
   * @throws LuitError `stale_lease` if another runner has claimed the job, or its request has another route
   */
  @OnCall(generationCalls.recordRunnerResult)
  async end(input: RequestOf<typeof generationCalls.recordRunnerResult>): Promise<{ isRecorded: boolean }> {
    const { tokenId, id, lease, state, failure = null, output } = input;
    if (!isUuid(id)) throw lostLease();
    if (state === 'succeeded' && !output) return this.confirmRepeat(input);
    const [[ended]] = await this.database.query<[EndedJob[], number]>(END, [
      ...[tokenId, id, lease, state],
      state === 'failed' ? JSON.stringify(failure ?? UNKNOWN_FAILURE) : null,
      state === 'succeeded' ? JSON.stringify(output) : null,
    ]);
    if (!ended) return this.confirmRepeat(input);
    if (ended.state === 'waiting') {
      this.pushes.publish(generationPushes.runnerJobsWaiting, { instance: ended.instance, jobs: 1 });
    } else if (ended.isLate) await this.useLateOutput(ended);
    else await this.makePollDue(ended);
    return { isRecorded: true };
  }

  /** @throws LuitError `stale_lease`; `conflict` if the output of the job has not arrived */
  private async confirmRepeat({
    tokenId,
    id,
    lease,
    state,
  }: RequestOf<typeof generationCalls.recordRunnerResult>): Promise<{ isRecorded: boolean }> {
    const [held] = await this.database.query<{ state: string }[]>(
      `SELECT j.state FROM runner_jobs j WHERE ${IS_HELD} AND (j.ended_at IS NOT NULL OR ${IS_STILL_WANTED})`,
      [tokenId, id, lease],
    );
    const isRepeated = held?.state === (state === 'returned' ? 'waiting' : state);
    const isEnded = held?.state === 'canceled' || held?.state === 'failed';
    if (isRepeated || (isEnded && state === 'returned')) return { isRecorded: false };
    if (held && state === 'succeeded' && !isEnded)
      throw new LuitError('conflict', 'The output has not arrived.', { details: { offset: 0 } });
    throw lostLease();
  }

  /** The worker that polls the task learns of its end at once. */
  private async makePollDue(job: EndedJob): Promise<void> {
    const [due] = await this.database.query<[unknown[], number]>(
      `UPDATE requests SET next_poll_at = now(), updated_at = now()
        WHERE id = $1 AND external_id = $2 AND state IN (${statesSql(TRACKED)}) AND next_poll_at > now() RETURNING id`,
      [job.requestId, externalIdOf(job)],
    );
    if (due.length > 0) this.wakeUps.send();
  }

  /** A request that waits in the queue is submitted again at once, and then has its output. One that has failed gets it as a late output. */
  private async useLateOutput(job: EndedJob): Promise<void> {
    if (job.requestId === null) return;
    await this.locks.withRequest(job.requestId, async (request) => {
      const { state } = request.row;
      if (state === 'pending') await request.write({ provider: job.instance, nextAttemptAt: null });
      else if (state === 'failed') {
        const task = { provider: job.instance, externalId: externalIdOf(job), submitBefore: request.now };
        await request.write({ ...task, lateResultsUntil: request.in(LATE_RESULT_WINDOW_MS) });
        await writeJob(request.manager, lateResultJob, job.requestId!);
      }
      request.afterCommit(() => this.signals.jobWaiting());
    });
  }
}

interface EndedJob extends RunnerJobRef {
  requestId: string | null;
  instance: string;
  state: string;
  isLate: boolean;
}

function lostLease(): LuitError {
  return new LuitError('stale_lease', 'Another runner has this job, or it has ended.');
}
