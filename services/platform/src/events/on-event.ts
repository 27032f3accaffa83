import type { EventContract, JobContract } from '@luit/contracts/messages/message';
import { SetMetadata } from '@nestjs/common';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { EntityManager } from 'typeorm';

export const HANDLES_EVENT = 'luit:handles-event';
export const HANDLES_JOB = 'luit:handles-job';

export interface EventInfo {
  id: string;
}

type EventHandler<Payload> = (payload: Payload, manager: EntityManager, info: EventInfo) => Promise<void>;

/**
 * Marks the one method that handles an event in this service. In a service with a database it runs in a transaction
 * that also remembers the event's id, so it takes effect once; `manager` is that transaction.
 */
export function OnEvent<Payload>(contract: EventContract<Payload>) {
  return <Method extends EventHandler<Payload>>(
    _target: object,
    _key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    SetMetadata(HANDLES_EVENT, contract)(descriptor.value as unknown as () => unknown);
  };
}

export interface JobHandlerOptions {
  /** How many of this queue a process handles at once. */
  concurrency?: number;
}

/**
 * Marks the one method that does a job. It gets the id and answers whether the entry is done or has to come again;
 * an error it throws is retried with a growing pause.
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
