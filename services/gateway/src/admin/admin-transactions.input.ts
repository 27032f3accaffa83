import { ApiProperty } from '@nestjs/swagger';
import type { TransactionType } from '@luit/contracts/http';
import { IsIn, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { PageQuery } from '../http/page-query';

const TYPES: TransactionType[] = ['purchase', 'usage', 'refund', 'adjustment', 'grant'];
/** Above any payment there can be; keeps paise far below what a number holds exactly. */
const MAX_RUPEES = 1_000_000_000;
const AMOUNT = { message: 'The amount must be rupees, at least 1, with at most two decimals' };

export class AdminTransactionsQuery extends PageQuery {
  @ApiProperty({ required: false, enum: TYPES })
  @IsOptional()
  @IsIn(TYPES)
  type?: TransactionType;
}

export class RefundInput {
  @ApiProperty({ description: 'Rupees, as the table shows them', example: 499.5 })
  @Max(MAX_RUPEES, AMOUNT)
  @Min(1, AMOUNT)
  @IsNumber({ maxDecimalPlaces: 2, allowNaN: false, allowInfinity: false }, AMOUNT)
  amount!: number;
}
