import { type ModelEntry, modelEntry } from '@luit/contracts/generation/catalog/model-entry';
import { priceOf, rateOf, unitsOf, type PricedValues } from '@luit/contracts/generation/catalog/prices';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { AdminPackView } from '@luit/contracts/http/admin-packs';
import { useQuery } from '@tanstack/react-query';
import { currentDay, formatNumber, formatShare } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { providerCostsQuery } from '../../providers/costs/provider-costs-query';

/** A range is shown by its ends, its default, and these. */
const USUAL_SECONDS = [5, 10];

/** Credits of the usual choices, with what the preferred route charges and what is left of the cheapest credit. */
export function PriceMatrix({ entry }: { entry: unknown }) {
  const { data } = modelEntry.safeParse(entry);
  const economics = useEconomics(data);
  if (!data?.price)
    return <p className="text-sm text-muted">The table of prices appears when the entry has no faults.</p>;
  const rows = rowsOf(data);
  const columns = (data.parameters.resolution ?? data.parameters.quality)?.values ?? [null];
  const cost = data.routes[0]?.cost;
  return (
    <div className="grid gap-3">
      <div className="overflow-x-auto rounded-control border border-line">
        <table className="w-full border-collapse text-sm tabular-nums">
          <caption className="sr-only">Credits, cost and margin of the usual choices</caption>
          <thead>
            <tr className="bg-sunken text-label text-muted">
              <th scope="col" className="px-4 py-2 text-left eyebrow">
                <span className="sr-only">Length</span>
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-4 py-2 text-right eyebrow">
                  {column ?? 'Each'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values }) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="px-4 py-2.5 text-left font-semibold whitespace-nowrap">
                  {label}
                </th>
                {columns.map((column) => {
                  const choice = { ...values, resolution: column ?? undefined };
                  return (
                    <td key={column} className="px-4 py-2.5 text-right align-top">
                      <span className="text-base font-semibold">{formatNumber(priceOf(data.price!, choice))}</span>
                      <Earnings entry={data} choice={choice} economics={economics} />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-muted">
        {cost
          ? `Below the credits: what ${data.routes[0]!.provider} charges${economics.note}`
          : 'Enter what the first route charges to see cost and margin.'}
      </p>
    </div>
  );
}

interface Economics {
  /** Rupees of the cheapest credit on sale; null without packs. */
  creditRupees: number | null;
  /** Rupees of one unit of the currency of the first route's cost; null if it is unknown. */
  rate: number | null;
  note: string;
}

function Earnings({ entry, choice, economics }: { entry: ModelEntry; choice: PricedValues; economics: Economics }) {
  const cost = entry.routes[0]?.cost;
  if (!cost) return null;
  const price = costOf(cost, choice);
  if (price === null) return <span className="block text-label text-muted">Cost unknown</span>;
  const { creditRupees, rate } = economics;
  const revenue = creditRupees === null ? null : creditRupees * priceOf(entry.price!, choice);
  const margin = revenue === null || rate === null ? null : (revenue - price * rate) / revenue;
  return (
    <span className="block text-label text-muted">
      <span>{inCurrency(price, cost.currency)}</span>
      {margin !== null && (
        <span className={margin < 0 ? 'font-semibold text-danger' : undefined}>{` · ${formatShare(margin)}`}</span>
      )}
    </span>
  );
}

function inCurrency(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency, maximumFractionDigits: 4 }).format(amount);
}

/** In the currency of the cost; null if the cost has another basis than what is asked for. */
function costOf(cost: NonNullable<ModelEntry['routes'][number]['cost']>, choice: PricedValues): number | null {
  const rate = rateOf(cost, choice);
  const units = unitsOf(cost, choice);
  return rate === undefined || units === undefined ? null : rate * units;
}

function rowsOf({ parameters, price }: ModelEntry): { label: string; values: PricedValues }[] {
  const { duration, count, sound } = parameters;
  if (price?.perImage)
    return (count ? valuesOf(count).map(Number) : [1]).map((images) => ({
      label: `${images} image${images === 1 ? '' : 's'}`,
      values: { count: images },
    }));
  if (!price?.perSecond || !duration) return [{ label: 'Each', values: {} }];
  const all = valuesOf(duration).map(Number);
  const seconds = duration.values
    ? all
    : all.filter((each) => [all[0], all.at(-1), duration.default, ...USUAL_SECONDS].includes(each));
  const sounds = sound && price.sound ? [false, true] : [false];
  return seconds.flatMap((each) =>
    sounds.map((hasSound) => ({
      label: `${each} s${hasSound ? ' with sound' : ''}`,
      values: { duration: each, sound: hasSound },
    })),
  );
}

/** What a credit is worth at least, and what the currency of the first route costs today. */
function useEconomics(entry: ModelEntry | undefined): Economics {
  const { client } = useServices();
  const packs = useQuery({
    queryKey: ['packs'],
    queryFn: ({ signal }) => client.get<{ items: AdminPackView[] }>('/api/admin/credit-packs', signal),
  });
  const costs = useQuery(providerCostsQuery(client));
  const onSale = packs.data?.items.filter(({ archived_at }) => archived_at === null) ?? [];
  const creditRupees = onSale.length > 0 ? Math.min(...onSale.map(({ pricePerCredit }) => pricePerCredit)) : null;
  const currency = entry?.routes[0]?.cost?.currency;
  const today = currentDay();
  const known = costs.data?.rates
    .filter((each) => each.currency === currency && each.validFrom <= today)
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom))[0];
  const rate = currency === 'INR' ? 1 : known ? known.rateMicros / 1e6 : null;
  if (creditRupees === null) return { creditRupees, rate, note: '.' };
  if (rate === null)
    return {
      creditRupees,
      rate,
      note: `. Enter an exchange rate of ${currency} on the Provider costs page to see the margin.`,
    };
  const worth = `₹${formatNumber(Math.round(creditRupees * 1000) / 1000)}`;
  return {
    creditRupees,
    rate,
    note: `, and the share that is left if a credit was sold for ${worth}, the cheapest pack.`,
  };
}
