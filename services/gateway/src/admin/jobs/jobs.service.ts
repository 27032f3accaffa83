import { authCalls } from '@luit/contracts/auth/messages';
import { jobMoneyMovement } from '@luit/contracts/billing/job-money';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { MetricsWindow } from '@luit/contracts/operations/job-metrics';
import { type AdminJobRow, type JobAction, jobDetails, type JobFilter } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { FileLinksService } from '../../files/file-links.service';
import type { BulkDto, JobFilterDto, JobsQuery } from './jobs.dto';
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

/** Matches no account: filtering by an unknown address returns no jobs. */
const NO_USER = '00000000-0000-0000-0000-000000000000';

/** Lists, inspects and acts on jobs for the operators' jobs screen. */
@Injectable()
export class JobsService {
  constructor(
    private readonly calls: CallClient,
    private readonly links: FileLinksService,
    private readonly workerList: Workers,
  ) {}

  /** Newest first, with the email address of each owner. */
  async list({ limit, cursor, ...filter }: JobsQuery) {
    const query = { limit, cursor, ...(await this.filterOf(filter)) };
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

  workers() {
    return { items: this.workerList.list() };
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
  async act(adminId: string, action: JobAction, id: string, idempotencyKey: string = uuidv7()) {
    return this.calls.call(operationsCalls.applyJobAction, { adminId, action, target: { id }, idempotencyKey });
  }

  /** @throws LuitError `conflict` if the number of matching jobs differs from the preview */
  async bulk(adminId: string, { action, filter: input, dryRun, expectedCount }: BulkDto, key: string = uuidv7()) {
    const filter = await this.filterOf(input);
    if (dryRun) return this.calls.call(operationsCalls.previewJobAction, { action, filter });
    const target = { filter, expectedCount };
    return this.calls.call(operationsCalls.applyJobAction, { adminId, action, target, idempotencyKey: key });
  }

  /** @throws LuitError `not_found` */
  setPaused(adminId: string, name: string, isPaused: boolean) {
    return this.calls.call(operationsCalls.setQueuePaused, { adminId, name, isPaused });
  }

  private async filterOf({ user, status, type, provider, q }: JobFilterDto): Promise<JobFilter> {
    const filter: JobFilter = { status, type, provider: provider || undefined, q: q || undefined };
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
