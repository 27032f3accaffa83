import { z } from 'zod';
import { sandboxCredentials, type SandboxOptions } from './sandbox';

const port = z.coerce.number().int().min(0).max(65535).default(0);
const secret = (fallback: string) => z.string().min(1).default(fallback);
const { razorpay, replicate, fal, ark, openai, classifier, openId } = sandboxCredentials;

const environment = z.object({
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PORT: port,
  SANDBOX_PUBLIC_URL: z.url().optional(),
  SANDBOX_DATA_DIR: z.string().min(1).optional(),
  MAILBOX_HOST: z.string().min(1).optional(),
  MAILBOX_PORT: port,
  SMTP_PORT: port,
  RAZORPAY_KEY_ID: secret(razorpay.keyId),
  RAZORPAY_KEY_SECRET: secret(razorpay.keySecret),
  RAZORPAY_WEBHOOK_SECRET: secret(razorpay.webhookSecret),
  RAZORPAY_WEBHOOK_URL: z.url().optional(),
  REPLICATE_API_TOKEN: secret(replicate.apiToken),
  REPLICATE_WEBHOOK_SECRET: secret(replicate.webhookSecret).refine((text) => /^whsec_[A-Za-z0-9+/]+=*$/.test(text), {
    error: 'must be whsec_ and base64',
  }),
  FAL_KEY: secret(fal.key),
  ARK_API_KEY: secret(ark.apiKey),
  TEXT_MODEL_API_KEY: secret(openai.apiKey),
  SAFETY_CLASSIFIER_KEY: secret(classifier.apiKey),
  OIDC_CLIENT_SECRET: secret(openId.clientSecret),
  OIDC_REDIRECT_URL: z.url().default(openId.redirectUrl),
  /** How long a video takes without a `[slow:…]` directive. */
  SANDBOX_SECONDS_PER_VIDEO: z.coerce.number().min(0).default(3),
  /** `false` renders videos that differ in their seed only once, which saves CPU time. */
  SANDBOX_VARIES_BY_SEED: z.enum(['true', 'false']).default('true'),
});

/**
 * Reads the sandbox's options from environment variables. An empty variable counts as not set.
 * @throws Error naming every invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv): SandboxOptions {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new Error(`The sandbox cannot start:\n${z.prettifyError(parsed.error)}`);
  const values = parsed.data;
  return {
    host: values.SANDBOX_HOST,
    port: values.SANDBOX_PORT,
    publicUrl: values.SANDBOX_PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: values.SANDBOX_DATA_DIR,
    variesBySeed: values.SANDBOX_VARIES_BY_SEED === 'true',
    mailbox: {
      host: values.MAILBOX_HOST ?? values.SANDBOX_HOST,
      port: values.MAILBOX_PORT,
      smtpPort: values.SMTP_PORT,
    },
    razorpay: {
      keyId: values.RAZORPAY_KEY_ID,
      keySecret: values.RAZORPAY_KEY_SECRET,
      webhookSecret: values.RAZORPAY_WEBHOOK_SECRET,
      webhookUrl: values.RAZORPAY_WEBHOOK_URL,
    },
    replicate: {
      apiToken: values.REPLICATE_API_TOKEN,
      webhookSecret: values.REPLICATE_WEBHOOK_SECRET,
      secondsPerVideo: values.SANDBOX_SECONDS_PER_VIDEO,
    },
    fal: { key: values.FAL_KEY },
    ark: { apiKey: values.ARK_API_KEY },
    openai: { apiKey: values.TEXT_MODEL_API_KEY },
    classifier: { apiKey: values.SAFETY_CLASSIFIER_KEY },
    openId: { clientSecret: values.OIDC_CLIENT_SECRET, redirectUrl: values.OIDC_REDIRECT_URL },
  };
}
