import { REAL_PEOPLE_NOTICE, imageMessages } from '../../../shared/images/copy';
import { useDraftImage } from '../../../shared/drafts/use-draft-image';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { validateImage } from '../../../shared/images/image-file';
import { GenerationPage } from '../components/generation-page';
import { imageToVideoCopy } from '../copy';
import { useGeneration } from '../use-generation';

export default function ImageToVideoPage() {
  const [image, setImage] = useDraftImage('image');
  const generation = useGeneration('image', image);

  const choose = (file: File) => {
    const problem = validateImage(file);
    if (problem === 'not_an_image') return window.alert(imageMessages.invalid);
    if (problem === 'too_large') return window.alert(imageMessages.tooLarge);
    setImage(file);
  };
  const reset = () => {
    setImage(null);
    generation.reset();
  };

  return (
    <GenerationPage
      title={imageToVideoCopy.title}
      lead={imageToVideoCopy.lead}
      generation={{ ...generation, reset }}
      durations={[5, 10]}
      isReady={image !== null}
      promptHint={imageToVideoCopy.promptTip}
      notice={REAL_PEOPLE_NOTICE}
    >
      <ImagePicker
        label={imageToVideoCopy.imageLabel}
        hint={imageToVideoCopy.imageTip}
        file={image}
        onChoose={choose}
        onRemove={() => setImage(null)}
      />
    </GenerationPage>
  );
}
