import { generationCalls, generationPushes } from '@luit/contracts/generation/messages';
import type { RunnerJob } from '@luit/contracts/generation/runners';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { PushPublisher } from '@luit/platform/pushes/push-publisher';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isFinal, STATES, statesSql } from '../request-rows/request-states';
import {
  CLAIM_SECONDS,
  EXHAUSTED,
  externalIdOf,
  IS_EXHAUSTED,
  IS_ONLINE,
  IS_STOPPED,
  type RunnerJobRef as Ref,
} from './runner-rows';

type Submission = RequestOf<typeof generationCalls.submitRunnerJob>;
type Submitted = { result: 'accepted' | 'offline' | 'busy'; externalId: string | null };
type Capacity = { online: number; slots: number; gpus: string[] };

const FINAL = statesSql(STATES.filter(isFinal));

/** SQL: online runners of instance $1 that get jobs of model $2, or any if it is null. */
const ONLINE = `
  SELECT count(*)::int AS online, coalesce(sum(r.slots), 0)::int AS slots,
         coalesce(array_agg(r.gpu ORDER BY r.gpu) FILTER (WHERE r.gpu IS NOT NULL), '{}') AS gpus
    FROM runners r JOIN runner_tokens t ON t.id = r.token_id
   WHERE t.instance = $1 AND t.revoked_at IS NULL AND ($2::text IS NULL OR t.models IS NULL OR $2 = ANY (t.models)) AND ${IS_ONLINE}`;

/** Ends leases that were not renewed, of the jobs $1. Returns the jobs and their next states. */
const RELEASE = `
  UPDATE runner_jobs j
     SET state = CASE WHEN cancel_requested THEN 'canceled' WHEN ${IS_EXHAUSTED} THEN 'failed' ELSE 'waiting' END,
         failure = CASE WHEN NOT cancel_requested AND ${IS_EXHAUSTED} THEN '${EXHAUSTED}'::jsonb END,
         ended_at = CASE WHEN cancel_requested OR ${IS_EXHAUSTED} THEN now() END, waiting_since = now(), lease_until = NULL
   WHERE id = ANY ($1) AND state = 'running' AND lease_until < now()
  RETURNING instance, state`;

const LOSE = `
  UPDATE runner_jobs j SET state = 'lost'
   WHERE id = ANY ($1) AND state = 'waiting'
     AND (waiting_since < now() - interval '${CLAIM_SECONDS} seconds' OR ${IS_STOPPED})`;

/** The jobs of runners as workers see them: as tasks of a provider. */
@Injectable()
export class RunnerJobsService {
  constructor(
    private readonly database: DataSource,
    private readonly pushes: PushPublisher,
  ) {}

