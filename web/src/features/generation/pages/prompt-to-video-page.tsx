import { t } from '@lingui/core/macro';
import { GenerationPage } from '../components/generation-page';
import { useGeneration } from '../use-generation';
import { useImageHandover } from '../use-image-handover';

export default function PromptToVideoPage() {
  const generation = useGeneration('prompt');
  useImageHandover(generation.draft.prompt);
  return <GenerationPage title={t`Prompt to Video`} generation={generation} />;
}
