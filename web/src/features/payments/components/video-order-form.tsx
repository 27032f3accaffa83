import { t } from '@lingui/core/macro';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { Textarea } from '@luit/ui/textarea';
import type { ReactNode } from 'react';
import { imageMessages } from '../../../shared/images/copy';
import { formatMoney, formatNumber, formatSeconds } from '../../../lib/format';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { optionText } from '../../../lib/option-texts';
import { samplePrompts } from '../../../shared/examples/sample-prompts';

export interface VideoOrderInput {
  prompt: string;
  planId?: string;
  image?: File | null;
}

interface VideoOrderFormProps {
  plans: VideoPlan[];
  input: VideoOrderInput;
  planId: string;
  /** Whether the image is uploading. */
  isBusy: boolean;
  error: string | null;
  /** The progress of the upload. */
  progress: ReactNode;
  onChange: (input: VideoOrderInput) => void;
  onSubmit: () => void;
}

export function VideoOrderForm({ plans, input, planId, isBusy, error, ...rest }: VideoOrderFormProps) {
  const { progress, onChange, onSubmit } = rest;
  const { problem, choose, remove } = useImageChoice((image) => onChange({ ...input, image }));
  return (
    <form
      className="grid gap-7"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Textarea
        label={t`Video prompt`}
        rows={4}
        required
        maxLength={MAX_PROMPT_CHARACTERS}
        value={input.prompt}
        placeholder={samplePrompts.boat}
        onChange={(event) => onChange({ ...input, prompt: event.target.value })}
      />
      <ImagePicker
        label={t`Starting image (optional)`}
        hint={t`Your image becomes the first frame of the video. We use it only for this order, and delete it after a day if you don’t place the order.`}
        error={problem && imageMessages[problem]}
        file={input.image ?? null}
        onChoose={choose}
        onRemove={remove}
      />
      <RadioCardGroup legend={t`Duration and quality`}>
        {plans.map((plan) => (
          <RadioCard
            key={plan.id}
            name="plan"
            value={plan.id}
            label={t`${{ plan: optionText(plan.name) }}, ${{ seconds: formatNumber(plan.duration) }} seconds, ${{ quality: plan.quality }}, ${{ price: formatMoney(plan.credits) }}`}
            checked={plan.id === planId}
            onChoose={(chosen) => onChange({ ...input, planId: chosen })}
          >
            <span className="block pr-8 font-semibold">{optionText(plan.name)}</span>
            <span className="mt-2 flex items-baseline justify-between gap-3 text-sm text-muted">
              <span>
                {formatSeconds(plan.duration)}, {plan.quality}
              </span>
              <span className="font-semibold text-ink tabular-nums">{formatMoney(plan.credits)}</span>
            </span>
          </RadioCard>
        ))}
      </RadioCardGroup>
      {progress}
      {error && <Alert tone="danger">{error}</Alert>}
      <Button
        type="submit"
        tone="accent"
        size="lg"
        className="justify-self-start"
        busy={isBusy}
        disabled={!input.prompt.trim()}
      >
        {t`Review order`}
      </Button>
    </form>
  );
}
