import type { DeviceSession } from '@luit/contracts/auth/sessions';
import type { CreditLot } from '@luit/contracts/billing/balances';
import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import { Table, type Column } from '@luit/ui/table';
import { Nothing, Section } from '../../components/section';
import { Timestamp } from '../../components/timestamp';
import { formatNumber } from '../../lib/format';

const LOTS: Column<CreditLot>[] = [
  { key: 'from', header: 'From', cell: (lot) => lot.description },
  { key: 'left', header: 'Left', align: 'end', cell: (lot) => formatNumber(lot.remaining) },
  { key: 'held', header: 'Held', align: 'end', cell: (lot) => formatNumber(lot.held) },
  { key: 'of', header: 'Of', align: 'end', cell: (lot) => formatNumber(lot.credits) },
  { key: 'expires', header: 'Expires', cell: (lot) => <Timestamp at={lot.expires_at} /> },
];

export function LotList({ lots }: { lots: CreditLot[] }) {
  return (
    <Section title="Credits by lot, in the order of spending">
      {lots.length > 0 ? (
        <Table caption="Lots" columns={LOTS} rows={lots} rowKey={(lot) => lot.id} isDense />
      ) : (
        <Nothing>No credits left</Nothing>
      )}
    </Section>
  );
}

const DEVICES: Column<DeviceSession>[] = [
  { key: 'device', header: 'Device', cell: (session) => session.device },
  { key: 'ip', header: 'Address', cell: (session) => session.ip },
  { key: 'used', header: 'Last used', cell: (session) => <Timestamp at={session.last_used_at} /> },
];

export function DeviceList({ devices }: { devices: DeviceSession[] }) {
  return (
    <Section title="Signed-in devices">
      {devices.length > 0 ? (
        <Table caption="Devices" columns={DEVICES} rows={devices} rowKey={(session) => session.id} isDense />
      ) : (
        <Nothing>Signed in nowhere</Nothing>
      )}
    </Section>
  );
}

const AUDIT: Column<AuditLogRow>[] = [
  { key: 'time', header: 'Time', cell: (entry) => <Timestamp at={entry.created_at} /> },
  { key: 'operator', header: 'Operator', cell: (entry) => entry.admin_email },
  { key: 'action', header: 'Action', cell: (entry) => entry.action.replaceAll('_', ' ') },
  {
    key: 'details',
    header: 'Details',
    cell: (entry) =>
      Object.entries(entry.details)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
  },
];

export function UserAudit({ entries }: { entries: AuditLogRow[] }) {
  return (
    <Section title="What operators did">
      {entries.length > 0 ? (
        <Table caption="Audit" columns={AUDIT} rows={entries} rowKey={(entry) => entry.id} isDense />
      ) : (
        <Nothing>No operator changed this account</Nothing>
      )}
    </Section>
  );
}
