import type { AccountWithTakedowns } from '@luit/contracts/http/takedowns';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../components/data-table';
import { Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { formatDateTime, formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { CONTENT_REPORTS_PATH } from './content-reports-path';

const PATH = `${CONTENT_REPORTS_PATH}/repeated-takedowns`;
const TITLE = 'Accounts with several takedowns';

const COLUMNS: Column<AccountWithTakedowns>[] = [
  {
    key: 'account',
    header: 'Account',
    onPhones: 'title',
    cell: ({ user_id, email }) => <TextLink to={`/users/${user_id}`}>{email ?? user_id}</TextLink>,
  },
  { key: 'takedowns', header: 'In a year', align: 'end', cell: ({ takedowns }) => formatNumber(takedowns) },
  { key: 'latest', header: 'Latest', align: 'end', cell: ({ latest_at }) => formatDateTime(latest_at) },
];

/** Absent while there is no such account. */
export function RepeatedTakedownsSection() {
  const { client } = useServices();
  const { data, isError } = useQuery({
    queryKey: [PATH],
    queryFn: ({ signal }) => client.get<{ items: AccountWithTakedowns[] }>(PATH, signal),
  });
  if (isError) return <p className="mt-6 text-sm text-danger">Accounts with several takedowns could not be loaded.</p>;
  if (!data || data.items.length === 0) return null;
  return (
    <div className="mt-6">
      <Section title={TITLE}>
        <DataTable caption={TITLE} columns={COLUMNS} rows={data.items} rowKey={({ user_id }) => user_id} isStacked />
      </Section>
    </div>
  );
}
