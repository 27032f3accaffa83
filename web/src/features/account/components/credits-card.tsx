import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Skeleton } from '@luit/ui/skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCreditChange, formatCredits, formatDate, formatNumber } from '../../../lib/format';
import { lazyPart } from '../../../lib/lazy-part';
import { useServices } from '../../../lib/services';
import { useBalance } from '../../../shared/credits/api/get-balance';
import { transactionsQuery } from '../../../shared/credits/api/get-transactions';
import { balanceCopy } from '../../../shared/credits/copy';
import { transactionText } from '../../../shared/credits/transaction-texts';

const BuyCreditsDialog = lazyPart(() => import('../../../shared/credits/components/buy-credits-dialog'), 'line');

const SHOWN_MOVEMENTS = 3;

/** The balance, the latest movements, and the purchase of more credits. */
export function CreditsCard() {
  const { credits, held, state } = useBalance();
  const [dialog, setDialog] = useState<{ isOpen: boolean } | null>(null);
  return (
    <section
      aria-labelledby="credits"
      data-theme="dark"
      className="overflow-hidden rounded-card bg-[#0b2f36] text-ink shadow-card"
    >
      <div className="p-5 sm:p-6">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 id="credits" className="text-sm font-semibold text-[#a8c6c4]">
              {t`Available credits`}
            </h2>
            <p className="mt-1.5 text-[2.75rem] leading-none tabular-nums heading">
              {credits === null ? '–' : formatNumber(credits)}
            </p>
          </div>
          <Button
            tone="accent"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => setDialog({ isOpen: true })}
          >
            {t`Buy credits`}
          </Button>
        </div>
        {state === 'failed' && <p className="mt-2 text-sm text-danger">{balanceCopy.balanceFailed}</p>}
        {/* Its height is reserved, because the balance arrives late. */}
        <p className="mt-2.5 min-h-5.5 text-sm text-[#a8c6c4]">
          {held > 0 && t`${{ heldCredits: formatCredits(held) }} held for jobs in progress`}
        </p>
        <Movements />
        <Link to="/vault" className="mt-3 inline-block text-sm font-semibold text-accent underline underline-offset-4">
          {t`All transactions`}
        </Link>
      </div>
      <div aria-hidden className="brand-border" />
      {dialog && (
        <Suspense>
          <BuyCreditsDialog isOpen={dialog.isOpen} onClose={() => setDialog({ isOpen: false })} />
        </Suspense>
      )}
    </section>
  );
}

function Movements() {
  const { api } = useServices();
  const { data, isError } = useInfiniteQuery(transactionsQuery(api));
  const rows = data?.pages[0]?.transactions.slice(0, SHOWN_MOVEMENTS) ?? [];
  if (!data && !isError)
    return (
      <div role="status" aria-label={t`Loading transactions...`} className="mt-3">
        <Skeleton className="h-43.25" />
      </div>
    );
  return (
    <ul
      aria-label={t`Latest transactions`}
      className="mt-3 min-h-43.25 divide-y divide-line border-y border-line text-sm"
    >
      {rows.map((row) => (
        <li key={row.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
          <span className="truncate font-medium">{transactionText(row.description)}</span>
          <span className="font-semibold whitespace-nowrap tabular-nums">{formatCreditChange(row.amount)}</span>
          <span className="text-label text-[#a8c6c4]">{formatDate(row.created_at)}</span>
        </li>
      ))}
      {rows.length === 0 && (
        <li className="py-3 text-[#a8c6c4]">
          {isError ? t`We couldn’t load your transactions` : t`Your purchases, videos and refunds will appear here.`}
        </li>
      )}
    </ul>
  );
}
