import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { Identifier } from '../../components/identifier';
import { PagedTable } from '../../components/paged-table';
import { PageHeader } from '../../components/page-header';
import { RefreshButton } from '../../components/refresh-button';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { formatDay, formatMicros, formatNumber } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { problemsOf } from './bill-statuses';
import { ImportDialog } from './import-dialog';
import type { ShownBill } from './withdraw-bill';

const COLUMNS: Column<ShownBill>[] = [
  {
    key: 'bill',
    header: 'Bill',
    onPhones: 'title',
    className: 'w-full max-w-0 min-w-44',
    cell: ({ id, provider, fileName }) => (
      <>
        <TextLink to={`/provider-bills/${id}`}>{provider}</TextLink>
        <p className="text-label text-muted">
          <Identifier>{fileName}</Identifier>
        </p>
      </>
    ),
  },
  {
    key: 'days',
    header: 'Period',
    className: 'whitespace-nowrap',
    cell: ({ from, to }) => `${formatDay(from)} to ${formatDay(to)}`,
  },
  {
    key: 'lines',
    header: 'Lines in file',
    align: 'end',
    className: 'min-w-28',
    cell: ({ lines }) => formatNumber(lines),
  },
  {
    key: 'total',
    header: 'Total',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ totalMicros, currency }) => `${formatMicros(totalMicros)} ${currency}`,
  },
  {
    key: 'problems',
    header: 'Open questions',
    className: 'min-w-32',
    cell: ({ sums, withdrawal }) => {
      if (withdrawal) return <Badge>Withdrawn</Badge>;
      const problems = problemsOf(sums);
      return problems === 0 ? (
        <Badge tone="success">None</Badge>
      ) : (
        <Badge tone="danger">{problems === 1 ? '1 task' : `${formatNumber(problems)} tasks`}</Badge>
      );
    },
  },
  { key: 'at', header: 'Imported', cell: ({ createdAt }) => <Timestamp at={createdAt} canWrap /> },
];

/** Imported bills of providers. */
export default function BillsPage() {
  const mayImport = useCan('provider_bills.import');
  const state = useTableState({ filters: [] });
  const query = usePage<ShownBill>('/api/admin/provider-bills', state);
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <PageHeader
        title="Provider bills"
        description="Provider bills, imported as CSV and compared task by task with the jobs that Luit submitted."
      >
        {mayImport && (
          <Button size="sm" onClick={() => setImporting(true)}>
            Import a bill…
          </Button>
        )}
        <RefreshButton query={query} />
      </PageHeader>
      <PagedTable
        caption="Provider bills"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No bills imported yet', icon: <FileCheck className="size-6" /> }}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
