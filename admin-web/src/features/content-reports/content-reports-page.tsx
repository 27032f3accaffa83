import { TAKEDOWN_KIND_NAMES, TAKEDOWN_KINDS } from '@luit/contracts/generation/takedown-kinds';
import { Select } from '@luit/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { TextLink } from '../../components/text-link';
import { useServices } from '../../lib/services';
import { contentReportsQuery, type ReportFilter } from './content-reports-query';
import { ReportCard } from './report-card';

/** Reports of videos and photos, and grievances: the one with the least time left first. */
export default function ContentReportsPage() {
  const { client } = useServices();
  const [filter, setFilter] = useState<ReportFilter>({ status: 'open', kind: '' });
  const query = useQuery(contentReportsQuery(client, filter));
  const set = (change: Partial<ReportFilter>) => setFilter((old) => ({ ...old, ...change }));
  return (
    <>
      <PageHeader
        title="Reported content"
        description="Reported videos and photos, and grievances. Least time left first."
      >
        <TextLink to="/quarterly-report">Quarterly report</TextLink>
        <RefreshButton query={query} />
      </PageHeader>
      <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:max-w-xl">
        <Select
          label="Status"
          value={filter.status}
          onChange={(event) => set({ status: event.target.value as ReportFilter['status'] })}
        >
          <option value="open">Open</option>
          <option value="decided">Decided</option>
        </Select>
        <Select
          label="Kind"
          value={filter.kind}
          onChange={(event) => set({ kind: event.target.value as ReportFilter['kind'] })}
        >
          <option value="">All</option>
          {TAKEDOWN_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {TAKEDOWN_KIND_NAMES[kind]}
            </option>
          ))}
        </Select>
      </div>
      <QueryPanel query={query} loading="Loading reports">
        {({ items, total }) => (
          <div className="grid gap-4">
            <p className="text-sm text-muted">{total === 0 ? 'No reports.' : `${total} in total`}</p>
            {items.map((report) => (
              <ReportCard key={report.id} report={report} />
            ))}
          </div>
        )}
      </QueryPanel>
    </>
  );
}
