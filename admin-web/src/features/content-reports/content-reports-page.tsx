import type { ContentReport } from '@luit/contracts/auth/content-reports';
import { TAKEDOWN_KIND_NAMES, TAKEDOWN_KINDS } from '@luit/contracts/auth/takedown-kinds';
import { Select } from '@luit/ui/select';
import { PageHeader } from '../../components/page-header';
import { Pager } from '../../components/pager';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { TextLink } from '../../components/text-link';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { CONTENT_REPORTS_PATH } from './content-reports-path';
import { RepeatedTakedownsSection } from './repeated-takedowns-section';
import { ReportCard } from './report-card';

const POLL_MS = 15_000;
const FILTERS = ['status', 'kind'] as const;

/** Reports of videos and photos, and grievances: the one with the least time left first. */
export default function ContentReportsPage() {
  const state = useTableState({ filters: FILTERS });
  const query = usePage<ContentReport>(CONTENT_REPORTS_PATH, state, POLL_MS);
  return (
    <>
      <PageHeader
        title="Reported content"
        description="Reported videos and photos, and grievances. Those with the least time left come first."
      >
        <TextLink to="/quarterly-report">Quarterly report</TextLink>
        <RefreshButton query={query} />
      </PageHeader>
      <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:max-w-xl">
        <Select
          label="Status"
          value={state.filter('status')}
          onChange={(event) => state.set('status', event.target.value)}
        >
          <option value="">Open</option>
          <option value="decided">Decided</option>
        </Select>
        <Select label="Kind" value={state.filter('kind')} onChange={(event) => state.set('kind', event.target.value)}>
          <option value="">All</option>
          {TAKEDOWN_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {TAKEDOWN_KIND_NAMES[kind]}
            </option>
          ))}
        </Select>
      </div>
      <QueryPanel query={query} loading="Loading reports">
        {(page) => (
          <div className="grid gap-4">
            {page.total === 0 && <p className="text-sm text-muted">No reports.</p>}
            {page.items.map((report) => (
              <ReportCard key={report.id} report={report} />
            ))}
            <Pager page={page} state={state} />
          </div>
        )}
      </QueryPanel>
      <RepeatedTakedownsSection />
    </>
  );
}
