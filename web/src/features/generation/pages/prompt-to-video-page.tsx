import { GenerationPage } from '../components/generation-page';
import { generationCopy } from '../copy';
import { useGeneration } from '../use-generation';
import { useImageHandover } from '../use-image-handover';

export default function PromptToVideoPage() {
  const generation = useGeneration('prompt');
  useImageHandover(generation.draft.prompt);
  return <GenerationPage title={generationCopy.title} lead={generationCopy.lead} generation={generation} />;
}
