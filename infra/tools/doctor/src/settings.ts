import { redisUrl } from '@luit/platform/config';
import { withCertificateAuthorities } from '@luit/platform/addresses/certificate-authorities';
import { listOf } from '@luit/platform/security/production-rules';
import { storageEnvironment } from '@luit/platform/storage/storage-settings';
import { VENDOR_URLS } from '@luit/contracts/operations/vendor-urls';
import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

/** `sequence:hash` of an audit log link, recorded outside the database. */
const anchor = z
  .string()
  .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'must be sequence:hash, as printed by the doctor')
  .transform((value) => ({ sequence: Number(value.split(':')[0]), hash: value.slice(-64) }));

/** The variables that point to external systems. Each service validates all others itself at startup. */
export const settingsSchema = z.object({
  ...storageEnvironment,
  LUIT_MODE: z.enum(['local', 'production']).default('production'),
  WEB_URL: url,
  WEBHOOK_BASE_URL: url,
  TRUST_PROXY: z.string().optional(),
  REDIS_URL: redisUrl,
  ADMIN_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  AUDIT_ANCHOR: anchor.optional(),
  DB_PASSWORD_AUTH: z.string().min(1),
  DB_PASSWORD_BILLING: z.string().min(1),
  DB_PASSWORD_GENERATION: z.string().min(1),
  AUTH_SECRET: z.string().min(1),
  FILES_SECRET: z.string().min(1),
  PROVIDER_SECRETS: z.string().min(1).transform(listOf),
  RAZORPAY_API_URL: url.default(VENDOR_URLS.RAZORPAY_API_URL),
  RAZORPAY_CHECKOUT_URL: url.default(VENDOR_URLS.RAZORPAY_CHECKOUT_URL),
  RAZORPAY_KEY_ID: z.string().min(1),
  RAZORPAY_KEY_SECRET: z.string().min(1).transform(listOf),
  RAZORPAY_WEBHOOK_SECRETS: z.string().min(1),
  SELLER_NAME: z.string().optional(),
  SELLER_ADDRESS: z.string().optional(),
  SELLER_GSTIN: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
});

export type Settings = z.output<typeof settingsSchema>;

/** The variables that are set. An empty variable counts as missing, as everywhere in Luit. */
export function present(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(withCertificateAuthorities(env)).filter(([, value]) => value !== ''));
}
