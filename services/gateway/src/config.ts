import { MAX_IMAGE_BYTES } from '@luit/contracts/generation/limits';
import {
  type CommonConfig,
  commonConfig,
  commonEnvironment,
  ConfigurationError,
  milliseconds,
  parseEnvironment,
  port,
} from '@luit/platform/config';
import { narrowProxies, publicUrl, strongSecret, tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import {
  storageEnvironment,
  storageRule,
  type StorageSettings,
  storageSettings,
} from '@luit/platform/storage/storage-settings';
import { z } from 'zod';
import type { AccessLogSettings } from './http/access-log';
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits';
import type { TextModelSettings } from './prompt-help/text-model';

/** Rate limits per window; the whole allowance may be used in one burst. */
export interface RateLimits {
  generatePerMinute: number;
  orderPerMinute: number;
  /** Images uploaded ahead of an order. */
  uploadPerMinute: number;
  /** Resumable uploads of one account: as many as it may make requests. */
  accountUploadPerMinute: number;
  /** Parts of resumable uploads, and queries of their state. */
  uploadPartPerMinute: number;
  /** Credit deductions by `POST /api/credits/deduct`. */
  deductPerMinute: number;
  /** Account exports requested and downloaded; auth limits the emails to one account. */
  exportPerMinute: number;
  /** Payment verifications per address, since they need no token. */
  verifyPerMinute: number;
  /** Allowance of all accounts at one address, as a multiple of the allowance of one account. */
  perAddressFactor: number;
  /** Calls of the own-key relay; a restoration in flight polls every two seconds. */
  predictionPerMinute: number;
  /** Prompts that the text model improves. */
  improvePerMinute: number;
  /** Requests of one API key to the public API. */
  publicApiPerMinute: number;
  /** API keys that an account creates, changes, rotates and revokes: more than it may have, so that all can be revoked at once. */
  apiKeyChangesPerMinute: number;
  /** Requests of an account that leave records (consents, webhook endpoints, ZIP downloads) or send something to its webhook endpoints. */
  accountChangesPerMinute: number;
  /** Sign-in attempts of one client at all accounts; auth limits the attempts at one account. */
  signInPerClientPer15Minutes: number;
  /** Sign-ups and requested emails of one client. */
  signUpPer15Minutes: number;
  /** Promotional codes that an account tries; `perAddressFactor` times as many for its network. */
  redeemPer15Minutes: number;
  /** Contact messages of one client. */
  contactPerHour: number;
}

/** Socket limits of one process; each allowance may be used in one burst. */
export interface SocketSettings {
  /** Packets of one socket per minute, regardless of their content. */
  framesPerMinute: number;
  /** Packets of all sockets of one account per minute. */
  accountFramesPerMinute: number;
  /** Concurrent sockets per account, per guest access token and per address (IPv6: one /64). */
  perAccount: number;
  perGuest: number;
  perAddress: number;
  /** Handshakes of one address per minute. */
  handshakesPerMinute: number;
}

/** The prediction service for users with their own API key. */
export interface PredictionSettings {
  /** Base URL without `/v1`. */
  apiUrl: string;
  /** The only model version that can be requested, `owner/name:id`. */
  version: string;
  /** Hosts, including subdomains, that results are fetched from, besides the API's host. */
  deliveryHosts: string[];
}

export interface UploadLimits {
  maxBytes: number;
  /** Width × height; larger images are rejected before they are decoded. */
  maxPixels: number;
}

export const DEFAULT_UPLOADS: UploadLimits = { maxBytes: MAX_IMAGE_BYTES, maxPixels: 50_000_000 };

export const DEFAULT_ACCESS_LOG: AccessLogSettings = { share: 1, routineShare: 0, slowMs: 1_000 };

export interface GatewayConfig {
  common: CommonConfig;
  host: string;
  port: number;
  /** Public origin of the site, without a trailing slash. */
  webUrl: string;
  /** Origin of file links, without a trailing slash; defaults to `webUrl`. */
  filesUrl: string;
  storage: StorageSettings;
  /** Key that signs file links. */
  filesSecret: string;
  /** Folders of the built web apps. If one is missing, its pages answer 503 with an explanation. */
  webDist: string;
  adminDist: string;
  /** Origins of the payment provider's checkout, allowed by the content security policy. */
  checkoutOrigins: string[];
  /** Proxies whose X-Forwarded-For is trusted: a list of addresses and ranges, or false for none. */
  trustProxy: string | false;
  /** Contact for vulnerability reports, `mailto:` or `https:`. */
  securityContact?: string;
  /** Time between the expiry of a socket's token and its disconnect, milliseconds. */
  liveGraceMs: number;
  /** How long a stopping gateway reports that it is not ready before it closes its port, milliseconds. */
  shutdownDelayMs: number;
  sockets: SocketSettings;
  limits: RateLimits;
  connections: ConnectionLimits;
  accessLog: AccessLogSettings;
  uploads: UploadLimits;
  predictions: PredictionSettings;
  /** Agents need the approval of a person for a request that costs more credits. */
  agentApprovalCredits: number;
  /** Improves prompts; null if no model is configured. */
  textModel: TextModelSettings | null;
}

/** Injection token of the parsed configuration. */
export const CONFIG = Symbol('gateway configuration');

const origin = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const origins = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ) // prettier-ignore
  .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin)));
