import type { RetentionDays } from '@luit/contracts/operations/retention';
import {
  type CommonConfig,
  checkEnvironment,
  commonConfig,
  commonEnvironment,
  databaseEnvironment,
  parseEnvironment,
} from '@luit/platform/config';
import { retentionEnvironment } from '@luit/platform/retention/retention-settings';
import { publicUrl, tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import { VENDOR_URLS } from '@luit/contracts/operations/vendor-urls';
import { z } from 'zod';
import { type SellerConfig, sellerConfig, sellerEnvironment, sellerErrors } from './invoices/seller';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after each attempt, milliseconds. The last one repeats until the refund settles. */
export const REFUND_SCHEDULE_MS: readonly number[] = [
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
];

/** When to poll, in minutes: 1, 2, 5, 10 and 30, hourly until 24 h, daily until day 6. Razorpay may authorize up to five days late. */
const MINUTES: readonly number[] = [
  ...[1, 2, 5, 10, 30],
  ...Array.from({ length: 24 }, (_, i) => (i + 1) * 60),
  ...Array.from({ length: 5 }, (_, i) => (i + 2) * 24 * 60),
];

/**
 * The times at which Luit polls Razorpay about an unpaid order, in milliseconds since its creation.
 *
 * @param minuteMs how long a minute of the schedule takes; the interval of other checks, which verification shortens
 */
export function pollSchedule(minuteMs: number): readonly number[] {
  return MINUTES.map((minutes) => minutes * minuteMs);
}

const INVOICE_INTERVAL_MS = 15_000;
const CREDIT_NOTICE_INTERVAL_MS = 60_000;
const EXPIRY_NOTICE_DAYS = 7;
const TEST_CREDITS_PER_DAY = 1_000;
const RAZORPAY_TIMEOUT_MS = 4_000;

export const BILLING_CONFIG = Symbol('billing-config');

export interface RazorpayCredentials {
  keyId: string;
  keySecret: string;
  /** Secrets of keys that were replaced, with which Razorpay signs what was paid in checkouts opened before. */
  formerKeySecrets: string[];
}

export interface RazorpayConfig {
  /** Base URL without the API version, for example https://api.razorpay.com. */
  apiUrl: string;
  checkoutUrl: string;
  /** Null if the operator has set none: orders are rejected, everything else works. */
  credentials: RazorpayCredentials | null;
  /** Newest first. After a rotation, Razorpay still signs retries of old events with the old secret. */
  webhookSecrets: string[];
  timeoutMs: number;
}

export interface BillingConfig {
  common: CommonConfig;
  database: { url: string; replicaUrl?: string; pool: number };
  retentionDays: RetentionDays;
  razorpay: RazorpayConfig;
  /** When to poll Razorpay for an unpaid order, milliseconds after its creation. After the last poll, the order expires. */
  pollScheduleMs: readonly number[];
  /** Delay after each attempt at an unsettled refund, milliseconds. The last delay repeats. */
  refundScheduleMs: readonly number[];
  reconcile: {
    /** Between two runs of the invariant checks, milliseconds. */
    intervalMs: number;
    /** Age at which billing asks generation for the outcome of a hold's job, milliseconds. */
    holdAgeMs: number;
    /** Between two reconciliations with Razorpay's payments, milliseconds. */
    paymentsIntervalMs: number;
    /** How many days back reconciliations with Razorpay reach. */
    paymentDays: number;
    /** Between two reconciliations with Razorpay's refunds and disputes, milliseconds. */
    refundsIntervalMs: number;
  };
  /** `intervalMs`: between two runs of the invoice poller, milliseconds; null turns it off. */
  invoicing: SellerConfig & { intervalMs: number | null };
  /** Owners are notified `daysBefore` their credits expire. `intervalMs`: the longest delay of a notice; null turns notices off. */
  creditNotices: { daysBefore: number; intervalMs: number | null };
  /** Credits that a test account has at its first use of a day in IST. They cost nothing. */
  testCreditsPerDay: number;
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const environment = {
  ...commonEnvironment,
  ...databaseEnvironment,
  ...retentionEnvironment,
  ...checkEnvironment,
  ...sellerEnvironment,
  RAZORPAY_API_URL: z.url().default(VENDOR_URLS.RAZORPAY_API_URL),
  RAZORPAY_CHECKOUT_URL: z.url().default(VENDOR_URLS.RAZORPAY_CHECKOUT_URL),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().default('').transform(splitList),
  RAZORPAY_WEBHOOK_SECRETS: z.string().default('').transform(splitList),
};

/** @throws ConfigurationError naming every invalid setting */
export function readConfig(env: NodeJS.ProcessEnv): BillingConfig {
  const values = parseEnvironment(environment, env, ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRETS'], {
    production: [publicUrl('RAZORPAY_CHECKOUT_URL'), tlsUnlessPrivate('RAZORPAY_API_URL')],
    always: [sellerErrors],
  });
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecrets } = values;
  const [keySecret, ...formerKeySecrets] = keySecrets;
  return {
    common: commonConfig('billing', values),
    database: { url: values.DATABASE_URL, replicaUrl: values.DATABASE_REPLICA_URL, pool: values.DATABASE_POOL },
    retentionDays: values.RETENTION_DAYS,
    razorpay: {
      apiUrl: values.RAZORPAY_API_URL.replace(/\/+$/, ''),
      checkoutUrl: values.RAZORPAY_CHECKOUT_URL,
      credentials: keyId && keySecret ? { keyId, keySecret, formerKeySecrets } : null,
      webhookSecrets: values.RAZORPAY_WEBHOOK_SECRETS,
      timeoutMs: RAZORPAY_TIMEOUT_MS,
    },
    pollScheduleMs: pollSchedule(values.CHECK_INTERVAL_MS),
    refundScheduleMs: REFUND_SCHEDULE_MS,
    reconcile: {
      intervalMs: values.CHECK_INTERVAL_MS,
      holdAgeMs: 5 * 60_000,
      paymentsIntervalMs: 30 * values.CHECK_INTERVAL_MS,
      paymentDays: 3,
      refundsIntervalMs: 10 * values.CHECK_INTERVAL_MS,
    },
    invoicing: { ...sellerConfig(values), intervalMs: INVOICE_INTERVAL_MS },
    creditNotices: { daysBefore: EXPIRY_NOTICE_DAYS, intervalMs: CREDIT_NOTICE_INTERVAL_MS },
    testCreditsPerDay: TEST_CREDITS_PER_DAY,
  };
}
