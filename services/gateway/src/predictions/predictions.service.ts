import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { ByteLimit } from '@luit/platform/storage/byte-limit';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { CONFIG, type GatewayConfig } from '../config';
import { InFlight } from '../http/in-flight';
import { readBytes } from '../http/request-bodies';
import { splitRelayBody } from './relay-body';

const TIMEOUT_MS = 30_000;
/** A data URI of a 10 MB image, and a little. */
const MAX_INPUT_BYTES = 14 * 1024 * 1024;
/** Bodies in memory, so that they never take more than 112 MB. */
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
const problem = z.object({ detail: z.string() });

/**
 * Lets the browser ask the prediction service with the person's own key: that service sends no CORS headers. Nothing
 * but the restore model can be asked for, and nothing is kept.
 */
@Injectable()
export class PredictionsService {
  private readonly relayed = new InFlight(IN_FLIGHT);

  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /**
   * Passes an image on that may have megabytes, unparsed.
   *
   * @throws LuitError 400 and 413 for the body, `unavailable` while too many are being passed on
   */
  async create(key: string, userId: string, request: FastifyRequest) {
    const end = this.relayed.begin(userId);
    if (!end) {
      const text = 'Too many photos are being sent at the moment. Please try again in a few seconds.';
      throw new LuitError('unavailable', text, { retryAfterSeconds: BUSY_SECONDS });
    }
    try {
      const { image, options } = await splitRelayBody(await bytesOf(request));
      const head = `{"version":${JSON.stringify(this.config.predictions.version)},"input":{"img":"`;
      // An object's text without its opening brace.
      const tail = `",${JSON.stringify(options).slice(1)}}`;
      return shown(await this.ask(key, 'POST', '', [Buffer.from(head), image, Buffer.from(tail)]));
    } finally {
      end();
    }
  }

  async get(key: string, id: string) {
    return shown(await this.find(key, id));
  }

  /** Streams the result, from the service's own hosts alone. @throws LuitError `not_found` while there is none */
  async output(key: string, id: string, reply: FastifyReply): Promise<StreamableFile> {
    const { output } = await this.find(key, id);
    const url = Array.isArray(output) ? output[0] : output;
    if (!url) throw new LuitError('not_found', 'There is no restored image.');
    if (!this.isDelivery(url)) {
      recordSecurityEvent('outbound_address_blocked', { host: URL.canParse(url) ? new URL(url).host : undefined });
      throw new LuitError('not_found', 'There is no restored image.');
    }
    const answer = await this.fetch(url, { redirect: 'error' });
    const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
    if (!answer.ok || !answer.body || !IMAGE_TYPES.includes(type)) {
      throw new LuitError('not_found', 'The restored image is no longer there.');
    }
    void reply.header('cache-control', 'private, no-store');
    const limited = new ByteLimit(MAX_OUTPUT_BYTES);
    pipeline(Readable.fromWeb(answer.body as ReadableStream), limited, () => undefined);
    return new StreamableFile(limited, { type });
  }

  private find(key: string, id: string): Promise<Prediction> {
    if (!/^[A-Za-z0-9]{1,64}$/.test(id)) throw new LuitError('not_found', 'There is no such prediction.');
    return this.ask(key, 'GET', `/${id}`);
  }

  /** @throws LuitError `provider_error` with the service's own status and words, for the page to show */
  private async ask(key: string, method: 'GET' | 'POST', path: string, parts?: Buffer[]): Promise<Prediction> {
    const url = `${this.config.predictions.apiUrl}/v1/predictions${path}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...lengthOf(parts) };
    // As a stream, since fetch copies the bytes of anything else.
    const body = parts && { body: Readable.from(parts), duplex: 'half' as const };
    const answer = await this.fetch(url, { method, headers, ...body, redirect: 'error' });
    const text = await orNoAnswer(answer.text());
    if (!answer.ok) throw refusal(answer.status, wordsOf(text).replaceAll(key, '…'));
    const parsed = prediction.safeParse(jsonOf(text));
    if (!parsed.success) throw refusal(answer.status, 'The answer could not be read');
    return parsed.data;
  }

  private fetch(url: string, init: RequestInit): Promise<Response> {
    return orNoAnswer(fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }));
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

/** A request without a body has no stream. */
function bytesOf(request: FastifyRequest): Promise<Buffer> {
  return request.body instanceof Readable
    ? readBytes(request.body, MAX_INPUT_BYTES, request)
    : Promise.resolve(Buffer.alloc(0));
}

function shown({ id, status, output, error }: Prediction) {
  const hasOutput = status === 'succeeded' && output != null;
  return {
    id,
    status,
    output: hasOutput ? `/api/predictions/${id}/output` : null,
    error: typeof error === 'string' ? error.slice(0, MAX_TEXT) : null,
  };
}

/** The reason stays here: it may quote the request, and with it the key. */
function orNoAnswer<T>(answer: Promise<T>): Promise<T> {
  return answer.catch(() => {
    throw refusal(504, 'No answer');
  });
}

function refusal(status: number, text: string): LuitError {
  return new LuitError('provider_error', `Replicate API error: ${status} - ${text}`, { details: { status, text } });
}

function wordsOf(text: string): string {
  const parsed = problem.safeParse(jsonOf(text));
  return (parsed.success ? parsed.data.detail : text).slice(0, MAX_TEXT);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Judged by whoever looks into it.
    return undefined;
  }
}
