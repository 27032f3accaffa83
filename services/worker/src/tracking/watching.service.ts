import { generationCalls, type NextStep, type WatchClaim } from '@luit/contracts/generation';
import { CallClient } from '@luit/platform/calls/call-client';
import { Injectable, Logger } from '@nestjs/common';
import { type HeldLease, Leases } from '../leases/leases';
import { OutputError } from '../outputs/output-error';
import { Outputs } from '../outputs/outputs';
import { type Provider, ProviderUnreadableError } from '../providers/provider';
import { Providers } from '../providers/providers';
import { OtherTasksService } from './other-tasks';

type Watched = Extract<WatchClaim, { action: 'watch' }>;

/** Looks after the tasks of jobs that have ended: duplicates are cancelled, a late output is brought home. */
@Injectable()
export class WatchingService {
  private readonly log = new Logger(WatchingService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly leases: Leases,
    private readonly providers: Providers,
    private readonly others: OtherTasksService,
    private readonly outputs: Outputs,
    private readonly workerId: string,
  ) {}

  async watch(requestId: string): Promise<NextStep> {
    const claim = await this.calls.call(generationCalls.claimWatch, { requestId, workerId: this.workerId });
    switch (claim.action) {
      case 'none':
        return { action: 'done' };
      case 'wait':
        return { action: 'again', delayMs: claim.delayMs };
      case 'watch':
        return this.leases.hold(requestId, claim.lease, (held) => this.look(held, claim));
    }
  }

  private async look(held: HeldLease, claim: Watched): Promise<NextStep> {
    const provider = this.providers.find(claim.task.provider);
    if (!provider) return held.tell(generationCalls.recordWatch, { isOver: false });
    await this.others.tend(held, provider, claim.task, claim.others);
    return held.tell(generationCalls.recordWatch, { isOver: await this.isOver(held, claim, provider) });
  }

  private async isOver(held: HeldLease, { task, lateTask }: Watched, provider: Provider): Promise<boolean> {
    if (lateTask === null) return true;
    try {
      const { state, outputUrl } = await provider.get(lateTask, held.signal);
      if (state === 'queued' || state === 'running') return false;
      if (state !== 'succeeded') return true;
      const { outputKey, posterKey, contentType, bytes } = await this.outputs.collect(held, task, outputUrl);
      await held.tell(generationCalls.attachLateOutput, { outputKey, posterKey, contentType, bytes });
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
