import { t } from '@lingui/core/macro';
import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';
import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { formatCredits, formatMoney, formatSeconds } from '../../../lib/format';
import { modelPrices, singlePrice } from '../plan-prices';
import { optionText } from '../../../lib/option-texts';

interface PlanPricesProps {
  plans: VideoPlan[];
  models: VideoModel[];
}

/** What each kind of video costs with each model, and paid once. */
export function PlanPrices({ plans, models }: PlanPricesProps) {
  return (
    <section aria-labelledby="plans" className="mt-16">
      <h2 id="plans" className="text-title heading">
        {t`Video prices`}
      </h2>
      <ul className="mt-4 grid gap-x-12 border-t border-line sm:grid-cols-2">
        {plans.map((plan) => (
          <li key={plan.id} className="border-b border-line py-4">
            <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
              {optionText(plan.name)}
              <span className="font-normal text-muted">
                {formatSeconds(plan.duration)}, {plan.quality}
              </span>
            </h3>
            <dl className="mt-2 grid gap-1.5 text-sm">
              {modelPrices(plan, models).map(({ name, credits }) => (
                <Price key={name} of={name}>
                  {formatCredits(credits)}
                </Price>
              ))}
              <Price of={t`Paid once, without credits`}>{formatMoney(singlePrice(plan, models))}</Price>
            </dl>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 text-sm text-muted">
        {t`You don’t need credits or an account to pay for a single video.`}
        <Link to="/pay-once" className={buttonClass('secondary', 'sm')}>
          {t`Pay once for a video`}
        </Link>
      </p>
    </section>
  );
}

function Price({ of, children }: { of: string; children: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{of}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
