import { useDraftImage } from '../../drafts/use-draft-image';
import { ImagePicker } from '../../images/components/image-picker';
import { validateImage } from '../../images/image-file';
import { GenerationPage } from '../components/generation-page';
import { generationMessages, imageToVideoCopy, REAL_PEOPLE_NOTICE } from '../copy';
import { useGeneration } from '../use-generation';

export default function ImageToVideoPage() {
  const [image, setImage] = useDraftImage('image');
  const generation = useGeneration('image', image);

  const choose = (file: File) => {
    const problem = validateImage(file);
    if (problem === 'not_an_image') return window.alert(generationMessages.imageInvalid);
    if (problem === 'too_large') return window.alert(generationMessages.imageTooLarge);
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
