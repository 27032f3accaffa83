import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { connectivity } from '../../../lib/connectivity';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { pricingQuery } from '../../../shared/credits/api/get-pricing';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { LateResult } from '../../../shared/requests/components/late-result';
import { restoreCopy } from '../copy';
import { DEFAULT_CHOICE, type RestoreChoice, RestoreForm } from '../components/restore-form';
import { RestoredView } from '../components/restored-view';
import { RestoringView } from '../components/restoring-view';
import { type Restoration, useRestoration } from '../use-restoration';

export default function RestorePage() {
  const [image, setImage] = useDraftImage('restore');
  // State is lifted here so that the form keeps its options after a failure.
  const [choice, setChoice] = useState(DEFAULT_CHOICE);
  const restoration = useRestoration(image);
  const { state } = restoration;
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [state]);
  const again = () => {
    setImage(null);
    restoration.reset();
  };
  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{restoreCopy.title}</PageTitle>
      {state === 'processing' && <RestoringView restoration={restoration} />}
      {state === 'succeeded' && <RestoredView restoration={restoration} onAgain={again} />}
      {(state === 'idle' || state === 'failed') && (
        <Form restoration={restoration} image={image} choice={choice} onImage={setImage} onChoice={setChoice} />
      )}
    </div>
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
  return (
    <>
      <h1 className="text-page heading">{restoreCopy.title}</h1>
      <p className="mt-2 mb-8 text-lg text-muted">{restoreCopy.lead}</p>
      <LateResult request={restoration.failed} className="mb-6 max-w-2xl" />
      {data && (
        <RestoreForm
          pricing={data}
          image={image}
          choice={choice}
          failure={restoration.failed?.lateOutput ? null : restoration.failure}
          onImage={onImage}
          onChoice={onChoice}
          onCredits={restoration.payWithCredits}
          onKey={restoration.payWithKey}
        />
      )}
      {isError && !data && (
        <ErrorState title={restoreCopy.pricesFailed} onRetry={connectivity.unlessOffline(() => void refetch())} />
      )}
      {!data && !isError && <Skeleton className="h-112 rounded-card" />}
    </>
  );
}
