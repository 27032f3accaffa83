import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { ByteLimit } from '@luit/platform/storage/byte-limit';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { CONFIG, type GatewayConfig } from '../../config';
import { InFlight } from '../../http/connections/in-flight';
import { readBytes } from '../../http/requests/request-bodies';
import { maxRelayBytes, splitRelayBody } from './relay-body';

const TIMEOUT_MS = 30_000;
/** Concurrent bodies in memory, 112 MB at most with the default size of images. */
const IN_FLIGHT = { perSubject: 2, total: 8 };
const BUSY_SECONDS = 3;
const MAX_OUTPUT_BYTES = 100 * 1024 * 1024;
const MAX_TEXT = 300;
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

const prediction = z.object({
  id: z.string(),
  status: z.string(),
  output: z.union([z.string(), z.array(z.string())]).nullish(),
  error: z.unknown(),
});
type Prediction = z.infer<typeof prediction>;
export const predictionView = z.object({
  id: z.string(),
  status: z.string(),
  /** Path of the restored photo. */
  output: z.string().nullable(),
  error: z.string().nullable(),
});
const problem = z.object({ detail: z.string() });

/**
 * Relays restorations to the prediction service with the user's own API key, because that service sends no CORS headers.
 * Only the restore model can be used, and nothing is stored.
 */
@Injectable()
export class PredictionsService {
  private readonly inFlight = new InFlight(IN_FLIGHT);

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /**
   * Forwards an image of up to several megabytes without parsing it.
   *
   * @throws LuitError 400 and 413 for the body, `unavailable` if too many are in flight
   */
  async create(key: string, userId: string, request: FastifyRequest) {
    const release = this.inFlight.begin(userId);
    if (!release) {
      const text = 'Too many photos are being processed right now. Please try again in a few seconds.';
      throw new LuitError('unavailable', text, { retryAfterSeconds: BUSY_SECONDS });
    }
    try {
      const { image, options } = await splitRelayBody(
        await bytesOf(request, maxRelayBytes(this.config.uploads.maxBytes)),
      );
      const head = `{"version":${JSON.stringify(this.config.predictions.version)},"input":{"img":"`;
      // The serialized object without its opening brace.
      const tail = `",${JSON.stringify(options).slice(1)}}`;
      return toView(await this.request(key, 'POST', '', [Buffer.from(head), image, Buffer.from(tail)]));
    } finally {
      release();
    }
  }

  async get(key: string, id: string) {
    return toView(await this.find(key, id));
  }

  /** Streams the result, only from hosts of the service. @throws LuitError `not_found` if there is none */
  async output(key: string, id: string, reply: FastifyReply): Promise<StreamableFile> {
    const { output } = await this.find(key, id);
    const url = Array.isArray(output) ? output[0] : output;
    if (!url) throw new LuitError('not_found', 'Restored image not found.');
    if (!this.isDelivery(url)) {
      recordSecurityEvent('outbound_address_blocked', { host: URL.canParse(url) ? new URL(url).host : undefined });
      throw new LuitError('not_found', 'Restored image not found.');
    }
    const answer = await this.fetch(url, { redirect: 'error' });
    const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
    if (!answer.ok || !answer.body || !IMAGE_TYPES.includes(type)) {
      throw new LuitError('not_found', 'The restored image is no longer available.');
    }
    void reply.header('cache-control', 'private, no-store');
    const limited = new ByteLimit(MAX_OUTPUT_BYTES);
    pipeline(Readable.fromWeb(answer.body as ReadableStream), limited, () => undefined);
    return new StreamableFile(limited, { type });
  }

  private find(key: string, id: string): Promise<Prediction> {
    if (!/^[A-Za-z0-9]{1,64}$/.test(id)) throw new LuitError('not_found', 'Prediction not found.');
    return this.request(key, 'GET', `/${id}`);
  }

  /** @throws LuitError `provider_error` with the status and message of the service, for the page to show */
  private async request(key: string, method: 'GET' | 'POST', path: string, parts?: Buffer[]): Promise<Prediction> {
    const url = `${this.config.predictions.apiUrl}/v1/predictions${path}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...lengthOf(parts) };
    // The body is a stream, because fetch copies any other body.
    const body = parts && { body: Readable.from(parts), duplex: 'half' as const };
    const answer = await this.fetch(url, { method, headers, ...body, redirect: 'error' });
    const text = await orTimeout(answer.text());
    if (!answer.ok) throw refusal(answer.status, messageOf(text).replaceAll(key, '…'));
    const parsed = prediction.safeParse(jsonOf(text));
    if (!parsed.success) throw refusal(answer.status, 'Invalid response');
    return parsed.data;
  }

  private fetch(url: string, init: RequestInit): Promise<Response> {
    return orTimeout(fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }));
  }

  private isDelivery(text: string): boolean {
    if (!URL.canParse(text)) return false;
    const { host, hostname, protocol, origin } = new URL(text);
    const { apiUrl, deliveryHosts } = this.config.predictions;
    if (origin === new URL(apiUrl).origin) return true;
    const isListed = deliveryHosts.some((name) => host === name || hostname.endsWith(`.${name}`));
    return protocol === 'https:' && isListed;
  }
}

function lengthOf(parts?: Buffer[]): Record<string, string> {
  return parts ? { 'content-length': String(parts.reduce((sum, { length }) => sum + length, 0)) } : {};
}

/** Reads the body; a request without one has no stream. */
function bytesOf(request: FastifyRequest, limitBytes: number): Promise<Buffer> {
  return request.body instanceof Readable
    ? readBytes(request.body, limitBytes, request)
    : Promise.resolve(Buffer.alloc(0));
}

function toView({ id, status, output, error }: Prediction): z.infer<typeof predictionView> {
  const hasOutput = status === 'succeeded' && output != null;
  return {
    id,
    status,
    output: hasOutput ? `/api/predictions/${id}/output` : null,
    error: typeof error === 'string' ? error.slice(0, MAX_TEXT) : null,
  };
}

/** Drops the cause, because it may quote the request including the key. */
function orTimeout<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(() => {
    throw refusal(504, 'No response');
  });
}

function refusal(status: number, text: string): LuitError {
  return new LuitError('provider_error', `Replicate API error: ${status} - ${text}`, { details: { status, text } });
}

function messageOf(text: string): string {
  const parsed = problem.safeParse(jsonOf(text));
  return (parsed.success ? parsed.data.detail : text).slice(0, MAX_TEXT);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller's schema rejects undefined.
    return undefined;
  }
}
