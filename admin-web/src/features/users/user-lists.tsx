import type { DeviceSession } from '@luit/contracts/auth/sessions';
import type { CreditLot } from '@luit/contracts/billing/balances';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import type { Column } from '@luit/ui/table';
import { DataTable } from '../../components/data-table';
import { EmptyMessage, Section } from '../../components/section';
import { Identifier } from '../../components/identifier';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { formatNumber } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { actionLabel, actorOf, detailsOf, pageOf } from '../audit-log/audit-labels';

const LOTS: Column<CreditLot>[] = [
  { key: 'from', header: 'Source', onPhones: 'title', cell: (lot) => lot.description },
  { key: 'left', header: 'Remaining', align: 'end', cell: (lot) => formatNumber(lot.remaining) },
  { key: 'held', header: 'Held', align: 'end', cell: (lot) => formatNumber(lot.held) },
  { key: 'of', header: 'Original', align: 'end', cell: (lot) => formatNumber(lot.credits) },
  { key: 'expires', header: 'Expires', cell: (lot) => <Timestamp at={lot.expires_at} /> },
];

export function LotList({ lots }: { lots: CreditLot[] }) {
  return (
    <Section title="Credit lots, in spending order">
      {lots.length > 0 ? (
        <DataTable caption="Lots" columns={LOTS} rows={lots} rowKey={(lot) => lot.id} isDense isStacked />
      ) : (
        <EmptyMessage>No credits left</EmptyMessage>
      )}
    </Section>
  );
}

const DEVICES: Column<DeviceSession>[] = [
  { key: 'device', header: 'Device', onPhones: 'title', cell: (session) => session.device },
  { key: 'ip', header: 'IP address', cell: (session) => session.ip },
  { key: 'used', header: 'Last used', cell: (session) => <Timestamp at={session.last_used_at} /> },
];

export function DeviceList({ devices }: { devices: DeviceSession[] }) {
  return (
    <Section title="Signed-in devices">
      {devices.length > 0 ? (
        <DataTable
          caption="Devices"
          columns={DEVICES}
          rows={devices}
          rowKey={(session) => session.id}
          isDense
          isStacked
        />
      ) : (
        <EmptyMessage>No active sessions</EmptyMessage>
      )}
    </Section>
  );
}

const AUDIT: Column<AuditLogRow>[] = [
  { key: 'time', header: 'Time', cell: (entry) => <Timestamp at={entry.created_at} /> },
  {
    key: 'operator',
    header: 'Operator',
    className: 'max-w-36 lg:max-w-64',
    cell: (entry) => <Identifier>{actorOf(entry)}</Identifier>,
  },
  { key: 'action', header: 'Action', onPhones: 'title', cell: (entry) => <AuditAction entry={entry} /> },
  { key: 'details', header: 'Details', className: 'min-w-36 wrap-anywhere', onPhones: 'block', cell: detailsOf },
];

/** What was done, with a link to what it was done to. The user's own page is not linked again. */
function AuditAction({ entry }: { entry: AuditLogRow }) {
  const [page, label] = [pageOf(entry), actionLabel(entry.action)];
  return page && !page.startsWith('/users/') ? <TextLink to={page}>{label}</TextLink> : label;
}

/** What operators did to the account, also through its jobs and payments. */
export function UserAudit({ userId, entries }: { userId: string; entries: AuditLogRow[] }) {
  const canReadAll = useCan('audit_log.read');
  return (
    <Section title="Operator activity" action={canReadAll && <TextLink to={`/audit-log?user=${userId}`}>All</TextLink>}>
      {entries.length > 0 ? (
        <DataTable caption="Audit" columns={AUDIT} rows={entries} rowKey={(entry) => entry.id} isDense isStacked />
      ) : (
        <EmptyMessage>No operator activity</EmptyMessage>
      )}
    </Section>
  );
}
