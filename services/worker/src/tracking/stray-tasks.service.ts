import type { ProviderTask, StrayResults, StrayTasks } from '@luit/contracts/generation/provider-tasks';
import type { Poll } from '@luit/contracts/generation/tracking';
import { Injectable, Logger } from '@nestjs/common';
import type { HeldLease } from '../leases/leases';
import { CallbackVerifier } from '../providers/callback-verifier';
import { ProviderReadError, type TaskStatus } from '@luit/engines/engine';
import type { Provider } from '../providers/provider';

/** Cancels stray tasks of a job. The next poll retries failed cancellations. */
@Injectable()
export class StrayTasksService {
  private readonly log = new Logger(StrayTasksService.name);

  constructor(private readonly verifier: CallbackVerifier) {}

  /**
   * Reads callbacks, and cancels duplicates until the provider confirms that they ended.
   *
   * @param ownTask the job's own task, which is not a stray task
   * @returns the content of the next report about the job, and the end of its own task if a signed callback reported it
   */
  async cancel(
    held: HeldLease,
    provider: Provider,
    task: ProviderTask,
    { cancel, events }: StrayTasks,
    ownTask: string | null,
  ): Promise<{ results?: StrayResults; end?: TaskStatus }> {
    if (cancel.length === 0 && events.length === 0) return {};
    const found = await this.orSkip(held, () => this.verifier.verifiedTasks(provider, task, events, held.signal));
    const stopped: string[] = [];
    for (const externalId of cancel) {
      if (await this.orSkip(held, () => this.isStopped(held, provider, externalId))) stopped.push(externalId);
    }
    const eventIds = found ? events.map(({ id }) => id) : [];
    const others = found?.map(({ externalId }) => externalId).filter((externalId) => externalId !== ownTask);
    const end = found?.find(({ externalId }) => externalId === ownTask)?.end;
    return { results: { eventIds, found: others ?? [], stopped }, end };
  }

  /** How the job's own task ended, if the callback that is the reason for the poll has signed that. */
  async signedEnd(held: HeldLease, provider: Provider, poll: Poll): Promise<TaskStatus | undefined> {
    const { task, externalId, callback } = poll;
    if (!callback) return undefined;
    const found = await this.orSkip(held, () => this.verifier.verifiedTasks(provider, task, [callback], held.signal));
    return found?.find((reported) => reported.externalId === externalId)?.end;
  }

  private async isStopped(held: HeldLease, provider: Provider, externalId: string): Promise<boolean> {
    const result = await provider.cancel(externalId, held.signal);
    this.log.log({ msg: 'Canceling a duplicate task', requestId: held.requestId, externalId, result });
    if (result === 'too_late') return true;
    const { state } = await provider.get(externalId, held.signal);
    return state !== 'queued' && state !== 'running';
  }

  /** Undefined if the provider request fails. */
  private async orSkip<T>(held: HeldLease, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderReadError) || held.signal.aborted) throw error;
      this.log.warn({ msg: 'Request to the provider failed', requestId: held.requestId, code: error.failure.code });
      return undefined;
    }
  }
}
