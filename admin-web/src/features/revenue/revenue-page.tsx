import type { RevenueDay, RevenueReport } from '@luit/contracts/http/reports';
import type { Column } from '@luit/ui/table';
import { DataTable } from '../../components/data-table';
import { DayField } from '../../components/day-field';
import { IfPermitted } from '../../components/if-permitted';
import { DownloadButton } from '../../components/download-button';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { Section } from '../../components/section';
import { Stat } from '../../components/stat';
import { useReport } from '../../components/use-report';
import { formatDay, formatNumber, formatRupees } from '../../lib/format';

const COLUMNS: Column<RevenueDay>[] = [
  { key: 'date', header: 'Day', className: 'whitespace-nowrap', cell: (day) => formatDay(day.date) },
  { key: 'payments', header: 'Payments', align: 'end', cell: (day) => formatNumber(day.payments) },
  { key: 'captured', header: 'Captured', align: 'end', cell: (day) => formatRupees(day.captured) },
  { key: 'refunded', header: 'Refunded', align: 'end', cell: (day) => formatRupees(day.refunded) },
  {
    key: 'revenue',
    header: 'Revenue',
    align: 'end',
    className: 'font-semibold',
    cell: (day) => formatRupees(day.revenue),
  },
  { key: 'sold', header: 'Credits sold', align: 'end', cell: (day) => formatNumber(day.creditsSold) },
  { key: 'used', header: 'Credits used', align: 'end', cell: (day) => formatNumber(day.creditsUsed) },
];

export default function RevenuePage() {
  const { params, set, query, csvPath } = useReport<RevenueReport>('revenue');
  const { data } = query;
  return (
    <>
      <PageHeader
        title="Revenue"
        description="Captured payments minus refunds, per day in IST. Payments that do not match their order are not included."
      >
        <DayField label="From" value={params.get('start') ?? data?.start ?? ''} onChange={(day) => set('start', day)} />
        <DayField label="To" value={params.get('end') ?? data?.end ?? ''} onChange={(day) => set('end', day)} />
        <IfPermitted permission="reports.export">
          <DownloadButton path={csvPath} name="revenue.csv" />
        </IfPermitted>
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading revenue">
        {({ totals, days }) => (
          <div className="grid gap-5">
            <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
              <Stat label="Revenue" value={formatRupees(totals.revenue)} />
              <Stat label="Captured" value={formatRupees(totals.captured)} />
              <Stat label="Refunded" value={formatRupees(totals.refunded)} />
              <Stat label="Payments" value={formatNumber(totals.payments)} />
            </dl>
            <Section title="Revenue by day, newest first">
              <DataTable
                caption="Revenue by day"
                columns={COLUMNS}
                rows={days.toReversed()}
                rowKey={(day) => day.date}
                isDense
              />
            </Section>
          </div>
        )}
      </QueryPanel>
    </>
  );
}
