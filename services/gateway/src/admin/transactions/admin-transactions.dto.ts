import { MAX_RUPEES } from '@luit/contracts/billing/limits';
import type { TransactionSort, TransactionType } from '@luit/contracts/billing/transactions';
import { ChoiceField, IdField, RupeesField, TextField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const TYPES: TransactionType[] = ['purchase', 'usage', 'refund', 'adjustment', 'grant'];
const SORTS: TransactionSort[] = ['created_at', '-created_at', 'amount', '-amount'];

export class AdminTransactionsQuery extends IdPageQuery {
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

  @ChoiceField(SORTS, { isOptional: true, default: '-created_at', message: 'Transactions cannot be sorted by this' })
  sort?: TransactionSort;
}

export class RefundDto {
  @RupeesField({
    message: 'The amount must be at least 1 rupee, with at most two decimals',
    min: 1,
    max: MAX_RUPEES,
    description: 'Rupees, as in the table',
    example: 499.5,
  })
  amount!: number;
}
