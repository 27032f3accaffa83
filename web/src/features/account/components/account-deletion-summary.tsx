import { t } from '@lingui/core/macro';
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
              {t`Try again`}
            </button>
          }
        >
          {t`We couldn’t calculate your refund right now. If you delete your account, you’ll still receive it.`}
        </Alert>
      )}
      <dl className="divide-y divide-line border-y border-line">
        <Detail name={t`Immediately`}>
          <Immediately preview={preview} />
        </Detail>
        {preview && (
          <Detail name={t({ message: 'Refunded', context: 'heading about the deletion of the account' })}>
            <Refunded refund={preview.refund} />
          </Detail>
        )}
        {!preview && isFetching && (
          <Detail name={t({ message: 'Refunded', context: 'heading about the deletion of the account' })}>
            <div role="status" aria-label={t`Calculating your refund`}>
              <Skeleton className="h-12" />
            </div>
          </Detail>
        )}
        <Detail name={t({ message: 'Deleted', context: 'heading about the deletion of the account' })}>
          <Deleted preview={preview} />
        </Detail>
        <Detail name={t({ message: 'Kept', context: 'heading about the deletion of the account' })}>
          <p>{t`Payment and credit records without your name, and invoices with the name and tax details printed on them. Tax law requires both.`}</p>
          <p>{t`Anything we took down stays hidden for up to 180 days, because it’s evidence.`}</p>
          {preview?.sealedUntil && (
            <p>{t`Your name, email address and sign-ins with their IP addresses and devices, encrypted until ${{ day: formatDate(preview.sealedUntil) }}, because the law asks us to keep logs. Only an authorized person can open them, with a reason on record.`}</p>
          )}
        </Detail>
      </dl>
    </>
  );
}

function Immediately({ preview }: { preview: AccountDeletionPreview | undefined }) {
  const held = preview?.held ?? 0;
  return (
    <>
      <p>{t`You’re signed out on all devices. Jobs in progress are canceled, although one that is nearly done may still finish.`}</p>
      {held > 0 && (
        <p>{t`We’re holding ${{ credits: formatCredits(held) }} for jobs in progress. Credits returned from canceled jobs count as unused.`}</p>
      )}
    </>
  );
}

function Refunded({ refund }: Pick<AccountDeletionPreview, 'refund'>) {
  if (refund.amountPaise === 0)
    return <p>{t`Nothing. You have no unused credits that you bought in the last 30 days.`}</p>;
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
      <p>{t`All your videos, images, uploads and prompts.`}</p>
      {forfeited > 0 && (
        <p>{t`You forfeit ${{ credits: formatCredits(forfeited) }} that were free or bought more than 30 days ago.`}</p>
      )}
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
