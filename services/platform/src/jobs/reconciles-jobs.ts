import type { JobContract } from '@luit/contracts/messages/message';
import { SetMetadata } from '@nestjs/common';

export const RECONCILES_JOBS = 'luit:reconciles-jobs';

/**
 * Marks the method that enqueues jobs again after Redis has lost their entries. The method runs periodically and compares the rows of this
 * service with the queue. A service refuses to start if a job that it reconciles has no such method.
 */
export function ReconcilesJobs(...contracts: JobContract[]) {
  return (_target: object, _key: string | symbol, descriptor: TypedPropertyDescriptor<() => Promise<void>>): void => {
    SetMetadata(RECONCILES_JOBS, contracts)(descriptor.value as unknown as () => unknown);
  };
}
