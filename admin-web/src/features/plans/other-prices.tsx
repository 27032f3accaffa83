import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { repriced } from '@luit/contracts/generation/catalog/repricing';
import type { AdminModel } from '@luit/contracts/generation/model-editor';
import type { AdminPlan } from '@luit/contracts/generation/plans';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../lib/admin-error';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';

interface OtherPricesProps {
  plan: AdminPlan;
  plans: AdminPlan[];
  /** What the plan would cost. */
  credits: number;
}

/** The other prices that change with the price of a plan: those of its resolution, with each model. */
export function OtherPrices({ plan, plans, credits }: OtherPricesProps) {
  const { client } = useServices();
  const { data, error } = useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client.get<{ items: AdminModel[] }>('/api/admin/models', signal),
  });
  if (error) return <p className="text-sm text-danger">{`The other prices are unknown: ${errorMessage(error)}`}</p>;
  if (!data) return <p className="text-sm text-muted">Loading the other prices …</p>;
  const changes = changesWith(plan, plans, data.items, credits);
  if (changes.length === 0) return <p className="text-sm text-muted">No other price changes.</p>;
  return (
    <div className="grid gap-1 text-sm">
      <p className="font-semibold">This also changes</p>
      <ul aria-label="Other prices" className="grid gap-1">
        {changes.map(({ name, before, after }) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{name}</span>
            <span className="shrink-0 tabular-nums">{`${formatNumber(before)} → ${formatNumber(after)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function changesWith(plan: AdminPlan, plans: AdminPlan[], models: AdminModel[], credits: number) {
  const onSale = models.filter(({ state }) => state === 'live' || state === 'deprecated');
  const seller = onSale.find(({ output, isDefault }) => (plan.type === 'video' ? isDefault : output === 'restoration'));
  if (!seller) return [];
  const prices = repriced(onSale, seller, valuesOf(plan), credits);
  return onSale.flatMap((model) => {
    const [before, after] = [model.price, prices.get(model.id)];
    if (!before || !after) return [];
    return plans.flatMap((other) => {
      if (other.type !== plan.type || (other.id === plan.id && model.id === seller.id)) return [];
      if (!takes(model, other)) return [];
      const [was, becomes] = [before, after].map((price) => priceOf(price, valuesOf(other))) as [number, number];
      const name = model.id === seller.id ? other.name : `${other.name}, ${model.name}`;
      return was === becomes ? [] : [{ name, before: was, after: becomes }];
    });
  });
}

function valuesOf({ type, duration, quality }: AdminPlan) {
  return type === 'video' ? { duration: duration ?? undefined, resolution: quality } : { quality };
}

function takes({ durations, qualities }: AdminModel, { duration, quality }: AdminPlan): boolean {
  return (duration === null || durations.includes(duration)) && qualities.includes(quality);
}
