import { authCalls } from '@luit/contracts/auth/messages';
import { jobMoneyMovement } from '@luit/contracts/billing/job-money';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { MetricsWindow, ThroughputQuery } from '@luit/contracts/operations/job-metrics';
import { LuitError } from '@luit/contracts/errors';
import type { BulkBody } from '@luit/contracts/operations/job-actions';
import {
  type AdminJobRow,
  type JobAction,
  jobDetails,
  type JobFilter,
  type JobFilterBody,
  type JobsQuery,
  WITHIN_MS,
} from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { FileLinksService } from '../../../storage/files/file-links.service';
import { requireStepUp } from '../../../access/identities/operator-access';
import type { Operator } from '../../../access/identities/token.strategy';
import { ApprovalsService } from '../../operators/approvals/approvals.service';
import { type ActionAnswer, pendingAction } from './bulk-actions.service';
import { Workers } from './workers';

const { imageKey: _image, outputKey: _output, posterKey: _poster, ...jobFields } = jobDetails.shape;

export const jobView = z.object({
  ...jobFields,
  imageUrl: z.string().nullable(),
  outputUrl: z.string().nullable(),
  posterUrl: z.string().nullable(),
  movements: z.array(jobMoneyMovement),
});
type JobView = z.infer<typeof jobView>;

/** A refund or retry by API may leave its reason out. */
const DEFAULT_REASON = 'operator action';

/** Matches no account: filtering by an unknown address returns no jobs. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

/** Lists, inspects and acts on jobs for the operators' jobs screen. */
@Injectable()
export class JobsService {
  constructor(
    private readonly calls: CallClient,
    private readonly links: FileLinksService,
    private readonly workerList: Workers,
    private readonly approvals: ApprovalsService,
  ) {}

  /** Newest first by default, with the email address of each owner. */
  async list({ limit, cursor, sort, ...filter }: JobsQuery) {
    const query = { limit, cursor, sort, ...(await this.filterOf(filter)) };
    const { items, ...page } = await this.calls.call(operationsCalls.listJobs, query);
    return { items: await this.withEmails(items), ...page };
  }

  async rowsOf(ids: string[]): Promise<AdminJobRow[]> {
    const { items } = await this.calls.call(operationsCalls.getJobs, { ids });
    return this.withEmails(items);
  }

  metrics(window: MetricsWindow) {
    return this.calls.call(operationsCalls.getJobMetrics, { window });
  }

  throughput(query: ThroughputQuery) {
    return this.calls.call(operationsCalls.getThroughput, { ...query });
  }

  workers() {
    return { items: this.workerList.list(), isComplete: this.workerList.isComplete() };
  }

  /** @throws LuitError `not_found` */
  async get(id: string): Promise<JobView> {
    const [details, { movements }] = await Promise.all([
      this.calls.call(operationsCalls.getJob, { id }),
      isUUID(id) ? this.calls.call(billingCalls.getJobMoney, { requestId: id }) : { movements: [] },
    ]);
    const { imageKey, outputKey, posterKey, ...rest } = details;
    const [job = details.job] = await this.withEmails([details.job]);
    const link = (key: string | null) => key && this.links.linkTo(key);
    return {
      ...rest,
      job,
      imageUrl: link(imageKey),
      outputUrl: link(outputKey),
      posterUrl: link(posterKey),
      movements,
    };
  }

  /** Without an idempotency key every call is a separate action. @throws LuitError `conflict`, `not_found` */
  async act(adminId: string, action: JobAction, id: string, reason?: string, idempotencyKey: string = uuidv7()) {
    return this.calls.call(operationsCalls.applyJobAction, { adminId, action, target: { id }, reason, idempotencyKey });
  }

  /** Refunds the credits of one job. @throws LuitError `conflict`, `not_found` */
  refund(admin: Operator, jobId: string, reason: string | undefined, idempotencyKey: string = uuidv7()) {
    return this.give(admin, 'refund', jobId, reason, idempotencyKey);
  }

  /** Runs a job again for free. @throws LuitError `conflict`, `not_found` */
  retry(admin: Operator, jobId: string, reason: string | undefined, idempotencyKey: string = uuidv7()) {
    return this.give(admin, 'retry', jobId, reason, idempotencyKey);
  }

