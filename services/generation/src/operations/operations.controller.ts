import type { ActionResult } from '@luit/contracts/operations/job-actions';
import type { JobMetrics, MetricsWindow } from '@luit/contracts/operations/job-metrics';
import type { AdminJobRow, JobAction, JobDetails, JobFilter } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { type JobActionRequest, JobActionsService } from './job-actions.service';
import { JobListService } from './job-list.service';
import { JobMetricsService } from './job-metrics.service';

@Controller()
export class OperationsController {
  constructor(
    private readonly list: JobListService,
    private readonly metrics: JobMetricsService,
    private readonly actions: JobActionsService,
  ) {}

  @OnCall(operationsCalls.listJobs)
  listJobs(query: { limit: number; cursor?: string } & JobFilter): ReturnType<JobListService['list']> {
    return this.list.list(query);
  }

  @OnCall(operationsCalls.getJobs)
  getJobs(query: { ids: string[] }): Promise<{ items: AdminJobRow[] }> {
    return this.list.get(query);
  }

  @OnCall(operationsCalls.getJob)
  getJob(query: { id: string }): Promise<JobDetails> {
    return this.list.details(query);
  }

  @OnCall(operationsCalls.getJobMetrics)
  getJobMetrics(query: { window: MetricsWindow }): Promise<JobMetrics> {
    return this.metrics.read(query);
  }

  @OnCall(operationsCalls.previewJobAction)
  previewJobAction(query: { action: JobAction; filter: JobFilter }): Promise<{ jobs: number; credits: number }> {
    return this.actions.preview(query);
  }

  @OnCall(operationsCalls.applyJobAction)
  applyJobAction(request: JobActionRequest): Promise<ActionResult> {
    return this.actions.apply(request);
  }
}
