import type { ProviderOverview } from '@luit/contracts/generation/providers';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { DataTable } from '../../components/data-table';
import { EmptyMessage } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { formatNumber, formatShare } from '../../lib/format';
import { isAvailable, stateOf } from '../providers/provider-state';

const FIVE_MINUTES_PER_HOUR = 12;

const COLUMNS: Column<ProviderOverview>[] = [
  {
    key: 'provider',
    header: 'Provider',
    onPhones: 'title',
    cell: (provider) => (
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <TextLink to={`/jobs?provider=${encodeURIComponent(provider.name)}`}>{provider.name}</TextLink>
        <Badge tone={stateOf(provider).tone}>{stateOf(provider).label}</Badge>
      </span>
    ),
  },
  {
    key: 'success',
    header: 'Success',
    align: 'end',
    cell: (provider) => (
      <Figure
        now={successText(provider)}
        usual={
          provider.usualHour &&
          (provider.usualHour.finished === 0
            ? 'no jobs'
            : formatShare(provider.usualHour.succeeded / provider.usualHour.finished))
        }
      />
    ),
  },
  {
    key: 'throughput',
    header: 'Finished, last 5 minutes',
    align: 'end',
    // The column of successes names the number, too.
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
  { key: 'queued', header: 'Queued jobs', align: 'end', cell: ({ waiting }) => formatNumber(waiting) },
];

/** State, success and throughput of the last five minutes, beside what is usual at this hour. */
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
        Submissions that a provider refuses are not among its finished jobs.{' '}
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

/** A provider that receives no jobs has no success rate: the few that finished say nothing about its health. */
function successText(provider: ProviderOverview): string {
  const { succeeded, finished } = provider.lastFiveMinutes;
  if (finished === 0) return 'No job finished';
  const counts = `${formatNumber(succeeded)} of ${formatNumber(finished)} succeeded`;
  return isAvailable(provider) ? `${counts} (${formatShare(succeeded / finished)})` : counts;
}
