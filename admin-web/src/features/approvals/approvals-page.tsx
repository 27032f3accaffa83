import type { Approval } from '@luit/contracts/billing/approvals';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { UserCheck } from 'lucide-react';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { sentenceCase } from '../../lib/format';
import { ApprovalActions } from './approval-actions';
import { describe, STATE_TONES } from './approval-words';
import { APPROVALS_PATH } from './approvals-query';

const FILTERS = ['state'] as const;

const COLUMNS: Column<Approval>[] = [
  {
    key: 'state',
    header: 'State',
    className: 'align-top',
    cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{sentenceCase(state)}</Badge>,
  },
  {
    key: 'action',
    header: 'Action',
    onPhones: 'title',
    className: 'min-w-48 align-top',
    cell: (approval) => {
      const { text, to } = describe(approval);
      return (
        <>
          <p className="font-medium break-words whitespace-normal">{to ? <TextLink to={to}>{text}</TextLink> : text}</p>
          <p className="break-words whitespace-normal text-muted">{approval.reason}</p>
          {approval.failure && <p className="break-words whitespace-normal text-danger">{approval.failure}</p>}
        </>
      );
    },
  },
  {
    key: 'requested',
    header: 'Requested',
    className: 'align-top',
    cell: ({ requestedBy, requested_at }) => (
      <>
        <p className="break-all whitespace-normal">{requestedBy}</p>
        <Timestamp at={requested_at} />
      </>
    ),
  },
  {
    key: 'decided',
    header: 'Decided',
    className: 'align-top',
    cell: ({ state, decidedBy, decided_at, decisionReason, expires_at }) =>
      decidedBy ? (
        <>
          <p className="break-all whitespace-normal">{decidedBy}</p>
          <Timestamp at={decided_at} />
          {decisionReason && <p className="break-words whitespace-normal text-muted">{decisionReason}</p>}
        </>
      ) : (
        <span className="text-muted">
          {state === 'expired' ? 'Expired' : 'Expires'} <Timestamp at={expires_at} />
        </span>
      ),
  },
  {
    key: 'buttons',
    header: 'Decision',
    className: 'align-top',
    cell: (approval) => <ApprovalActions approval={approval} />,
  },
];

/** Actions above a limit of the settings, which wait for a second operator. */
export default function ApprovalsPage() {
  const state = useTableState({ filters: FILTERS });
  const query = usePage<Approval>(APPROVALS_PATH, state);
  return (
    <>
      <PageHeader
        title="Approvals"
        description="Grants and refunds above a limit of the settings wait here for a second operator, for 24 hours."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="state" label="State" options={[{ value: 'pending', label: 'Pending' }]} />
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
