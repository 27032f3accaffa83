import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { day, dayRange, empty, id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';

/** Prices and rates are entered with at most six decimals, and stored as integers of millionths. */
const MICROS = 1_000_000;
/** A million units of a currency. */
const MAX_MICROS = 1_000_000 * MICROS;

/** What a provider charges for: a second of the ordered video, a video, or an image. */
export const priceUnit = z.enum(['second', 'video', 'image']);
export type PriceUnit = z.infer<typeof priceUnit>;

/** ISO 4217. */
export const currency = z.string().regex(/^[A-Z]{3}$/, 'A currency is three capital letters, such as USD');

const newPrice = z.object({
  provider: z.string().min(1).max(64),
  model: z.string().min(1).max(64),
  /** Applies to this resolution or quality only; null for all. A price for the resolution takes precedence. */
  resolution: optional(z.string().min(1).max(16)),
  unit: priceUnit,
  currency,
  /** Per unit, millionths of the currency. */
  priceMicros: z.int().min(0).max(MAX_MICROS),
  /** The first day of Asia/Kolkata on which submitted jobs cost this. */
  validFrom: day,
  reason: operatorReason,
});

const newRate = z.object({
  currency: currency.refine((code) => code !== 'INR', 'Rupees need no exchange rate'),
  /** Rupees of one unit of the currency, millionths. */
  rateMicros: z.int().min(1).max(MAX_MICROS),
  validFrom: day,
  reason: operatorReason,
});

/** The providers of a model that may run it, the preferred one first, before and after an entry. */
const failoverChange = z.object({ model: z.string(), before: z.array(z.string()), after: z.array(z.string()) });
export type FailoverChange = z.infer<typeof failoverChange>;
/** Details of a `conflict`: what an entry would change. */
export const failoverChanges = z.object({ failover: z.array(failoverChange) });

/** The operator accepts that the entry changes which providers may take over. */
const acceptsFailover = optional(z.boolean());

const entry = { id, adminId: id, createdAt: timestamp };
export const providerPrice = newPrice.extend({ resolution: z.string().nullable(), ...entry });
/** What a provider charges for a model from a day on, until the next entry for the same model and resolution. */
export type ProviderPrice = z.infer<typeof providerPrice>;
export const exchangeRate = newRate.extend(entry);
/** Rupees of a currency from a day on, until the next entry. */
export type ExchangeRate = z.infer<typeof exchangeRate>;

export const providerCosts = z.object({ prices: z.array(providerPrice), rates: z.array(exchangeRate) });
export type ProviderCosts = z.infer<typeof providerCosts>;

export const marginGrouping = z.enum(['day', 'model', 'plan', 'provider']);
export type MarginGrouping = z.infer<typeof marginGrouping>;

const marginSums = z.object({
  /** Jobs that succeeded. */
  jobs: z.number(),
  /** Credits captured and not returned, and what was paid for them, millionths of a rupee. Granted credits were free. */
  credits: z.number(),
  revenueMicros: z.number(),
  /** Cost of the jobs whose cost is known, millionths of a rupee. */
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
   * Of two entries for the same day the later one applies, so a mistake is corrected by another entry. `not_found` for the model;
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
