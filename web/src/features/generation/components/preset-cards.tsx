import { t } from '@lingui/core/macro';
import type { Preset } from '@luit/contracts/generation/presets';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { optionText } from '../../../lib/option-texts';

const presetTexts = {
  get camera() {
    return t`Camera motion`;
  },
  get style() {
    return t`Style`;
  },
};

interface PresetCardsProps {
  kind: Preset['kind'];
  presets: Preset[];
  value: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** The presets of one kind as cards, with a card for none of them. */
export function PresetCards({ kind, presets, value, onChoose }: PresetCardsProps) {
  const chosen = presets.some(({ id }) => id === value) ? value : undefined;
  const cards = presets.map(({ id, name, description }) => ({
    id,
    name: optionText(name),
    description: optionText(description),
  }));
  return (
    <RadioCardGroup legend={presetTexts[kind]} className="grid grid-cols-2 gap-3">
      {[
        {
          id: undefined,
          name: t({ message: 'None', context: 'no camera motion or style' }),
          description: t`As your prompt says.`,
        },
        ...cards,
      ].map(({ id, name, description }) => (
        <RadioCard
          key={id ?? ''}
          name={kind}
          value={id ?? ''}
          label={`${name}, ${description}`}
          checked={id === chosen}
          onChoose={() => onChoose(id)}
          className="p-3!"
        >
          <span className="block pr-7 text-sm font-semibold">{name}</span>
          <span className="mt-0.5 block text-label text-muted">{description}</span>
        </RadioCard>
      ))}
    </RadioCardGroup>
  );
}
