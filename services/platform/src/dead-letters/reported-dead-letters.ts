import { findJob } from '@luit/contracts/registry/registry';
import { deadLetterCalls } from '@luit/contracts/operations/dead-letters';
import type { CallClient } from '../calls/call-client';
import type { DeadEntry, DeadLetterSink } from './dead-letters';

/** The dead letters of a process without a database: the service that reconciles the job stores them. */
export class ReportedDeadLetters implements DeadLetterSink {
  constructor(private readonly calls: Pick<CallClient, 'call'>) {}

  /** @throws LuitError `unavailable` */
  async record({ name, entryId, error }: DeadEntry): Promise<void> {
    const contract = findJob(name);
    if (!contract) throw new Error(`No job is named ${name}`);
    await this.calls.call(deadLetterCalls[contract.reconciledBy].record, { queue: name, entryId, error });
  }
}
