import type { AdminTransactionRow } from '@luit/contracts/billing/transactions';
import { Badge } from '@luit/ui/badge';
import { ReceiptIndianRupee } from 'lucide-react';
import { ExportButton } from '../../components/export-button';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { sentenceCase } from '../../lib/format';
import { LIST_FILTERS } from '../../lib/list-filters';
import { TRANSACTION_COLUMNS } from './transaction-columns';
import { isRefundOpen, OPEN_REFUND_POLL_MS } from './transaction-labels';

const TYPES = ['purchase', 'usage', 'refund', 'adjustment', 'grant'].map((value) => ({
  value,
  label: value === 'refund' ? 'Refunds and returns' : sentenceCase(value),
}));

export default function TransactionsPage() {
  const state = useTableState({ sort: '-created_at', filters: LIST_FILTERS.transactions });
  const query = usePage<AdminTransactionRow>('/api/admin/transactions', state, (page) =>
    page?.items.some(isRefundOpen) ? OPEN_REFUND_POLL_MS : false,
  );
  return (
    <>
      <PageHeader title="Transactions" description="All credit movements of all accounts.">
        <ExportButton
          what="transactions"
          path="/api/admin/transactions/export.csv"
          permission="transactions.export"
          state={state}
          filters={LIST_FILTERS.transactions}
        />
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <SearchBox state={state} label="Search by email, description, or ID" />
        <Filter state={state} name="type" label="Type" options={TYPES} />
        {state.filter('user') && (
          <button type="button" onClick={() => state.set('user', '')} aria-label="Clear user filter">
            <Badge tone="info">One user ×</Badge>
          </button>
        )}
      </TableToolbar>
      <PagedTable
        caption="Transactions"
        columns={TRANSACTION_COLUMNS}
        rowKey={(row) => row.id}
        query={query}
        state={state}
        empty={{ title: 'No transactions', icon: <ReceiptIndianRupee className="size-6" /> }}
      />
    </>
  );
}
