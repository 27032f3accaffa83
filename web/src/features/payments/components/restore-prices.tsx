import { t } from '@lingui/core/macro';
import type { RestorePlan } from '@luit/contracts/generation/plans';
import { formatCredits } from '../../../lib/format';
import { QUALITIES } from '../../../shared/plans/restore-options';

/** What a restored photo costs, by its quality. */
export function RestorePrices({ plans }: { plans: RestorePlan[] }) {
  return (
    <section aria-labelledby="restore-prices" className="mt-12">
      <h2 id="restore-prices" className="text-title heading">
        {t`Photo restoration prices`}
      </h2>
      <ul className="mt-4 grid border-t border-line sm:grid-cols-2 sm:gap-x-12">
        {plans.map(({ id, quality, credits }) => {
          const { name, text } = QUALITIES.find((known) => known.id === quality) ?? { name: quality, text: '' };
          return (
            <li key={id} className="flex items-baseline justify-between gap-4 border-b border-line py-3.5">
              <span>
                <span className="font-semibold">{name}</span> <span className="text-muted">{text}</span>
              </span>
              <span className="font-semibold whitespace-nowrap tabular-nums">{formatCredits(credits)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
