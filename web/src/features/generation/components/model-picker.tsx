import { t } from '@lingui/core/macro';
import { keptValues } from '@luit/contracts/generation/catalog/choices';
import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import type { OfferedModel } from '@luit/contracts/generation/models';
import type { AspectRatio } from '@luit/contracts/generation/options';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { formatCredits, formatDay, formatDuration } from '../../../lib/format';
import { optionText } from '../../../lib/option-texts';
import type { ModelChoices } from '../use-offered-models';
import { creditsOf } from '../video-options';

interface ModelPickerProps extends Pick<ModelChoices, 'start' | 'models' | 'model' | 'names'> {
  /** What is asked for; each model keeps what it takes. */
  values: ParameterValues;
  onChoose: (id: string) => void;
}

/** The models with their price for what is asked, their measured speed and what each supports. */
export function ModelPicker({ start, models, model, names, values, onChoose }: ModelPickerProps) {
  const end = ({ deprecation }: OfferedModel) => {
    if (!deprecation) return null;
    const date = formatDay(deprecation.endsAt);
    const name = names.get(deprecation.replacement ?? '');
    return name ? t`until ${date} · use ${name} instead` : t`until ${date}`;
  };
  return (
    <RadioCardGroup legend={t`Model`} className="grid gap-3">
      {models.map((item) => {
        const price = formatCredits(creditsOf(item, keptValues(item.choices[start]!, values), undefined));
        const speed = item.typicalSeconds
          ? t`usually ready in ${{ time: formatDuration(item.typicalSeconds.p50) }}`
          : null;
        const facts = [end(item), speed, ...abilitiesOf(item)].filter((fact) => fact !== null);
        return (
          <RadioCard
            key={item.id}
            name="model"
            value={item.id}
            label={[item.name, price, ...facts].filter(Boolean).join(', ')}
            checked={item === model}
            onChoose={onChoose}
          >
            <span className="flex items-baseline justify-between gap-3 pr-8">
              <span className="font-semibold">{item.name}</span>
              <span className="text-sm font-semibold tabular-nums">{price}</span>
            </span>
            <span className="mt-1 block text-sm text-muted">{optionText(item.description)}</span>
            <span className="mt-1 block text-label text-muted">{facts.join(' · ')}</span>
          </RadioCard>
        );
      })}
    </RadioCardGroup>
  );
}

function abilitiesOf({ choices: { text, image } }: OfferedModel) {
  const parameters = { ...image?.parameters, ...text?.parameters };
  const ratios: readonly AspectRatio[] = parameters.aspectRatio?.values ?? [];
  const ratioCount = ratios.filter((ratio) => ratio !== 'original').length;
  return [
    image ? t`from a prompt or an image` : t`from a prompt`,
    ratioCount > 1 ? t`${ratioCount} aspect ratios` : null,
    parameters.sound ? t`with sound` : null,
    parameters.seed ? t`repeatable` : null,
    parameters.negativePrompt ? t`negative prompt` : null,
  ];
}
