import type {
  MarginGrouping,
  MarginReport,
  MarginRow,
  MarginSums,
  MissingCost,
} from '@luit/contracts/generation/provider-costs';
import { Alert } from '@luit/ui/alert';
import { Select } from '@luit/ui/select';
import type { Column } from '@luit/ui/table';
import { clsx } from 'clsx';
import { DataTable } from '../../components/data-table';
import { DayField } from '../../components/day-field';
import { DownloadButton } from '../../components/download-button';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { EmptyMessage, Section } from '../../components/section';
import { Stat } from '../../components/stat';
import { TextLink } from '../../components/text-link';
import { useReport } from '../../components/use-report';
import { formatDay, formatMicroRupees, formatNumber } from '../../lib/format';
import { useCan } from '../../lib/operator';

const GROUPINGS: Record<MarginGrouping, string> = { day: 'Day', model: 'Model', plan: 'Plan', provider: 'Provider' };

/** Compares captured credits with provider costs. */
export default function MarginPage() {
  const mayExport = useCan('reports.export');
  const { params, set, query, csvPath } = useReport<MarginReport>('margin');
  const { data } = query;
  return (
    <>
      <PageHeader
        title="Margin"
        description="Jobs that succeeded, by the day they were submitted, in IST. Credits count at the price paid for them, including taxes and before Razorpay’s fees; granted credits count as ₹0."
      >
        <DayField label="From" value={params.get('start') ?? data?.start ?? ''} onChange={(day) => set('start', day)} />
        <DayField label="To" value={params.get('end') ?? data?.end ?? ''} onChange={(day) => set('end', day)} />
        {mayExport && <DownloadButton path={csvPath} name="margin.csv" />}
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading the margin">
        {(report) => (
          <div className="grid gap-5">
            <Missing missing={report.missing} />
            <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
              <Stat
                label="Captured"
                value={formatMicroRupees(report.totals.revenueMicros)}
                note={`${formatNumber(report.totals.credits)} credits`}
              />
              <Stat label="Provider cost" value={costText(report.totals)} note={unknownText(report.totals)} />
              <Stat label="Margin" value={marginText(report.totals)} note={shareText(report.totals)} />
              <Stat
                label="Jobs"
                value={formatNumber(report.totals.jobs)}
                note={report.uncounted > 0 ? `${formatNumber(report.uncounted)} more are not counted yet` : undefined}
              />
            </dl>
            <Select
              label="By"
              className="max-w-48"
              value={report.by}
              onChange={(event) => set('by', event.target.value)}
            >
              {Object.entries(GROUPINGS).map(([by, label]) => (
                <option key={by} value={by}>
                  {label}
                </option>
              ))}
            </Select>
            <Section title={`Margin by ${report.by}`}>
              {report.rows.length === 0 ? (
                <EmptyMessage>No job from these days has succeeded and been counted yet.</EmptyMessage>
              ) : (
                <DataTable
                  caption={`Margin by ${report.by}`}
                  columns={columnsOf(report.by)}
                  rows={report.rows}
                  rowKey={({ key }) => key}
                  isDense
                  isStacked
                />
              )}
            </Section>
            <p className="text-sm text-muted">
              Costs are those of the <TextLink to="/models">models’ routes</TextLink>, or{' '}
              <TextLink to="/provider-costs">prices entered from bills</TextLink>, at exchange rates. Tasks of failed
              jobs and duplicate tasks are not included; see the provider’s bill for what it charged for them.
            </p>
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function columnsOf(by: MarginGrouping): Column<MarginRow>[] {
  return [
    {
      key: 'key',
      header: GROUPINGS[by],
      onPhones: 'title',
      className: 'whitespace-nowrap',
      cell: ({ key }) => (by === 'day' ? formatDay(key) : key),
    },
    { key: 'jobs', header: 'Jobs', align: 'end', cell: ({ jobs }) => formatNumber(jobs) },
    { key: 'credits', header: 'Credits', align: 'end', cell: ({ credits }) => formatNumber(credits) },
    {
      key: 'captured',
      header: 'Captured',
      align: 'end',
      cell: ({ revenueMicros }) => formatMicroRupees(revenueMicros),
    },
    {
      key: 'cost',
      header: 'Provider cost',
      align: 'end',
      cell: (row) => (
        <>
          <span>{costText(row)}</span>
          {row.unknownCostJobs > 0 && <span className="block text-label text-muted">{unknownText(row)}</span>}
        </>
      ),
    },
    {
      key: 'margin',
      header: 'Margin',
      align: 'end',
      className: 'font-semibold',
      cell: (row) => <span className={clsx(isLoss(row) && 'text-danger')}>{marginText(row)}</span>,
    },
    { key: 'share', header: 'Of captured', align: 'end', cell: (row) => shareOf(row) ?? '–' },
  ];
}

function isLoss({ revenueMicros, costMicros }: MarginSums): boolean {
  // Unknown costs only add to a loss.
  return revenueMicros < costMicros;
}

function costText({ jobs, costMicros, unknownCostJobs }: MarginSums): string {
  if (unknownCostJobs === 0) return formatMicroRupees(costMicros);
  return unknownCostJobs === jobs ? 'Unknown' : `At least ${formatMicroRupees(costMicros)}`;
}

function unknownText({ unknownCostJobs }: MarginSums): string | undefined {
  if (unknownCostJobs === 0) return undefined;
  return unknownCostJobs === 1 ? 'Unknown for 1 job' : `Unknown for ${formatNumber(unknownCostJobs)} jobs`;
}

function marginText({ revenueMicros, costMicros, unknownCostJobs }: MarginSums): string {
  return unknownCostJobs > 0 ? 'Unknown' : formatMicroRupees(revenueMicros - costMicros);
}

function shareOf({ revenueMicros, costMicros, unknownCostJobs }: MarginSums): string | null {
  if (unknownCostJobs > 0 || revenueMicros === 0) return null;
  return `${Math.round(((revenueMicros - costMicros) / revenueMicros) * 100)}%`;
}

function shareText(sums: MarginSums): string | undefined {
  const share = shareOf(sums);
  return share ? `${share} of captured` : undefined;
}

function Missing({ missing }: { missing: MissingCost[] }) {
  if (missing.length === 0) return null;
  return (
    <Alert tone="accent">
      <p className="font-semibold">Some costs are unknown, so the margin is unknown too.</p>
      <ul className="list-disc pl-5">
        {missing.map((each) => (
          <li key={`${each.what} ${each.provider} ${each.model} ${each.resolution}`}>{missingText(each)}</li>
        ))}
      </ul>
      <p>
        Add costs to the routes of <TextLink to="/models">models</TextLink> for new jobs, and{' '}
        <TextLink to="/provider-costs">prices and rates</TextLink> for earlier ones.
      </p>
    </Alert>
  );
}

function missingText({ what, provider, model, resolution, currency, from, jobs }: MissingCost): string {
  const missing = what === 'price' ? 'no price' : `no exchange rate for ${currency}`;
  return `${provider} · ${model} (${resolution}): ${missing} starting ${formatDay(from)}, ${jobs === 1 ? '1 job' : `${formatNumber(jobs)} jobs`}`;
}
