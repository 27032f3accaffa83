import type { ModelCapabilities, OfferedModel } from '@luit/contracts/generation/models';
import { t } from '@lingui/core/macro';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { formatCredits, formatDate, formatDuration } from '../../../lib/format';
import { optionText } from '../../../lib/option-texts';
import type { ModelChoices } from '../use-offered-models';
import { canMake, creditsOf } from '../video-options';

interface ModelPickerProps extends Omit<ModelChoices, 'retired'> {
  plan: VideoPlan | undefined;
  hasImage: boolean;
  onChoose: (id: string) => void;
}

/** The models with their price for the chosen plan, their measured speed and what each supports. */
export function ModelPicker({ models, model, details, plan, hasImage, onChoose }: ModelPickerProps) {
  const end = ({ deprecation }: OfferedModel) => {
    if (!deprecation) return null;
    const date = formatDate(`${deprecation.endsAt}T12:00:00+05:30`);
    const name = details.get(deprecation.replacement ?? '')?.name;
    return name ? t`until ${date} · use ${name} instead` : t`until ${date}`;
  };
  return (
    <RadioCardGroup legend={t`Model`} className="grid gap-3">
      {models.map((item) => {
        const isPossible = canMake(details.get(item.id), plan, hasImage);
        const price = plan ? formatCredits(creditsOf(plan, item)) : '';
        const speed = item.typicalSeconds
          ? t`usually ready in ${{ time: formatDuration(item.typicalSeconds.p50) }}`
          : null;
        const facts = [end(item), speed, ...capabilities(item.capabilities)].filter((fact) => fact !== null);
        return (
          <RadioCard
            key={item.id}
            name="model"
            value={item.id}
            label={[item.name, price, ...facts].filter(Boolean).join(', ')}
            checked={item === model}
            disabled={!isPossible}
            onChoose={onChoose}
          >
            <span className="flex items-baseline justify-between gap-3 pr-8">
              <span className="font-semibold">{item.name}</span>
              <span className="text-sm font-semibold tabular-nums">
                {isPossible ? price : t`Not for this length and quality`}
              </span>
            </span>
            <span className="mt-1 block text-sm text-muted">{optionText(item.description)}</span>
            <span className="mt-1 block text-label text-muted">{facts.join(' · ')}</span>
          </RadioCard>
        );
      })}
    </RadioCardGroup>
  );
}

function capabilities({ image, aspectRatios, seed, negativePrompt }: ModelCapabilities) {
  const ratioCount = aspectRatios.length;
  return [
    image ? t`from a prompt or an image` : t`from a prompt`,
    ratioCount > 1 ? t`${ratioCount} aspect ratios` : null,
    seed ? t`repeatable` : null,
    negativePrompt ? t`negative prompt` : null,
  ];
}
