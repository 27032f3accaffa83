import type { ActionResult, FrozenPreview } from '@luit/contracts/operations/job-actions';
import type { JobMetrics, MetricsWindow } from '@luit/contracts/operations/job-metrics';
import type { AdminJobRow, JobAction, JobDetails, JobFilter, JobSort } from '@luit/contracts/operations/jobs';
import { operationsCalls } from '@luit/contracts/operations/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Controller } from '@nestjs/common';
import { BulkOperationsService } from './bulk-operations.service';
import { type JobActionRequest, JobActionsService } from './job-actions.service';
import { JobListService } from './job-list.service';
import { ThroughputService } from './throughput.service';
import { JobMetricsService } from './job-metrics.service';

@Controller()
export class OperationsController {
  constructor(
    private readonly list: JobListService,
    private readonly metrics: JobMetricsService,
    private readonly throughput: ThroughputService,
    private readonly actions: JobActionsService,
    private readonly bulkOperations: BulkOperationsService,
  ) {}

  @OnCall(operationsCalls.listJobs)
  listJobs(query: { limit: number; cursor?: string; sort?: JobSort } & JobFilter): ReturnType<JobListService['list']> {
    return this.list.list(query);
  }

  @OnCall(operationsCalls.searchJobs)
  searchJobs(query: { words: string }): Promise<{ items: AdminJobRow[] }> {
    return this.list.search(query);
  }

  @OnCall(operationsCalls.getJobs)
  getJobs(query: { ids: string[] }): Promise<{ items: AdminJobRow[] }> {
    return this.list.get(query);
  }

  @OnCall(operationsCalls.getJob)
  getJob(query: { id: string }): Promise<JobDetails> {
    return this.list.details(query);
  }

  @OnCall(operationsCalls.getThroughput)
  throughputBy(request: RequestOf<typeof operationsCalls.getThroughput>): ReturnType<ThroughputService['read']> {
    return this.throughput.read(request);
  }

  @OnCall(operationsCalls.getJobMetrics)
  getJobMetrics(query: { window: MetricsWindow }): Promise<JobMetrics> {
    return this.metrics.read(query);
  }

  @OnCall(operationsCalls.previewJobAction)
  previewJobAction(query: { adminId: string; action: JobAction; filter: JobFilter }): Promise<FrozenPreview> {
    return this.actions.preview(query);
  }

  @OnCall(operationsCalls.getJobPreview)
  getJobPreview(query: { adminId: string; previewId: string }): ReturnType<JobActionsService['readPreview']> {
    return this.actions.readPreview(query);
  }

  @OnCall(operationsCalls.listBulkOperations)
  listBulkOperations(query: Parameters<BulkOperationsService['list']>[0]): ReturnType<BulkOperationsService['list']> {
    return this.bulkOperations.list(query);
  }

  @OnCall(operationsCalls.getBulkOperation)
  getBulkOperation(query: Parameters<BulkOperationsService['get']>[0]): ReturnType<BulkOperationsService['get']> {
    return this.bulkOperations.get(query);
  }

  @OnCall(operationsCalls.applyJobAction)
  applyJobAction(request: JobActionRequest): Promise<ActionResult> {
    return this.actions.apply(request);
  }
}
