import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { RunnerJob } from '@luit/contracts/generation/runners';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isFinal, STATES, statesSql } from '../request-rows/request-states';
import { CLAIM_SECONDS, IS_ONLINE, MAX_ATTEMPTS } from './runner-rows';

type Submission = RequestOf<typeof generationCalls.submitRunnerJob>;

const FINAL = statesSql(STATES.filter(isFinal));

/** SQL: online runners of instance $1 that get jobs of model $2, or any if it is null. */
const ONLINE = `
  SELECT count(*)::int AS online, coalesce(sum(r.slots), 0)::int AS slots
    FROM runners r JOIN runner_tokens t ON t.id = r.token_id
   WHERE t.instance = $1 AND t.revoked_at IS NULL AND ($2::text IS NULL OR t.models IS NULL OR $2 = ANY (t.models)) AND ${IS_ONLINE}`;

const EXHAUSTED = { kind: 'provider', code: 'runner_attempts', message: `${MAX_ATTEMPTS} claims did not finish it` };
const IS_EXHAUSTED = `NOT cancel_requested AND lease >= ${MAX_ATTEMPTS}`;

/** Ends leases that were not renewed, of the jobs $1. Returns the jobs and their next states. */
const RELEASE = `
  UPDATE runner_jobs
     SET state = CASE WHEN cancel_requested THEN 'canceled' WHEN ${IS_EXHAUSTED} THEN 'failed' ELSE 'waiting' END,
         failure = CASE WHEN ${IS_EXHAUSTED} THEN '${JSON.stringify(EXHAUSTED)}'::jsonb END,
         ended_at = CASE WHEN cancel_requested OR ${IS_EXHAUSTED} THEN now() END, waiting_since = now(), lease_until = NULL
   WHERE id = ANY ($1) AND state = 'running' AND lease_until < now()
  RETURNING instance, state`;

const LOSE = `
  UPDATE runner_jobs SET state = 'lost'
   WHERE id = ANY ($1) AND state = 'waiting' AND waiting_since < now() - interval '${CLAIM_SECONDS} seconds'`;

/** The jobs of runners as workers see them: as tasks of a provider. */
@Injectable()
export class RunnerJobsService {
  constructor(
    private readonly database: DataSource,
    private readonly pushes: PushPublisher,
  ) {}

