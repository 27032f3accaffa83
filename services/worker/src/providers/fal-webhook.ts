import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { ask, NoAnswerError } from './http';
import { parseAnswer, unreadable } from './wire';

/** fal advises five minutes, to either side. */
const MAX_AGE_SECONDS = 300;
/** Its documentation allows 24 hours; keys are rotated, so a signature that matches none is worth another look. */
const KEEP_MS = 24 * 3_600_000;
const LOOK_AGAIN_MS = 60_000;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), crv: z.string(), x: z.string() })) });

/** fal's published keys, read when they are needed. */
export class FalKeys {
  private keys: KeyObject[] = [];
  private readAt = -Infinity;

  constructor(
    private readonly url: string,
    private readonly timeoutMs: number,
  ) {}

  /**
   * Whether one of the keys signed this. Unknown keys are looked for once a minute at most.
   *
   * @throws ProviderUnreadableError while the keys cannot be read
   */
  async haveSigned(text: Buffer, signature: Buffer, signal: AbortSignal): Promise<boolean> {
    const matches = () => this.keys.some((key) => verify(null, text, key, signature));
    const age = Date.now() - this.readAt;
    if (age < KEEP_MS && matches()) return true;
    if (age < LOOK_AGAIN_MS) return false;
    await this.read(signal);
    return matches();
  }

  private async read(signal: AbortSignal): Promise<void> {
    const { url, timeoutMs } = this;
    try {
      const asked = { provider: 'fal', operation: 'keys', method: 'GET', url, headers: {}, timeoutMs, signal } as const;
      const { status, text } = await ask(asked);
      if (status !== 200) throw unreadable(`http_${status}`, 'The webhook keys cannot be read');
      const { keys } = parseAnswer(keySet, text);
      this.keys = keys
        .filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519')
        .map((key) => createPublicKey({ key, format: 'jwk' }));
      this.readAt = Date.now();
    } catch (error) {
      throw error instanceof NoAnswerError ? unreadable(error.code, error.message) : error;
    }
  }
}

/**
 * fal's recipe (docs, "Verify webhooks"): Ed25519 over request id, user id, timestamp and the hex SHA-256 of the raw
 * body, one a line; the signature is hex.
 *
 * @returns why it is refused, or null
 * @throws ProviderUnreadableError while the keys cannot be read
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
  if (!/^\d+$/.test(timestamp)) return 'The timestamp is no number';
  if (Math.abs(nowMs / 1_000 - Number(timestamp)) > MAX_AGE_SECONDS) return 'The timestamp is too old';
  const digest = createHash('sha256').update(rawBody).digest('hex');
  const text = Buffer.from([id, user, timestamp, digest].join('\n'));
  const isSigned = await keys.haveSigned(text, Buffer.from(signature, 'hex'), signal);
  return isSigned ? null : 'No signature matches';
}
