import { MAX_RUPEES } from '@luit/contracts/billing/limits';
import type { TransactionSort, TransactionType } from '@luit/contracts/billing/transactions';
import { IntersectionType } from '@nestjs/swagger';
import { ExportPeriod } from '../../http/export-period';
import { ChoiceField, ConfirmationField, IdField, ReasonField, RupeesField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const TYPES: TransactionType[] = ['purchase', 'usage', 'refund', 'adjustment', 'grant'];
const SORTS: TransactionSort[] = ['created_at', '-created_at', 'amount', '-amount'];

class TransactionFilter {
  @ChoiceField(TYPES, { isOptional: true })
  type?: TransactionType;

  @TextField({
    isOptional: true,
    max: 200,
    tooLong: 'This search is too long',
    description: 'Words of the description, an email address or an id',
  })
  q?: string;

  @IdField({ isOptional: true, description: 'Only transactions of this user' })
  user?: string;
}

export class AdminTransactionsQuery extends IntersectionType(IdPageQuery, TransactionFilter) {
  @ChoiceField(SORTS, { isOptional: true, default: '-created_at', message: 'Transactions cannot be sorted by this' })
  sort?: TransactionSort;
}

export class TransactionExportQuery extends IntersectionType(ExportPeriod, TransactionFilter) {}

const AMOUNT = {
  message: 'The amount must be at least 1 rupee, with at most two decimals',
  min: 1,
  max: MAX_RUPEES,
  description: 'Rupees, as in the table',
  example: 499.5,
};

export class RefundPreviewQuery {
  @RupeesField({ ...AMOUNT, isQuery: true })
  amount!: number;
}

export class RefundDto {
  @RupeesField(AMOUNT)
  amount!: number;

  @ReasonField()
  reason!: string;

  @ConfirmationField()
  confirmation?: string;
}