  /**
   * A job that exists is returned, unless it ended without an output: then it is made again. One that was lost goes on if its runner has
   * renewed the lease since.
   */
  @OnCall(generationCalls.submitRunnerJob)
  async submit(input: Submission): Promise<{ result: 'accepted' | 'offline' | 'busy'; id: string | null }> {
    const { instance, task } = input;
    const submitted = await this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('runner_jobs'), hashtext($1))`, [instance]);
      const [known] = await manager.query<{ id: string }[]>(
        `SELECT id FROM runner_jobs
          WHERE client_ref = $1 AND instance = $2
            AND (state IN ('waiting', 'running', 'succeeded') OR state = 'lost' AND lease_until > now())`,
        [input.clientRef, instance],
      );
      if (!known) {
        const [{ online, slots }] = (await manager.query(ONLINE, [instance, task.model])) as [
          { online: number; slots: number },
        ];
        if (online === 0) return { result: 'offline', id: null } as const;
        const [{ taken }] = (await manager.query(
          `SELECT count(*)::int AS taken FROM runner_jobs
            WHERE instance = $1 AND (state = 'waiting' OR state = 'running' AND lease_until > now())`,
          [instance],
        )) as [{ taken: number }];
        if (taken >= slots) return { result: 'busy', id: null } as const;
      }
      return { result: 'accepted', id: await insert(manager, input) } as const;
    });
    if (submitted.result === 'accepted') this.pushes.publish(generationPushes.runnerJobsWaiting, { instance, jobs: 1 });
    return submitted;
  }

  @OnCall(generationCalls.readRunnerJobs)
  async read({ ids }: RequestOf<typeof generationCalls.readRunnerJobs>): Promise<{ jobs: RunnerJob[] }> {
    const [released] = await this.database.query<[{ instance: string; state: string }[], number]>(RELEASE, [ids]);
    for (const { instance, state } of released) {
      if (state === 'waiting') this.pushes.publish(generationPushes.runnerJobsWaiting, { instance, jobs: 1 });
    }
    await this.database.query(LOSE, [ids]);
    const jobs = await this.database.query<RunnerJob[]>(
      `SELECT id, state, progress, failure, output FROM runner_jobs WHERE id = ANY ($1)`,
      [ids],
    );
    return { jobs };
  }

  @OnCall(generationCalls.findRunnerJob)
  async find({ instance, clientRef }: RequestOf<typeof generationCalls.findRunnerJob>): Promise<{ id: string | null }> {
    const [found] = await this.database.query<{ id: string }[]>(
      `SELECT id FROM runner_jobs WHERE client_ref = $1 AND instance = $2 AND state NOT IN ('failed', 'canceled')`,
      [clientRef, instance],
    );
    return { id: found?.id ?? null };
  }

  @OnCall(generationCalls.cancelRunnerJob)
  async cancel({
    id,
  }: RequestOf<typeof generationCalls.cancelRunnerJob>): Promise<{ result: 'accepted' | 'too_late' }> {
    const [[job]] = await this.database.query<[{ state: string }[], number]>(
      `UPDATE runner_jobs
          SET cancel_requested = true,
              state = CASE WHEN state = 'running' AND lease_until > now() THEN state ELSE 'canceled' END,
              ended_at = CASE WHEN state = 'running' AND lease_until > now() THEN NULL ELSE now() END
        WHERE id = $1 AND ended_at IS NULL RETURNING state`,
      [id],
    );
    return { result: job ? 'accepted' : 'too_late' };
  }

  @OnCall(generationCalls.countRunners)
  async count({
    instance,
  }: RequestOf<typeof generationCalls.countRunners>): Promise<{ online: number; slots: number }> {
    const [counted] = (await this.database.query(ONLINE, [instance, null])) as [{ online: number; slots: number }];
    return counted;
  }

  /** Files of jobs that do not exist are needed no longer either. */
  @OnCall(generationCalls.listFinishedRunnerJobs)
  async listFinished({ ids }: RequestOf<typeof generationCalls.listFinishedRunnerJobs>): Promise<{ ids: string[] }> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT id FROM unnest($1::uuid[]) AS id WHERE NOT EXISTS (
         SELECT FROM runner_jobs j LEFT JOIN requests r ON r.id = j.request_id
          WHERE j.id = id.id AND (r.id IS NULL AND j.created_at > now() - interval '1 day'
            OR r.state NOT IN (${FINAL}) OR r.late_results_until IS NOT NULL))`,
      [ids],
    );
    return { ids: rows.map(({ id }) => id) };
  }
}

/** @returns the id of the job with this reference */
async function insert(
  manager: { query: DataSource['query'] },
  { id, instance, clientRef, task, files }: Submission,
): Promise<string> {
  const [row] = await manager.query<{ id: string }[]>(
    `INSERT INTO runner_jobs AS j (id, instance, client_ref, request_id, model, task, files)
     VALUES ($1, $2, $3, (SELECT r.id FROM requests r WHERE r.client_ref = $3), $4, $5, $6)
     ON CONFLICT (client_ref) DO UPDATE
        SET instance = $2, failure = NULL, cancel_requested = false, waiting_since = now(), ended_at = NULL,
            state = CASE WHEN j.state = 'lost' AND j.lease_until > now() AND j.instance = $2 THEN 'running' ELSE 'waiting' END
      WHERE j.state IN ('lost', 'failed', 'canceled')
     RETURNING id`,
    [id, instance, clientRef, task.model, JSON.stringify({ ...task, clientRef: '' }), JSON.stringify(files)],
  );
  if (row) return row.id;
  const [known] = await manager.query<[{ id: string }]>(`SELECT id FROM runner_jobs WHERE client_ref = $1`, [
    clientRef,
  ]);
  return known.id;
}
