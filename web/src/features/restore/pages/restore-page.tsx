import { t } from '@lingui/core/macro';
import { ErrorState } from '@luit/ui/error-state';
import { useQuery } from '@tanstack/react-query';
import { connectivity } from '../../../lib/connectivity';
import { useServices } from '../../../lib/services';
import { useHaveSettled } from '../../../lib/use-have-settled';
import { balanceQuery } from '../../../shared/credits/api/get-balance';
import { pricingQuery } from '../../../shared/credits/api/get-pricing';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { UploadProgress } from '../../../shared/images/upload/upload-progress';
import { CancelButton } from '../../../shared/requests/components/cancel-button';
import { ProcessingView } from '../../../shared/requests/components/processing-view';
import { nextProgress, shownProgress } from '../../../shared/requests/progress';
import { HistoryStrip } from '../../../shared/studio/components/history-strip';
import { LoadingComposer } from '../../../shared/studio/components/loading-composer';
import { StageIdle } from '../../../shared/studio/components/stage-idle';
import { StudioLayout } from '../../../shared/studio/components/studio-layout';
import { useDetails } from '../../../shared/studio/use-details';
import { RestoreComposer } from '../components/restore-composer';
import { RestoredStage } from '../components/restored-stage';
import { restoreCopy } from '../copy';
import { type Restoration, useRestoration } from '../use-restoration';
import { useSavedChoice } from '../use-saved-choice';

export default function RestorePage() {
  const { api } = useServices();
  const [image, setImage] = useDraftImage('restore');
  const [choice, setChoice] = useSavedChoice();
  const restoration = useRestoration();
  const { state, request, requestId } = restoration;
  const details = useDetails(request);
  const { data, isError, refetch } = useQuery(pricingQuery(api));
  // The composer appears with the credits it lacks, which would otherwise move its parts when the balance loads.
  const hasBalanceSettled = useHaveSettled([useQuery(balanceQuery(api))]);
  const isShown = data !== undefined && hasBalanceSettled;
  const again = () => {
    setImage(null);
    restoration.reset();
  };
  return (
    <StudioLayout
      title={t`Restore image`}
      stageKey={`${state} ${requestId ?? ''}`}
      stage={
        state === 'idle' ? (
          <StageIdle isPhoto />
        ) : state === 'processing' ? (
          <RestoringStage restoration={restoration} />
        ) : (
          <>
            <RestoredStage restoration={restoration} onAgain={again} onDetails={details.toggle} />
            {details.sheet}
          </>
        )
      }
      details={state === 'ended' && details.beside}
      filmstrip={<HistoryStrip shownId={requestId} />}
      composer={
        isShown ? (
          <RestoreComposer
            pricing={data}
            restoration={restoration}
            image={image}
            choice={choice}
            onImage={setImage}
            onChoice={setChoice}
          />
        ) : isError && !data ? (
          <ErrorState
            title={t`We couldn’t load the prices`}
            onRetry={connectivity.unlessOffline(() => void refetch())}
          />
        ) : (
          <LoadingComposer />
        )
      }
    />
  );
}

/** A running restoration. With the user's own key, its progress is unknown. */
function RestoringStage({ restoration }: { restoration: Restoration }) {
  const { before, request, requestId, startedAt, isUnreachable, isOwnKey, upload } = restoration;
  const progress = request ? shownProgress(request) : nextProgress(0, requestId ? 'accepted' : 'starting');
  return (
    <ProcessingView
      noun="photo"
      heading="h2"
      progress={isOwnKey ? null : progress}
      requestId={requestId}
      upload={!requestId && upload.state && <UploadProgress state={upload.state} onCancel={upload.cancel} />}
      prompt=""
      picture={before}
      credits={request?.credits ?? 0}
      request={request}
      startedAt={startedAt}
      isUnreachable={isUnreachable}
      notes={isOwnKey ? [t`Keep this page open until your photo is done.`, restoreCopy.ownKeyCharge] : undefined}
      action={request && <CancelButton key={request.id} request={request} />}
    />
  );
}
