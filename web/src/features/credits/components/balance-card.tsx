import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@luit/ui/button';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { balanceCopy } from '../../../shared/credits/copy';
import { connectivity } from '../../../lib/connectivity';
import { formatCredits, formatNumber } from '../../../lib/format';
import { useBalance } from '../../../shared/credits/api/get-balance';
import { LotList } from './lot-list';

export function BalanceCard({ onBuy }: { onBuy: () => void }) {
  const queryClient = useQueryClient();
  const { credits, held, state } = useBalance();
  const failed = state === 'failed';
  const heldCredits = formatCredits(held);
  return (
    <section
      aria-labelledby="balance"
      data-theme="dark"
      className="overflow-hidden rounded-card bg-[#0b2f36] text-ink shadow-card"
    >
      <div className="p-7">
        <h2 id="balance" className="text-sm font-semibold text-[#a8c6c4]">
          {t`Available credits`}
        </h2>
        <p
          className="mt-2 text-[3.5rem] leading-none tabular-nums heading"
          title={failed ? balanceCopy.balanceFailed : undefined}
        >
          {credits === null ? '–' : formatNumber(credits)}
        </p>
        {failed && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {t`Couldn’t load your balance.`}{' '}
            <button
              type="button"
              className="font-semibold underline underline-offset-4"
              onClick={connectivity.unlessOffline(
                () => void queryClient.invalidateQueries({ queryKey: ['credits', 'balance'] }),
              )}
            >
              {t`Retry`}
            </button>
          </p>
        )}
        {held > 0 && (
          <p className="mt-3 text-sm text-[#a8c6c4]">
            <Trans>
              <span className="font-semibold text-ink">{heldCredits} held</span> for jobs in progress. They’re spent if
              the job succeeds and returned if it fails.
            </Trans>
          </p>
        )}
        <Button
          tone="accent"
          size="lg"
          className="mt-7 w-full"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={onBuy}
        >
          {t`Buy credits`}
        </Button>
        <LotList />
      </div>
      <div aria-hidden className="brand-border opacity-90" />
    </section>
  );
}
