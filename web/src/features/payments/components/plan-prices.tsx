import type { VideoPlan } from '@luit/contracts/generation/plans';
import { formatCredits } from '../../../lib/format';
import { paymentsCopy } from '../copy';

export function PlanPrices({ plans }: { plans: VideoPlan[] }) {
  return (
    <section aria-labelledby="plans" className="mt-16">
      <h2 id="plans" className="text-title heading">
        {paymentsCopy.plansTitle}
      </h2>
      <ul className="mt-4 grid border-t border-line sm:grid-cols-2 sm:gap-x-12">
        {plans.map((plan) => (
          <li key={plan.id} className="flex items-baseline justify-between gap-4 border-b border-line py-3.5">
            <span>
              <span className="font-semibold">{plan.name}</span>{' '}
              <span className="text-muted">
                {plan.duration} s, {plan.quality}
              </span>
            </span>
            <span className="font-semibold tabular-nums">{formatCredits(plan.credits)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
