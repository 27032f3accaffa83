import { t } from '@lingui/core/macro';
import { Progress } from '@luit/ui/progress';
import { ImageIcon } from 'lucide-react';
import { requestCopy } from '../../../shared/requests/copy';
import { formatCredits } from '../../../lib/format';
import { CancelButton } from '../../../shared/requests/components/cancel-button';
import { ProgressDetails } from '../../../shared/requests/components/progress-details';
import { ProgressSteps } from '../../../shared/requests/components/progress-steps';
import { chargeSummary } from '../../../shared/requests/charge-summary';
import { useServiceStatus } from '../../../lib/service-status';
import { ServerTrouble } from '../../../shared/requests/components/server-trouble';
import { StartAnother } from '../../../shared/studio/components/start-another';
import { nextProgress, shownProgress } from '../../../shared/requests/progress';
import { waitEstimate } from '../../../shared/requests/wait-estimate';
import { UploadProgress } from '../../../shared/images/upload/upload-progress';
import { restoreCopy } from '../copy';
import type { Restoration } from '../use-restoration';

/** A running restoration. With the user's own key the progress is unknown, so the bar is indeterminate. */
export function RestoringView({ restoration }: { restoration: Restoration }) {
  const { before, request, requestId, startedAt, isUnreachable, isOwnKey, upload } = restoration;
  const { isWaitUnknown } = useServiceStatus();
  const status = request
    ? [...(isUnreachable ? [] : waitEstimate(request, isWaitUnknown)), requestCopy.held(formatCredits(request.credits))]
    : [];
  const isSending = !isOwnKey && requestId === null;
  const title = isSending ? t`Sending your request…` : t`Restoring your photo`;
  const progress = request ? shownProgress(request) : nextProgress(0, requestId ? 'accepted' : 'starting');
  return (
    <section aria-labelledby="restoring" className="mx-auto max-w-3xl">
      <div className="overflow-hidden rounded-card bg-[#04110f] shadow-float">
        {before ? (
          <img src={before} alt={restoreCopy.before} className="max-h-[50dvh] w-full object-contain opacity-60" />
        ) : (
          <div aria-hidden className="grid aspect-video max-h-[50dvh] w-full place-items-center text-[#a8c6c4]">
            <ImageIcon className="size-10" strokeWidth={1.5} />
          </div>
        )}
      </div>
      <div className="mt-6 flex items-end justify-between gap-6">
        <div className="min-w-0">
          <h2 id="restoring" className="text-title heading">
            {title}
          </h2>
          {status.length > 0 && <p className="mt-1 text-sm text-muted">{status.join(' · ')}</p>}
        </div>
        {!isOwnKey && !upload.state && progress !== null && (
          <p aria-hidden className="text-page leading-none font-bold tabular-nums">
            {progress}%
          </p>
        )}
      </div>
      {isUnreachable && <ServerTrouble noun="photo" className="mt-4" />}
      {upload.state ? (
        <div className="mt-4">
          <UploadProgress state={upload.state} onCancel={upload.cancel} />
        </div>
      ) : (
        <Progress value={isOwnKey ? null : progress} label={title} className="mt-4" />
      )}
      {!isOwnKey && !upload.state && (
        <ProgressSteps
          progress={progress}
          isWaiting={request?.jobStatus === 'pending'}
          isPaidDirectly={false}
          isPhoto
        />
      )}
      <ProgressDetails startedAt={startedAt} requestId={requestId}>
        {isOwnKey && <p>{t`Keep this page open until your photo is done.`}</p>}
        {requestId && <p>{t`You can close this page; the restoration keeps running.`}</p>}
        {isSending && !upload.state && <p>{requestCopy.sendingHint}</p>}
        {isOwnKey && <p>{restoreCopy.ownKeyCharge}</p>}
        {request && <p>{chargeSummary(request)}</p>}
      </ProgressDetails>
      {request && <CancelButton request={request} />}
      {requestId && <StartAnother />}
    </section>
  );
}
