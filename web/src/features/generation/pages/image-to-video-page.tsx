import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { imageCopy, imageMessages } from '../../../shared/images/copy';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { useDroppedImage } from '../../../shared/studio/use-dropped-image';
import { GenerationPage } from '../components/generation-page';
import { logFailure } from '../../../lib/log';
import { fetchImage } from '../../../shared/images/image-file';
import { LastFramePicker } from '../components/last-frame-picker';
import { ReferencePickers } from '../components/reference-pickers';
import { useGeneration } from '../use-generation';

export default function ImageToVideoPage() {
  const [image, setImage] = useDraftImage('image');
  const [lastFrame, setLastFrame] = useDraftImage('last-frame');
  const generation = useGeneration('image', image);
  const { problem, choose, remove, reportMissing, load } = useImageChoice(setImage);
  const last = useImageChoice(setLastFrame);
  const [chosen, setChosen] = useDraftImage<File[]>('references');
  const references = chosen ?? [];
  const setReferences = (files: File[]) => setChosen(files.length > 0 ? files : null);
  useDroppedImage(choose);

  const startNew = () => {
    remove();
    last.remove();
    setReferences([]);
    generation.startNew();
  };
  /** The form may have the images of the next video already. */
  const loadImagesOf = (request: RequestView | undefined) => {
    if (request?.imageUrl) load(request.imageUrl);
    if (request?.lastImageUrl) last.load(request.lastImageUrl);
    else last.remove();
    Promise.all((request?.references ?? []).map(fetchImage)).then(setReferences, (cause: unknown) =>
      logFailure('Loading a reference image failed', cause),
    );
  };
  const edit = () => {
    generation.edit();
    loadImagesOf(generation.request);
  };
  const reuse: typeof generation.reuse = (draft) => {
    generation.reuse(draft);
    loadImagesOf(generation.request);
  };

  return (
    <GenerationPage
      title={t`Image to Video`}
      lead={t`Upload an image and describe how it should move.`}
      generation={{ ...generation, startNew, edit, reuse }}
      image={image}
      lastFrame={{ file: image && lastFrame, picker: <LastFramePicker file={lastFrame} choice={last} /> }}
      // A video is made from a first frame or from reference images.
      references={{
        files: image ? [] : references,
        picker: (most) => !image && <ReferencePickers files={references} most={most} onChange={setReferences} />,
      }}
      isReady={image !== null || references.length > 0}
      onNotReady={reportMissing}
      promptHint={t`Keep the prompt under 50 words. Describe what moves and how.`}
      hint={imageCopy.realPeople}
    >
      <ImagePicker
        label={t`Image`}
        hint={t`Recommended image size: 512 to 1024 px. Your image becomes the first frame.`}
        error={problem && imageMessages[problem]}
        file={image}
        onChoose={choose}
        onRemove={remove}
      />
    </GenerationPage>
  );
}
