import { t } from '@lingui/core/macro';
import { packSavingsPercent } from '@luit/contracts/billing/pack-savings';
import type { CreditPack } from '@luit/contracts/billing/packs';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { Link } from 'react-router-dom';
import { formatNumber, formatSeconds, pricePerCredit } from '../../../lib/format';

interface PackFactsProps {
  pack: CreditPack;
  /** All packs, which its price per credit is compared with. */
  onSale: CreditPack[];
  /** The plan whose videos are counted; its credits are the price of the default model. */
  plan: VideoPlan | undefined;
}

/** How many videos a pack makes, its price per credit, and what it saves if it does. */
export function PackFacts({ pack, onSale, plan }: PackFactsProps) {
  const savings = packSavingsPercent(pack, onSale);
  const videos = plan ? Math.floor(pack.credits / plan.credits) : 0;
  return (
    <span className="grid gap-y-0.5 text-sm text-muted">
      {plan && videos > 0 && (
        <span>{t`About ${{ count: formatNumber(videos) }} videos of ${{ length: formatSeconds(plan.duration) }}, ${{ quality: plan.quality }}`}</span>
      )}
      <span className="flex flex-wrap gap-x-3">
        <span>{t`${{ price: pricePerCredit(pack.price, pack.credits) }} per credit`}</span>
        {savings > 0 && <span className="font-semibold text-accent-text">{t`Save ${{ percent: savings }}%`}</span>}
      </span>
    </span>
  );
}

/** The plan that shows what a pack makes. */
export const countedPlan = (plans: VideoPlan[]): VideoPlan | undefined =>
  plans.find(({ popular }) => popular) ?? plans[0];

/** What happens to the money, in one line where one pays. */
export function RefundLine({ className }: { className?: string }) {
  return (
    <p className={className ?? 'text-sm text-muted'}>
      {t`Unused credits are refundable within 30 days of purchase. The receipt comes by email and stays in your Credit Vault.`}{' '}
      <Link to="/refund" className="underline underline-offset-4">
        {t`Refund Policy`}
      </Link>
    </p>
  );
}
