import { PREDICTIONS_MODEL } from '@luit/contracts/generation/catalog/shipped/photos';
import { IMAGE_SIZE } from '@luit/contracts/generation/image-limits';
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
import { mailEnvironment, type MailSettings, mailSettings } from '@luit/platform/mails/mailer';
import { narrowProxies, publicUrl, strongSecret, tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import {
  storageEnvironment,
  storageRule,
  type StorageSettings,
  storageSettings,
} from '@luit/platform/storage/storage-settings';
import { VENDOR_URLS } from '@luit/contracts/operations/vendor-urls';
import { z } from 'zod';
import { ACCESS_LOG, type AccessLogSettings } from './http/logs/access-log';
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connections/connection-limits';
import { rateLimits, type RateLimits } from './access/limits/rate-limits';
import { type SocketSettings, socketLimits } from './live-updates/socket-limits';
import { openIdSecret, type OpenIdSettings, openIdSettings, openIdUrl } from './account/openid/openid-settings';
import type { TextModelSettings } from './creations/prompt-help/text-model';

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

export const UPLOAD_LIMITS: UploadLimits = { maxBytes: MAX_IMAGE_BYTES, maxPixels: IMAGE_SIZE.maxPixels };

const LIVE_GRACE_MS = 30_000;
const AGENT_APPROVAL_CREDITS = 100;

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
  /** The operator's mailbox, also for vulnerability reports. */
  contactEmail?: string;
  /** The mail server, for the news that auth is down. */
  mail: MailSettings;
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
  /** Where users can sign in besides here; null if no provider is configured. */
  openId: OpenIdSettings | null;
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
  ) // oxfmt-ignore
  .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin)));

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
  CONTACT_EMAIL: z.email().optional(),
  ...mailEnvironment,
  RATE_LIMIT_FACTOR: z.coerce.number().min(1).default(1),
  SHUTDOWN_DELAY_MS: milliseconds.optional(),
  PREDICTIONS_API_URL: origin.default(VENDOR_URLS.REPLICATE_API_URL),
  OIDC_URL: openIdUrl.optional(),
  TEXT_MODEL_URL: origin.optional(),
  TEXT_MODEL: z.string().min(1).max(200).optional(),
  TEXT_MODEL_API_KEY: z.string().min(1).optional(),
};

/** The time that load balancers have to notice that a gateway is not ready. A local stack has no load balancer. */
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
    tlsUnlessPrivate('OIDC_URL'),
    openIdSecret,
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
    mail: mailSettings(values),
    contactEmail: values.CONTACT_EMAIL,
    liveGraceMs: LIVE_GRACE_MS,
    shutdownDelayMs: shutdownDelayOf(common, values.SHUTDOWN_DELAY_MS),
    sockets: socketLimits(values.RATE_LIMIT_FACTOR),
    predictions: {
      apiUrl: values.PREDICTIONS_API_URL,
      version: PREDICTIONS_MODEL,
      deliveryHosts: ['replicate.delivery'],
    },
    agentApprovalCredits: AGENT_APPROVAL_CREDITS,
    openId: openIdSettings(values.OIDC_URL),
    textModel: textModelOf(values),
    uploads: UPLOAD_LIMITS,
    connections: CONNECTION_LIMITS,
    accessLog: ACCESS_LOG,
    limits: rateLimits(values.RATE_LIMIT_FACTOR),
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
