import { ErrorState } from '@luit/ui/error-state';
import { Progress } from '@luit/ui/progress';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { pricingQuery } from '../../credits/api/get-pricing';
import { useDraftImage } from '../../drafts/use-draft-image';
import { LateResult } from '../../generation/components/late-result';
import { restoreCopy } from '../copy';
import { RestoreForm } from '../components/restore-form';
import { RestoredView } from '../components/restored-view';
import { type Restoration, useRestoration } from '../use-restoration';

export default function RestorePage() {
  const [image, setImage] = useDraftImage('restore');
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
      {state === 'processing' && <Processing restoration={restoration} />}
      {state === 'succeeded' && <RestoredView restoration={restoration} onAgain={again} />}
      {(state === 'idle' || state === 'failed') && <Form restoration={restoration} image={image} onImage={setImage} />}
    </div>
  );
}

interface FormProps {
  restoration: Restoration;
  image: File | null;
  onImage: (image: File | null) => void;
}

function Form({ restoration, image, onImage }: FormProps) {
  const { api } = useServices();
  const { data, isError, refetch } = useQuery(pricingQuery(api));
  return (
    <>
      <h1 className="text-page wide">{restoreCopy.title}</h1>
      <p className="mt-2 mb-8 text-lg text-muted">{restoreCopy.lead}</p>
      <LateResult request={restoration.failed} className="mb-6 max-w-2xl" />
      {data && (
        <RestoreForm
          pricing={data}
          image={image}
          failure={restoration.failed?.lateOutput ? null : restoration.failure}
          onImage={onImage}
          onCredits={restoration.payWithCredits}
          onKey={restoration.payWithKey}
        />
      )}
      {isError && !data && <ErrorState title="The prices could not be loaded." onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="h-112 rounded-card" />}
    </>
  );
}

function Processing({ restoration: { before, request } }: { restoration: Restoration }) {
  return (
    <section aria-labelledby="restoring" className="mx-auto max-w-3xl">
      <div className="overflow-hidden rounded-card bg-[#04110f] shadow-float">
        {before && (
          <img src={before} alt={restoreCopy.before} className="max-h-[60dvh] w-full object-contain opacity-60" />
        )}
      </div>
      <h1 id="restoring" className="mt-6 text-title wide">
        {restoreCopy.processing}
      </h1>
      <Progress value={request?.progress ?? 10} label={restoreCopy.processing} className="mt-4" />
      <p className="mt-4 text-sm text-muted">{request ? restoreCopy.processingHint : restoreCopy.processingOwnKey}</p>
    </section>
  );
}
