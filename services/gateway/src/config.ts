import {
  type CommonConfig,
  commonConfig,
  commonEnvironment,
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
import { CONNECTION_LIMITS, type ConnectionLimits } from './http/connection-limits';

/** How often one person may ask, per window; the whole allowance may be used in one burst. */
export interface Limits {
  generatePerMinute: number;
  orderPerMinute: number;
  /** Images uploaded ahead of an order. */
  uploadPerMinute: number;
  /** Spendings of credits by `POST /api/credits/deduct`. */
  deductPerMinute: number;
  /** Copies of an account asked for and fetched; auth bounds the mails to one account. */
  exportPerMinute: number;
  /** Payments told of by the checkout; from one address, since it needs no token. */
  verifyPerMinute: number;
  /** How many times as much the accounts at one address may ask together. */
  perAddressFactor: number;
  /** Calls of the own-key relay; a restoration in hand asks every two seconds. */
  predictionPerMinute: number;
  /** Tries to sign in from one client, to any account; auth bounds the tries at one account. */
  signInPerClientPer15Minutes: number;
  /** Accounts opened, and mails asked for, from one client. */
  signUpPer15Minutes: number;
  /** Messages of the contact page from one client. */
  contactPerHour: number;
}

/** What sockets may ask of one process; a burst of each allowance may come at once. */
export interface SocketSettings {
  /** Packets of one socket a minute, whatever they hold. */
  framesPerMinute: number;
  /** Packets of all sockets of one account a minute. */
  accountFramesPerMinute: number;
  /** Sockets that may be open at once: of an account, of a guest's token, of an address (IPv6: one /64). */
  perAccount: number;
  perGuest: number;
  perAddress: number;
  /** Connections that one address may begin a minute. */
  handshakesPerMinute: number;
}

/** The prediction service that people with a key of their own use. */
export interface PredictionSettings {
  /** Without `/v1`. */
  apiUrl: string;
  /** The one model version that may be asked for, `owner/name:id`. */
  version: string;
  /** Hosts, with their subdomains, that results are fetched from, besides the API's own. */
  deliveryHosts: string[];
}

export interface UploadLimits {
  maxBytes: number;
  /** Width × height; what has more is refused before anything decodes it. */
  maxPixels: number;
}

export interface GatewayConfig {
  common: CommonConfig;
  host: string;
  port: number;
  /** Origin under which browsers reach the product, without a trailing slash. */
  webUrl: string;
  /** Origin of links to files, without a trailing slash; the same as `webUrl` where files have none of their own. */
  filesUrl: string;
  storage: StorageSettings;
  /** Signs the links to files. */
  filesSecret: string;
  /** Folders of the built web apps; where one is missing, its pages answer a plain sentence. */
  webDist: string;
  adminDist: string;
  /** Origins of the payment provider's checkout, allowed by the content security policy. */
  checkoutOrigins: string[];
  /** Whose X-Forwarded-For is believed: a list of addresses and ranges, or nobody's. */
  trustProxy: string | false;
  /** Where vulnerabilities are reported, `mailto:` or `https:`; undefined where nobody is named. */
  securityContact?: string;
  /** A socket whose token ran out is disconnected after this long, milliseconds. */
  liveGraceMs: number;
  sockets: SocketSettings;
  limits: Limits;
  connections: ConnectionLimits;
  uploads: UploadLimits;
  predictions: PredictionSettings;
}

/** Token of the parsed configuration. */
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
  UPLOAD_MAX_BYTES: allowance.default(10 * 1024 * 1024),
  UPLOAD_MAX_PIXELS: allowance.default(50_000_000),
  LIMIT_GENERATE_PER_MINUTE: allowance.default(120),
  LIMIT_ORDER_PER_MINUTE: allowance.default(20),
  LIMIT_UPLOAD_PER_MINUTE: allowance.default(10),
  LIMIT_DEDUCT_PER_MINUTE: allowance.default(60),
  LIMIT_EXPORT_PER_MINUTE: allowance.default(10),
  LIMIT_VERIFY_PER_MINUTE: allowance.default(60),
  LIMIT_PER_ADDRESS_FACTOR: allowance.default(10),
  LIMIT_SIGN_IN_PER_CLIENT_PER_15_MINUTES: allowance.default(300),
  LIMIT_SIGN_UP_PER_15_MINUTES: allowance.default(300),
  LIMIT_CONTACT_PER_HOUR: allowance.default(5),
};

const RULES = {
  production: [
    strongSecret('FILES_SECRET'),
    publicUrl('WEB_URL'),
    publicUrl('FILES_URL'),
    publicUrl('CHECKOUT_ORIGINS'),
    narrowProxies('TRUST_PROXY'),
    tlsUnlessPrivate('PREDICTIONS_API_URL'),
    tlsUnlessPrivate('S3_ENDPOINT'),
  ],
  always: [storageRule],
};

/** @throws ConfigurationError naming every fault */
export function gatewayConfig(env: NodeJS.ProcessEnv): GatewayConfig {
  const values = parseEnvironment(environment, env, ['FILES_SECRET', 'S3_SECRET_ACCESS_KEY'], RULES);
  return {
    common: commonConfig('gateway', values),
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
    uploads: { maxBytes: values.UPLOAD_MAX_BYTES, maxPixels: values.UPLOAD_MAX_PIXELS },
    connections: CONNECTION_LIMITS,
    limits: {
      generatePerMinute: values.LIMIT_GENERATE_PER_MINUTE,
      predictionPerMinute: values.LIMIT_PREDICTION_PER_MINUTE,
      orderPerMinute: values.LIMIT_ORDER_PER_MINUTE,
      uploadPerMinute: values.LIMIT_UPLOAD_PER_MINUTE,
      deductPerMinute: values.LIMIT_DEDUCT_PER_MINUTE,
      exportPerMinute: values.LIMIT_EXPORT_PER_MINUTE,
      verifyPerMinute: values.LIMIT_VERIFY_PER_MINUTE,
      perAddressFactor: values.LIMIT_PER_ADDRESS_FACTOR,
      signInPerClientPer15Minutes: values.LIMIT_SIGN_IN_PER_CLIENT_PER_15_MINUTES,
      signUpPer15Minutes: values.LIMIT_SIGN_UP_PER_15_MINUTES,
      contactPerHour: values.LIMIT_CONTACT_PER_HOUR,
    },
  };
}
