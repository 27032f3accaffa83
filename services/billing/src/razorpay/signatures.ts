import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lower-case hex HMAC-SHA256, as Razorpay signs webhooks (over the raw body) and checkout answers. */
function sign(secret: string, message: string | Buffer): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** Takes the same time wherever two texts of a length differ; the length of a signature is no secret. */
function isSame(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** @param orderId the one stored here, never the one that came with the signature */
export function isPaymentSigned(keySecret: string, orderId: string, paymentId: string, signature: string): boolean {
  return isSame(sign(keySecret, `${orderId}|${paymentId}`), signature);
}

/** Any of the secrets will do: retries of old events keep the signature of the old one. */
export function isWebhookSigned(secrets: readonly string[], rawBody: Buffer, signature: string): boolean {
  return secrets.map((secret) => isSame(sign(secret, rawBody), signature)).includes(true);
}
