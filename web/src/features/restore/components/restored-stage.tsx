import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { BeforeAfter } from '@luit/ui/before-after';
import { Button } from '@luit/ui/button';
import { Download, RotateCcw } from 'lucide-react';
import { saveFile } from '../../../lib/save-file';
import { chargeSummary } from '../../../shared/requests/charge-summary';
import { requestCopy } from '../../../shared/requests/copy';
import { useDownload } from '../../../shared/requests/use-download';
import { FailedGround } from '../../../shared/studio/components/failed-ground';
import { ResultActions } from '../../../shared/studio/components/result-actions';
import { ResultFrame } from '../../../shared/studio/components/result-frame';
import { restoreCopy } from '../copy';
import type { Restoration } from '../use-restoration';

interface RestoredStageProps {
  restoration: Restoration;
  /** Shows an empty form. */
  onAgain: () => void;
  onDetails: () => void;
}

/** The photo before and after, or why it could not be restored. */
export function RestoredStage({ restoration, onAgain, onDetails }: RestoredStageProps) {
  const { before, after, restored, request, show } = restoration;
  const isFailed = request?.status === 'failed';
  const title = t`Your photo has been restored`;
  return (
    <ResultFrame
      title={isFailed ? requestCopy.badges.failed : title}
      request={request}
      media={
        isFailed ? (
          <FailedGround request={request} />
        ) : (
          before &&
          after && (
            <BeforeAfter
              before={{ src: before, label: restoreCopy.before }}
              after={{ src: after, label: t({ message: 'After', context: 'the photo after it was restored' }) }}
              label={t`Compare before and after`}
              className="max-h-[55dvh] lg:max-h-none lg:min-h-0 lg:flex-1 lg:[&>img]:absolute lg:[&>img]:inset-0 lg:[&>img]:size-full"
            />
          )
        )
      }
      caption={
        !isFailed && (
          <p>
            <span className="font-semibold">{title}</span>{' '}
            <span className="text-muted">{request ? chargeSummary(request) : restoreCopy.ownKeyCharge}</span>
          </p>
        )
      }
      actions={
        request ? (
          <ResultActions
            request={request}
            results={[request]}
            again={[{ label: t`Restore another`, Icon: RotateCcw, run: onAgain }]}
            onDetails={onDetails}
            onEdit={onAgain}
            onRetried={show}
            onDiscarded={onAgain}
          />
        ) : (
          restored && <OwnKeyActions photo={restored} onAgain={onAgain} />
        )
      }
    />
  );
}

/** Nothing of it is on the server. */
function OwnKeyActions({ photo, onAgain }: { photo: File; onAgain: () => void }) {
  const { isSaving, error, dismiss, download } = useDownload(() => saveFile(photo, photo.name));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {error && (
        <Alert tone="danger" onDismiss={dismiss}>
          {error}
        </Alert>
      )}
      <Button tone="accent" busy={isSaving} icon={<Download className="size-4" aria-hidden />} onClick={download}>
        {t`Download`}
      </Button>
      <Button tone="secondary" icon={<RotateCcw className="size-4" aria-hidden />} onClick={onAgain}>
        {t`Restore another`}
      </Button>
    </div>
  );
}
