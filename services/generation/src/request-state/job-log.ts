import { readCorrelation } from '@luit/platform/tracing/correlation';
import { Logger } from '@nestjs/common';
import type { RequestEntity } from '../request-rows/request.entity';

type Job = { id: string } & Partial<Pick<RequestEntity, 'state' | 'provider' | 'lease' | 'workerId' | 'userId'>>;

interface Details {
  /** Correlation of the call or event that caused the change, as outbox rows store it; by default the current one. */
  correlation?: string | null;
  [name: string]: unknown;
}

const log = new Logger('Jobs');

/**
 * Writes the log line of a change of a job. Call it after the commit.
 *
 * @param change as in the job's timeline, for example `submission claimed`
 * @param details ids and codes; never texts of providers, which may quote prompts
 */
export function logJobChange(job: Job, change: string, { correlation, ...details }: Details = {}): void {
  const { id: requestId, state, provider, lease, workerId, userId } = job;
  const cause = correlation ? { correlationId: readCorrelation(correlation).correlationId } : {};
  log.log({ msg: 'Job changed', requestId, change, state, provider, lease, workerId, userId, ...details, ...cause });
}
