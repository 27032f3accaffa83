import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderFailure, ProviderTask } from '@luit/contracts/generation/provider-tasks';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { Injectable, Logger } from '@nestjs/common';
import type { HeldLease } from '../leases/leases';
import { OutputError } from '../outputs/output-error';
import { OutputsService } from '../outputs/outputs.service';
import { DownloadAttempts } from './download-attempts';

/** Collects the output of a succeeded task and settles its job. */
@Injectable()
export class OutputCollector {
  private readonly log = new Logger(OutputCollector.name);

  constructor(
    private readonly outputs: OutputsService,
    private readonly attempts: DownloadAttempts,
  ) {}

  async collect(held: HeldLease, task: ProviderTask, outputUrl: string | null): Promise<JobResult> {
    await held.report(generationCalls.startCollecting, {});
    try {
      if (task.isIntermediate) {
        const imageKey = await this.outputs.collectStep(held, task, outputUrl);
        return await held.report(generationCalls.recordFirstStep, { imageKey });
      }
      const output = await this.outputs.collect(held, task, outputUrl);
      return await held.report(generationCalls.settleJob, { outcome: { kind: 'succeeded', ...output } });
    } catch (error) {
      if (!(error instanceof OutputError) || held.signal.aborted) throw error;
      return this.retryOrFail(held, error);
    }
  }

  /** An output may be temporarily unavailable; after a few attempts the job fails. */
  private async retryOrFail(held: HeldLease, { code, message, isFinal }: OutputError): Promise<JobResult> {
    const failure: ProviderFailure = { kind: 'bad_output', code, message };
    const retryAfterMs = isFinal ? null : await this.attempts.recordFailure(held.requestId);
    this.log.warn({
      msg: 'Collecting the output failed',
      requestId: held.requestId,
      code,
      reason: message,
      retryAfterMs,
    });
    if (retryAfterMs !== null) return held.report(generationCalls.recordPollFailure, { failure, retryAfterMs });
    return held.report(generationCalls.settleJob, { outcome: { kind: 'failed', failure } });
  }
}
