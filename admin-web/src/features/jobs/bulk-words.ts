import type { JobAction } from '@luit/contracts/operations/jobs';
import { formatNumber } from '../../lib/format';

/** How each action is named, what it does, and what happens to the credits. */
export const BULK_ACTIONS = {
  retry: { label: 'Retry', done: 'Retried', credits: 'credits waived', note: 'Retries are free for their owners.' },
  cancel: {
    label: 'Cancel',
    done: 'Canceled',
    credits: 'credits returned',
    note: 'Credits of waiting jobs are returned immediately, credits of running jobs once the provider confirms.',
  },
  refund: {
    label: 'Refund',
    done: 'Refunded',
    credits: 'credits returned',
    note: 'Waiting jobs are canceled and their credits returned. Credits of successful jobs are refunded.',
  },
} as const satisfies Record<JobAction, object>;

export function countOfJobs(jobs: number): string {
  return `${formatNumber(jobs)} ${jobs === 1 ? 'job' : 'jobs'}`;
}
