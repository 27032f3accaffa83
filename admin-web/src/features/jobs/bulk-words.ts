import type { JobAction } from '@luit/contracts/operations/jobs';
import { formatNumber } from '../../lib/format';

/** How each action is named, what it does, what happens to the credits, and to which jobs it applies. */
export const BULK_ACTIONS = {
  retry: {
    label: 'Retry',
    done: 'Retried',
    credits: 'credits waived',
    note: 'Retries are free for their owners.',
    applies: 'Only failed or canceled jobs can be retried: once, and only after their credits have been returned.',
  },
  cancel: {
    label: 'Cancel',
    done: 'Canceled',
    credits: 'credits returned',
    note: 'Credits of queued jobs are returned immediately, credits of running jobs once the provider confirms.',
    applies: 'Only queued, unconfirmed and running jobs can be canceled, unless someone has already canceled them.',
  },
  refund: {
    label: 'Refund',
    done: 'Refunded',
    credits: 'credits returned',
    note: 'Queued jobs are canceled and their credits returned. Credits of successful jobs are refunded.',
    applies: 'Only queued jobs, and succeeded jobs that have not been refunded, can be refunded.',
  },
} as const satisfies Record<JobAction, object>;

export function countOfJobs(jobs: number): string {
  return `${formatNumber(jobs)} ${jobs === 1 ? 'job' : 'jobs'}`;
}
