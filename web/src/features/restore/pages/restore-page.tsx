import { t } from '@lingui/core/macro';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { connectivity } from '../../../lib/connectivity';
import { useServices } from '../../../lib/services';
import { useHaveSettled } from '../../../lib/use-have-settled';
import { balanceQuery } from '../../../shared/credits/api/get-balance';
import { pricingQuery } from '../../../shared/credits/api/get-pricing';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { LateResult } from '../../../shared/requests/components/late-result';
import { Workspace } from '../../../shared/studio/components/workspace';
import { RestoreForm } from '../components/restore-form';
import { RestoredView } from '../components/restored-view';
import { RestoringView } from '../components/restoring-view';
import { type Restoration, useRestoration } from '../use-restoration';
import { type RestoreChoice, useSavedChoice } from '../use-saved-choice';

export default function RestorePage() {
  const [image, setImage] = useDraftImage('restore');
  // State is lifted here so that the form keeps its options after a failure.
  const [choice, setChoice] = useSavedChoice();
  const restoration = useRestoration();
  const { state, requestId } = restoration;
  const again = () => {
    setImage(null);
    restoration.reset();
  };
  const stage =
    state === 'processing' ? (
      <RestoringView restoration={restoration} />
    ) : state === 'succeeded' ? (
      <RestoredView restoration={restoration} onAgain={again} />
    ) : null;
  return (
    <Workspace
      isPhoto
      title={t`Restore image`}
      lead={t`Make an old photo clear again, with sharper faces, cleaner tones and a higher resolution.`}
      shownId={requestId}
      stageKey={`${state} ${requestId ?? ''}`}
      stage={stage}
      form={<Form restoration={restoration} image={image} choice={choice} onImage={setImage} onChoice={setChoice} />}
    />
  );
}

interface FormProps {
  restoration: Restoration;
  image: File | null;
  choice: RestoreChoice;
  onImage: (image: File | null) => void;
  onChoice: (choice: RestoreChoice) => void;
}

function Form({ restoration, image, choice, onImage, onChoice }: FormProps) {
  const { api } = useServices();
  const { data, isError, refetch } = useQuery(pricingQuery(api));
  // The form appears with the credits it lacks, which would otherwise move its parts when the balance loads.
  const hasBalanceSettled = useHaveSettled([useQuery(balanceQuery(api))]);
  const isShown = data !== undefined && hasBalanceSettled;
  return (
    <>
      <LateResult request={restoration.failed} className="mb-6" />
      {isShown && (
        <RestoreForm
          pricing={data}
          image={image}
          choice={choice}
          notice={restoration.failed?.lateOutput ? null : restoration.notice}
          isStarting={restoration.isStarting}
          onImage={onImage}
          onChoice={onChoice}
          onCredits={restoration.payWithCredits}
          onKey={restoration.payWithKey}
        />
      )}
      {isError && !data && (
        <ErrorState title={t`We couldn’t load the prices`} onRetry={connectivity.unlessOffline(() => void refetch())} />
      )}
      {!isShown && !isError && <Skeleton className="h-160 rounded-card max-lg:h-dvh" />}
    </>
  );
}
