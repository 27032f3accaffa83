import { t } from '@lingui/core/macro';
import { keptValues } from '@luit/contracts/generation/catalog/choices';
import type { ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import type { OfferedModel } from '@luit/contracts/generation/models';
import { Badge } from '@luit/ui/badge';
import { Input } from '@luit/ui/input';
import { useQuery } from '@tanstack/react-query';
import { Dices, Image, ImagePlay, type LucideIcon, TextCursorInput, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { formatCredits, formatDay, formatDuration, formatNumber } from '../../../lib/format';
import { optionText } from '../../../lib/option-texts';
import { useServices } from '../../../lib/services';
import { MovingPicture } from '../../../shared/examples/moving-picture';
import { examplesQuery } from '../../../shared/examples/examples-query';
import { type Name, PARAMETERS, parameterTexts } from '../../../shared/parameters/parameter-texts';
import type { ModelChoices } from '../use-offered-models';
import { creditsOf } from '../video-options';
import { Option, OptionGroup } from '../../../shared/studio/components/control';

/** A list that is searched rather than read. */
const SEARCHED_FROM = 8;

interface ModelListProps {
  offered: ModelChoices;
  /** What is asked for; each model keeps what it takes. */
  values: ParameterValues;
  onChoose: (id: string) => void;
  onPicked: () => void;
}

/** The models with a video of theirs, their price for what is asked, their measured speed and what each takes. */
export function ModelList({ offered: { start, models, model, names }, values, onChoose, onPicked }: ModelListProps) {
  const { api } = useServices();
  const { data: examples } = useQuery(examplesQuery(api));
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/);
  const found = models.filter(({ name, description }) => {
    const text = `${name} ${description} ${optionText(description)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const end = ({ deprecation }: OfferedModel) => {
    if (!deprecation) return null;
    const date = formatDay(deprecation.endsAt);
    const name = names.get(deprecation.replacement ?? '');
    return name ? t`until ${date} · use ${name} instead` : t`until ${date}`;
  };
  return (
    <>
      {models.length >= SEARCHED_FROM && (
        <div className="mb-3">
          <Input
            type="search"
            label={t`Search models`}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <p role="status" className={found.length > 0 ? 'sr-only' : 'mt-3 text-sm text-muted'}>
            {found.length > 0 ? t`${{ count: formatNumber(found.length) }} models found` : t`No model has this name.`}
          </p>
        </div>
      )}
      <OptionGroup legend={t`Model`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {found.map((item) => {
          const price = formatCredits(creditsOf(item, keptValues(item.choices[start]!, values), undefined));
          const seconds = item.typicalSeconds?.p50;
          const speed = seconds === undefined ? null : t`usually ready in ${{ time: formatDuration(seconds) }}`;
          const until = end(item);
          const abilities = abilitiesOf(item);
          const example = examples?.find(({ options }) => options?.model === item.id);
          return (
            <Option
              key={item.id}
              name="model"
              value={item.id}
              label={[item.name, price, until, speed, ...abilities.map(({ text }) => text)].filter(Boolean).join(', ')}
              isChosen={item === model}
              onChoose={() => onChoose(item.id)}
              onPicked={onPicked}
              className="flex gap-3 p-2.5"
            >
              <MovingPicture
                example={example}
                initial={item.name.slice(0, 1)}
                className="aspect-video w-24 self-start rounded-frame"
              />
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className="flex items-baseline justify-between gap-3 font-semibold">
                  <span className="min-w-0 wrap-anywhere">{item.name}</span>
                  <span className="shrink-0 text-sm tabular-nums">{price}</span>
                </span>
                <span className="text-label text-muted">{optionText(item.description)}</span>
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-label text-muted">
                  {abilities.map(({ text, Icon }) => (
                    <span key={text} title={text}>
                      <Icon className="size-4" aria-hidden />
                    </span>
                  ))}
                  <span>{speed}</span>
                </span>
                {until && (
                  <span>
                    <Badge tone="accent">{until}</Badge>
                  </span>
                )}
              </span>
            </Option>
          );
        })}
      </OptionGroup>
    </>
  );
}

const ICONS: { [Parameter in Name]?: LucideIcon } = { sound: Volume2, seed: Dices };

function abilitiesOf({ choices: { text, image } }: OfferedModel) {
  const taken = { ...image?.parameters, ...text?.parameters };
  const abilities: (readonly [unknown, string, LucideIcon])[] = [
    [image, t`from an image`, Image],
    [image?.hasLastImage, t`to a last frame`, ImagePlay],
    ...PARAMETERS.map(
      (name) => [taken[name], parameterTexts[name].ability ?? '', ICONS[name] ?? TextCursorInput] as const,
    ),
  ];
  return abilities.flatMap(([has, abilityText, Icon]) => (has && abilityText ? [{ text: abilityText, Icon }] : []));
}
