import type { Approval } from '@luit/contracts/billing/approvals';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { UserCheck } from 'lucide-react';
import { Identifier } from '../../components/identifier';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { LIST_FILTERS } from '../../lib/list-filters';
import { ApprovalActions } from './approval-actions';
import { describe, STATE_LABELS, STATE_TONES } from './approval-words';
import { APPROVALS_PATH } from './approvals-query';

const STATES = [{ value: 'pending', label: 'Pending' }];

const COLUMNS: Column<Approval>[] = [
  {
    key: 'state',
    header: 'State',
    className: 'align-top',
    cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>,
  },
  {
    key: 'action',
    header: 'Action',
    onPhones: 'title',
    className: 'w-full max-w-0 min-w-48 align-top wrap-anywhere',
    cell: (approval) => {
      const { text, to } = describe(approval);
      return (
        <>
          <p className="font-medium">{to ? <TextLink to={to}>{text}</TextLink> : text}</p>
          <p className="text-muted">{approval.reason}</p>
          {approval.failure && <p className="text-danger">{approval.failure}</p>}
        </>
      );
    },
  },
  {
    key: 'requested',
    header: 'Requested by',
    className: 'max-w-36 min-w-36 align-top lg:max-w-52',
    cell: ({ requestedBy, requested_at }) => (
      <>
        <Identifier>{requestedBy}</Identifier>
        <Timestamp at={requested_at} canWrap />
      </>
    ),
  },
  {
    key: 'decided',
    header: 'Decision',
    className: 'max-w-36 min-w-36 align-top break-words lg:max-w-52',
    cell: ({ state, decidedBy, decided_at, decisionReason, expires_at }) =>
      decidedBy ? (
        <>
          <Identifier>{decidedBy}</Identifier>
          <Timestamp at={decided_at} canWrap />
          {decisionReason && <p className="text-muted">{decisionReason}</p>}
        </>
      ) : (
        <span className="text-muted">
          {state === 'expired' ? 'Expired' : 'Expires'} <Timestamp at={expires_at} canWrap />
        </span>
      ),
  },
  {
    key: 'buttons',
    header: 'Actions',
    className: 'align-top',
    cell: (approval) => <ApprovalActions approval={approval} />,
  },
];

/** Actions above a limit of the settings, which wait for a second operator. */
export default function ApprovalsPage() {
  const state = useTableState({ filters: LIST_FILTERS.approvals });
  const query = usePage<Approval>(APPROVALS_PATH, state);
  return (
    <>
      <PageHeader
        title="Approvals"
        description="Grants and refunds above the limits in the settings wait here up to 24 hours for a second operator."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="state" label="State" options={STATES} />
      </TableToolbar>
      <PagedTable
        caption="Approvals"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No approvals', icon: <UserCheck className="size-6" /> }}
      />
    </>
  );
}
