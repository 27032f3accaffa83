import { plural, t } from '@lingui/core/macro';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { formatNumber } from '../../../lib/format';

interface VariationCountProps {
  counts?: number[];
  value: number;
  onChoose: (count: number) => void;
  makesImages?: boolean;
}

/** How many results one order makes. Each is a request with a hold of its own. */
export function VariationCount({ counts = [1, 2, 3, 4], value, onChoose, makesImages = false }: VariationCountProps) {
  return (
    <RadioCardGroup legend={makesImages ? t`Number of images` : t`Number of videos`} className="grid grid-cols-4 gap-2">
      {counts.map((count) => (
        <RadioCard
          key={count}
          name="variations"
          value={String(count)}
          label={makesImages ? images(count) : videos(count)}
          checked={count === value}
          onChoose={() => onChoose(count)}
          className="p-3! text-center [&>span[aria-hidden]:first-of-type]:hidden"
        >
          <span className="font-semibold tabular-nums">{count}</span>
        </RadioCard>
      ))}
    </RadioCardGroup>
  );
}

function videos(count: number) {
  const number = formatNumber(count);
  return plural(count, { one: `${number} video`, other: `${number} videos` });
}

function images(count: number) {
  const number = formatNumber(count);
  return plural(count, { one: `${number} image`, other: `${number} images` });
}
