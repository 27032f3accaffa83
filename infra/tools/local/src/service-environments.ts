import path from 'node:path';
import type { StackAddresses } from './running-stack';
import type { LuitDirectory } from './luit-directory';
import type { Secrets } from './secrets';
import type { StackPorts } from './stack-ports';

export type ServiceName = 'auth' | 'billing' | 'generation' | 'worker' | 'gateway';

interface Inputs {
  checkout: string;
  directory: LuitDirectory;
  ports: StackPorts;
  secrets: Secrets;
  addresses: StackAddresses;
}

const RAZORPAY_KEY_ID = 'rzp_test_sandbox';

/** The environment of each process of a local stack, where the sandbox replaces every vendor. */
export function serviceEnvironments({ checkout, directory, ports, secrets, addresses }: Inputs) {
  const { web, sandbox } = addresses;
  const common = { LUIT_MODE: 'local', HEALTH_HOST: '127.0.0.1' };
  const database = (service: string, password: string) => ({
    DATABASE_URL: `postgres://luit_${service}:${password}@127.0.0.1:${ports.postgres}/postgres`,
  });
  const storage = { STORAGE_DIR: directory.path('storage') };
  const replicate = {
    REPLICATE_API_TOKEN: secrets.replicateApiToken,
    REPLICATE_WEBHOOK_SECRET: secrets.replicateWebhookSecret,
  };
  const others = { FAL_KEY: secrets.falKey, ARK_API_KEY: secrets.arkApiKey };
  const textModel = { TEXT_MODEL_API_KEY: secrets.textModelApiKey };
  const razorpay = { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET: secrets.razorpayKeySecret };

  const mail = { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`, MAIL_FROM: 'Luit <hello@luit.test>' };

  return {
    prepare: {
      LUIT_MODE: 'local',
      ADMIN_DATABASE_URL: addresses.postgres,
      DB_PASSWORD_AUTH: secrets.authDatabasePassword,
      DB_PASSWORD_BILLING: secrets.billingDatabasePassword,
      DB_PASSWORD_GENERATION: secrets.generationDatabasePassword,
    },
    auth: {
      ...common,
      ...database('auth', secrets.authDatabasePassword),
      AUTH_SECRET: secrets.authSecret,
      WEB_URL: web,
      ADMIN_EMAIL: addresses.adminEmail,
      ADMIN_PASSWORD: addresses.adminPassword,
      VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
      ...mail,
    },
    billing: {
      ...common,
      ...database('billing', secrets.billingDatabasePassword),
      ...razorpay,
      RAZORPAY_API_URL: `${sandbox}/razorpay`,
      RAZORPAY_WEBHOOK_SECRETS: secrets.razorpayWebhookSecret,
      RAZORPAY_CHECKOUT_URL: `${sandbox}/razorpay/checkout.js`,
    },
    generation: {
      ...common,
      ...database('generation', secrets.generationDatabasePassword),
      ...storage,
      ...replicate,
      ...others,
      PROVIDER_SECRETS: secrets.providerSecret,
      REPLICATE_API_URL: `${sandbox}/replicate`,
      FAL_API_URL: `${sandbox}/fal`,
      ARK_API_URL: `${sandbox}/ark/api/v3`,
      WEBHOOK_BASE_URL: web,
      RESTORE_COLOR_MODEL: 'ddcolor',
    },
    worker: {
      ...common,
      ...storage,
      PROVIDER_SECRETS: secrets.providerSecret,
      ...mail,
    },
    gateway: {
      ...common,
      ...storage,
      HOST: '127.0.0.1',
      PORT: String(ports.gateway),
      WEB_URL: web,
      FILES_SECRET: secrets.filesSecret,
      ...mail,
      WEB_DIST: path.join(checkout, 'web', 'dist'),
      ADMIN_DIST: path.join(checkout, 'admin-web', 'dist'),
      CHECKOUT_ORIGINS: sandbox,
      PREDICTIONS_API_URL: `${sandbox}/replicate`,
      OIDC_URL: `${sandbox.replace('//', `//luit:${secrets.oidcClientSecret}@`)}/oidc`,
      ...textModel,
      TEXT_MODEL_URL: `${sandbox}/openai/v1`,
      TEXT_MODEL: 'sandbox',
    },
    sandbox: {
      ...razorpay,
      ...replicate,
      ...others,
      ...textModel,
      OIDC_CLIENT_SECRET: secrets.oidcClientSecret,
      OIDC_REDIRECT_URL: `${web}/auth/callback`,
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_PORT: String(ports.sandbox),
      SANDBOX_PUBLIC_URL: sandbox,
      SANDBOX_DATA_DIR: directory.path('sandbox'),
      SMTP_PORT: String(ports.smtp),
      MAILBOX_PORT: String(ports.mailbox),
      RAZORPAY_WEBHOOK_SECRET: secrets.razorpayWebhookSecret,
      RAZORPAY_WEBHOOK_URL: `${web}/api/webhooks/razorpay`,
    },
  };
}
