import { REAL_PEOPLE_NOTICE, imageMessages } from '../../../shared/images/copy';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { useDroppedImage } from '../../../shared/studio/use-dropped-image';
import { GenerationPage } from '../components/generation-page';
import { imageToVideoCopy } from '../copy';
import { useGeneration } from '../use-generation';

export default function ImageToVideoPage() {
  const [image, setImage] = useDraftImage('image');
  const generation = useGeneration('image', image);
  const { problem, choose, remove, reportMissing, load } = useImageChoice(setImage);
  useDroppedImage(choose);

  const startNew = () => {
    remove();
    generation.startNew();
  };
  const edit = () => {
    const { request } = generation;
    generation.edit();
    // The form may have the image of the next video already.
    if (request?.imageUrl) load(request.imageUrl);
  };
  const reuse: typeof generation.reuse = (draft) => {
    const { request } = generation;
    generation.reuse(draft);
    if (request?.imageUrl) load(request.imageUrl);
  };

  return (
    <GenerationPage
      title={imageToVideoCopy.title}
      lead={imageToVideoCopy.lead}
      generation={{ ...generation, startNew, edit, reuse }}
      durations={[5, 10]}
      image={image}
      isReady={image !== null}
      onNotReady={reportMissing}
      promptHint={imageToVideoCopy.promptTip}
      hint={REAL_PEOPLE_NOTICE}
    >
      <ImagePicker
        label={imageToVideoCopy.imageLabel}
        hint={imageToVideoCopy.imageTip}
        error={problem && imageMessages[problem]}
        file={image}
        onChoose={choose}
        onRemove={remove}
      />
    </GenerationPage>
  );
}
