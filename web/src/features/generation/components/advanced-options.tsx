import { MAX_NEGATIVE_PROMPT_CHARACTERS, MAX_SEED } from '@luit/contracts/generation/limits';
import type { ModelCapabilities } from '@luit/contracts/generation/models';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import type { DraftOptions } from '../../../shared/drafts/draft-store';
import { optionCopy } from '../copy';

interface AdvancedOptionsProps {
  options: DraftOptions;
  capabilities: ModelCapabilities;
  onChange: (changes: DraftOptions) => void;
}

/** The seed and what to avoid, where the model supports them. Collapsed until one of them is set. */
export function AdvancedOptions({ options, capabilities, onChange }: AdvancedOptionsProps) {
  if (!capabilities.seed && !capabilities.negativePrompt) return null;
  const changeSeed = (text: string) => {
    const digits = text.replace(/\D/g, '');
    onChange({ seed: digits === '' ? undefined : Math.min(Number(digits), MAX_SEED) });
  };
  return (
    <details open={options.seed !== undefined || undefined} className="group">
      <summary className="cursor-pointer text-sm font-semibold">{optionCopy.advanced}</summary>
      <div className="mt-4 grid gap-5">
        {capabilities.seed && (
          <Input
            label={optionCopy.seed}
            hint={optionCopy.seedHint}
            inputMode="numeric"
            value={options.seed ?? ''}
            placeholder={optionCopy.seedPlaceholder}
            onChange={(event) => changeSeed(event.target.value)}
          />
        )}
        {capabilities.negativePrompt && (
          <Textarea
            label={optionCopy.negativePrompt}
            hint={optionCopy.negativePromptHint}
            rows={2}
            maxLength={MAX_NEGATIVE_PROMPT_CHARACTERS}
            value={options.negativePrompt ?? ''}
            onChange={(event) => onChange({ negativePrompt: event.target.value })}
          />
        )}
      </div>
    </details>
  );
}
