import { type LateResultClaim, lateResultJob } from '@luit/contracts/generation/late-results';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { CallClient } from '@luit/platform/calls/call-client';
import { OnJob } from '@luit/platform/jobs/on-job';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { INSTANCE } from '../config';
import { type HeldLease, Leases } from '../leases/leases';
import { OutputError } from '@luit/engines/transport/output-error';
import { OutputsService } from '../outputs/outputs.service';
import { ProviderReadError } from '@luit/engines/engine';
import type { Provider } from '../providers/provider';
import { Providers } from '../providers/providers';
import { StrayTasksService } from './stray-tasks.service';

type CheckClaim = Extract<LateResultClaim, { action: 'check' }>;

/** Late-result checks of finished jobs: cancels duplicates and collects late outputs. */
@Injectable()
export class LateResultsService {
  private readonly log = new Logger(LateResultsService.name);

  constructor(
    private readonly calls: CallClient,
    private readonly leases: Leases,
    private readonly providers: Providers,
    private readonly strayTasks: StrayTasksService,
    private readonly outputs: OutputsService,
    @Inject(INSTANCE) private readonly workerId: string,
  ) {}

  @OnJob(lateResultJob, { concurrency: 4 })
  async check(requestId: string): Promise<JobResult> {
    const claim = await this.calls.call(generationCalls.claimLateResultCheck, { requestId, workerId: this.workerId });
    switch (claim.action) {
      case 'none':
        return { action: 'done' };
      case 'wait':
        return { action: 'reschedule', delayMs: claim.delayMs };
      case 'check':
        return this.leases.hold(requestId, claim.lease, (held) => this.checkTasks(held, claim));
    }
  }

  private async checkTasks(held: HeldLease, claim: CheckClaim): Promise<JobResult> {
    const provider = await this.providers.find(claim.task.provider);
    if (!provider) return held.report(generationCalls.recordLateResultCheck, { isOver: false });
    const strays = await this.strayTasks.cancel(held, provider, claim.task, claim.others, claim.lateTask);
    const found = strays.results?.found.length ? undefined : await this.search(held, provider, claim);
    const isOver = await this.isOver(held, claim, provider);
    const others = found ? { eventIds: [], stopped: [], ...strays.results, found: [found] } : strays.results;
    return held.report(generationCalls.recordLateResultCheck, { isOver, isAbsent: found === null, others });
  }

  /** The task of a job that ended while its submission was unconfirmed. Null if there is none, undefined if that is not known. */
  private async search(held: HeldLease, provider: Provider, claim: CheckClaim): Promise<string | null | undefined> {
    const { task, findSince } = claim;
    if (findSince === undefined) return undefined;
    try {
      const found = await provider.findByRef(task, new Date(findSince), held.signal);
      return found === 'not_searchable' ? undefined : found;
    } catch (error) {
      if (!(error instanceof ProviderReadError) || held.signal.aborted) throw error;
      return undefined;
    }
  }

  private async isOver(held: HeldLease, { task, lateTask }: CheckClaim, provider: Provider): Promise<boolean> {
    if (lateTask === null) return false;
    try {
      const { state, ...source } = await provider.get(lateTask, held.signal);
      if (state === 'queued' || state === 'running') return false;
      if (state !== 'succeeded') return true;
      const { durationSeconds: _, ...output } = await this.outputs.collect(held, task, source);
      await held.report(generationCalls.attachLateOutput, output);
      this.log.log({ msg: 'Attached a late output', requestId: held.requestId, externalId: lateTask });
      return true;
    } catch (error) {
      if (held.signal.aborted) throw error;
      if (error instanceof ProviderReadError) return false;
      if (error instanceof OutputError) return error.isFinal;
      throw error;
    }
  }
}
