import type { BulkItem, BulkOperation } from '@luit/contracts/operations/job-actions';
import type { BadgeTone } from '@luit/ui/badge';
import type { Page } from '../../components/use-page';
import { formatNumber } from '../../lib/format';
import { BULK_ACTIONS, countOfJobs } from './bulk-words';

export const BULK_PATH = '/api/admin/bulk-actions';
/** Poll interval while a bulk action is running. */
export const PROGRESS_POLL_MS = 2_000;

export type BulkRow = BulkOperation & { admin_email: string };
export type BulkItemPage = Page<BulkItem> & { operation: BulkRow };

export function bulkTitle({ action, jobs }: Pick<BulkOperation, 'action' | 'jobs'>): string {
  return `${BULK_ACTIONS[action].label} ${countOfJobs(jobs)}`;
}

/** What was done so far, what was left as it was, and what remains. */
export function progressText({ action, done, refused, left, credits }: BulkOperation): string {
  const { done: verb, credits: effect } = BULK_ACTIONS[action];
  const parts = [`${verb} ${countOfJobs(done)}`];
  if (refused > 0) parts.push(`left ${countOfJobs(refused)} unchanged that had changed in the meantime`);
  parts.push(left > 0 ? `${countOfJobs(left)} remaining` : `${formatNumber(credits)} ${effect}`);
  return `${parts.join(', ')}.`;
}

export const ITEM_STATES: Record<BulkItem['state'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  done: { label: 'Done', tone: 'success' },
  refused: { label: 'Unchanged', tone: 'accent' },
};
