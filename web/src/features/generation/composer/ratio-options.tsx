import type { AspectRatio } from '@luit/contracts/generation/options';
import { clsx } from 'clsx';
import { ratioTexts } from '../../../shared/parameters/parameter-texts';
import type { ListOption } from '../../../shared/studio/components/control';

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

/** The aspect ratios that a model offers, as shapes. */
export function ratioOptions(ratios: readonly AspectRatio[]): ListOption<AspectRatio>[] {
  return ratios.map((ratio) => ({
    value: ratio,
    text: ratioName(ratio),
    content: (
      <>
        <RatioShape ratio={ratio} className="size-9" />
        <span className="text-sm leading-tight font-semibold">{ratioTexts[ratio]}</span>
        {ratio !== 'original' && <span className="text-label text-muted tabular-nums">{ratio}</span>}
      </>
    ),
  }));
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
