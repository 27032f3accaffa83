import { ACCESS_ACTIONS } from '@luit/contracts/auth/access-actions';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { ScrollText } from 'lucide-react';
import { Identifier } from '../../components/identifier';
import { ExportButton } from '../../components/export-button';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { PeriodFilter } from '../../components/period-filter';
import { RefreshButton } from '../../components/refresh-button';
import { usePage } from '../../components/use-page';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { useTableState } from '../../components/use-table-state';
import { formatTime } from '../../lib/format';
import { LIST_FILTERS } from '../../lib/list-filters';
import { actionLabel, actorOf, detailsOf, pageOf } from './audit-labels';
import { OperatorFilter } from './operator-filter';

const TONES: Record<string, BadgeTone> = {
  sign_in_failed: 'danger',
  user_blocked: 'danger',
  user_unblocked: 'success',
};

const ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'user_blocked',
  'user_unblocked',
  'user_closed',
  'credits_adjusted',
  'payment_refunded',
  'pack_created',
  'pack_changed',
  'pack_archived',
  'pack_restored',
  'plan_changed',
  'model_created',
  'model_published',
  'model_tried',
  'model_deleted',
  'default_model_changed',
  'preset_created',
  'preset_changed',
  'preset_archived',
  'preset_restored',
  'example_added',
  'example_removed',
  'output_taken_down',
  'takedown_lifted',
  'taken_down_output_viewed',
  'settings_changed',
  'content_report_decided',
  'sealed_record_opened',
  'breach_recorded',
  'breach_changed',
  'breach_notice_sent',
  'message_answered',
  'message_reopened',
  'job_retried',
  'job_canceled',
  'job_refunded',
  'job_searched',
  'job_declared_lost',
  'jobs_retried',
  'jobs_canceled',
  'jobs_refunded',
  'quarterly_notice_sent',
  'incident_mails_queued',
  'queue_paused',
  'queue_resumed',
  'provider_checked',
  'provider_created',
  'provider_changed',
  'provider_state_changed',
  'runner_token_created',
  'runner_token_revoked',
  'provider_price_added',
  'exchange_rate_added',
  'personal_data_erased',
  ...ACCESS_ACTIONS,
].map((value) => ({ value, label: actionLabel(value) }));

const EXPORT_FILTERS = ['action', 'operator', 'subject', 'user', 'views'] as const;

function Subject({ entry }: { entry: AuditLogRow }) {
  const page = pageOf(entry);
  return entry.subject ? <Identifier to={page}>{entry.subject}</Identifier> : '–';
}

const COLUMNS: Column<AuditLogRow>[] = [
  {
    key: 'time',
    header: 'Time',
    className: 'min-w-28 tabular-nums',
    cell: (entry) => <time dateTime={entry.created_at}>{formatTime(entry.created_at)}</time>,
  },
  {
    key: 'operator',
    header: 'Operator',
    className: 'max-w-36 min-w-32 lg:max-w-56',
    cell: (entry) => <Identifier>{actorOf(entry)}</Identifier>,
  },
  {
    key: 'action',
    header: 'Action',
    onPhones: 'title',
    className: 'min-w-32 xl:min-w-60',
    cell: ({ action }) => {
      const tone = TONES[action];
      return tone ? <Badge tone={tone}>{actionLabel(action)}</Badge> : actionLabel(action);
    },
  },
  {
    key: 'subject',
    header: 'Subject',
    className: 'max-w-28 min-w-28 lg:max-w-40',
    cell: (entry) => <Subject entry={entry} />,
  },
  {
    key: 'details',
    header: 'Details',
    className: 'min-w-44 wrap-anywhere sm:w-2/5',
    cell: detailsOf,
  },
];

/** Operator actions and access to personal data. */
export default function AuditLogPage() {
  const state = useTableState({ limit: 50, filters: LIST_FILTERS['audit-log'] });
  const query = usePage<AuditLogRow>('/api/admin/audit-log', state);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Operator actions and access to personal data, newest first. Entries cannot be changed. Views are hidden at first; repeated ones within 15 minutes appear once. A bulk action is one entry."
      >
        <ExportButton
          what="audit log"
          path="/api/admin/audit-log/export.csv"
          permission="audit_log.export"
          state={state}
          filters={EXPORT_FILTERS}
        />
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <OperatorFilter state={state} onPage={query.data?.items.map((entry) => entry.admin_email) ?? []} />
        <Filter state={state} name="action" label="Action" options={ACTIONS} />
        {!state.filter('action') && (
          <Filter state={state} name="views" label="Views" all="Hidden" options={[{ value: 'true', label: 'Shown' }]} />
        )}
        <PeriodFilter state={state} label="Recorded" />
        {state.filter('user') && (
          <button type="button" onClick={() => state.set('user', '')} aria-label="Clear user filter">
            <Badge tone="info">One user ×</Badge>
          </button>
        )}
      </TableToolbar>
      <PagedTable
        caption="Audit log"
        columns={COLUMNS}
        rowKey={(entry) => entry.id}
        query={query}
        state={state}
        empty={{ title: 'No entries yet', icon: <ScrollText className="size-6" /> }}
      />
    </>
  );
}
