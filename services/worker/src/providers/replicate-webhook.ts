import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookResult } from './provider';
import { prediction, toStatus } from './replicate-wire';
import { parseJson } from '@luit/engines/failures';

/** Replicate's recommended tolerance, also applied to timestamps in the future. */
const MAX_AGE_SECONDS = 300;

/** Accepts a callback that is signed with our secret and names this job's webhook URL. */
export function verifyReplicateWebhook(
  secrets: string,
  webhookUrl: string | null,
  headers: Record<string, string>,
  rawBody: Buffer,
  nowMs = Date.now(),
): WebhookResult {
  const faults = secrets.split(',').map((secret) => signatureFault(secret.trim(), headers, rawBody, nowMs));
  const [fault] = faults;
  if (fault && !faults.includes(null)) return { refusal: fault };
  const parsed = prediction.safeParse(parseJson(rawBody.toString('utf8')));
  if (!parsed.success) return { refusal: 'The body is not a prediction' };
  if (parsed.data.webhook !== webhookUrl) return { refusal: 'The prediction belongs to another job' };
  const status = toStatus(parsed.data);
  const isComplete = status.state === 'succeeded' ? status.outputUrl !== null : status.state === 'failed';
  return { externalId: parsed.data.id, ...(isComplete && { end: status }) };
}

/**
 * Replicate's scheme (docs, "Verify webhooks"): base64(HMAC-SHA256(key, `${id}.${timestamp}.${raw body}`)), where the key is
 * the base64 text after `whsec_`. The header has one or more `v1,<signature>`; any may match.
 *
 * @returns the reason of a refusal, or null
 */
export function signatureFault(
  secret: string,
  headers: Record<string, string>,
  rawBody: Buffer,
  nowMs: number,
): string | null {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!id || !timestamp || !signatures) return 'A signature header is missing';
  if (!/^\d+$/.test(timestamp)) return 'The timestamp is not a number';
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return 'The timestamp is too old';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  const isMatch = signatures
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => Buffer.from(entry.slice('v1,'.length), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  return isMatch ? null : 'No signature matches';
}
