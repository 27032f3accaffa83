import { t } from '@lingui/core/macro';
import type { AspectRatio } from '@luit/contracts/generation/options';
import { clsx } from 'clsx';
import { ratioTexts } from '../../../shared/parameters/parameter-texts';
import { Option, OptionGroup } from './control';

const SHAPES: Record<AspectRatio, string> = {
  '16:9': 'h-[56%] w-full',
  '9:16': 'h-full w-[56%]',
  '1:1': 'size-4/5',
  '4:3': 'h-3/4 w-full',
  '3:4': 'h-full w-3/4',
  '3:2': 'h-2/3 w-full',
  '2:3': 'h-full w-2/3',
  '21:9': 'h-[43%] w-full',
  original: 'h-3/4 w-5/6 border-dashed',
};

interface RatioOptionsProps {
  ratios: readonly AspectRatio[];
  value: AspectRatio | undefined;
  onChoose: (ratio: AspectRatio) => void;
  onPicked: () => void;
}

/** The aspect ratios that the model offers, as shapes. */
export function RatioOptions({ ratios, value, onChoose, onPicked }: RatioOptionsProps) {
  return (
    <OptionGroup legend={t`Aspect ratio`} className="grid grid-cols-3 gap-2 min-[24rem]:grid-cols-4">
      {ratios.map((ratio) => (
        <Option
          key={ratio}
          name="aspectRatio"
          value={ratio}
          label={ratioName(ratio)}
          isChosen={ratio === value}
          onChoose={() => onChoose(ratio)}
          onPicked={onPicked}
          className="grid justify-items-center gap-1 px-1 py-2.5 text-center"
        >
          <RatioShape ratio={ratio} className="size-9" />
          <span className="text-sm leading-tight font-semibold">{ratioTexts[ratio]}</span>
          {ratio !== 'original' && <span className="text-label text-muted tabular-nums">{ratio}</span>}
        </Option>
      ))}
    </OptionGroup>
  );
}

/** It contains the ratio, which is what controls show. */
export function ratioName(ratio: AspectRatio): string {
  return ratio === 'original' ? ratioTexts[ratio] : `${ratioTexts[ratio]}, ${ratio}`;
}

export function RatioShape({ ratio, className }: { ratio: AspectRatio; className: string }) {
  return (
    <span aria-hidden className={clsx('grid place-items-center', className)}>
      <span className={clsx('block rounded-[0.1875rem] border-2 border-current', SHAPES[ratio])} />
    </span>
  );
}
