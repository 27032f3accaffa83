import { t } from '@lingui/core/macro';
import { GenerationPage } from '../components/generation-page';
import { ImageSlot } from '../../../shared/studio/components/image-slot';
import { useGeneration } from '../use-generation';
import { useImageHandover } from '../use-image-handover';

export default function PromptToVideoPage() {
  const generation = useGeneration('prompt');
  const handOver = useImageHandover(generation.draft.prompt);
  return (
    <GenerationPage
      title={t`Prompt to Video`}
      generation={generation}
      image={null}
      slots={({ options }) =>
        // What is continued has its first frame.
        !options.extendOf && <ImageSlot label={t`Image`} file={null} onChoose={handOver} />
      }
    />
  );
}
