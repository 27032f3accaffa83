import type { KindStatistics } from '@luit/contracts/auth/report-statistics';
import { TAKEDOWN_KIND_NAMES } from '@luit/contracts/auth/takedown-kinds';
import { QUARTER_PATTERN, quarterBefore, quarterOf } from '@luit/contracts/messages/quarters';
import { Select } from '@luit/ui/select';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { BackLink } from '../../components/back-link';
import { DataTable } from '../../components/data-table';
import { DownloadButton } from '../../components/download-button';
import { IfPermitted } from '../../components/if-permitted';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { Section } from '../../components/section';
import { useAddressParams } from '../../components/use-address-params';
import { currentDay, formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { QuarterlyNoticeSection } from './quarterly-notice-section';
import { quarterlyReportPath, statisticsQuery } from './quarterly-reports-query';

/** Operators can choose from this many quarters. */
const QUARTERS = 8;

const COUNTS = {
  received: 'Received',
  decidedInTime: 'In time',
  decidedLate: 'Late',
  open: 'Open',
  takenDown: 'Taken down',
  rejected: 'Rejected',
  answered: 'Answered',
  takedowns: 'Takedowns',
  lifts: 'Lifts',
} as const;

const COLUMNS: Column<KindStatistics>[] = [
  { key: 'kind', header: 'Kind', onPhones: 'title', cell: ({ kind }) => TAKEDOWN_KIND_NAMES[kind] },
  ...(Object.keys(COUNTS) as (keyof typeof COUNTS)[]).map((key): Column<KindStatistics> => ({
    key,
    header: COUNTS[key],
    align: 'end',
    cell: (row) => formatNumber(row[key]),
  })),
  {
    key: 'median',
    header: 'Median hours',
    align: 'end',
    cell: ({ medianHours }) => (medianHours === null ? '–' : formatNumber(medianHours)),
  },
];

/** The reports and takedowns of a quarter, and the notice about them. */
export default function QuarterlyReportPage() {
  const { client } = useServices();
  const [params, changeParams] = useAddressParams();
  const current = quarterOf(currentDay());
  const chosen = params.get('quarter') ?? '';
  const quarter = QUARTER_PATTERN.test(chosen) ? chosen : quarterBefore(current);
  const query = useQuery(statisticsQuery(client, quarter));
  const recent = Array.from({ length: QUARTERS }, (_, index) => quarterBefore(current, index));
  return (
    <>
      <PageHeader
        title="Quarterly report"
        description="Reports received, and takedowns made and lifted, in the quarter. Days are in IST."
        back={<BackLink to="/content-reports">Reported content</BackLink>}
      >
        <Select
          label="Quarter"
          value={quarter}
          onChange={({ target: { value } }) => changeParams((changed) => changed.set('quarter', value))}
        >
          {(recent.includes(quarter) ? recent : [...recent, quarter]).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
        <IfPermitted permission="content_reports.export">
          <DownloadButton path={`${quarterlyReportPath(quarter)}/statistics.csv`} name={`reports-${quarter}.csv`} />
        </IfPermitted>
        <RefreshButton query={query} />
      </PageHeader>
      <div className="grid gap-5">
        <Section title={`Reports of ${quarter}`}>
          <QueryPanel query={query} loading="Loading the counts">
            {({ kinds }) => (
              <DataTable
                caption={`Reports of ${quarter}`}
                columns={COLUMNS}
                rows={kinds}
                rowKey={({ kind }) => kind}
                isStacked
              />
            )}
          </QueryPanel>
        </Section>
        <QuarterlyNoticeSection key={quarter} quarter={quarter} />
      </div>
    </>
  );
}
