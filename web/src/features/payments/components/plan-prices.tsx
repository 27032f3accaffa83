import { t } from '@lingui/core/macro';
import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';
import { buttonClass } from '@luit/ui/button';
import { Link } from 'react-router-dom';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { formatCredits, formatMoney, formatSeconds } from '../../../lib/format';
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
              {/* The default model makes it, and a credit counts as a rupee. */}
              <Price of={t`Paid once, without credits`}>{formatMoney(plan.credits)}</Price>
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

/** What a plan costs with each model that makes its videos, in the order of the models. */
function modelPrices(plan: VideoPlan, models: VideoModel[]): { name: string; credits: number }[] {
  const able = models.filter(({ supports }) =>
    supports.some(
      ({ type, durations, resolutions }) =>
        type !== 'restore' && durations.includes(plan.duration) && resolutions.includes(plan.quality),
    ),
  );
  return able.map((model) => ({
    name: model.name,
    credits: priceOf(model.price, { duration: plan.duration, resolution: plan.quality }),
  }));
}
