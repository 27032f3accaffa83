import type { FailingWebhookEndpoint } from '@luit/contracts/auth/webhooks';
import type { Column } from '@luit/ui/table';
import { Unplug } from 'lucide-react';
import { EndpointState } from '../../components/endpoint-state';
import { Identifier } from '../../components/identifier';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { USER_COLUMN } from '../../components/user-column';

const COLUMNS: Column<FailingWebhookEndpoint>[] = [
  { key: 'since', header: 'Failing since', cell: ({ failingSince }) => <Timestamp at={failingSince} canWrap /> },
  { key: 'state', header: 'State', cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  {
    key: 'origin',
    header: 'Endpoint',
    onPhones: 'title',
    className: 'max-w-40 xl:max-w-72',
    cell: ({ origin }) => <Identifier>{origin}</Identifier>,
  },
  USER_COLUMN,
  {
    key: 'error',
    header: 'Last error',
    className: 'max-w-80 wrap-anywhere',
    onPhones: 'block',
    cell: ({ lastError }) => lastError ?? 'Unknown',
  },
  { key: 'delivered', header: 'Last delivered', cell: ({ deliveredAt }) => <Timestamp at={deliveredAt} canWrap /> },
];

/** Endpoints of users at which no webhook arrives. */
export default function FailingWebhooksPage() {
  const state = useTableState();
  const query = usePage<FailingWebhookEndpoint>('/api/admin/failing-webhook-endpoints', state);
  return (
    <>
      <PageHeader
        title="Failing webhooks"
        description="Users’ endpoints at which every delivery fails, starting with those failing longest. After 5 days, Luit switches them off and emails their owners."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <PagedTable
        caption="Failing webhooks"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No failing webhooks', icon: <Unplug className="size-6" /> }}
      />
    </>
  );
}
