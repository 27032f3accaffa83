import { createHmac, timingSafeEqual } from 'node:crypto';

/** The lowercase hex HMAC-SHA256 that Razorpay uses to sign raw webhook bodies and checkout results. */
function sign(secret: string, message: string | Buffer): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** Constant-time for strings of equal length; the length of a signature is not secret. */
function isEqual(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}

function isSignedByAny(secrets: readonly string[], message: string | Buffer, signature: string): boolean {
  return secrets.map((secret) => isEqual(sign(secret, message), signature)).includes(true);
}

/**
 * Accepts any of the secrets, because a checkout that was opened before a rotation is signed with the former key.
 *
 * @param orderId the stored order id, never one sent along with the signature
 */
export function isPaymentSigned(
  secrets: readonly string[],
  orderId: string,
  paymentId: string,
  signature: string,
): boolean {
  return isSignedByAny(secrets, `${orderId}|${paymentId}`, signature);
}

/** Accepts any of the secrets, because Razorpay retries old events with their old signature. */
export function isWebhookSigned(secrets: readonly string[], rawBody: Buffer, signature: string): boolean {
  return isSignedByAny(secrets, rawBody, signature);
}
