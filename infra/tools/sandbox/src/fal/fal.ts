import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { OutputFiles } from '../videos/output-files';
import { contentTypeOf } from '../videos/file-routes';
import { type VideoTask, VideoTasks } from '../videos/tasks';
import type { Journal } from '../journal';
import { doublingDelays, type WebhookSender } from '../webhooks';
import { FalError, invalidInput } from './errors';

export interface FalCredentials {
  key: string;
}

const USER_ID = 'sandbox-user';
/** fal documents 10 retries within two hours. */
export const FAL_RETRY_DELAYS_MS = doublingDelays(7_000, 10);

/** A fal account with its queue and its webhook signing key, which changes at each start as fal rotates keys. */
export class Fal {
  readonly tasks: VideoTasks;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;

  constructor(
    readonly credentials: FalCredentials,
    secondsPerVideo: number,
    private readonly publicUrl: string | undefined,
    readonly files: OutputFiles,
    journal: Journal,
    private readonly sender: WebhookSender,
  ) {
    this.privateKey = generateKeyPairSync('ed25519').privateKey;
    this.publicKey = createPublicKey(this.privateKey);
    sender.addSource('fal', {
      retryDelaysMs: FAL_RETRY_DELAYS_MS,
      timeoutMs: 15_000,
      sign: ({ headers, body }) => this.sign(headers, body),
    });
    const stored = journal.collection<VideoTask>('fal.requests');
    this.tasks = new VideoTasks(stored, files, secondsPerVideo, (task) => this.report(task));
  }

  origin(request: FastifyRequest): string {
    return `${this.publicUrl ?? `http://${request.headers.host}`}/fal`;
  }

  jwks(): object {
    return { keys: [{ ...this.publicKey.export({ format: 'jwk' }), kid: 'sandbox', use: 'sig' }] };
  }

  /** Posts the webhook of a finished request. */
  private report(task: VideoTask): void {
    const isOver = task.state !== 'queued' && task.state !== 'running';
    if (!isOver || !task.callbackUrl || task.directives.webhooks === 'none') return;
    const message = {
      url: task.callbackUrl,
      headers: { 'x-fal-webhook-request-id': task.id, 'x-fal-webhook-user-id': USER_ID },
      body: JSON.stringify(webhookBody(task)),
    };
    this.sender.send('fal', [message], { duplicate: task.directives.webhooks === 'twice' });
  }

  /** Ed25519 over request id, user id, Unix seconds and the body's SHA-256 in hex, separated by newlines. */
  private sign(headers: Record<string, string>, body: string): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const digest = createHash('sha256').update(body).digest('hex');
    const text = [headers['x-fal-webhook-request-id'], headers['x-fal-webhook-user-id'], timestamp, digest].join('\n');
    const signature = sign(null, Buffer.from(text), this.privateKey).toString('hex');
    return { 'x-fal-webhook-timestamp': timestamp, 'x-fal-webhook-signature': signature };
  }
}

export function newRequestId(): string {
  return randomUUID();
}

/** The model's result, or the error that a request for the result returns. */
export function resultOf(task: VideoTask): object | FalError {
  if (task.state === 'succeeded') return filesOf(task);
  if (task.state === 'canceled') return new FalError(400, 'Request was cancelled');
  switch (task.directives.outcome) {
    case 'moderation':
      return invalidInput('content_policy_violation', 'The content could not be processed: it was flagged.', 'prompt');
    case 'privacy':
      return invalidInput('content_policy_violation', 'The input image may contain a real person.', 'image_url');
    case 'input':
      return invalidInput('image_load_error', 'Failed to load the image.', 'image_url');
    default:
      return new FalError(500, task.failure ?? 'Internal server error');
  }
}

function filesOf({ work, output }: VideoTask): object {
  const files = output.map((url) => ({ url, content_type: contentTypeOf(url) }));
  return work.kind === 'images' ? { images: files } : { video: files[0] ?? null };
}

function webhookBody(task: VideoTask): object {
  const result = resultOf(task);
  const ids = { request_id: task.id, gateway_request_id: task.id };
  if (!(result instanceof FalError)) return { ...ids, status: 'OK', payload: result };
  return { ...ids, status: 'ERROR', error: `Invalid status code: ${result.statusCode}`, payload: result.body };
}