const allowance = z.coerce.number().int().min(1);
const share = z.coerce.number().min(0).max(1);

const environment = {
  ...commonEnvironment,
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  WEB_URL: origin,
  FILES_URL: origin.optional(),
  ...storageEnvironment,
  FILES_SECRET: z.string().min(16),
  WEB_DIST: z.string().default('web/dist'),
  ADMIN_DIST: z.string().default('admin-web/dist'),
  CHECKOUT_ORIGINS: origins.default(['https://checkout.razorpay.com', 'https://api.razorpay.com']),
  TRUST_PROXY: z.string().optional(),
  SECURITY_CONTACT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  LIVE_GRACE_MS: milliseconds.default(30_000),
  SHUTDOWN_DELAY_MS: milliseconds.optional(),
  LIVE_FRAMES_PER_MINUTE: allowance.default(120),
  LIVE_ACCOUNT_FRAMES_PER_MINUTE: allowance.default(600),
  LIVE_SOCKETS_PER_ACCOUNT: allowance.default(20),
  LIVE_SOCKETS_PER_GUEST: allowance.default(5),
  LIVE_SOCKETS_PER_ADDRESS: allowance.default(500),
  LIVE_HANDSHAKES_PER_MINUTE: allowance.default(600),
  PREDICTIONS_API_URL: origin.default('https://api.replicate.com'),
  PREDICTIONS_MODEL: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+:[0-9a-f]{64}$/, 'must be owner/name:version')
    .default('tencentarc/gfpgan:0fbacf7afc6c144e5be9767cff80f25aff23e52b0708f17e20f9879b2f21516c'),
  LIMIT_PREDICTION_PER_MINUTE: allowance.default(120),
  TEXT_MODEL_URL: origin.optional(),
  TEXT_MODEL: z.string().min(1).max(200).optional(),
  TEXT_MODEL_API_KEY: z.string().min(1).optional(),
  LIMIT_IMPROVE_PER_MINUTE: allowance.default(10),
  AGENT_APPROVAL_CREDITS: z.coerce.number().int().min(0).default(100),
  UPLOAD_MAX_BYTES: allowance.default(DEFAULT_UPLOADS.maxBytes),
  UPLOAD_MAX_PIXELS: allowance.default(DEFAULT_UPLOADS.maxPixels),
  ACCESS_LOG_SHARE: share.default(DEFAULT_ACCESS_LOG.share),
  ACCESS_LOG_ROUTINE_SHARE: share.default(DEFAULT_ACCESS_LOG.routineShare),
  ACCESS_LOG_SLOW_MS: milliseconds.default(DEFAULT_ACCESS_LOG.slowMs),
  LIMIT_GENERATE_PER_MINUTE: allowance.default(120),
  LIMIT_PUBLIC_API_PER_MINUTE: allowance.default(600),
  LIMIT_API_KEY_CHANGES_PER_MINUTE: allowance.default(60),
  LIMIT_ACCOUNT_CHANGES_PER_MINUTE: allowance.default(60),
  LIMIT_ORDER_PER_MINUTE: allowance.default(20),
  LIMIT_UPLOAD_PER_MINUTE: allowance.default(10),
  LIMIT_UPLOAD_PART_PER_MINUTE: allowance.default(2_000),
  LIMIT_DEDUCT_PER_MINUTE: allowance.default(60),
  LIMIT_EXPORT_PER_MINUTE: allowance.default(10),
  LIMIT_VERIFY_PER_MINUTE: allowance.default(60),
  LIMIT_PER_ADDRESS_FACTOR: allowance.default(10),
  LIMIT_SIGN_IN_PER_CLIENT_PER_15_MINUTES: allowance.default(300),
  LIMIT_SIGN_UP_PER_15_MINUTES: allowance.default(300),
  LIMIT_REDEEM_PER_15_MINUTES: allowance.default(10),
  LIMIT_CONTACT_PER_HOUR: allowance.default(5),
};

/** Load balancers notice within this time that a gateway is not ready. Nothing balances in front of a local stack. */
const SHUTDOWN_DELAYS_MS = { local: 0, production: 5_000 };
/** The rest of the time is left for requests in flight. */
const MAX_SHARE_OF_DRAIN = 0.5;

/** @throws ConfigurationError if it would leave too little of DRAIN_MS for requests in flight */
function shutdownDelayOf({ mode, drainMs }: CommonConfig, given: number | undefined): number {
  const maxMs = drainMs * MAX_SHARE_OF_DRAIN;
  if (given !== undefined && given > maxMs)
    throw new ConfigurationError([`SHUTDOWN_DELAY_MS: is more than half of DRAIN_MS, which is ${drainMs}`]);
  return given ?? Math.min(SHUTDOWN_DELAYS_MS[mode], maxMs);
}

