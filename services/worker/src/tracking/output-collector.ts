import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure, ProviderTask, StrayResults } from '@luit/contracts/generation/provider-tasks';
import type { Poll } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { Inject, Injectable, Logger } from '@nestjs/common';
import pLimit from 'p-limit';
import { CONFIG, type WorkerConfig } from '../config';
import type { HeldLease } from '../leases/leases';
import { OutputError } from '@luit/engines/transport/output-error';
import { RefusedOutputError } from '../outputs/refused-output-error';
import { type OutputSource, OutputsService } from '../outputs/outputs.service';
import { DownloadAttempts } from './download-attempts';
import { PollReports } from './poll-reports';
import { SuccessReport } from './success-report';

/** Collects the output of a succeeded task and settles its job. */
@Injectable()
export class OutputCollector {
  private readonly log = new Logger(OutputCollector.name);

  private readonly limit: ReturnType<typeof pLimit>;

  constructor(
    private readonly outputs: OutputsService,
    private readonly attempts: DownloadAttempts,
    private readonly reports: PollReports,
    @Inject(CONFIG) { concurrency }: Pick<WorkerConfig, 'concurrency'>,
  ) {
    this.limit = pLimit(concurrency);
  }

  /**
   * Copies the output. Meanwhile it reports the success, which releases the provider's slot: at once, or later if generation allows that.
   * If the copy ends before a delayed report is due, the report is skipped.
   */
  async collect(
    held: HeldLease,
    { task, reportSuccessWithinMs }: Pick<Poll, 'task' | 'reportSuccessWithinMs'>,
    source: OutputSource,
    others?: StrayResults,
  ): Promise<JobResult> {
    const record = () => held.confirmBy(this.reports.record(held, { kind: 'succeeded' }, others));
    const success = new SuccessReport(record);
    const isUrgent = reportSuccessWithinMs === undefined || others !== undefined || task.isIntermediate === true;
    success.sendWithin(isUrgent ? 0 : reportSuccessWithinMs);
    try {
      return await this.limit(() => this.copy(held, task, source, success));
    } finally {
      success.cancel();
    }
  }

  private async copy(
    held: HeldLease,
    task: ProviderTask,
    source: OutputSource,
    success: SuccessReport,
  ): Promise<JobResult> {
    held.signal.throwIfAborted();
    try {
      if (task.isIntermediate) {
        const imageKey = await this.outputs.collectStep(held, task, source);
        await success.send();
        return await held.report(generationCalls.recordFirstStep, { imageKey });
      }
      const output = await this.outputs.collect(held, task, source);
      const sinceSuccessMs = await success.replace();
      return await held.report(generationCalls.settleJob, {
        outcome: { kind: 'succeeded', ...output, sinceSuccessMs },
      });
    } catch (error) {
      if (!(error instanceof OutputError) || held.signal.aborted) throw error;
      await success.send();
      return this.retryOrFail(held, error);
    }
  }

  /** An output may be temporarily unavailable; after a few attempts the job fails. */
  private async retryOrFail(held: HeldLease, error: OutputError): Promise<JobResult> {
    const { code, message, isFinal } = error;
    const kind = error instanceof RefusedOutputError ? 'moderation' : 'bad_output';
    const failure: ProviderFailure = { kind, code, message };
    const retryAfterMs = isFinal ? null : await this.attempts.recordFailure(held.requestId);
    this.log.warn({
      msg: 'Collecting the output failed',
      requestId: held.requestId,
      code,
      reason: message,
      retryAfterMs,
    });
    if (retryAfterMs === null) return held.report(generationCalls.settleJob, { outcome: { kind: 'failed', failure } });
    await this.reports.record(held, { kind: 'failed', failure, retryAfterMs });
    return { action: 'done' };
  }
}
