import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatCreditChange } from '../../../lib/format';
import { savePdf } from '../../../lib/save-pdf';
import { useServices } from '../../../lib/services';
import type { LatestPurchase } from '../latest-purchase';

const ACTION = 'font-semibold text-info underline underline-offset-4';

/** What a purchase brought, its receipt, and what to do with it. */
export function PurchaseLine({ purchase: { credits, transactionId } }: { purchase: LatestPurchase }) {
  const { api } = useServices();
  const receipt = useMutation({ mutationFn: (id: string) => savePdf(api, `/api/credits/invoices/${id}.pdf`) });
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-semibold text-ink">{formatCreditChange(credits)}</span>
        {transactionId && (
          <button
            type="button"
            className={ACTION}
            disabled={receipt.isPending}
            onClick={() => receipt.mutate(transactionId)}
          >
            {t`Receipt`}
          </button>
        )}
        <Link to="/image-to-video" className={ACTION}>
          {t`Make a video`}
        </Link>
      </span>
      {receipt.error && (
        <span role="alert" className="block text-danger">
          {t`Receipt download failed: ${{ reason: receipt.error.message }}`}
        </span>
      )}
    </>
  );
}
