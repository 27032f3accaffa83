import type { AccountDeletionPreview } from '@luit/contracts/http/accounts';
import { Trans } from '@lingui/react/macro';
import { Alert } from '@luit/ui/alert';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { connectivity } from '../../../lib/connectivity';
import { formatCredits, formatDate, formatMoney } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { deletionPreviewQuery } from '../api/delete-account';
import { deletionCopy } from '../deletion-copy';

/** Explains what deleting the account does. If the refund preview fails to load, it shows the rest. */
export function AccountDeletionSummary() {
  const { api } = useServices();
  const { data: preview, isError, isFetching, refetch } = useQuery(deletionPreviewQuery(api));
  return (
    <>
      {isError && !isFetching && (
        <Alert
          tone="accent"
          className="mb-4"
          action={
            <button
              type="button"
              className="font-semibold underline underline-offset-4"
              onClick={connectivity.unlessOffline(() => void refetch())}
            >
              {deletionCopy.retry}
            </button>
          }
        >
          {deletionCopy.failed}
        </Alert>
      )}
      <dl className="divide-y divide-line border-y border-line">
        <Detail name={deletionCopy.immediately}>
          <Immediately preview={preview} />
        </Detail>
        {preview && (
          <Detail name={deletionCopy.refunded}>
            <Refunded refund={preview.refund} />
          </Detail>
        )}
        {!preview && isFetching && (
          <Detail name={deletionCopy.refunded}>
            <div role="status" aria-label={deletionCopy.loading}>
              <Skeleton className="h-12" />
            </div>
          </Detail>
        )}
        <Detail name={deletionCopy.deleted}>
          <Deleted preview={preview} />
        </Detail>
        <Detail name={deletionCopy.kept}>
          <p>{deletionCopy.keptText}</p>
          <p>{deletionCopy.evidence}</p>
          {preview?.sealedUntil && <p>{deletionCopy.sealed(formatDate(preview.sealedUntil))}</p>}
        </Detail>
      </dl>
    </>
  );
}

function Immediately({ preview }: { preview: AccountDeletionPreview | undefined }) {
  const held = preview?.held ?? 0;
  return (
    <>
      <p>{deletionCopy.immediatelyText}</p>
      {held > 0 && <p>{deletionCopy.held(formatCredits(held))}</p>}
    </>
  );
}

function Refunded({ refund }: Pick<AccountDeletionPreview, 'refund'>) {
  if (refund.amountPaise === 0) return <p>{deletionCopy.refundedNothing}</p>;
  const amount = formatMoney(refund.amountPaise / 100);
  const credits = formatCredits(refund.credits);
  return (
    <p>
      <Trans>
        <strong className="text-ink">{amount}</strong> for {credits} you bought in the last 30 days and didn’t use. The
        refund goes to your original payment method. Banks usually take 5-7 business days.
      </Trans>
    </p>
  );
}

function Deleted({ preview }: { preview: AccountDeletionPreview | undefined }) {
  const forfeited = preview ? preview.credits - preview.refund.credits : 0;
  return (
    <>
      <p>{deletionCopy.deletedText}</p>
      {forfeited > 0 && <p>{deletionCopy.forfeited(formatCredits(forfeited))}</p>}
    </>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="font-semibold">{name}</dt>
      <dd className="grid gap-1 text-muted">{children}</dd>
    </div>
  );
}
