import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/limits';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { Textarea } from '@luit/ui/textarea';
import { formatMoney } from '../../../lib/format';
import { generationCopy, generationMessages } from '../../generation/copy';
import { ImagePicker } from '../../images/components/image-picker';
import { faultOf } from '../../images/image-file';
import { orderCopy } from '../copy';

export interface VideoOrderInput {
  prompt: string;
  planId?: string;
  image?: File | null;
}

interface VideoOrderFormProps {
  plans: VideoPlan[];
  wish: VideoOrderInput;
  planId: string;
  /** The image is being handed in. */
  isBusy: boolean;
  error: string | null;
  onChange: (wish: VideoOrderInput) => void;
  onSubmit: () => void;
}

/** What the one video should be: prompt, an image to begin with where one is wanted, and plan. */
export function VideoOrderForm({ plans, wish, planId, isBusy, error, onChange, onSubmit }: VideoOrderFormProps) {
  const choose = (image: File) => {
    const fault = faultOf(image);
    if (fault === 'not_an_image') return window.alert(generationMessages.imageInvalid);
    if (fault === 'too_large') return window.alert(generationMessages.imageTooLarge);
    onChange({ ...wish, image });
  };
  return (
    <form
      className="grid gap-7"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Textarea
        label={generationCopy.promptLabel}
        rows={4}
        required
        maxLength={MAX_PROMPT_CHARACTERS}
        value={wish.prompt}
        placeholder={generationCopy.promptPlaceholder}
        onChange={(event) => onChange({ ...wish, prompt: event.target.value })}
      />
      <ImagePicker
        label={orderCopy.image}
        hint={orderCopy.imageHint}
        file={wish.image ?? null}
        onChoose={choose}
        onRemove={() => onChange({ ...wish, image: null })}
      />
      <RadioCardGroup legend={generationCopy.plansLegend}>
        {plans.map((plan) => (
          <RadioCard
            key={plan.id}
            name="plan"
            value={plan.id}
            label={`${plan.name}, ${plan.duration} seconds, ${plan.quality}, ${formatMoney(plan.credits)}`}
            checked={plan.id === planId}
            onChoose={(chosen) => onChange({ ...wish, planId: chosen })}
          >
            <span className="block pr-8 font-semibold">{plan.name}</span>
            <span className="mt-2 flex items-baseline justify-between gap-3 text-sm text-muted">
              <span>
                {plan.duration} s, {plan.quality}
              </span>
              <span className="font-semibold text-ink tabular-nums">{formatMoney(plan.credits)}</span>
            </span>
          </RadioCard>
        ))}
      </RadioCardGroup>
      {error && <Alert tone="danger">{error}</Alert>}
      <Button
        type="submit"
        tone="accent"
        size="lg"
        className="justify-self-start"
        busy={isBusy}
        disabled={!wish.prompt.trim()}
      >
        {orderCopy.preview}
      </Button>
    </form>
  );
}
