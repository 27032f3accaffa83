import { t } from '@lingui/core/macro';
import { MAX_NEGATIVE_PROMPT_CHARACTERS, MAX_SEED } from '@luit/contracts/generation/limits';
import type { ModelCapabilities } from '@luit/contracts/generation/models';
import { Input } from '@luit/ui/input';
import { Textarea } from '@luit/ui/textarea';
import type { DraftOptions } from '../../../shared/drafts/draft-store';

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
      <summary className="cursor-pointer text-sm font-semibold">{t`Advanced options`}</summary>
      <div className="mt-4 grid gap-5">
        {capabilities.seed && (
          <Input
            label={t`Seed`}
            hint={t`The same seed and input produce the same video. For several videos, the seed goes up by one each time.`}
            inputMode="numeric"
            value={options.seed ?? ''}
            placeholder={t`Random`}
            onChange={(event) => changeSeed(event.target.value)}
          />
        )}
        {capabilities.negativePrompt && (
          <Textarea
            label={t`Negative prompt`}
            hint={t`What the video should not show.`}
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
