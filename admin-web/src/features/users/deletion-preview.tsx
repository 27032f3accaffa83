import type { AccountDeletionPreview } from '@luit/contracts/http/accounts';
import { Alert } from '@luit/ui/alert';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { readAdvice } from '../../lib/admin-error';
import { formatNumber, formatPaise } from '../../lib/format';
import { useServices } from '../../lib/services';
import { SecondOperatorNotice } from '../approvals/second-operator';

/** What deleting an account would cancel, refund and forfeit now. */
export function DeletionPreview({ userId }: { userId: string }) {
  const { client } = useServices();
  const { data, error } = useQuery({
    queryKey: ['deletion-preview', userId],
    queryFn: ({ signal }) =>
      client.get<AccountDeletionPreview & { unfinishedJobs: number; needsApproval: boolean }>(
        `/api/admin/users/${userId}/deletion-preview`,
        signal,
      ),
    staleTime: 0,
  });
  if (error) return <Alert tone="danger">{`The preview failed. ${readAdvice(error)}`}</Alert>;
  if (!data) return <Skeleton className="h-24" />;
  const { credits, held, refund, unfinishedJobs, needsApproval } = data;
  const rows = [
    ['Jobs to cancel', formatNumber(unfinishedJobs)],
    ['Credits held for them', formatNumber(held)],
    [
      'Refunded to the payment method',
      `${formatPaise(refund.amountPaise)} for ${formatNumber(refund.credits)} credits`,
    ],
    ['Credits forfeited', formatNumber(credits - refund.credits)],
  ] as const;
  return (
    <>
      <dl aria-label="Preview" className="grid gap-1.5 rounded-control bg-sunken px-3 py-2.5 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-left text-muted">{name}</dt>
            <dd className="text-right font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {needsApproval && <SecondOperatorNotice why="The account has unused credits that are worth money" />}
    </>
  );
}
