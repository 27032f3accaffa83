import { ApiProperty } from '@nestjs/swagger';
import type { TransactionSort, TransactionType } from '@luit/contracts/billing/transactions';
import { IsIn, IsNumber, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { PageQuery } from '../../http/page-query';

const TYPES: TransactionType[] = ['purchase', 'usage', 'refund', 'adjustment', 'grant'];
const SORTS: TransactionSort[] = ['created_at', '-created_at', 'amount', '-amount'];
/** Above any payment there can be; keeps paise far below what a number holds exactly. */
const MAX_RUPEES = 1_000_000_000;
const AMOUNT = { message: 'The amount must be rupees, at least 1, with at most two decimals' };

export class AdminTransactionsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: TYPES })
  @IsOptional()
  @IsIn(TYPES)
  type?: TransactionType;

  @ApiProperty({ required: false, description: 'Words of the description, an address, or an id' })
  @IsOptional()
  @MaxLength(200, { message: 'This search is too long' })
  @IsString()
  q?: string;

  @ApiProperty({ required: false, description: 'Of this user alone' })
  @IsOptional()
  @IsUUID()
  user?: string;

  @ApiProperty({ required: false, enum: SORTS, default: '-created_at' })
  @IsOptional()
  @IsIn(SORTS, { message: 'Transactions cannot be sorted by this' })
  sort?: TransactionSort;

  @ApiProperty({ required: false, description: 'Id of the last transaction seen' })
  @IsOptional()
  @IsUUID()
  override cursor?: string;
}

export class RefundDto {
  @ApiProperty({ description: 'Rupees, as the table shows them', example: 499.5 })
  @Max(MAX_RUPEES, AMOUNT)
  @Min(1, AMOUNT)
  @IsNumber({ maxDecimalPlaces: 2, allowNaN: false, allowInfinity: false }, AMOUNT)
  amount!: number;
}