  /**
   * A submission that exists is returned. A request that lost its runner gets the same job again: with the output that arrived late, with the
   * runner that has renewed the lease since, or for another runner.
   */
  @OnCall(generationCalls.submitRunnerJob)
  async submit(input: Submission): Promise<Submitted> {
    const { instance } = input;
    const submitted = await this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('runner_jobs'), hashtext($1))`, [instance]);
      const known = await find(manager, input);
      if (known?.isSubmitted) return accepted(known);
      if (!known?.isHeld) {
        const refusal = await this.refusal(manager, input);
        if (refusal) return { result: refusal, externalId: null };
      }
      return accepted(known ? await submitAgain(manager, known.id, input) : await insert(manager, input));
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

  private async refusal(manager: EntityManager, { instance, task }: Submission): Promise<'offline' | 'busy' | null> {
    const [{ online, slots }] = (await manager.query(ONLINE, [instance, task.model])) as [Capacity];
    if (online === 0) return 'offline';
    const [{ taken }] = (await manager.query(
      `SELECT count(*)::int AS taken FROM runner_jobs
        WHERE instance = $1 AND (state = 'waiting' OR state = 'running' AND lease_until > now())`,
      [instance],
    )) as [{ taken: number }];
    return taken >= slots ? 'busy' : null;
  }

  @OnCall(generationCalls.findRunnerJob)
  async find(input: RequestOf<typeof generationCalls.findRunnerJob>): Promise<{ externalId: string | null }> {
    const { instance, clientRef } = input;
    const [found] = await this.database.query<Ref[]>(
      `SELECT id, submissions FROM runner_jobs
        WHERE client_ref = $1 AND instance = $2 AND state NOT IN ('failed', 'canceled')`,
      [clientRef, instance],
    );
    return { externalId: found ? externalIdOf(found) : null };
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
  async count({ instance }: RequestOf<typeof generationCalls.countRunners>): Promise<Capacity> {
    const [counted] = (await this.database.query(ONLINE, [instance, null])) as [Capacity];
    return counted;
  }

  /** Files of jobs that do not exist are needed no longer either. The output of a trial run is kept for a day under the id of its check. */
  @OnCall(generationCalls.listFinishedRunnerJobs)
  async listFinished({ ids }: RequestOf<typeof generationCalls.listFinishedRunnerJobs>): Promise<{ ids: string[] }> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT id FROM unnest($1::uuid[]) AS id WHERE NOT EXISTS (
         SELECT FROM runner_jobs j LEFT JOIN requests r ON r.id = j.request_id
          WHERE j.id = id.id AND (r.id IS NULL AND j.created_at > now() - interval '1 day'
            OR r.state NOT IN (${FINAL}) OR r.late_results_until IS NOT NULL))
          AND NOT EXISTS (SELECT FROM model_checks c WHERE c.id = id.id AND c.created_at > now() - interval '1 day')`,
      [ids],
    );
    return { ids: rows.map(({ id }) => id) };
  }
}

/** The job of this submission, or one that its request has lost. `isHeld`: it needs no free runner. */
async function find(
  manager: EntityManager,
  { clientRef, instance, task }: Submission,
): Promise<(Ref & { isSubmitted: boolean; isHeld: boolean }) | undefined> {
  const [known] = await manager.query<(Ref & { isSubmitted: boolean; isHeld: boolean })[]>(
    `SELECT id, submissions, client_ref = $1 AND state IN ('waiting', 'running', 'succeeded') AS "isSubmitted",
            is_late OR coalesce(state = 'lost' AND lease_until > now(), false) AS "isHeld"
       FROM runner_jobs
      WHERE instance = $2 AND (client_ref = $1
         OR model = $3 AND (state = 'lost' OR is_late) AND request_id = (SELECT id FROM requests WHERE client_ref = $1))
      ORDER BY client_ref = $1 DESC, is_late DESC LIMIT 1`,
    [clientRef, instance, task.model],
  );
  return known;
}

async function submitAgain(manager: EntityManager, id: string, { clientRef }: Submission): Promise<Ref> {
  const [[row]] = await manager.query<[[Ref], number]>(
    `UPDATE runner_jobs
        SET client_ref = $2, submissions = submissions + 1, waiting_since = now(), cancel_requested = false, failure = NULL, is_late = false,
            state = CASE WHEN is_late THEN state WHEN state = 'lost' AND lease_until > now() THEN 'running' ELSE 'waiting' END,
            ended_at = CASE WHEN is_late THEN ended_at END
      WHERE id = $1 RETURNING id, submissions`,
    [id, clientRef],
  );
  return row;
}

async function insert(manager: EntityManager, { id, instance, clientRef, task, files }: Submission): Promise<Ref> {
  await manager.query(
    `INSERT INTO runner_jobs (id, instance, client_ref, request_id, model, task, files)
     VALUES ($1, $2, $3, (SELECT r.id FROM requests r WHERE r.client_ref = $3), $4, $5, $6)`,
    [id, instance, clientRef, task.model, JSON.stringify({ ...task, clientRef: '' }), JSON.stringify(files)],
  );
  return { id, submissions: 1 };
}

function accepted(job: Ref): Submitted {
  return { result: 'accepted', externalId: externalIdOf(job) };
}
