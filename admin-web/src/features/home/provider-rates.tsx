import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { Column } from '@luit/ui/table';
import { DataTable } from '../../components/data-table';
import { EmptyMessage } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { formatNumber } from '../../lib/format';

const FIVE_MINUTES_PER_HOUR = 12;

const COLUMNS: Column<ProviderOverview>[] = [
  {
    key: 'provider',
    header: 'Provider',
    onPhones: 'title',
    cell: ({ name }) => <TextLink to={`/jobs?provider=${encodeURIComponent(name)}`}>{name}</TextLink>,
  },
  {
    key: 'success',
    header: 'Success',
    align: 'end',
    cell: ({ lastFiveMinutes: now, usualHour }) => (
      <Figure
        now={now.finished === 0 ? 'No job finished' : `${share(now)} (${now.succeeded} of ${now.finished})`}
        usual={usualHour && (usualHour.finished === 0 ? 'no jobs' : share(usualHour))}
      />
    ),
  },
  {
    key: 'throughput',
    header: 'Finished, last 5 minutes',
    align: 'end',
    // The share of successes names the number, too.
    onPhones: 'hidden',
    cell: ({ lastFiveMinutes: { finished }, usualHour }) => (
      <Figure
        now={formatNumber(finished)}
        usual={
          usualHour && formatNumber(Number((usualHour.finished / usualHour.days / FIVE_MINUTES_PER_HOUR).toFixed(1)))
        }
      />
    ),
  },
  { key: 'busy', header: 'Slots in use', align: 'end', cell: ({ busy, slots }) => `${busy} of ${slots}` },
  { key: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => formatNumber(waiting) },
];

/** Success and throughput of the last five minutes, beside what is usual at this hour. */
export function ProviderRates({ providers }: { providers: ProviderOverview[] }) {
  if (providers.length === 0) return <EmptyMessage>No providers</EmptyMessage>;
  const days = providers.find(({ usualHour }) => usualHour)?.usualHour?.days ?? 0;
  return (
    <>
      <DataTable
        caption="Providers now"
        columns={COLUMNS}
        rows={providers}
        rowKey={({ name }) => name}
        isDense
        isStacked
      />
      <p className="border-t border-line px-4 py-2 text-label text-muted">
        {days === 0
          ? 'No figures for this hour on previous days yet.'
          : `Usual: the same hour of the previous ${days === 1 ? 'day' : `${days} days`}.`}
      </p>
    </>
  );
}

function Figure({ now, usual }: { now: string; usual: string | null }) {
  return (
    <>
      <span className="font-medium whitespace-nowrap tabular-nums">{now}</span>
      {usual !== null && (
        <span className="block text-label whitespace-nowrap text-muted tabular-nums">usually {usual}</span>
      )}
    </>
  );
}

function share({ succeeded, finished }: { succeeded: number; finished: number }): string {
  // Rounded down, so that 99.96 % never reads as 100 %.
  return `${Math.floor((succeeded / finished) * 1_000) / 10}%`;
}
