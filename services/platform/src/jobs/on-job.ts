import type { JobResult } from '@luit/contracts/messages/job-result';
import type { JobContract } from '@luit/contracts/messages/message';
import { SetMetadata } from '@nestjs/common';

export const HANDLES_JOB = 'luit:handles-job';

export interface JobHandlerOptions {
  /** How many jobs of this queue one process handles at the same time. */
  concurrency?: number;
}

/**
 * Marks the one method that handles a job. The method receives the job's id and returns whether the queue entry is done
 * or rescheduled. If it throws, the queue retries with exponential backoff.
 */
export function OnJob(contract: JobContract, options: JobHandlerOptions = {}) {
  return <Method extends (id: string) => Promise<JobResult>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLES_JOB, { contract, ...options })(descriptor.value as unknown as () => unknown);
  };
}
