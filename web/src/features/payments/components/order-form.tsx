import { t } from '@lingui/core/macro';
import { MAX_PROMPT_CHARACTERS } from '@luit/contracts/generation/prompt-limits';
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
import type { OrderChoice, OrderInput } from '../order-choice';
import { OrderControls } from './order-controls';

interface OrderFormProps {
  input: OrderInput;
  choice: OrderChoice;
  /** Whether images are for sale. */
  sellsImages: boolean;
  /** Whether the image is uploading. */
  isBusy: boolean;
  error: string | null;
  /** The progress of the upload. */
  progress: ReactNode;
  onChange: (input: OrderInput) => void;
  onSubmit: () => void;
}

export function OrderForm({ input, choice, sellsImages, isBusy, error, progress, onChange, onSubmit }: OrderFormProps) {
  const { problem, choose, remove } = useImageChoice((image) => onChange({ ...input, image }));
  const { options = {} } = input;
  const { makesImage, model, plans, plan, creditsOf } = choice;
  return (
    <form
      className="grid gap-7"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {sellsImages && (
        <RadioCardGroup legend={t`What to make`}>
          {[undefined, 'image' as const].map((output) => (
            <RadioCard
              key={output ?? 'video'}
              name="output"
              value={output ?? 'video'}
              label={output ? t`An image` : t`A video`}
              checked={input.output === output}
              onChoose={() => onChange({ ...input, output, options: {} })}
            >
              <span className="font-semibold">{output ? t`An image` : t`A video`}</span>
            </RadioCard>
          ))}
        </RadioCardGroup>
      )}
      <Textarea
        label={makesImage ? t`Image prompt` : t`Video prompt`}
        rows={4}
        required
        maxLength={MAX_PROMPT_CHARACTERS}
        value={input.prompt}
        placeholder={
          makesImage ? t`A heron on a sandbar at dawn, mist over the river, wide angle.` : samplePrompts.boat
        }
        onChange={(event) => onChange({ ...input, prompt: event.target.value })}
      />
      <ImagePicker
        label={makesImage ? t`Image to change (optional)` : t`Starting image (optional)`}
        hint={
          makesImage
            ? t`Your prompt says what to change in it. We use it only for this order, and delete it after a day if you don’t place the order.`
            : t`Your image becomes the first frame of the video. We use it only for this order, and delete it after a day if you don’t place the order.`
        }
        error={problem && imageMessages[problem]}
        file={input.image ?? null}
        onChoose={choose}
        onRemove={remove}
      />
      {plans.length > 0 && (
        <RadioCardGroup legend={t`Duration and quality`}>
          {plans.map((each) => {
            const { id, name, duration, quality } = each;
            const price = formatMoney(creditsOf({ duration, resolution: quality }));
            return (
              <RadioCard
                key={id}
                name="plan"
                value={id}
                label={t`${{ plan: optionText(name) }}, ${{ seconds: formatNumber(duration) }} seconds, ${{ quality }}, ${{ price }}`}
                checked={each === plan}
                onChoose={() =>
                  onChange({
                    ...input,
                    planId: id,
                    options: { ...options, duration: undefined, resolution: undefined },
                  })
                }
              >
                <span className="block pr-8 font-semibold">{optionText(name)}</span>
                <span className="mt-2 flex items-baseline justify-between gap-3 text-sm text-muted">
                  <span>
                    {formatSeconds(duration)}, {quality}
                  </span>
                  <span className="font-semibold text-ink tabular-nums">{price}</span>
                </span>
              </RadioCard>
            );
          })}
        </RadioCardGroup>
      )}
      <OrderControls
        choice={choice}
        options={options}
        onChange={(changes) => onChange({ ...input, options: { ...options, ...changes } })}
      />
      {!model && (
        <Alert>
          {input.image
            ? t`No model takes an image at the moment. Remove it to continue.`
            : t`Nothing can be ordered at the moment.`}
        </Alert>
      )}
      {progress}
      {error && <Alert tone="danger">{error}</Alert>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" tone="accent" size="lg" busy={isBusy} disabled={!input.prompt.trim() || !model}>
          {t`Review order`}
        </Button>
        {model && <p className="text-lg font-semibold tabular-nums">{formatMoney(creditsOf({}))}</p>}
      </div>
    </form>
  );
}
