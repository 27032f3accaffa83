import { submitJob } from '@luit/contracts/generation/submissions';
import { readCorrelation } from '@luit/platform/tracing/correlation';
import { Queues } from '@luit/platform/queues/queues';
import { startOutboxSpan } from '@luit/platform/tracing/tracing';
import { Injectable } from '@nestjs/common';

export interface DispatchedJob {
  id: string;
  dispatchedAt: Date;
  /** Correlation of the call that accepted the request. */
  correlation: string | null;
}

/** The entries of the queue `submit`. Each dispatch of a job has an id of its own, so adding an entry twice changes nothing. */
@Injectable()
export class SubmitEntries {
  constructor(private readonly queues: Queues) {}

  async add(jobs: DispatchedJob[]): Promise<void> {
    const traced = jobs.map((job) => {
      const { correlationId, traceparent } = readCorrelation(job.correlation);
      const span = startOutboxSpan(`dispatch ${submitJob.name}`, traceparent, Date.now() - job.dispatchedAt.getTime());
      return { job, correlationId, span };
    });
    try {
      await this.queues.named(submitJob.name).addBulk(
        traced.map(({ job, correlationId, span }) => ({
          name: submitJob.name,
          data: { payload: { id: job.id }, correlationId },
          opts: { jobId: entryId(job), ...(span.metadata && { telemetry: { metadata: span.metadata } }) },
        })),
      );
    } finally {
      for (const { span } of traced) span.end();
    }
  }
}

/** Id of the queue entry of a dispatch. */
export function entryId({ id, dispatchedAt }: Pick<DispatchedJob, 'id' | 'dispatchedAt'>): string {
  return `${id}-${dispatchedAt.getTime()}`;
}
