import { t } from '@lingui/core/macro';
import type { CreditLot } from '@luit/contracts/billing/balances';
import { useQuery } from '@tanstack/react-query';
import { connectivity } from '../../../lib/connectivity';
import { useServices } from '../../../lib/services';
import { formatDate, formatNumber } from '../../../lib/format';
import { lotsQuery } from '../api/get-lots';
import { transactionText } from '../../../shared/credits/transaction-texts';

/** Credit lots with their source and expiry, in the order they are spent. Styled for the dark balance card. */
export function LotList() {
  const { api } = useServices();
  const { data, isError, refetch } = useQuery(lotsQuery(api));
  if (!data?.lots.length && !isError) return null;
  return (
    <div className="mt-6 border-t border-white/15 pt-5">
      <h3 className="text-sm font-semibold text-[#a8c6c4]">{t`Balance breakdown`}</h3>
      {data && (
        <ul aria-label={t`Balance breakdown`} className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-3">
          {data.lots.map((lot) => (
            <Lot key={lot.id} lot={lot} />
          ))}
        </ul>
      )}
      {isError && (
        <p role="alert" className="mt-2 text-sm">
          {t`We couldn’t refresh the breakdown.`}{' '}
          <button
            type="button"
            className="font-semibold underline underline-offset-4"
            onClick={connectivity.unlessOffline(() => void refetch())}
          >
            {t`Retry`}
          </button>
        </p>
      )}
    </div>
  );
}

function Lot({ lot }: { lot: CreditLot }) {
  return (
    <li className="col-span-2 grid grid-cols-subgrid items-baseline">
      <span className="text-right font-semibold tabular-nums">{formatNumber(lot.remaining)}</span>
      <span className="min-w-0">
        {transactionText(lot.description)}
        <span className="block text-sm text-[#a8c6c4]">{stateOf(lot)}</span>
      </span>
    </li>
  );
}

/** When the credits expire, and how many of them are held. */
function stateOf({ expires_at: expiresAt, held }: CreditLot): string {
  const heldCredits = formatNumber(held);
  if (!expiresAt) return held > 0 ? t`Never expire, ${{ credits: heldCredits }} held` : t`Never expire`;
  const day = formatDate(expiresAt);
  return held > 0 ? t`Expire on ${day}, ${{ credits: heldCredits }} held` : t`Expire on ${day}`;
}
