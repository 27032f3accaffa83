import { INPUT_LIMITS, SEARCH_TOO_LONG } from '@luit/contracts/auth/limits';
import { PROMO_CODE_LIMITS, PROMO_CODE_PATTERN } from '@luit/contracts/billing/promo-code-limits';
import {
  promoCodeSort,
  type PromoCodeSort,
  promoCodeState,
  type PromoCodeState,
} from '@luit/contracts/billing/promo-codes';
import {
  BooleanField,
  ChoiceField,
  ConfirmationField,
  IntegerField,
  ReasonField,
  TextField,
  TimeField,
} from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const { credits, redemptions, days } = PROMO_CODE_LIMITS;

export class PromoCodesQuery extends IdPageQuery {
  @ChoiceField(promoCodeState.options, { isOptional: true })
  state?: PromoCodeState;

  @TextField({
    isOptional: true,
    max: INPUT_LIMITS.search,
    tooLong: SEARCH_TOO_LONG,
    description: 'Part of the code or of its reason',
  })
  q?: string;

  @ChoiceField(promoCodeSort.options, { isOptional: true, default: '-created_at' })
  sort?: PromoCodeSort;
}

export class RedemptionsQuery extends IdPageQuery {}

export class NewPromoCodeDto {
  @TextField({
    message: 'The code must consist of 4 to 24 letters and digits',
    max: 24,
    pattern: PROMO_CODE_PATTERN,
    example: 'WELCOME50',
    description: 'Stored in capital letters; cannot be changed later',
  })
  code!: string;

  @IntegerField({ message: 'Credits must be a whole number from 1 to 100,000', min: 1, max: credits })
  credits!: number;

  @TimeField({ description: 'When the code becomes valid' })
  startsAt!: string;

  @TimeField({ description: 'When the code stops being valid' })
  endsAt!: string;

  @IntegerField({
    message: 'The lifetime must be a whole number of days from 1 to 3,650',
    min: 1,
    max: days,
    isOptional: true,
    description: 'Days from a redemption until its credits expire; null for never',
  })
  lifetimeDays!: number | null;

  @IntegerField({
    message: 'Redemptions must be a whole number from 1 to 100,000',
    min: 1,
    max: redemptions,
    description: 'For all users together; each user can redeem a code once',
  })
  maxRedemptions!: number;

  @BooleanField({ description: 'Only for users who have never bought anything' })
  isForNewCustomers!: boolean;

  @ReasonField()
  reason!: string;

  @ConfirmationField()
  confirmation?: string;
}

export class DisablePromoCodeDto {
  @ReasonField()
  reason!: string;
}
