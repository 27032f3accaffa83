import { t } from '@lingui/core/macro';
import type { RestoreOptions, RestorePlan } from '@luit/contracts/generation/plans';
import type { Pricing } from '@luit/contracts/http/pricing';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Checkbox } from '@luit/ui/checkbox';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { KeyRound, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { imageCopy, imageMessages } from '../../../shared/images/copy';
import { formatCredits } from '../../../lib/format';
import { useShortfall } from '../../../shared/credits/api/get-balance';
import { CreditForecast } from '../../../shared/credits/components/credit-forecast';
import { MissingCredits } from '../../../shared/credits/components/missing-credits';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { useImageChoice } from '../../../shared/images/use-image-choice';
import { ENHANCEMENTS, QUALITIES } from '../../../shared/plans/restore-options';
import { PAYMENTS } from '../copy';
import { OutcomeAlert } from '../../../shared/requests/components/outcome-alert';
import type { OutcomeNotice } from '../../../shared/requests/outcome-notice';
import { optionText } from '../../../lib/option-texts';
import { StudioForm } from '../../../shared/studio/components/studio-form';
import { SubmitBar } from '../../../shared/studio/components/submit-bar';
import { useDroppedImage } from '../../../shared/studio/use-dropped-image';
import { readKey } from '../../../lib/provider-key';
import type { RestoreChoice } from '../use-saved-choice';
import type { ImageError } from '../../../shared/images/image-file';
import { KeyDialog } from './key-dialog';

function photoMessage(problem: ImageError): string {
  if (problem === 'not_an_image' || problem === 'missing') return t`Please select an image file`;
  return imageMessages[problem];
}

interface RestoreFormProps {
  pricing: Pricing;
  image: File | null;
  choice: RestoreChoice;
  notice: OutcomeNotice | null;
  /** Whether the last restoration has yet to be accepted, or runs with the user's own key. */
  isStarting: boolean;
  onImage: (image: File | null) => void;
  onChoice: (choice: RestoreChoice) => void;
  onCredits: (image: File, options: RestoreOptions, plan: RestorePlan) => void;
  onKey: (image: File, options: RestoreOptions, key: string) => void;
}

const GRID = 'grid gap-3 sm:grid-cols-3 lg:grid-cols-1';

export function RestoreForm(props: RestoreFormProps) {
  const { pricing, image, choice, notice, isStarting, onImage, onChoice, onCredits, onKey } = props;
  const { options, payment } = choice;
  const setOptions = (next: RestoreOptions) => onChoice({ ...choice, options: next });
  const [isKeyDialogOpen, setKeyDialogOpen] = useState(false);
  const plan = pricing.restorePlans.find(({ quality }) => quality === options.quality);
  const isOwnKey = payment === 'key';
  const cost = isOwnKey ? 0 : (plan?.credits ?? 0);
  const hasShortfall = useShortfall(cost) > 0;
  const refusal = pricing.colorRestorationRefusal;
  const colorUnavailable = isOwnKey ? t`Not available when you use your own API key.` : refusal && optionText(refusal);

  const { problem, choose, remove, reportMissing } = useImageChoice(onImage);
  useDroppedImage(choose);
  const submit = () => {
    if (isStarting) return;
    if (!image) return reportMissing();
    if (!isOwnKey) return plan && onCredits(image, options, plan);
    const key = readKey();
    if (key === '') return setKeyDialogOpen(true);
    onKey(image, { ...options, colorRestoration: false }, key);
  };

  return (
    <StudioForm onSubmit={submit}>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 p-5 sm:p-6">
        {notice && <OutcomeAlert notice={notice} cost={cost} />}
        <ImagePicker
          label={t`Photo`}
          error={problem && photoMessage(problem)}
          file={image}
          onChoose={choose}
          onRemove={remove}
        />
        <RadioCardGroup legend={t`Quality: how large your photo becomes`} className={GRID}>
          {QUALITIES.map(({ id, name, text }) => {
            const credits = pricing.restorePlans.find(({ quality }) => quality === id)?.credits;
            const price = isOwnKey || credits === undefined ? null : formatCredits(credits);
            return (
              <RadioCard
                key={id}
                name="quality"
                value={id}
                label={[qualityText(name), text, price].filter(Boolean).join(', ')}
                checked={options.quality === id}
                onChoose={() => setOptions({ ...options, quality: id })}
              >
                <Choice name={qualityText(name)} text={text} price={price} />
              </RadioCard>
            );
          })}
        </RadioCardGroup>
        <RadioCardGroup legend={t`Enhancement: how faces are redrawn`} className={GRID}>
          {ENHANCEMENTS.map(({ id, name, text }) => (
            <RadioCard
              key={id}
              name="enhancement"
              value={id}
              label={`${enhancement(name)}, ${text}`}
              checked={options.enhancement === id}
              onChoose={() => setOptions({ ...options, enhancement: id })}
            >
              <Choice name={enhancement(name)} text={text} price={null} />
            </RadioCard>
          ))}
        </RadioCardGroup>
        <Checkbox
          label={t`Color restoration`}
          hint={colorUnavailable ?? t`Adds color to a black-and-white photo.`}
          disabled={colorUnavailable !== null}
          checked={options.colorRestoration && colorUnavailable === null}
          onChange={(event) => setOptions({ ...options, colorRestoration: event.target.checked })}
        />
      </Card>
      <Card as="section" aria-label={t`Price`} className="grid gap-6 p-5 sm:p-6">
        <RadioCardGroup legend={t`Pay with`} className="grid gap-3">
          {PAYMENTS.map(({ id, name, text }) => (
            <RadioCard
              key={id}
              name="payment"
              value={id}
              label={`${name}: ${text}`}
              checked={payment === id}
              onChoose={() => onChoice({ ...choice, payment: id })}
            >
              <Choice name={name} text={text} price={null} />
            </RadioCard>
          ))}
        </RadioCardGroup>
        {!isOwnKey && <CreditForecast cost={cost} noun="photo" />}
        {!isOwnKey && <Alert>{imageCopy.realPeople}</Alert>}
        {isOwnKey && (
          <Button tone="secondary" onClick={() => setKeyDialogOpen(true)}>
            {t`Change API key`}
          </Button>
        )}
      </Card>
      <SubmitBar>
        <MissingCredits cost={cost} noun="photo" />
        <Button
          type="submit"
          tone={hasShortfall ? 'secondary' : 'accent'}
          size="lg"
          className="w-full px-3!"
          busy={isStarting}
          disabled={!image || (!isOwnKey && !plan)}
          icon={isOwnKey ? <KeyRound className="size-5" aria-hidden /> : <Sparkles className="size-5" aria-hidden />}
        >
          {isOwnKey ? t`Restore with my API key` : restore(plan?.credits)}
        </Button>
      </SubmitBar>
      <KeyDialog
        isOpen={isKeyDialogOpen}
        onClose={() => setKeyDialogOpen(false)}
        onSaved={() => setKeyDialogOpen(false)}
      />
    </StudioForm>
  );
}

function Choice({ name, text, price }: { name: string; text: string; price: string | null }) {
  return (
    <span className="grid gap-1">
      <span className="pr-8 font-semibold">{name}</span>
      <span className="text-sm text-muted">{text}</span>
      {price && <span className="text-sm font-semibold tabular-nums">{price}</span>}
    </span>
  );
}

function qualityText(name: string) {
  return t`${name} quality`;
}

function enhancement(name: string) {
  return t`${name} enhancement`;
}

function restore(credits: number | undefined) {
  if (credits === undefined) return t({ message: 'Restore', context: 'a photo' });
  const price = formatCredits(credits);
  return t`Restore (${price})`;
}
