import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { Ark, type ArkCredentials } from './ark/ark';
import { injectedArkError } from './ark/errors';
import { arkRoutes } from './ark/routes';
import { hashMatcherRoutes } from './classifier/hash-matcher-routes';
import { type ClassifierCredentials, ClassifierError, classifierRoutes } from './classifier/routes';
import { clientRef } from './client-ref';
import { controlRoutes } from './control';
import { injectedFalError } from './fal/errors';
import { Fal, type FalCredentials } from './fal/fal';
import { falModelRoutes } from './fal/model-routes';
import { FalPlatformError } from './fal/platform-error';
import { falRequestListRoutes } from './fal/request-list-routes';
import { falKeyRoutes, falQueueRoutes } from './fal/routes';
import { ActiveFaults } from './faults';
import { GPU_TARGETS, gpuServers } from './gpu-servers';
import { fileRoutes } from './videos/file-routes';
import { OutputFiles } from './videos/output-files';
import { Journal } from './journal';
import { RequestLog, type LogEntry } from './log';
import type { Mailbox, MailboxOptions } from './mailbox';
import { PushError } from './push/errors';
import { PushService } from './push/push-service';
import { pushRoutes } from './push/routes';
import { Receivers } from './receiver/receiver';
import { receiverRoutes } from './receiver/routes';
import { checkoutRoutes } from './razorpay/checkout';
import { type OpenIdCredentials, OpenIdProvider } from './openid/openid-provider';
import { OpenIdError, openIdRoutes } from './openid/routes';
import { openAiError } from './openai/errors';
import { type OpenAiCredentials, openAiRoutes } from './openai/routes';
import { RazorpayError } from './razorpay/errors';
import { Razorpay, type RazorpayCredentials } from './razorpay/razorpay';
import { razorpayRoutes } from './razorpay/routes';
import { injectedReplicateError } from './replicate/errors';
import type { Timing } from './replicate/predictions';
import { Replicate, type ReplicateCredentials } from './replicate/replicate';
import { replicateRoutes } from './replicate/routes';
import { TimeStampError, timeStampRoutes } from './time-stamps/routes';
import { decorateRequests, vendorScope, type Vendor } from './vendor-scope';
import { VideoRenderer } from './video-renderer';
import { WebhookSender, type Delivery } from './webhooks';

export interface SandboxOptions {
  host?: string;
  /** 0 for a free port. */
  port?: number;
  /** The URL in responses; by default the host of each request. */
  publicUrl?: string;
  /** Folder for state and rendered files; by default a temporary one that `close` removes. */
  dataDir?: string;
  /** True if another seed gives another video, which is the default. Without it, many jobs cost less CPU time. */
  variesBySeed?: boolean;
  mailbox?: Partial<MailboxOptions> | false;
  razorpay?: Partial<RazorpayCredentials> & { webhookUrl?: string };
  replicate?: Partial<ReplicateCredentials & Timing>;
  fal?: Partial<FalCredentials>;
  ark?: Partial<ArkCredentials>;
  openai?: OpenAiCredentials;
  classifier?: ClassifierCredentials;
  openId?: Partial<OpenIdCredentials>;
}

export interface RunningSandbox {
  url: string;
  mailbox: { url: string; smtpPort: number } | null;
  razorpay: RazorpayCredentials;
  replicate: ReplicateCredentials;
  fal: FalCredentials;
  ark: ArkCredentials;
  openai: OpenAiCredentials;
  classifier: ClassifierCredentials;
  /** With the credentials of the client, as `OIDC_URL`. */
  openIdUrl: string;
  /** Changes the URL of Razorpay's webhooks; null disables them. */
  setRazorpayWebhookUrl(url: string | null): void;
  close(): Promise<void>;
}

/** The credentials of the sandbox accounts. They are public, because they protect nothing. */
export const sandboxCredentials = {
  razorpay: {
    keyId: 'rzp_test_sandbox',
    keySecret: 'sandbox_key_secret',
    webhookSecret: 'sandbox_webhook_secret',
  },
  replicate: { apiToken: 'r8_sandbox', webhookSecret: 'whsec_bHVpdC1zYW5kYm94LXdlYmhvb2stc2VjcmV0' },
  fal: { key: 'fal_sandbox' },
  ark: { apiKey: 'ark_sandbox' },
  openai: { apiKey: 'sk-sandbox' },
  classifier: { apiKey: 'classifier_sandbox' },
  openId: {
    clientId: 'luit',
    clientSecret: 'sandbox_client_secret',
    redirectUrl: 'http://127.0.0.1:8080/auth/callback',
  },
} as const;

