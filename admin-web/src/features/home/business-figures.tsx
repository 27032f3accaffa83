import type { AdminDashboard } from '@luit/contracts/http/reports';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../components/data-table';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { EmptyMessage, Section } from '../../components/section';
import { Stat } from '../../components/stat';
import { TextLink } from '../../components/text-link';
import { formatNumber, formatRupees } from '../../lib/format';
import { useServices } from '../../lib/services';
import { TRANSACTION_COLUMNS } from '../transactions/transaction-columns';
import { USER_COLUMNS } from '../users/user-columns';

const REFRESH_MS = 60_000;

const unsorted = <Row,>(column: Column<Row>): Column<Row> => ({ ...column, sortBy: undefined });
const USERS = USER_COLUMNS.filter(({ key }) => !['actions', 'signed-in'].includes(key)).map(unsorted);
const TRANSACTIONS = TRANSACTION_COLUMNS.filter(({ key }) => !['balance', 'status'].includes(key)).map(unsorted);

/** Users, revenue and credits, the newest users and transactions. */
export function BusinessFigures() {
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => client.get<AdminDashboard>('/api/admin/dashboard', signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <section aria-labelledby="business" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="business" className="text-xl heading">
            Business
          </h2>
          <p className="text-sm text-muted">Days are in IST. Updated every minute.</p>
        </div>
        <RefreshButton query={query} />
      </div>
      <QueryPanel query={query} loading="Loading business figures">
        {({ stats, recentUsers, recentTransactions }) => (
          <div className="grid gap-5">
            <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 2xl:grid-cols-6">
              <Stat
                label="New users today"
                value={formatNumber(stats.newUsersToday)}
                note="Since midnight, not deleted"
              />
              <Stat label="Users" value={formatNumber(stats.totalUsers)} note="All accounts that are not deleted" />
              <Stat label="Active users" value={formatNumber(stats.activeUsers)} note="Last 30 days" />
              <Stat label="Revenue" value={formatRupees(stats.totalRevenue)} note="Captured minus refunded" />
              <Stat label="Credits sold" value={formatNumber(stats.totalCreditsSold)} note="All time" />
              <Stat
                label="Credits used"
                value={formatNumber(stats.creditsUsed)}
                note="By successful jobs, minus returned"
              />
            </dl>
            <div className="grid gap-5 2xl:grid-cols-2">
              <Section title="Latest users" action={<TextLink to="/users">All users</TextLink>}>
                <Latest caption="Users, newest first" columns={USERS} rows={recentUsers} emptyText="No users yet" />
              </Section>
              <Section title="Latest transactions" action={<TextLink to="/transactions">All transactions</TextLink>}>
                <Latest
                  caption="Transactions, newest first"
                  columns={TRANSACTIONS}
                  rows={recentTransactions}
                  emptyText="No transactions yet"
                />
              </Section>
            </div>
          </div>
        )}
      </QueryPanel>
    </section>
  );
}

interface LatestProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  emptyText: string;
}

function Latest<Row extends { id: string }>({ caption, columns, rows, emptyText }: LatestProps<Row>) {
  if (rows.length === 0) return <EmptyMessage>{emptyText}</EmptyMessage>;
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} isDense isStacked />;
}
