import { MAX_CREDITS } from '@luit/contracts/billing/limits';
import { IntegerField, TextField } from '../http/fields';

const CREDITS = { message: 'Credits must be a whole number above 0', min: 1, max: MAX_CREDITS };

export class TransactionsQuery {
  @IntegerField({ min: 1, max: 200, default: 50, isQuery: true })
  limit = 50;

  @IntegerField({ min: 0, max: 1_000_000_000, default: 0, isQuery: true })
  offset = 0;
}

export class CheckDto {
  @IntegerField(CREDITS)
  requiredCredits!: number;
}

export class DeductDto {
  @IntegerField(CREDITS)
  credits!: number;

  @TextField({ isOptional: true, max: 200, default: 'video_generation' })
  reason?: string;
}
