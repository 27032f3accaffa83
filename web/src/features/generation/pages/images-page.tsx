import { t } from '@lingui/core/macro';
import { ErrorState } from '@luit/ui/error-state';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { imageMessages } from '../../../shared/images/copy';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { useStage } from '../components/use-stage';
import { HistoryStrip } from '../../../shared/studio/components/history-strip';
import { LoadingComposer } from '../../../shared/studio/components/loading-composer';
import { StudioLayout } from '../../../shared/studio/components/studio-layout';
import { useDroppedOrPasted } from '../../../shared/studio/use-dropped-or-pasted';
import { modelsQuery } from '../api/get-models';
import { Composer, type ComposerProps } from '../composer/composer';
import { ImageSlot, ReferenceSlots } from '../../../shared/studio/components/image-slot';
import { useGeneration } from '../use-generation';
import { useReferenceImages } from '../use-reference-images';

/** Makes images from a prompt, and changes an image in words. */
export default function ImagesPage() {
  const [image, setImage] = useDraftImage('images');
  const references = useReferenceImages('image-references');
  const generation = useGeneration('images', image);
  const { problem, choose, remove, load } = useImageChoice(setImage);
  useDroppedOrPasted(choose);

  const startNew = () => {
    remove();
    references.change([]);
    generation.startNew();
  };
  const edit = () => {
    generation.edit();
    const { imageUrl, references: urls = [] } = generation.request ?? {};
    if (imageUrl) load(imageUrl);
    else remove();
    references.load(urls);
  };
  const changeImage = (file: File) => {
    choose(file);
    generation.reuse({ prompt: '' });
  };
  const shown = { ...generation, startNew, edit };
  return (
    <StudioLayout
      title={t`Create an image`}
      {...useStage(shown, changeImage)}
      filmstrip={<HistoryStrip shownId={generation.requestId} />}
      composer={
        <ImageComposer
          generation={shown}
          image={image}
          references={references.files}
          slots={({ maxReferences }, crop) => (
            <>
              <ImageSlot
                label={t`Image to change (optional)`}
                removeLabel={t`Remove image`}
                file={image}
                problem={problem && imageMessages[problem]}
                onChoose={choose}
                onRemove={remove}
                crop={crop}
              />
              {maxReferences > 0 && (
                <ReferenceSlots files={references.files} most={maxReferences} onChange={references.change} />
              )}
            </>
          )}
        />
      }
    />
  );
}

function ImageComposer(composer: Omit<ComposerProps, 'output' | 'plans'>) {
  const { api } = useServices();
  const { data, isError } = useQuery(modelsQuery(api));
  const isSold = data && data.imageModels.length > 0;
  return (
    <>
      {isSold && <Composer {...composer} output="image" plans={[]} />}
      {(isError || isSold === false) && (
        <ErrorState
          title={
            isError ? t`Unable to load the models. Please refresh the page.` : t`Images can’t be made at the moment.`
          }
          retryLabel={t`Refresh`}
          onRetry={() => window.location.reload()}
        />
      )}
      {!data && !isError && <LoadingComposer />}
    </>
  );
}
