import { t } from '@lingui/core/macro';
import type { AspectRatio } from '@luit/contracts/generation/options';
import { clsx } from 'clsx';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { ratioTexts } from '../../../shared/parameters/parameter-texts';

interface AspectRatioCardsProps {
  ratios: readonly AspectRatio[];
  value: AspectRatio | undefined;
  onChoose: (ratio: AspectRatio) => void;
}

const SHAPES: Record<AspectRatio, string> = {
  '16:9': 'h-4.5 w-8',
  '9:16': 'h-8 w-4.5',
  '1:1': 'size-6.5',
  '4:3': 'h-6 w-8',
  '3:4': 'h-8 w-6',
  '3:2': 'h-5.5 w-8',
  '2:3': 'h-8 w-5.5',
  '21:9': 'h-3.5 w-8',
  original: 'h-6 w-7 border-dashed',
};

/** The aspect ratios that the model offers. */
export function AspectRatioCards({ ratios, value, onChoose }: AspectRatioCardsProps) {
  return (
    <RadioCardGroup legend={t`Aspect ratio`} className="grid grid-cols-2 gap-3">
      {ratios.map((ratio) => (
        <RadioCard
          key={ratio}
          name="aspectRatio"
          value={ratio}
          label={`${ratioTexts[ratio]}, ${ratio}`}
          checked={ratio === value}
          onChoose={() => onChoose(ratio)}
        >
          <span className="flex items-center gap-3 pr-6 max-sm:flex-col max-sm:items-start max-sm:gap-1 max-sm:pr-0">
            <span aria-hidden className="grid size-8 shrink-0 place-items-center">
              <span className={clsx('block rounded-frame border-2 border-current', SHAPES[ratio])} />
            </span>
            <span className="grid text-sm leading-tight">
              <span className="font-semibold">{ratioTexts[ratio]}</span>
              {ratio !== 'original' && <span className="text-muted tabular-nums">{ratio}</span>}
            </span>
          </span>
        </RadioCard>
      ))}
    </RadioCardGroup>
  );
}
