import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { Alert } from '@luit/ui/alert';
import { BeforeAfter } from '@luit/ui/before-after';
import { Button } from '@luit/ui/button';
import { Download, RotateCcw } from 'lucide-react';
import { formatCredits, formatDateTime } from '../../../lib/format';
import { saveFile } from '../../../lib/save-file';
import { useServices } from '../../../lib/services';
import { useBalance } from '../../../shared/credits/api/get-balance';
import { downloadResult } from '../../../shared/requests/api/download-result';
import { Detail, Details } from '../../../shared/requests/components/details';
import { chargeSummary } from '../../../shared/requests/charge-summary';
import { TakenDownNotice } from '../../../shared/requests/components/taken-down-notice';
import { ShareButton } from '../../../shared/sharing/share-button';
import { useDownload } from '../../../shared/requests/use-download';
import { WebPushOffer } from '../../../shared/web-push/web-push-offer';
import { restoreCopy } from '../copy';
import type { Restoration } from '../use-restoration';

export function RestoredView({ restoration, onAgain }: { restoration: Restoration; onAgain: () => void }) {
  const { api } = useServices();
  const { before, after, restored, request, requestId } = restoration;
  const { isSaving, error, dismiss, download } = useDownload(() =>
    restored ? saveFile(restored, restored.name) : downloadResult(api, requestId, { name: 'restored' }),
  );

  return (
    <section aria-labelledby="restored" className="grid items-start gap-6">
      {before && after && (
        <BeforeAfter
          before={{ src: before, label: restoreCopy.before }}
          after={{ src: after, label: t({ message: 'After', context: 'the photo after it was restored' }) }}
          label={t`Compare before and after`}
        />
      )}
      <div className="grid gap-6">
        <h2 id="restored" className="text-title heading">
          {t`Your photo has been restored`}
        </h2>
        {request && <TakenDownNotice request={request} />}
        {error && (
          <Alert tone="danger" onDismiss={dismiss}>
            {error}
          </Alert>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          {!request?.takedown && (
            <Button
              tone="accent"
              size="md"
              busy={isSaving}
              icon={<Download className="size-5" aria-hidden />}
              onClick={download}
            >
              {t`Download`}
            </Button>
          )}
          <Button tone="secondary" icon={<RotateCcw className="size-4" aria-hidden />} onClick={onAgain}>
            {t`Restore another`}
          </Button>
          {request && !request.takedown && <ShareButton request={request} />}
        </div>
        {request && <WebPushOffer />}
        {request ? (
          <PaymentDetails request={request} />
        ) : (
          <p className="text-sm text-muted">{restoreCopy.ownKeyCharge}</p>
        )}
      </div>
    </section>
  );
}

function PaymentDetails({ request }: { request: RequestView }) {
  const { credits } = useBalance();
  return (
    <Details>
      <Detail name={t({ message: 'Restored', context: 'label of a date' })}>
        {formatDateTime(request.completedAt ?? request.createdAt)}
      </Detail>
      <Detail name={t`Payment`}>{chargeSummary(request)}</Detail>
      {credits !== null && <Detail name={t`Credit balance`}>{formatCredits(credits)}</Detail>}
      <Detail name={t`Request ID`}>{request.request_id}</Detail>
    </Details>
  );
}
