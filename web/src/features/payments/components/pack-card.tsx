import { t } from '@lingui/core/macro';
import { isRecommended, smallestPack } from '@luit/contracts/billing/pack-savings';
import type { CreditPack } from '@luit/contracts/billing/packs';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Badge } from '@luit/ui/badge';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCredits, formatMoney } from '../../../lib/format';
import { optionText } from '../../../lib/option-texts';
import { PackFacts } from '../../../shared/credits/components/pack-facts';

const PROCESSING_HOURS: Record<string, number> = { starter: 24, popular: 12, pro: 6 };

/** The features listed on a pack's card. */
function packFeatures(pack: CreditPack): string[] {
  const hours = PROCESSING_HOURS[pack.id];
  return [
    t`Prompt to video, image to video and photo restoration`,
    ...(hours ? [t`Processing within ${hours}h at the latest`] : []),
    t`Credits never expire`,
  ];
}

interface PackCardProps {
  pack: CreditPack;
  /** All packs, which its price per credit is compared with. */
  onSale: CreditPack[];
  /** The plan whose videos are counted. */
  plan: VideoPlan | undefined;
  action: ReactNode;
}

/** A credit pack with its price, credits and actual price per credit. */
export function PackCard({ pack, onSale, plan, action }: PackCardProps) {
  const isPromoted = isRecommended(pack, onSale);
  const perCredit = pack.price / pack.credits;
  const smallest = smallestPack(onSale);
  const isDearer = smallest !== undefined && perCredit > smallest.price / smallest.credits;
  return (
    <article
      aria-label={optionText(pack.name)}
      className={clsx(
        'relative flex flex-col overflow-hidden rounded-card border bg-surface shadow-card',
        isPromoted ? 'border-accent' : 'border-line',
      )}
    >
      {isPromoted && <div aria-hidden className="brand-border" />}
      <div className={clsx('flex flex-1 flex-col p-7', !isPromoted && 'pt-10')}>
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
          <h3 className="text-lg font-semibold">{optionText(pack.name)}</h3>
          {isPromoted && <Badge tone="accent">{t`Most popular`}</Badge>}
        </div>
        <p className="mt-5 flex items-baseline gap-2">
          <span className="text-[3.25rem] leading-none font-bold tracking-tight tabular-nums">
            {formatMoney(pack.price)}
          </span>
        </p>
        <p className="mt-3 text-lg font-semibold">{formatCredits(pack.credits)}</p>
        <div className="mt-1">
          <PackFacts pack={pack} onSale={onSale} plan={plan} />
          {isDearer && (
            <p className="text-sm text-muted">{t`Credits cost more than in the ${{ smallest: optionText(smallest.name) }}`}</p>
          )}
        </div>
        <p className="mt-4 text-sm text-muted">{optionText(pack.description)}</p>
        <ul className="mt-5 mb-7 grid gap-2.5 border-t border-line pt-5 text-sm">
          {packFeatures(pack).map((feature) => (
            <li key={feature} className="flex gap-2.5">
              <Check className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />
              {feature}
            </li>
          ))}
        </ul>
        <div className="mt-auto grid">{action}</div>
      </div>
    </article>
  );
}
