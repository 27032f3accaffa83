import { GenerationPage } from '../components/generation-page';
import { generationCopy } from '../copy';
import { useGeneration } from '../use-generation';

export default function PromptToVideoPage() {
  return (
    <GenerationPage title={generationCopy.title} lead={generationCopy.lead} generation={useGeneration('prompt')} />
  );
}
