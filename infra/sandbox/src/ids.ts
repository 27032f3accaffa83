import { randomBytes } from 'node:crypto';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base32 = 'abcdefghjkmnpqrstvwxyz0123456789';

function randomText(alphabet: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** `order_`, `pay_`, `rfnd_`, `disp_` and 14 letters or digits, as Razorpay's ids look. */
export function razorpayId(prefix: 'order' | 'pay' | 'rfnd' | 'disp'): string {
  return `${prefix}_${razorpayEventId()}`;
}

/** The bare 14 characters that Razorpay uses for event ids. */
export function razorpayEventId(): string {
  return randomText(base62, 14);
}

/** 26 lower-case characters, as Replicate's prediction ids look. */
export function predictionId(): string {
  return randomText(base32, 26);
}

export function webhookMessageId(): string {
  return `msg_${randomText(base62, 27)}`;
}
