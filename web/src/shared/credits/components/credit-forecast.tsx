import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
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

/** The balance before and after the charge, or the shortfall. A balance that fails to load shows a warning but blocks nothing. */
export function CreditForecast({ cost, noun = 'video' }: CreditForecastProps) {
  const { credits, state } = useBalance();
  const shortfall = useShortfall(cost);
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2.5 text-sm">
        <div className="flex items-baseline justify-between">
          <dt className="text-muted">{t`Current balance`}</dt>
          <dd className="font-semibold tabular-nums">{credits === null ? '–' : formatNumber(credits)}</dd>
        </div>
        <div className="flex items-baseline justify-between border-t border-line pt-2.5">
          <dt className="text-muted">{shortfall > 0 ? STILL_NEEDED[noun]() : BALANCE_AFTER[noun]()}</dt>
          <dd className="text-title font-semibold tabular-nums">
            {state === 'known' && credits !== null ? formatNumber(shortfall > 0 ? shortfall : credits - cost) : '–'}
          </dd>
        </div>
      </dl>
      {state === 'failed' && <Alert tone="accent">{balanceCopy.balanceFailed}</Alert>}
    </div>
  );
}
