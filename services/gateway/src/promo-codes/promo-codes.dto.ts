import { MAX_TYPED_CODE } from '@luit/contracts/billing/promo-code-limits';
import { TextField } from '../http/fields';

export class RedeemDto {
  @TextField({
    message: 'Enter a code',
    tooLong: 'A code is shorter than this',
    max: MAX_TYPED_CODE,
    example: 'WELCOME50',
    description: 'Case-insensitive; spaces and hyphens are ignored',
  })
  code!: string;
}
