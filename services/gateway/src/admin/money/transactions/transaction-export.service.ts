import type { AdminTransactionRow, TransactionExportQuery } from '@luit/contracts/billing/transactions';
import { Injectable } from '@nestjs/common';
import type { ExportedFile } from '../../../http/answers/exported-file';
import { csvTime, daysOf, inIst } from '../../../http/answers/csv';
import { csvExport } from '../../../http/answers/csv-files';
import { AdminTransactionsService } from './admin-transactions.service';

const PAGE = 200;
const PAISE_PER_RUPEE = 100;
const COLUMNS = [
  'id',
  inIst('created_at'),
  'user_id',
  'user_email',
  'type',
  'status',
  'description',
  'credits',
  'balance_after',
  'amount_inr',
  'order_id',
  'reference_id',
];

/** Exports transactions as CSV, newest first. Amounts of refunds are negative. */
@Injectable()
export class TransactionExportService {
  constructor(private readonly transactions: AdminTransactionsService) {}

  file(query: TransactionExportQuery): Promise<ExportedFile> {
    return csvExport({
      name: `transactions-${daysOf(query)}.csv`,
      columns: COLUMNS,
      read: (cursor) => this.transactions.list({ ...query, limit: PAGE, cursor }),
      toCells: (row) => [
        row.id,
        csvTime(row.created_at),
        row.user_id,
        row.user_email,
        row.type,
        row.status,
        row.description,
        row.amount,
        row.balance_after,
        rupeesOf(row),
        row.order_id,
        row.reference_id,
      ],
    });
  }
}

/** A failed refund moved no money. */
function rupeesOf({ type, status, amountPaise }: AdminTransactionRow): number | null {
  if (amountPaise === undefined) return null;
  if (type !== 'refund') return amountPaise / PAISE_PER_RUPEE;
  return status === 'reversed' ? 0 : -amountPaise / PAISE_PER_RUPEE;
}
