import { PACK_LIMITS } from '@luit/contracts/billing/limits';
import { OmitType, PartialType } from '@nestjs/swagger';
import { BooleanField, IntegerField, RupeesField, TextField } from '../../http/fields';

const PRICE = 'The price must be from 1 to 1,000,000 rupees, with at most two decimals';
const CREDITS = 'Credits must be a whole number from 1 to 1,000,000';
const SAVINGS = 'Savings must be a whole percentage from 0 to 100';

export class NewPackDto {
  @TextField({
    message: 'The id must consist of lowercase letters, digits and hyphens',
    max: 40,
    pattern: /^[a-z0-9][a-z0-9-]{0,39}$/,
    example: 'bihu',
    description: 'Cannot be changed later',
  })
  id!: string;

  @TextField({ message: 'A name is required', tooLong: 'The name is too long', max: PACK_LIMITS.name, pattern: /\S/ })
  name!: string;

  @IntegerField({ message: CREDITS, min: 1, max: PACK_LIMITS.credits })
  credits!: number;

  @RupeesField({ message: PRICE, min: 1, max: PACK_LIMITS.priceRupees, description: 'Rupees, tax included' })
  price!: number;

  @BooleanField()
  popular!: boolean;

  @TextField({
    message: 'A description is required',
    tooLong: 'The description is too long',
    max: PACK_LIMITS.description,
    pattern: /\S/,
  })
  description!: string;

  @IntegerField({ message: SAVINGS, min: 0, max: PACK_LIMITS.savings, description: 'Declared savings, percent' })
  savings!: number;

  @IntegerField({ min: 0, max: PACK_LIMITS.position })
  position!: number;
}

export class PackChangeDto extends PartialType(OmitType(NewPackDto, ['id'])) {
  @BooleanField({ isOptional: true })
  archived?: boolean;
}
