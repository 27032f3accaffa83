import type { ClosingPreview } from '@luit/contracts/http';
import { Alert } from '@luit/ui/alert';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCredits, formatMoney } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { closingQuery } from '../api/close-account';
import { closingCopy } from '../copy';

/** What deleting the account does. What goes back is counted anew each time; where that fails, the rest is told. */
export function ClosingFacts() {
  const { api } = useServices();
  const { data: preview, isError, isFetching, refetch } = useQuery(closingQuery(api));
  return (
    <>
      {isError && !isFetching && (
        <Alert
          tone="muga"
          className="mb-4"
          action={
            <button type="button" className="font-semibold underline underline-offset-4" onClick={() => void refetch()}>
              {closingCopy.retry}
            </button>
          }
        >
          {closingCopy.failed}
        </Alert>
      )}
      <dl className="divide-y divide-line border-y border-line">
        <Fact name={closingCopy.atOnce}>
          <AtOnce preview={preview} />
        </Fact>
        {preview && (
          <Fact name={closingCopy.back}>
            <WhatGoesBack refund={preview.refund} />
          </Fact>
        )}
        {!preview && isFetching && (
          <Fact name={closingCopy.back}>
            <div role="status" aria-label={closingCopy.loading}>
              <Skeleton className="h-12" />
            </div>
          </Fact>
        )}
        <Fact name={closingCopy.lost}>
          <Lost preview={preview} />
        </Fact>
        <Fact name={closingCopy.kept}>
          <p>{closingCopy.keptText}</p>
        </Fact>
      </dl>
    </>
  );
}

function AtOnce({ preview }: { preview: ClosingPreview | undefined }) {
  const held = preview?.held ?? 0;
  return (
    <>
      <p>{closingCopy.atOnceText}</p>
      {held > 0 && <p>{closingCopy.held(formatCredits(held))}</p>}
    </>
  );
}

function WhatGoesBack({ refund }: Pick<ClosingPreview, 'refund'>) {
  if (refund.amountPaise === 0) return <p>{closingCopy.backNothing}</p>;
  return (
    <p>
      <strong className="text-ink">{formatMoney(refund.amountPaise / 100)}</strong>{' '}
      {closingCopy.backText(formatCredits(refund.credits))}
    </p>
  );
}

function Lost({ preview }: { preview: ClosingPreview | undefined }) {
  const lapsing = preview ? preview.credits - preview.refund.credits : 0;
  return (
    <>
      <p>{closingCopy.lostText}</p>
      {lapsing > 0 && <p>{closingCopy.lapse(formatCredits(lapsing))}</p>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="font-semibold">{name}</dt>
      <dd className="grid gap-1 text-muted">{children}</dd>
    </div>
  );
}
