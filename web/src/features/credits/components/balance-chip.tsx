import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { Coins } from 'lucide-react';
import { Link } from 'react-router-dom';
import { balanceCopy } from '../../../shared/credits/copy';
import { formatCredits, formatNumber } from '../../../lib/format';
import { useBalance } from '../../../shared/credits/api/get-balance';

/** The balance in the navigation bar, linked to the vault. */
export function BalanceChip() {
  const { credits, state } = useBalance();
  const failed = state === 'failed';
  const text = credits === null ? t({ message: 'not loaded yet', context: 'the balance' }) : formatCredits(credits);
  return (
    <Link
      to="/vault"
      aria-label={
        failed
          ? t`Credit balance: ${{ credits: text }} (Couldn’t load your balance)`
          : t`Credit balance: ${{ credits: text }}`
      }
      title={failed ? balanceCopy.balanceFailed : undefined}
      className={clsx(
        'flex min-h-10 items-center gap-2 rounded-full border px-3 @min-[40rem]:px-3.5 text-sm font-semibold tabular-nums transition-colors',
        failed ? 'border-dashed border-danger text-danger' : 'border-edge/60 hover:border-accent',
      )}
    >
      <Coins className="size-4 text-accent-text @max-[25rem]:hidden" aria-hidden />
      <span className={clsx(state === 'loading' && 'opacity-40')}>
        {credits === null ? '–' : formatNumber(credits)}
      </span>
    </Link>
  );
}
