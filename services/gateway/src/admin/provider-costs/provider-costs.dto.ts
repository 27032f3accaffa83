import {
  marginGrouping,
  type MarginGrouping,
  type PriceUnit,
  priceUnit,
} from '@luit/contracts/generation/provider-costs';
import { BooleanField, ChoiceField, DayField, ReasonField, TextField } from '../../http/fields';
import { RevenueQuery } from '../reports/reports.dto';

/** Up to 1,000,000 with at most six decimals; read from text, so that no digit is lost. */
const AMOUNT = {
  max: 14,
  pattern: /^(\d{1,6}(\.\d{1,6})?|1000000(\.0{1,6})?)$/,
  message: 'An amount is a number up to 1000000 with at most six decimals, such as 0.18',
};
const CURRENCY = {
  max: 3,
  pattern: /^[A-Z]{3}$/,
  message: 'A currency is three capital letters, such as USD',
};

export class ProviderPriceDto {
  @TextField({ max: 64 })
  provider!: string;

  @TextField({ max: 64 })
  model!: string;

  @TextField({ isOptional: true, min: 1, max: 16, description: 'Resolution or quality; absent for all' })
  resolution?: string;

  @ChoiceField(priceUnit.options)
  unit!: PriceUnit;

  @TextField(CURRENCY)
  currency!: string;

  @TextField({ ...AMOUNT, description: 'Price of a unit' })
  price!: string;

  @DayField({ description: 'First day, in IST' })
  validFrom!: string;

  @ReasonField()
  reason!: string;

  @BooleanField({ isOptional: true, description: 'Accepts that the entry changes which providers may take over' })
  acceptsFailover?: boolean;
}

export class ExchangeRateDto {
  @TextField({ ...CURRENCY, pattern: /^(?!INR)[A-Z]{3}$/, message: `${CURRENCY.message}; rupees need no rate` })
  currency!: string;

  @TextField({ ...AMOUNT, description: 'Rupees of one unit of the currency' })
  rate!: string;

  @DayField({ description: 'First day, in IST' })
  validFrom!: string;

  @ReasonField()
  reason!: string;

  @BooleanField({ isOptional: true, description: 'Accepts that the entry changes which providers may take over' })
  acceptsFailover?: boolean;
}

export class MarginQuery extends RevenueQuery {
  @ChoiceField(marginGrouping.options, { isOptional: true, default: 'day' })
  by?: MarginGrouping;
}
