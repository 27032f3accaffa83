import { t } from '@lingui/core/macro';
import { ErrorState } from '@luit/ui/error-state';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { imageMessages } from '../../../shared/images/copy';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { LateResult } from '../../../shared/requests/components/late-result';
import { LoadingForm } from '../components/loading-form';
import { useStage } from '../components/use-stage';
import { HistoryStrip } from '../../../shared/studio/components/history-strip';
import { StudioLayout } from '../../../shared/studio/components/studio-layout';
import { useDroppedImage } from '../../../shared/studio/use-dropped-image';
import { modelsQuery } from '../api/get-models';
import { ImageForm } from '../components/image-form';
import { useGeneration } from '../use-generation';

/** Makes images from a prompt, and changes an image in words. */
export default function ImagesPage() {
  const [image, setImage] = useDraftImage('images');
  const generation = useGeneration('images', image);
  const { problem, choose, remove, load } = useImageChoice(setImage);
  useDroppedImage(choose);

  const startNew = () => {
    remove();
    generation.startNew();
  };
  const edit = () => {
    generation.edit();
    const { imageUrl } = generation.request ?? {};
    if (imageUrl) load(imageUrl);
    else remove();
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
        <Form
          generation={shown}
          image={image}
          picker={
            <ImagePicker
              label={t`Image to change (optional)`}
              error={problem && imageMessages[problem]}
              file={image}
              onChoose={choose}
              onRemove={remove}
            />
          }
        />
      }
    />
  );
}

function Form({ generation, ...form }: Parameters<typeof ImageForm>[0]) {
  const { api } = useServices();
  const { data, isError } = useQuery(modelsQuery(api));
  const isSold = data && data.imageModels.length > 0;
  return (
    <>
      <LateResult request={generation.failed} className="mb-6" />
      {isSold && <ImageForm generation={generation} {...form} />}
      {(isError || isSold === false) && (
        <ErrorState
          title={
            isError ? t`Unable to load the models. Please refresh the page.` : t`Images can’t be made at the moment.`
          }
          retryLabel={t`Refresh`}
          onRetry={() => window.location.reload()}
        />
      )}
      {!data && !isError && <LoadingForm />}
    </>
  );
}
