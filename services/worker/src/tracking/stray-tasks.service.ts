import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask, StrayTasks } from '@luit/contracts/generation/provider-tasks';
import { Injectable, Logger } from '@nestjs/common';
import type { HeldLease } from '../leases/leases';
import { Callbacks } from '../providers/callbacks';
import { type Provider, ProviderUnreadableError } from '../providers/provider';

/** Tends to what may run for a job beside its own task. What cannot be done now is asked for again with the next look. */
@Injectable()
export class StrayTasksService {
  private readonly log = new Logger(StrayTasksService.name);

  constructor(private readonly callbacks: Callbacks) {}

  /** Reads the callbacks, and cancels duplicates until the provider says that they have ended. */
  async cancel(held: HeldLease, provider: Provider, task: ProviderTask, { cancel, events }: StrayTasks): Promise<void> {
    if (cancel.length === 0 && events.length === 0) return;
    const found = await this.readable(held, () => this.callbacks.tasksOf(provider, task, events, held.signal));
    const stopped: string[] = [];
    for (const externalId of cancel) {
      if (await this.readable(held, () => this.isStopped(held, provider, externalId))) stopped.push(externalId);
    }
    const eventIds = found ? events.map(({ id }) => id) : [];
    if (eventIds.length === 0 && stopped.length === 0) return;
    await held.report(generationCalls.recordStrayTasks, { eventIds, found: found ?? [], stopped });
  }

  private async isStopped(held: HeldLease, provider: Provider, externalId: string): Promise<boolean> {
    const answer = await provider.cancel(externalId, held.signal);
    this.log.log({ msg: 'A duplicate is to be cancelled', requestId: held.requestId, externalId, answer });
    if (answer === 'too_late') return true;
    const { state } = await provider.get(externalId, held.signal);
    return state !== 'queued' && state !== 'running';
  }

  private async readable<T>(held: HeldLease, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProviderUnreadableError) || held.signal.aborted) throw error;
      this.log.warn({ msg: 'The provider could not be asked', requestId: held.requestId, code: error.failure.code });
      return undefined;
    }
  }
}