function textModelRule({ TEXT_MODEL_URL, TEXT_MODEL }: Record<string, string | undefined>): string[] {
  return !TEXT_MODEL_URL === !TEXT_MODEL ? [] : ['TEXT_MODEL_URL, TEXT_MODEL: set both or neither'];
}

const RULES = {
  production: [
    strongSecret('FILES_SECRET'),
    publicUrl('WEB_URL'),
    publicUrl('FILES_URL'),
    publicUrl('CHECKOUT_ORIGINS'),
    narrowProxies('TRUST_PROXY'),
    tlsUnlessPrivate('PREDICTIONS_API_URL'),
    tlsUnlessPrivate('TEXT_MODEL_URL'),
    tlsUnlessPrivate('S3_ENDPOINT'),
  ],
  always: [storageRule, textModelRule],
};

/** @throws ConfigurationError that lists all problems */
export function gatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const values = parseEnvironment(
    environment,
    env,
    ['FILES_SECRET', 'S3_SECRET_ACCESS_KEY', 'TEXT_MODEL_API_KEY'],
    RULES,
  );
  const common = commonConfig('gateway', values);
  return {
    common,
    host: values.HOST,
    port: values.PORT,
    webUrl: values.WEB_URL,
    filesUrl: values.FILES_URL ?? values.WEB_URL,
    storage: storageSettings(values),
    filesSecret: values.FILES_SECRET,
    webDist: values.WEB_DIST,
    adminDist: values.ADMIN_DIST,
    checkoutOrigins: values.CHECKOUT_ORIGINS,
    trustProxy: values.TRUST_PROXY ?? false,
    securityContact: values.SECURITY_CONTACT,
    liveGraceMs: values.LIVE_GRACE_MS,
    shutdownDelayMs: shutdownDelayOf(common, values.SHUTDOWN_DELAY_MS),
    sockets: {
      framesPerMinute: values.LIVE_FRAMES_PER_MINUTE,
      accountFramesPerMinute: values.LIVE_ACCOUNT_FRAMES_PER_MINUTE,
      perAccount: values.LIVE_SOCKETS_PER_ACCOUNT,
      perGuest: values.LIVE_SOCKETS_PER_GUEST,
      perAddress: values.LIVE_SOCKETS_PER_ADDRESS,
      handshakesPerMinute: values.LIVE_HANDSHAKES_PER_MINUTE,
    },
    predictions: {
      apiUrl: values.PREDICTIONS_API_URL,
      version: values.PREDICTIONS_MODEL,
      deliveryHosts: ['replicate.delivery'],
    },
    agentApprovalCredits: values.AGENT_APPROVAL_CREDITS,
    textModel: textModelOf(values),
    uploads: { maxBytes: values.UPLOAD_MAX_BYTES, maxPixels: values.UPLOAD_MAX_PIXELS },
    connections: CONNECTION_LIMITS,
    accessLog: {
      share: values.ACCESS_LOG_SHARE,
      routineShare: values.ACCESS_LOG_ROUTINE_SHARE,
      slowMs: values.ACCESS_LOG_SLOW_MS,
    },
    limits: {
      generatePerMinute: values.LIMIT_GENERATE_PER_MINUTE,
      predictionPerMinute: values.LIMIT_PREDICTION_PER_MINUTE,
      publicApiPerMinute: values.LIMIT_PUBLIC_API_PER_MINUTE,
      improvePerMinute: values.LIMIT_IMPROVE_PER_MINUTE,
      apiKeyChangesPerMinute: values.LIMIT_API_KEY_CHANGES_PER_MINUTE,
      accountChangesPerMinute: values.LIMIT_ACCOUNT_CHANGES_PER_MINUTE,
      orderPerMinute: values.LIMIT_ORDER_PER_MINUTE,
      uploadPerMinute: values.LIMIT_UPLOAD_PER_MINUTE,
      accountUploadPerMinute: values.LIMIT_GENERATE_PER_MINUTE,
      uploadPartPerMinute: values.LIMIT_UPLOAD_PART_PER_MINUTE,
      deductPerMinute: values.LIMIT_DEDUCT_PER_MINUTE,
      exportPerMinute: values.LIMIT_EXPORT_PER_MINUTE,
      verifyPerMinute: values.LIMIT_VERIFY_PER_MINUTE,
      perAddressFactor: values.LIMIT_PER_ADDRESS_FACTOR,
      signInPerClientPer15Minutes: values.LIMIT_SIGN_IN_PER_CLIENT_PER_15_MINUTES,
      signUpPer15Minutes: values.LIMIT_SIGN_UP_PER_15_MINUTES,
      redeemPer15Minutes: values.LIMIT_REDEEM_PER_15_MINUTES,
      contactPerHour: values.LIMIT_CONTACT_PER_HOUR,
    },
  };
}

function textModelOf(values: {
  TEXT_MODEL_URL?: string;
  TEXT_MODEL?: string;
  TEXT_MODEL_API_KEY?: string;
}): TextModelSettings | null {
  const { TEXT_MODEL_URL: apiUrl, TEXT_MODEL: model, TEXT_MODEL_API_KEY: apiKey } = values;
  return apiUrl && model ? { apiUrl, model, apiKey } : null;
}
