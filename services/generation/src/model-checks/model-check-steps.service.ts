import { generationCalls } from '@luit/contracts/generation/messages';
import { type ClaimedModelCheck, modelCheckJob } from '@luit/contracts/generation/model-checks';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeJob } from '@luit/platform/events/outbox';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Longer than a request to a vendor may take, and than the time between two polls. */
const OVERDUE = `ended_at IS NULL AND enqueued_at < now() - interval '1 minute'`;
const TOO_OLD = `created_at < now() - interval '1 hour'`;
const BATCH = 50;
const UNKNOWN = 'The worker stopped before it knew whether the provider took the task';
const NO_END = 'It did not end within an hour';

interface Row {
  kind: 'schema' | 'run';
  provider: string;
  model: string;
  task: ProviderTask | null;
  task_id: string | null;
  is_first: boolean;
}

/** The steps of checks, which workers do. */
@Injectable()
export class ModelCheckStepsService {
  constructor(private readonly database: DataSource) {}

  @OnCall(generationCalls.claimModelCheck)
  async claim({ checkId }: RequestOf<typeof generationCalls.claimModelCheck>): Promise<ClaimedModelCheck> {
    await this.fail(checkId, NO_END, TOO_OLD);
    const [[row]] = await this.database.query<[Row[], number]>(
      `UPDATE model_checks SET state = 'running', enqueued_at = now() WHERE id = $1 AND ended_at IS NULL
       RETURNING kind, provider, model, task, task_id, old.state = 'waiting' AS is_first`,
      [checkId],
    );
    if (!row) return { action: 'none' };
    const { kind, provider, model, task, task_id: taskId } = row;
    if (kind === 'schema') return { action: 'schema', provider, model };
    if (taskId !== null) return { action: 'poll', provider, taskId, duration: task!.duration };
    if (row.is_first) return { action: 'submit', task: task! };
    await this.fail(checkId, UNKNOWN);
    return { action: 'none' };
  }

  @OnCall(generationCalls.recordModelCheck)
  async record(input: RequestOf<typeof generationCalls.recordModelCheck>): Promise<void> {
    const { checkId, taskId = null, fields = null, outputUrl = null, outputKey = null, error = null } = input;
    const end = error === null ? ((fields ?? outputUrl ?? outputKey) === null ? null : 'succeeded') : 'failed';
    await this.database.query(
      `UPDATE model_checks SET task_id = coalesce($2, task_id), fields = $3, output_url = $4, error = $5,
              state = coalesce($6, state), output_key = $7, ended_at = CASE WHEN $6::text IS NOT NULL THEN now() END
        WHERE id = $1 AND ended_at IS NULL`,
      [checkId, taskId, fields && JSON.stringify(fields), outputUrl, error, end, outputKey],
    );
  }

  /** SQL: whether `retryOverdue` has something to do. */
  readonly areOverdue = `EXISTS (SELECT FROM model_checks WHERE ${OVERDUE})`;

  /** Enqueues jobs again that Redis or a worker lost. */
  @ReconcilesJobs(modelCheckJob)
  async retryOverdue(): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [rows] = await manager.query<[{ id: string }[], number]>(
        `UPDATE model_checks SET enqueued_at = now()
          WHERE id IN (SELECT id FROM model_checks WHERE ${OVERDUE} ORDER BY enqueued_at LIMIT ${BATCH}) RETURNING id`,
      );
      for (const { id } of rows) await writeJob(manager, modelCheckJob, id);
    });
  }

  private async fail(id: string, error: string, condition = 'true'): Promise<void> {
    await this.database.query(
      `UPDATE model_checks SET state = 'failed', error = $2, ended_at = now() WHERE id = $1 AND ended_at IS NULL AND ${condition}`,
      [id, error],
    );
  }
}
