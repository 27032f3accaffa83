import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { clsx } from 'clsx';
import type { ChargedNoun } from '../shortfall-text';
import { balanceCopy } from '../copy';
import { formatNumber } from '../../../lib/format';
import { useBalance, useShortfall } from '../api/get-balance';

const BALANCE_AFTER: Record<ChargedNoun, () => string> = {
  video: () => t`After this video`,
  photo: () => t`After this photo`,
  videos: () => t`After these videos`,
  image: () => t`After this image`,
  images: () => t`After these images`,
};

const STILL_NEEDED: Record<ChargedNoun, () => string> = {
  video: () => t`Still needed for this video`,
  photo: () => t`Still needed for this photo`,
  videos: () => t`Still needed for these videos`,
  image: () => t`Still needed for this image`,
  images: () => t`Still needed for these images`,
};

interface CreditForecastProps {
  cost: number;
  noun?: ChargedNoun;
}

/** The balance before and after the charge, or the shortfall, in one line. A balance that fails to load shows a warning but blocks nothing. */
export function CreditForecast({ cost, noun = 'video' }: CreditForecastProps) {
  const { credits, state } = useBalance();
  const shortfall = useShortfall(cost);
  const isKnown = state === 'known' && credits !== null;
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap items-baseline gap-x-1.5 text-muted tabular-nums">
        <dt>{t`Current balance`}</dt>
        <dd className="font-semibold text-ink">{credits === null ? '–' : formatNumber(credits)}</dd>
        <dt className={shortfall > 0 ? "before:content-['·_']" : 'sr-only'}>
          {shortfall > 0 ? STILL_NEEDED[noun]() : BALANCE_AFTER[noun]()}
        </dt>
        <dd className={clsx('font-semibold text-ink', shortfall === 0 && "before:font-normal before:content-['→_']")}>
          {isKnown ? formatNumber(shortfall > 0 ? shortfall : credits - cost) : '–'}
        </dd>
      </dl>
      {state === 'failed' && <Alert tone="accent">{balanceCopy.balanceFailed}</Alert>}
    </div>
  );
}
