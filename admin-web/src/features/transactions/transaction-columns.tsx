import type { AdminTransactionRow } from '@luit/contracts/billing/transactions';
import type { Column } from '@luit/ui/table';
import { TextLink } from '../../components/text-link';
import { USER_COLUMN } from '../../components/user-column';
import { Timestamp } from '../../components/timestamp';
import { formatChange, formatNumber } from '../../lib/format';
import { moneyText, StatusBadge, TypeBadge } from './transaction-labels';

export const TRANSACTION_COLUMNS: Column<AdminTransactionRow>[] = [
  { key: 'time', header: 'Time', sortBy: 'created_at', cell: (row) => <Timestamp at={row.created_at} canWrap /> },
  { key: 'type', header: 'Type', isWideOnly: true, cell: (row) => <TypeBadge row={row} /> },
  USER_COLUMN,
  {
    key: 'description',
    header: 'Description',
    onPhones: 'title',
    className: 'w-full max-w-0 min-w-28',
    cell: (row) => (
      <div className="line-clamp-2 wrap-anywhere" title={row.description}>
        <TextLink to={`/transactions/${row.id}`}>{row.description}</TextLink>
      </div>
    ),
  },
  {
    key: 'paid',
    header: 'Amount',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: moneyText,
  },
  { key: 'credits', header: 'Credits', align: 'end', sortBy: 'amount', cell: (row) => formatChange(row.amount) },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    onPhones: 'hidden',
    isWideOnly: true,
    cell: (row) => formatNumber(row.balance_after),
  },
  { key: 'status', header: 'Status', cell: (row) => <StatusBadge row={row} /> },
];
