import type { ExchangeRate, ProviderCosts, ProviderPrice } from '@luit/contracts/generation/provider-costs';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../../components/data-table';
import { PageHeader } from '../../../components/page-header';
import { QueryPanel } from '../../../components/query-panel';
import { EmptyMessage, Section } from '../../../components/section';
import { currentDay, formatDay, formatMicros, formatNumber } from '../../../lib/format';
import { useCan } from '../../../lib/operator';
import { useServices } from '../../../lib/services';
import { priceKey, priceText, rateKey, type Validity, validities } from './current-entries';
import { PriceDialog } from './price-dialog';
import { providerCostsQuery } from './provider-costs-query';
import { RateDialog } from './rate-dialog';

const VALIDITIES: Record<Validity, { label: string; tone: BadgeTone }> = {
  current: { label: 'Applies now', tone: 'success' },
  later: { label: 'Applies later', tone: 'info' },
  past: { label: 'Replaced', tone: 'neutral' },
};

/** What providers charge, and exchange rates, with the days from which they apply. */
export default function ProviderCostsPage() {
  const { client } = useServices();
  const query = useQuery(providerCostsQuery(client));
  const mayChange = useCan('provider_costs.change');
  const [adding, setAdding] = useState<'price' | 'rate' | null>(null);
  return (
    <>
      <PageHeader
        title="Provider costs"
        description="A job costs what the route in its model’s entry says, in rupees at the rate of the day it was submitted (IST). Add a price here where the bill says otherwise: it replaces the cost of the route. If there are two entries for the same day, the later one applies."
      >
        {mayChange && (
          <>
            <Button size="sm" onClick={() => setAdding('price')}>
              Add price…
            </Button>
            <Button tone="secondary" size="sm" onClick={() => setAdding('rate')}>
              Add exchange rate…
            </Button>
          </>
        )}
      </PageHeader>
      <QueryPanel query={query} loading="Loading provider costs">
        {(costs) => <Entries costs={costs} />}
      </QueryPanel>
      {adding === 'price' && <PriceDialog onClose={() => setAdding(null)} />}
      {adding === 'rate' && <RateDialog onClose={() => setAdding(null)} />}
    </>
  );
}

function Entries({ costs: { prices, rates } }: { costs: ProviderCosts }) {
  const today = currentDay();
  const ofPrices = validities(prices, priceKey, today);
  const ofRates = validities(rates, rateKey, today);
  const priceColumns: Column<ProviderPrice>[] = [
    {
      key: 'model',
      header: 'Provider and model',
      onPhones: 'title',
      cell: ({ provider, model, resolution }) => (
        <>
          <span className="font-medium break-words">{`${provider} · ${model}`}</span>
          <span className="block text-label text-muted">{resolution ?? 'Every resolution'}</span>
        </>
      ),
    },
    { key: 'price', header: 'Price', align: 'end', className: 'whitespace-nowrap', cell: priceText },
    ...entryColumns(ofPrices),
  ];
  const rateColumns: Column<ExchangeRate>[] = [
    {
      key: 'rate',
      header: 'Rate',
      onPhones: 'title',
      className: 'whitespace-nowrap',
      cell: ({ currency, rateMicros }) => `1 ${currency} = ₹${formatMicros(rateMicros)}`,
    },
    ...entryColumns(ofRates),
  ];
  return (
    <div className="grid gap-5">
      <Section title="Prices">
        {prices.length === 0 ? (
          <EmptyMessage>No prices. Jobs cost what the entries of their models say.</EmptyMessage>
        ) : (
          <EntryTable caption="Prices" columns={priceColumns} entries={prices} validities={ofPrices} />
        )}
      </Section>
      <Section title="Exchange rates">
        {rates.length === 0 ? (
          <EmptyMessage>No exchange rates yet. Prices in rupees need none.</EmptyMessage>
        ) : (
          <EntryTable caption="Exchange rates" columns={rateColumns} entries={rates} validities={ofRates} />
        )}
      </Section>
    </div>
  );
}

interface EntryTableProps<Entry> {
  caption: string;
  columns: Column<Entry>[];
  entries: Entry[];
  validities: Map<string, Validity>;
}

/** Entries are never deleted, so those that were replaced are shown only on request. */
function EntryTable<Entry extends ProviderPrice | ExchangeRate>(props: EntryTableProps<Entry>) {
  const { caption, columns, entries, validities: of } = props;
  const [hasReplaced, setHasReplaced] = useState(false);
  const valid = entries.filter(({ id }) => of.get(id) !== 'past');
  const replaced = entries.length - valid.length;
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={hasReplaced ? entries : valid}
        rowKey={({ id }) => id}
        isStacked
      />
      {replaced > 0 && (
        <p className="border-t border-line px-4 py-2">
          <Button tone="ghost" size="sm" aria-expanded={hasReplaced} onClick={() => setHasReplaced(!hasReplaced)}>
            {`${hasReplaced ? 'Hide' : 'Show'} ${formatNumber(replaced)} replaced`}
            <span className="sr-only">: {caption}</span>
          </Button>
        </p>
      )}
    </>
  );
}

function entryColumns<Entry extends ProviderPrice | ExchangeRate>(of: Map<string, Validity>): Column<Entry>[] {
  return [
    {
      key: 'from',
      header: 'Valid from',
      className: 'whitespace-nowrap',
      cell: ({ validFrom }) => formatDay(validFrom),
    },
    {
      key: 'state',
      header: 'State',
      cell: ({ id }) => {
        const { label, tone } = VALIDITIES[of.get(id) ?? 'past'];
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      key: 'reason',
      header: 'Reason',
      onPhones: 'block',
      className: 'max-w-80 break-words',
      cell: ({ reason }) => reason,
    },
  ];
}