  /** Both give the credits of the job to its owner, in money or in work. */
  private async give(
    admin: Operator,
    name: 'refund' | 'retry',
    jobId: string,
    reason: string = DEFAULT_REASON,
    idempotencyKey: string,
  ): Promise<ActionAnswer> {
    const act = async () => ({ ...(await this.act(admin.id, name, jobId, reason, idempotencyKey)), approval: null });
    if (!(await this.approvals.isEverNeeded())) return act();
    const { job } = await this.calls.call(operationsCalls.getJob, { id: jobId });
    const { id, user_id: userId, cost_credits: credits } = job;
    return this.approvals.actOrRequest<ActionAnswer>(
      async () => {
        await this.approvals.countJobRefunds(admin, id, [{ userId, amount: credits }]);
        return act();
      },
      async (before) => {
        const action = { kind: `job_${name}`, jobId: id } as const;
        const request = { action, preview: { jobs: 1, credits, ...before }, reason, idempotencyKey };
        return pendingAction(await this.approvals.request(admin, request));
      },
    );
  }

  /** @throws LuitError `conflict` if the number of matching jobs differs from the preview; `step_up_required` for refunds and retries */
  async bulk(
    admin: Operator,
    { action, filter: input, dryRun, expectedCount, reason }: BulkBody,
    key: string = uuidv7(),
  ) {
    const adminId = admin.id;
    const filter = await this.filterOf(input);
    if (dryRun) return this.calls.call(operationsCalls.previewJobAction, { adminId, action, filter });
    if (action !== 'cancel') requireStepUp(admin);
    const repeat = { idempotencyKey: key, input: JSON.stringify({ filter: input, expectedCount }) };
    const target =
      action === 'cancel'
        ? { filter, expectedCount }
        : await this.counted(admin, action, filter, repeat, expectedCount);
    return this.calls.call(operationsCalls.applyJobAction, { adminId, action, target, reason, idempotencyKey: key });
  }

  /** @throws LuitError `not_found` */
  setPaused(adminId: string, name: string, isPaused: boolean, reason?: string) {
    return this.calls.call(operationsCalls.setQueuePaused, { adminId, name, isPaused, reason });
  }

  /**
   * The jobs that a refund or retry by filter counts toward the limit of approvals, frozen in a preview, so that it includes no others. A
   * repeated request has the same preview, which is counted and applied once. One that needs approval names its jobs, as a preview does.
   *
   * @throws LuitError `validation_failed` if it needs approval, `conflict` if the number of jobs differs from the expected one
   */
  private async counted(
    admin: Operator,
    action: 'refund' | 'retry',
    filter: JobFilter,
    repeat: { idempotencyKey: string; input: string },
    expectedCount?: number,
  ): Promise<{ previewId: string }> {
    const query = { adminId: admin.id, action, filter, repeat };
    const { previewId, jobs, credits } = await this.calls.call(operationsCalls.previewJobAction, query);
    if (expectedCount !== undefined && expectedCount !== jobs) {
      const text = `The filter now matches ${jobs} jobs, not ${expectedCount}. Please preview it again.`;
      throw new LuitError('conflict', text, { details: { jobs, credits } });
    }
    if (!(await this.approvals.isEverNeeded())) return { previewId };
    const { amounts } = await this.calls.call(operationsCalls.getJobPreview, { adminId: admin.id, previewId });
    const text = 'This needs approval from a second operator. Preview it, then apply the preview.';
    await this.approvals.actOrRequest(
      () => this.approvals.countJobRefunds(admin, previewId, amounts),
      () => Promise.reject(new LuitError('validation_failed', text, { details: { filter: text } })),
    );
    return { previewId };
  }

  private async filterOf({ user, within, ...rest }: JobFilterBody): Promise<JobFilter> {
    const from = within ? new Date(Date.now() - WITHIN_MS[within]).toISOString() : rest.from;
    const filter: JobFilter = { ...rest, from };
    if (!user) return filter;
    if (isUUID(user)) return { ...filter, userId: user };
    const { userId } = await this.calls.call(authCalls.findUser, { email: user });
    return { ...filter, userId: userId ?? NO_USER };
  }

  private async withEmails(items: AdminJobRow[]): Promise<AdminJobRow[]> {
    if (items.length === 0) return items;
    const userIds = [...new Set(items.map((job) => job.user_id))];
    const { emails } = await this.calls.call(authCalls.getEmails, { userIds });
    return items.map((job) => ({ ...job, user_email: emails[job.user_id] ?? null }));
  }
}
