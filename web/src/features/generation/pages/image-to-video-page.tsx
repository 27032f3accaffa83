import { t } from '@lingui/core/macro';
import type { RequestView } from '@luit/contracts/http/requests';
import { imageCopy, imageMessages } from '../../../shared/images/copy';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { useDroppedOrPasted } from '../../../shared/studio/use-dropped-or-pasted';
import { GenerationPage } from '../components/generation-page';
import { ImageSlot, ReferenceSlots } from '../../../shared/studio/components/image-slot';
import { useGeneration } from '../use-generation';
import { useReferenceImages } from '../use-reference-images';

export default function ImageToVideoPage() {
  const [image, setImage] = useDraftImage('image');
  const [lastFrame, setLastFrame] = useDraftImage('last-frame');
  const generation = useGeneration('image', image);
  const { problem, choose, remove, reportMissing, load } = useImageChoice(setImage);
  const last = useImageChoice(setLastFrame);
  const references = useReferenceImages('references');
  useDroppedOrPasted(choose);

  const startNew = () => {
    remove();
    last.remove();
    references.change([]);
    generation.startNew();
  };
  /** The form may have the images of the next video already. */
  const loadImagesOf = (request: RequestView | undefined) => {
    if (request?.imageUrl) load(request.imageUrl);
    if (request?.lastImageUrl) last.load(request.lastImageUrl);
    else last.remove();
    references.load(request?.references ?? []);
  };
  const edit = () => {
    generation.edit();
    loadImagesOf(generation.request);
  };
  const reuse: typeof generation.reuse = (draft) => {
    generation.reuse(draft);
    loadImagesOf(generation.request);
  };

  const tips = [
    t`Keep the prompt under 50 words. Describe what moves and how.`,
    t`Recommended image size: 512 to 1024 px. Your image becomes the first frame.`,
    imageCopy.realPeople,
  ];
  return (
    <GenerationPage
      title={t`Image to Video`}
      generation={{ ...generation, startNew, edit, reuse }}
      image={image}
      needsImage
      lastFrame={lastFrame}
      references={references.files}
      isReady={image !== null || references.files.length > 0}
      onNotReady={reportMissing}
      tips={tips.join(' ')}
      slots={({ hasLastFrame, maxReferences }, crop) => (
        <>
          <ImageSlot
            label={t`Image`}
            removeLabel={t`Remove image`}
            file={image}
            problem={problem && imageMessages[problem]}
            onChoose={choose}
            onRemove={remove}
            crop={crop}
          />
          {hasLastFrame && image && (
            <ImageSlot
              label={t`Last frame`}
              removeLabel={t`Remove last frame`}
              file={lastFrame}
              problem={last.problem && imageMessages[last.problem]}
              onChoose={last.choose}
              onRemove={last.remove}
            />
          )}
          {maxReferences > 0 && (
            <ReferenceSlots files={references.files} most={maxReferences} onChange={references.change} />
          )}
        </>
      )}
    />
  );
}
