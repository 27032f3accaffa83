import type { FastifyInstance } from 'fastify';
import { z, type ZodType } from 'zod';
import { type Ark, publicTask } from './ark/ark';
import type { Fal } from './fal/fal';
import { faultRequest, type ActiveFaults } from './faults';
import { GPU_TARGETS, type GpuTarget, type gpuServers } from './gpu-servers';
import type { RequestLog } from './log';
import { payerDetails } from './razorpay/checkout';
import type { Dispute, Payment, Refund } from './razorpay/entities';
import type { OpenIdProvider } from './openid/openid-provider';
import { RazorpayError } from './razorpay/errors';
import type { WebhookMode } from './razorpay/events';
import { receiverBehavior, type ReceivedWebhook, type Receivers } from './receiver/receiver';
import type { CheckoutResult, Razorpay } from './razorpay/razorpay';
import { publicPrediction } from './replicate/prediction';
import type { Replicate } from './replicate/replicate';
import type { WebhookSender } from './webhooks';

const webhookMode = z
  .string()
  .regex(/^(normal|none|duplicate|reordered|late:\d+(\.\d+)?)$/, 'one of normal, none, duplicate, reordered, late:<s>')
  .transform((text): WebhookMode => {
    if (text.startsWith('late:')) return { name: 'late', seconds: Number(text.slice('late:'.length)) };
    return { name: text as Exclude<WebhookMode['name'], 'late'> };
  });

const checkoutRequest = z.strictObject({
  ...payerDetails.shape,
  order_id: z.string(),
  outcome: z.enum(['success', 'failure', 'callback_lost']),
  webhooks: webhookMode.default({ name: 'normal' }),
  /** Paise; the order's amount by default. With partial payments, Razorpay accepts less. */
  amount: z.int().min(100).optional(),
});

const returnRequest = z.strictObject({
  payment_id: z.string(),
  /** Paise; the whole remaining amount by default. */
  amount: z.int().min(100).optional(),
  webhooks: webhookMode.default({ name: 'normal' }),
});

const lateAuthorization = z.strictObject({ webhooks: webhookMode.default({ name: 'normal' }) });

const disputeEnd = z.strictObject({
  status: z.enum(['under_review', 'won', 'lost', 'closed']),
  webhooks: webhookMode.default({ name: 'normal' }),
});

const person = z.strictObject({
  email: z.string().optional(),
  verified: z.boolean().default(true),
  name: z.string().default('Asha Das'),
  claims: z.record(z.string(), z.unknown()).optional(),
  forged: z.boolean().optional(),
});

type ById = { Params: { id: string } };
type ByName = { Params: { name: string } };

interface Controlled {
  faults: ActiveFaults;
  log: RequestLog;
  razorpay: Razorpay;
  replicate: Replicate;
  fal: Fal;
  ark: Ark;
  openId: OpenIdProvider;
  gpus: ReturnType<typeof gpuServers>;
  webhooks: WebhookSender;
  receivers: Receivers;
}

/** Calls that control the sandbox for tests and development, registered under `/control`. */
export function controlRoutes(
  app: FastifyInstance,
  { faults, log, razorpay, replicate, fal, ark, openId, gpus, webhooks, receivers }: Controlled,
): void {
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: error.message }),
  );

  app.post('/checkout', ({ body }): CheckoutResult => {
    const { order_id, outcome, ...attempt } = read(checkoutRequest, body);
    const payment = razorpay.payments.attempt(order_id, { isDeclined: outcome === 'failure', ...attempt });
    const { razorpay_signature, ...ids } = razorpay.checkoutResult(payment);
    return outcome === 'success' ? { ...ids, razorpay_signature } : ids;
  });

  app.post('/refund', ({ body }): Refund => {
    const { payment_id, amount, webhooks: mode } = read(returnRequest, body);
    return razorpay.refunds.createInDashboard(payment_id, amount, mode);
  });

  app.post<ById>('/refund/:id/fail', ({ params }): Refund => razorpay.refunds.fail(params.id));
  app.post<ById>('/refund/:id/slow-down', ({ params }): Refund => razorpay.refunds.slowDown(params.id));

  app.post<ById>('/payment/:id/authorize', ({ params, body }): Payment => {
    const { webhooks: mode } = read(lateAuthorization, body ?? {});
    return razorpay.payments.authorizeLate(params.id, mode);
  });

  app.post('/dispute', ({ body }): Dispute => {
    const { payment_id, amount, webhooks: mode } = read(returnRequest, body);
    return razorpay.disputes.open(payment_id, mode, amount);
  });

  app.post<ById>('/dispute/:id', ({ params, body }): Dispute => {
    const { status, webhooks: mode } = read(disputeEnd, body);
    return razorpay.disputes.end(params.id, status, mode);
  });

  app.post('/faults', ({ body }) => {
    faults.set(read(faultRequest, body));
    return { ok: true };
  });

  /** Prepares the next sign-in at the OpenID provider. `claims` and `forged` make its ID token untrue. */
  app.post('/oidc', ({ body }) => {
    openId.prepare(read(person, body));
    return { ok: true };
  });

  app.post('/oidc/rotate-keys', () => {
    openId.rotateKeys();
    return { ok: true };
  });

  app.get<{ Querystring: { target?: string } }>('/log', ({ query }) => ({ entries: log.entries(query.target) }));

  app.post('/reset', () => {
    faults.reset();
    log.reset();
    receivers.reset();
    openId.prepare(null);
    return { ok: true };
  });

  /** How the receiver of webhooks with this name answers from now on. */
  app.put<ByName>('/receivers/:name', ({ params, body }) => {
    receivers.behave(params.name, read(receiverBehavior, body));
    return { ok: true };
  });

  app.get<ByName>('/receivers/:name', ({ params }): { received: ReceivedWebhook[] } => ({
    received: receivers.received(params.name),
  }));

  /** The unfinished tasks of a vendor, to compare with Luit's own state. */
  app.get<{ Querystring: { target?: string } }>('/state', ({ query }) => {
    const target = query.target ?? '';
    const live = isGpu(target) ? () => ({ jobs: gpus[target].live() }) : liveAt.get(target);
    if (!live) throw new RazorpayError(400, `target: one of ${[...liveAt.keys(), ...GPU_TARGETS].join(', ')}`);
    return { ...live(), pendingWebhooks: webhooks.pendingCount() };
  });
  const liveAt = new Map<string, () => object>([
    ['replicate', () => ({ predictions: replicate.predictions.live().map(publicPrediction) })],
    ['fal', () => ({ requests: fal.tasks.live().map(({ id, state }) => ({ id, state })) })],
    ['ark', () => ({ tasks: ark.tasks.live().map(publicTask) })],
  ]);

  /** Restarts a server with a GPU, which forgets everything. */
  app.post('/restart', ({ body }) => {
    gpus[read(restartRequest, body).target].restart();
    return { ok: true };
  });

  /** Makes a vendor forget a task, as after a loss of data. */
  app.post('/forget', ({ body }) => {
    const { target, id } = read(forgetRequest, body);
    if (target === 'replicate') replicate.predictions.forget(id);
    else (target === 'fal' ? fal : ark).tasks.forget(id);
    return { ok: true };
  });
}

const restartRequest = z.strictObject({ target: z.enum(GPU_TARGETS) });
const isGpu = (target: string): target is GpuTarget => GPU_TARGETS.some((each) => each === target);

const forgetRequest = z.strictObject({ target: z.enum(['replicate', 'fal', 'ark']), id: z.string() });

function read<T>(schema: ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw Object.assign(new Error(z.prettifyError(parsed.error)), { statusCode: 400 });
}
