import { billItemStatus, type BillItemStatus } from '@luit/contracts/generation/provider-bills';
import { ChoiceField, ReasonField, TextField } from '../../http/fields';
import { IdPageQuery, PageQuery } from '../../http/page-query';

const COLUMN = { max: 200 };

export class BillImportQuery {
  @TextField({ max: 64 })
  provider!: string;

  @TextField({ max: 3, pattern: /^[A-Z]{3}$/, message: 'A currency is three capital letters, such as USD' })
  currency!: string;

  @TextField({ max: 200, description: 'Name of the file' })
  fileName!: string;

  @TextField({ ...COLUMN, description: 'Column of the task ID' })
  task!: string;

  @TextField({ ...COLUMN, description: 'Column of the amount' })
  amount!: string;

  @TextField({ ...COLUMN, description: 'Column of the date' })
  date!: string;

  @ReasonField()
  reason!: string;
}

export class BillWithdrawalDto {
  @ReasonField()
  reason!: string;
}

export class BillsQuery extends IdPageQuery {}

export class BillItemsQuery extends PageQuery {
  @ChoiceField(billItemStatus.options, { isOptional: true })
  status?: BillItemStatus;
}

export class BillExportQuery {
  @ChoiceField(billItemStatus.options, { isOptional: true })
  status?: BillItemStatus;
}
