import { formatNumber } from '../../../lib/format';
import { t, plural } from '@lingui/core/macro';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';

const COUNTS = [1, 2, 3, 4];

interface VariationCountProps {
  value: number;
  onChoose: (count: number) => void;
}

/** How many videos one order makes. Each is a request with a hold of its own. */
export function VariationCount({ value, onChoose }: VariationCountProps) {
  return (
    <RadioCardGroup legend={t`Number of videos`} className="grid grid-cols-4 gap-2">
      {COUNTS.map((count) => (
        <RadioCard
          key={count}
          name="variations"
          value={String(count)}
          label={videos(count)}
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
