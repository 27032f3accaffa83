import type { LateResultClaim } from '@luit/contracts/generation/late-results';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { type HeldLease, Leases } from '../leases/leases';
import { OutputError } from '../outputs/output-error';
import { OutputsService } from '../outputs/outputs.service';
import { type Provider, ProviderUnreadableError } from '../providers/provider';
import { Providers } from '../providers/providers';
import { StrayTasksService } from './stray-tasks.service';

type Watched = Extract<LateResultClaim, { action: 'check' }>;

/** Looks after the tasks of jobs that have ended: duplicates are cancelled, a late output is brought home. */
@Injectable()
export class LateResultsService {
  private readonly log = new Logger(LateResultsService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly leases: Leases,
    private readonly providers: Providers,
    private readonly others: StrayTasksService,
    private readonly outputs: OutputsService,
    private readonly workerId: string,
  ) {}

  async watch(requestId: string): Promise<JobResult> {
    const claim = await this.calls.call(generationCalls.claimLateResultCheck, { requestId, workerId: this.workerId });
    switch (claim.action) {
      case 'none':
        return { action: 'done' };
      case 'wait':
        return { action: 'reschedule', delayMs: claim.delayMs };
      case 'check':
        return this.leases.hold(requestId, claim.lease, (held) => this.look(held, claim));
    }
  }

  private async look(held: HeldLease, claim: Watched): Promise<JobResult> {
    const provider = this.providers.find(claim.task.provider);
    if (!provider) return held.report(generationCalls.recordLateResultCheck, { isOver: false });
    await this.others.cancel(held, provider, claim.task, claim.others);
    return held.report(generationCalls.recordLateResultCheck, { isOver: await this.isOver(held, claim, provider) });
  }

  private async isOver(held: HeldLease, { task, lateTask }: Watched, provider: Provider): Promise<boolean> {
    if (lateTask === null) return true;
    try {
      const { state, outputUrl } = await provider.get(lateTask, held.signal);
      if (state === 'queued' || state === 'running') return false;
      if (state !== 'succeeded') return true;
      const { outputKey, posterKey, contentType, bytes } = await this.outputs.collect(held, task, outputUrl);
      await held.report(generationCalls.attachLateOutput, { outputKey, posterKey, contentType, bytes });
      this.log.log({ msg: 'A late output was attached', requestId: held.requestId, externalId: lateTask });
      return true;
    } catch (error) {
      if (held.signal.aborted) throw error;
      if (error instanceof ProviderUnreadableError) return false;
      if (error instanceof OutputError) return error.isFinal;
      throw error;
    }
  }
}
