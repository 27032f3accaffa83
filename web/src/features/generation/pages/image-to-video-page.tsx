import { REAL_PEOPLE_NOTICE, imageMessages } from '../../../shared/images/copy';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { GenerationPage } from '../components/generation-page';
import { imageToVideoCopy } from '../copy';
import { useGeneration } from '../use-generation';

export default function ImageToVideoPage() {
  const [image, setImage] = useDraftImage('image');
  const generation = useGeneration('image', image);
  const { problem, choose, remove, reportMissing, load } = useImageChoice(setImage);

  const startNew = () => {
    remove();
    generation.startNew();
  };
  const edit = () => {
    const { request } = generation;
    generation.edit();
    // After a reload, only the server still has the image.
    if (!image && request?.imageUrl) load(request.imageUrl);
  };

  return (
    <GenerationPage
      title={imageToVideoCopy.title}
      lead={imageToVideoCopy.lead}
      generation={{ ...generation, startNew, edit }}
      durations={[5, 10]}
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
