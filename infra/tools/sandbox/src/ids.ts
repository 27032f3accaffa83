import { randomBytes } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base32 = 'abcdefghjkmnpqrstvwxyz0123456789';

function randomText(alphabet: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** An id in Razorpay's format: a prefix such as `order_` and 14 letters or digits. */
export function razorpayId(prefix: 'order' | 'pay' | 'rfnd' | 'disp' | 'card'): string {
  return `${prefix}_${razorpayEventId()}`;
}

/** An event id in Razorpay's format: 14 letters or digits without a prefix. */
export function razorpayEventId(): string {
  return randomText(base62, 14);
}

/** An id in Replicate's format: 26 lowercase characters. */
export function predictionId(): string {
  return randomText(base32, 26);
}

export function webhookMessageId(): string {
  return `msg_${randomText(base62, 27)}`;
}
