import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { NoResponseError } from '@luit/engines/transport/http';
import { sendRequest } from './http-client';
import type { ProviderInstance } from './provider';
import { parseResponse, readError } from '@luit/engines/failures';

/** fal recommends a tolerance of five minutes. */
const MAX_AGE_SECONDS = 300;
/** fal allows caching keys for 24 hours. Keys rotate, so a signature without a match reloads them once a minute at most. */
const CACHE_MS = 24 * 3_600_000;
const RELOAD_INTERVAL_MS = 60_000;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), crv: z.string(), x: z.string() })) });

/** Caches fal's published webhook keys. */
export class FalKeys {
  private keys: KeyObject[] = [];
  private readAt = -Infinity;

  constructor(
    private readonly instance: ProviderInstance,
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Returns true if one of the keys signed the text.
   *
   * @throws ProviderReadError if the keys cannot be read
   */
  async haveSigned(text: Buffer, signature: Buffer, signal: AbortSignal): Promise<boolean> {
    const matches = () => this.keys.some((key) => verify(null, text, key, signature));
    const age = Date.now() - this.readAt;
    if (age < CACHE_MS && matches()) return true;
    if (age < RELOAD_INTERVAL_MS) return false;
    await this.read(signal);
    return matches();
  }

  private async read(signal: AbortSignal): Promise<void> {
    const { instance, url, timeoutMs } = this;
    try {
      const request = {
        instance,
        operation: 'keys',
        method: 'GET',
        url,
        headers: {},
        timeoutMs,
        signal,
      } as const;
      const { status, text } = await sendRequest(request);
      if (status !== 200) throw readError(`http_${status}`, 'Failed to read the webhook keys');
      const { keys } = parseResponse(keySet, text);
      this.keys = keys
        .filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519')
        .map((key) => createPublicKey({ key, format: 'jwk' }));
      this.readAt = Date.now();
    } catch (error) {
      throw error instanceof NoResponseError ? readError(error.code, error.message) : error;
    }
  }
}

/**
 * fal's scheme (docs, "Verify webhooks"): Ed25519 over request id, user id, timestamp and the hex SHA-256 of the raw body,
 * separated by newlines; the signature is hex.
 *
 * @returns the reason of a refusal, or null
 * @throws ProviderReadError if the keys cannot be read
 */
export async function falSignatureFault(
  keys: FalKeys,
  headers: Record<string, string>,
  rawBody: Buffer,
  signal: AbortSignal,
  nowMs = Date.now(),
): Promise<string | null> {
  const [id, user, timestamp, signature] = ['request-id', 'user-id', 'timestamp', 'signature'].map(
    (name) => headers[`x-fal-webhook-${name}`],
  );
  if (!id || !user || !timestamp || !signature) return 'A signature header is missing';
  if (!/^\d+$/.test(timestamp)) return 'The timestamp is not a number';
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > MAX_AGE_SECONDS) return 'The timestamp is too old';
  const digest = createHash('sha256').update(rawBody).digest('hex');
  const text = Buffer.from([id, user, timestamp, digest].join('\n'));
  const isSigned = await keys.haveSigned(text, Buffer.from(signature, 'hex'), signal);
  return isSigned ? null : 'No signature matches';
}
