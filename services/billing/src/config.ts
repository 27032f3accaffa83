import {
  commonConfig,
  commonEnvironment,
  databaseEnvironment,
  milliseconds,
  parseEnvironment,
} from '@luit/platform/config';
import type { CommonConfig } from '@luit/platform/config';
import { publicUrl, tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import { z } from 'zod';
import { DEFAULT_REFUND_SCHEDULE_MS } from './refunds/refund-schedule';
import { type SellerConfig, sellerConfig, sellerEnvironment, sellerFaults } from './invoices/seller';
import { DEFAULT_POLL_SCHEDULE_MS } from './orders/poll-schedule';

const INVOICES_EVERY_MS = 1_000;

export const BILLING_CONFIG = Symbol('billing-config');

export interface RazorpayConfig {
  /** Base of the API without its version, for example https://api.razorpay.com. */
  apiUrl: string;
  checkoutUrl: string;
  /** Null where the operator has set none: orders are refused, everything else works. */
  credentials: { keyId: string; keySecret: string } | null;
  /** Newest first; after a rotation the old one still signs retries of old events. */
  webhookSecrets: string[];
  timeoutMs: number;
}

export interface BillingConfig {
  common: CommonConfig;
  database: { url: string; pool: number };
  razorpay: RazorpayConfig;
  /** When an unpaid order is looked up at Razorpay, milliseconds after its creation; after the last it is expired. */
  pollScheduleMs: readonly number[];
  /** When a refund without an end is asked for or looked up again, milliseconds after each attempt; the last repeats. */
  refundScheduleMs: readonly number[];
  reconcile: {
    /** Between two looks at the invariants, milliseconds. */
    everyMs: number;
    /** After which generation is asked what became of a hold's job, milliseconds. */
    holdAgeMs: number;
    /** Between two comparisons with the payments at Razorpay, milliseconds, and how many days back they reach. */
    paymentsEveryMs: number;
    paymentDays: number;
    /** Between two readings of Razorpay's lists of refunds and disputes, for what no webhook told, milliseconds. */
    refundsEveryMs: number;
  };
  /** How often payments without a document are looked for; null for never. */
  invoicing: SellerConfig & { everyMs: number | null };
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const environment = {
  ...commonEnvironment,
  ...databaseEnvironment,
  ...sellerEnvironment,
  RAZORPAY_API_URL: z.url().default('https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_URL: z.url().default('https://checkout.razorpay.com/v1/checkout.js'),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRETS: z.string().default('').transform(list),
  RAZORPAY_TIMEOUT_MS: milliseconds.default(4_000),
  REFUND_SCHEDULE_MS: z
    .string()
    .transform((text) => list(text).map(Number))
    .pipe(z.array(z.int().min(1)).min(1))
    .optional(),
  POLL_SCHEDULE_MS: z
    .string()
    .transform((text) => list(text).map(Number))
    .pipe(z.array(z.int().min(1)).min(1))
    .refine((offsets) => offsets.every((offset, i) => i === 0 || offset > (offsets[i - 1] ?? 0)), 'must rise')
    .optional(),
  INVARIANTS_INTERVAL_MS: milliseconds.min(100).default(60_000),
  COMPARE_PAYMENTS_INTERVAL_MS: milliseconds.min(100).default(30 * 60_000),
  COMPARE_REFUNDS_INTERVAL_MS: milliseconds.min(100).default(10 * 60_000),
};

/** @throws ConfigurationError naming every fault */
export function readConfig(env: NodeJS.ProcessEnv): BillingConfig {
  const values = parseEnvironment(environment, env, ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRETS'], {
    production: [publicUrl('RAZORPAY_CHECKOUT_URL'), tlsUnlessPrivate('RAZORPAY_API_URL')],
    always: [sellerFaults],
  });
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = values;
  return {
    common: commonConfig('billing', values),
    database: { url: values.DATABASE_URL, pool: values.DATABASE_POOL },
    razorpay: {
      apiUrl: values.RAZORPAY_API_URL.replace(/\/+$/, ''),
      checkoutUrl: values.RAZORPAY_CHECKOUT_URL,
      credentials: keyId && keySecret ? { keyId, keySecret } : null,
      webhookSecrets: values.RAZORPAY_WEBHOOK_SECRETS,
      timeoutMs: values.RAZORPAY_TIMEOUT_MS,
    },
    pollScheduleMs: values.POLL_SCHEDULE_MS ?? DEFAULT_POLL_SCHEDULE_MS,
    refundScheduleMs: values.REFUND_SCHEDULE_MS ?? DEFAULT_REFUND_SCHEDULE_MS,
    reconcile: {
      everyMs: values.INVARIANTS_INTERVAL_MS,
      holdAgeMs: 5 * 60_000,
      paymentsEveryMs: values.COMPARE_PAYMENTS_INTERVAL_MS,
      paymentDays: 3,
      refundsEveryMs: values.COMPARE_REFUNDS_INTERVAL_MS,
    },
    invoicing: { ...sellerConfig(values), everyMs: INVOICES_EVERY_MS },
  };
}
