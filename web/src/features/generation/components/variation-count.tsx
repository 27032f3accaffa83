import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { optionCopy } from '../copy';

const COUNTS = [1, 2, 3, 4];

interface VariationCountProps {
  value: number;
  onChoose: (count: number) => void;
}

/** How many videos one order makes. Each is a request with a hold of its own. */
export function VariationCount({ value, onChoose }: VariationCountProps) {
  return (
    <RadioCardGroup legend={optionCopy.variations} className="grid grid-cols-4 gap-2">
      {COUNTS.map((count) => (
        <RadioCard
          key={count}
          name="variations"
          value={String(count)}
          label={optionCopy.videos(count)}
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
