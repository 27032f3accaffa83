import { z } from 'zod';
import { reasonBody } from '../auth/audit-log';
import { TOO_LONG } from '../messages/input-limits';
import { revenueQuery } from '../billing/daily-totals';
import { day, dayInput, dayRange, empty, id, optional, orDefault, timestamp } from '../messages/fields';
import { call } from '../messages/message';

/** Prices and rates are entered with at most six decimals, and stored as integers of millionths. */
const MICROS = 1_000_000;
/** A million units of a currency. */
const MAX_MICROS = 1_000_000 * MICROS;

/** The unit that a provider charges for: a second of the ordered video, a video, or an image. */
export const priceUnit = z.enum(['second', 'video', 'image']);
export type PriceUnit = z.infer<typeof priceUnit>;

/** ISO 4217. */
const CURRENCY = 'A currency is three capital letters, such as USD';
export const currency = z.string(CURRENCY).regex(/^[A-Z]{3}$/, CURRENCY);
const NOT_RUPEES = `${CURRENCY}; rupees need no rate`;
const AMOUNT = 'An amount is a number up to 1000000 with at most six decimals, such as 0.18';

/** Read from text, so that no digit is lost. */
const amount = z
  .string(AMOUNT)
  .max(14, AMOUNT)
  .regex(/^(\d{1,6}(\.\d{1,6})?|1000000(\.0{1,6})?)$/, AMOUNT);
/** The operator accepts that the entry changes which providers may take over. */
const acceptsFailover = optional(z.boolean()).describe('Accepts that the entry changes which providers may take over');

const newPrice = reasonBody.extend({
  provider: z.string().min(1).max(64, TOO_LONG),
  model: z.string().min(1).max(64, TOO_LONG),
  /** A price for a resolution takes precedence. */
  resolution: optional(z.string().min(1).max(16, TOO_LONG)).describe('Resolution or quality; absent for all'),
  unit: priceUnit,
  currency,
  /** Per unit, millionths of the currency. */
  priceMicros: z.int().min(0).max(MAX_MICROS),
  /** The first day of Asia/Kolkata on which this price applies to submitted jobs. */
  validFrom: dayInput.describe('First day, in IST'),
});
export const providerPriceBody = newPrice
  .omit({ priceMicros: true })
  .extend({ price: amount.describe('Price of a unit'), acceptsFailover });
export type ProviderPriceBody = z.infer<typeof providerPriceBody>;

const newRate = reasonBody.extend({
  currency: z.string(NOT_RUPEES).regex(/^(?!INR)[A-Z]{3}$/, NOT_RUPEES),
  /** Rupees of one unit of the currency, millionths. */
  rateMicros: z.int().min(1).max(MAX_MICROS),
  validFrom: newPrice.shape.validFrom,
});
export const exchangeRateBody = newRate
  .omit({ rateMicros: true })
  .extend({ rate: amount.describe('Rupees of one unit of the currency'), acceptsFailover });
export type ExchangeRateBody = z.infer<typeof exchangeRateBody>;

/** The providers of a model that may run it, the preferred one first, before and after an entry. */
const failoverChange = z.object({ model: z.string(), before: z.array(z.string()), after: z.array(z.string()) });
export type FailoverChange = z.infer<typeof failoverChange>;
/** Details of a `conflict`: the changes that an entry would make. */
export const failoverChanges = z.object({ failover: z.array(failoverChange) });

const entry = { id, adminId: id, createdAt: timestamp };
export const providerPrice = newPrice.extend({ resolution: z.string().nullable(), ...entry });
/** A provider's price for a model from a day on, until the next entry for the same model and resolution. */
export type ProviderPrice = z.infer<typeof providerPrice>;
export const exchangeRate = newRate.extend(entry);
/** Rupees of a currency from a day on, until the next entry. */
export type ExchangeRate = z.infer<typeof exchangeRate>;

export const providerCosts = z.object({ prices: z.array(providerPrice), rates: z.array(exchangeRate) });
export type ProviderCosts = z.infer<typeof providerCosts>;

export const marginGrouping = z.enum(['day', 'model', 'plan', 'provider']);
export type MarginGrouping = z.infer<typeof marginGrouping>;
export const marginQuery = revenueQuery.extend({ by: orDefault(marginGrouping.default('day')) });
export type MarginQuery = z.infer<typeof marginQuery>;

export const marginSums = z.object({
  /** Jobs that succeeded. */
  jobs: z.number(),
  /** Credits captured and not returned, and the price paid for them, millionths of a rupee. Granted credits were free. */
  credits: z.number(),
  revenueMicros: z.number(),
  /** Total of the known job costs, millionths of a rupee. */
  costMicros: z.number(),
  /** Jobs without a price or a rate on their day. While there are any, the margin is unknown. */
  unknownCostJobs: z.number(),
});
export type MarginSums = z.infer<typeof marginSums>;

const marginRow = marginSums.extend({ key: z.string() });
export type MarginRow = z.infer<typeof marginRow>;

/** A price or an exchange rate that some jobs of the report need. */
const missingCost = z.object({
  what: z.enum(['price', 'rate']),
  provider: z.string(),
  model: z.string(),
  resolution: z.string(),
  currency: z.string().nullable(),
  /** The first day without it. */
  from: day,
  jobs: z.number(),
});
export type MissingCost = z.infer<typeof missingCost>;

export const marginReport = z.object({
  start: day,
  end: day,
  by: marginGrouping,
  /** Days newest first, other keys by captured value. */
  rows: z.array(marginRow),
  totals: marginSums,
  missing: z.array(missingCost),
  /** Jobs that succeeded or were refunded moments ago and are not counted yet, of any day. */
  uncounted: z.number(),
});
/** Compares captured credits with provider costs, by the day of Asia/Kolkata on which the jobs were submitted. */
export type MarginReport = z.infer<typeof marginReport>;

export const providerCostCalls = {
  /** All entries, the newest first. */
  listProviderCosts: call('generation.listProviderCosts', {
    isForOperators: true,
    input: empty,
    output: providerCosts,
  }),
  /**
   * The later one of two entries for the same day applies, so another entry corrects a mistake. `not_found` for an unknown model;
   * `conflict` with `failoverChanges` if it changes which providers may take over, unless `acceptsFailover`.
   */
  addProviderPrice: call('generation.addProviderPrice', {
    input: newPrice.extend({ adminId: id, acceptsFailover }),
    output: z.object({ price: providerPrice }),
  }),
  /** `conflict` as for a price. */
  addExchangeRate: call('generation.addExchangeRate', {
    input: newRate.extend({ adminId: id, acceptsFailover }),
    output: z.object({ rate: exchangeRate }),
  }),
  getMargin: call('generation.getMargin', {
    isForOperators: true,
    input: dayRange.safeExtend({ by: marginGrouping }),
    output: marginReport,
  }),
};
