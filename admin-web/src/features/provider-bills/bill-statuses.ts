import type { BillItemStatus, BillSums } from '@luit/contracts/generation/provider-bills';
import type { BadgeTone } from '@luit/ui/badge';

interface StatusText {
  label: string;
  tone: BadgeTone;
  meaning: string;
}

/** In the order of the page: what needs action first. */
export const STATUSES: Record<BillItemStatus, StatusText> = {
  billed_twice: {
    label: 'Billed twice',
    tone: 'danger',
    meaning: 'More than one charge in this bill, or billed by an earlier one',
  },
  price_differs: {
    label: 'Price differs',
    tone: 'danger',
    meaning: 'The billed amount differs from the entered price',
  },
  unknown: { label: 'Unknown to us', tone: 'danger', meaning: 'Luit has no record of this task at this provider' },
  no_output: {
    label: 'Without output',
    tone: 'danger',
    meaning: 'The job failed or was canceled, or the task is a duplicate',
  },
  missing: {
    label: 'Not on the bill',
    tone: 'accent',
    meaning: 'Succeeded on the days of the bill (UTC); it may be on the next one',
  },
  price_unknown: {
    label: 'Price unknown',
    tone: 'accent',
    meaning: 'Our task, but no price was entered in the bill’s currency for that day',
  },
  without_task: { label: 'No task ID', tone: 'neutral', meaning: 'Lines without a task, such as totals and fees' },
  matched: { label: 'Matched', tone: 'success', meaning: 'Billed as expected' },
};

export const STATUS_NAMES = Object.keys(STATUSES) as BillItemStatus[];

const PROBLEMS: BillItemStatus[] = ['billed_twice', 'price_differs', 'unknown', 'no_output', 'missing'];

/** Tasks that someone has to ask the provider about. */
export function problemsOf(sums: BillSums[]): number {
  return sums.filter(({ status }) => PROBLEMS.includes(status)).reduce((total, { items }) => total + items, 0);
}