const defaultTiming: Timing = { secondsPerVideo: 3, retentionSeconds: 3600 };
/** Images are sent as data URIs: 10 MB become 13.3 MB of text. */
const bodyLimit = 20 * 1024 * 1024;

/** Starts the vendors' stand-ins and, by default, a mailbox. Resumes unfinished work of an existing data folder. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const host = options.host ?? '127.0.0.1';
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'luit-sandbox-'));
  mkdirSync(dataDir, { recursive: true });
  const journal = new Journal(join(dataDir, 'journal.jsonl'));
  const faults = new ActiveFaults();
  const log = new RequestLog(journal.collection<LogEntry>('log'));
  const webhooks = new WebhookSender(journal.collection<Delivery>('webhooks'));
  const { webhookUrl, ...razorpayKeys } = options.razorpay ?? {};
  const { secondsPerVideo, retentionSeconds, ...replicateKeys } = options.replicate ?? {};
  const razorpay = new Razorpay({ ...sandboxCredentials.razorpay, ...razorpayKeys }, webhookUrl, journal, webhooks);
  const renderer = new VideoRenderer(join(dataDir, 'rendering'));
  const files = new OutputFiles(join(dataDir, 'outputs'), renderer, options.variesBySeed);
  const replicate = new Replicate(
    { ...sandboxCredentials.replicate, ...replicateKeys },
    {
      secondsPerVideo: secondsPerVideo ?? defaultTiming.secondsPerVideo,
      retentionSeconds: retentionSeconds ?? defaultTiming.retentionSeconds,
    },
    options.publicUrl,
    files,
    journal,
    webhooks,
  );
  const seconds = secondsPerVideo ?? defaultTiming.secondsPerVideo;
  const falKeys = { ...sandboxCredentials.fal, ...options.fal };
  const fal = new Fal(falKeys, seconds, options.publicUrl, files, journal, webhooks);
  const arkKeys = { ...sandboxCredentials.ark, ...options.ark };
  const ark = new Ark(arkKeys, seconds, options.publicUrl, files, journal, webhooks);

  const app = fastify({ bodyLimit, forceCloseConnections: true });
  decorateRequests(app);
  acceptEmptyJson(app);
  // The header tells a supervisor that another process answers at the port.
  app.get('/health/live', (_request, reply) => reply.header('luit-process-id', process.pid).send({ status: 'ok' }));
  const razorpayVendor: Vendor = { target: 'razorpay', faults, createError: razorpayError };
  const replicateVendor: Vendor = { target: 'replicate', faults, createError: injectedReplicateError, runsJobs: true };
  const falVendor: Vendor = { target: 'fal', faults, createError: injectedFalError, runsJobs: true };
  const arkVendor: Vendor = { target: 'ark', faults, createError: injectedArkError, runsJobs: true };
  scope(app, '/razorpay/v1', { ...razorpayVendor, log }, (inner) => razorpayRoutes(inner, razorpay));
  scope(app, '/razorpay', razorpayVendor, (inner) => checkoutRoutes(inner, razorpay));
  scope(app, '/replicate/v1', { ...replicateVendor, log, clientRef }, (inner) => replicateRoutes(inner, replicate));
  scope(app, '/fal/queue', { ...falVendor, log, clientRef }, (inner) => falQueueRoutes(inner, fal));
  const falPlatform: Vendor = {
    ...{ target: 'fal', faults, log },
    createError: (status) => new FalPlatformError(status, injectedFalError(status).message),
  };
  scope(app, '/fal/platform/v1', falPlatform, (inner) => {
    falModelRoutes(inner);
    falRequestListRoutes(inner, fal);
  });
  scope(app, '/fal', falVendor, (inner) => falKeyRoutes(inner, fal));
  const openai = options.openai ?? sandboxCredentials.openai;
  const openAiVendor: Vendor = { target: 'openai', faults, createError: openAiError };
  scope(app, '/openai/v1', { ...openAiVendor, log }, (inner) => openAiRoutes(inner, openai));
  const classifier = options.classifier ?? sandboxCredentials.classifier;
  const classifierVendor: Vendor = {
    ...{ target: 'classifier', faults, log },
    createError: (status) => new ClassifierError(status),
  };
  scope(app, '/classifier', classifierVendor, (inner) => classifierRoutes(inner, classifier));
  scope(app, '/hma', classifierVendor, hashMatcherRoutes);
  const timeStampVendor: Vendor = {
    ...{ target: 'time-stamps', faults, log },
    createError: (status) => new TimeStampError(status),
  };
  scope(app, '/time-stamps', timeStampVendor, timeStampRoutes);
  let url = options.publicUrl ?? '';
  const openIdKeys = { ...sandboxCredentials.openId, ...options.openId };
  const openId = new OpenIdProvider(openIdKeys, () => `${url}/oidc`);
  const openIdVendor: Vendor = { target: 'oidc', faults, log, createError: (status) => new OpenIdError(status) };
  scope(app, '/oidc', openIdVendor, (inner) => openIdRoutes(inner, openId));
  const push = new PushService(journal);
  const pushVendor: Vendor = { target: 'push', faults, log, createError: (status) => new PushError(status) };
  scope(app, '/push', pushVendor, (inner) => pushRoutes(inner, push, options.publicUrl));
  scope(app, '/ark/api/v3', { ...arkVendor, log, clientRef }, (inner) => arkRoutes(inner, ark));
  for (const vendor of [replicateVendor, falVendor, arkVendor])
    scope(app, `/${vendor.target}/files`, vendor, (inner) => fileRoutes(inner, files, () => vendor.createError(404)));
  const gpus = gpuServers(files, seconds);
  for (const target of GPU_TARGETS) {
    const { createError, routes } = gpus[target];
    scope(app, `/${target}`, { target, faults, log, createError, runsJobs: true }, routes);
  }
  const receivers = new Receivers();
  await app.register(async (inner) => receiverRoutes(inner, receivers), { prefix: '/receivers' });
  const controlled = { faults, log, razorpay, replicate, fal, ark, openId, gpus, webhooks, receivers };
  await app.register(async (inner) => controlRoutes(inner, controlled), { prefix: '/control' });

  let mailbox: Mailbox | null = null;
  if (options.mailbox !== false) {
    const listen = { host, port: 0, smtpPort: 0, ...options.mailbox };
    // Its modules include a whole browser document, which takes a second to load.
    const { openMailbox } = await import('@luit/sandbox/mailbox');
    mailbox = await openMailbox(listen, join(dataDir, 'mail'), faults);
  }
  const address = await app.listen({ host, port: options.port ?? 0 }).catch(async (error: unknown) => {
    await mailbox?.close();
    throw error;
  });
  url ||= address;
  webhooks.resume();
  razorpay.refunds.resume();
  replicate.predictions.resume();
  fal.tasks.resume();
  ark.tasks.resume();

  return {
    url,
    mailbox: mailbox && { url: mailbox.url, smtpPort: mailbox.smtpPort },
    razorpay: razorpay.credentials,
    replicate: replicate.credentials,
    fal: fal.credentials,
    ark: ark.credentials,
    openai,
    classifier,
    openIdUrl: withCredentials(`${url}/oidc`, openIdKeys),
    setRazorpayWebhookUrl: (url) => razorpay.events.setUrl(url),
    async close() {
      await app.close();
      replicate.predictions.close();
      fal.tasks.close();
      ark.tasks.close();
      for (const target of GPU_TARGETS) gpus[target].close();
      razorpay.refunds.close();
      await Promise.all([webhooks.close(), mailbox?.close()]);
      journal.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function scope(app: FastifyInstance, prefix: string, vendor: Vendor, routes: (inner: FastifyInstance) => void): void {
  void app.register(
    async (inner) => {
      vendorScope(inner, vendor);
      // Unknown paths get the vendor's own error format.
      inner.setNotFoundHandler(() => {
        throw vendor.createError(404);
      });
      routes(inner);
    },
    { prefix },
  );
}

function withCredentials(issuer: string, { clientId, clientSecret }: OpenIdCredentials): string {
  const url = new URL(issuer);
  Object.assign(url, { username: clientId, password: clientSecret });
  return url.href;
}

/** Clients send `content-type: application/json` without a body, which Fastify rejects by default. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body.toString()));
    } catch {
      done(Object.assign(new Error('The request body is not valid JSON'), { statusCode: 400 }));
    }
  });
}

function razorpayError(status: number): RazorpayError {
  const descriptions: Record<number, string> = {
    400: 'The request body is not valid JSON',
    401: 'Authentication failed',
    404: 'The requested URL was not found on the server.',
    429: 'Request failed due to too many requests. Please try again after some time.',
  };
  return new RazorpayError(
    status,
    descriptions[status] ?? 'We are facing some trouble completing your request at the moment.',
  );
}
