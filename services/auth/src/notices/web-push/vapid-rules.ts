import type { EnvironmentRule } from '@luit/platform/security/production-rules';
import { createECDH } from 'node:crypto';
import type { VapidKeys } from '../../records/auth-config';

export const VAPID_PRIVATE_KEY = /^[\w-]{43}$/;

/** Applies in every mode: the key must be in the range of P-256, and push services must be able to reach the operator. */
export const vapidContact: EnvironmentRule = ({ VAPID_PRIVATE_KEY: privateKey, CONTACT_EMAIL, ADMIN_EMAIL }) => {
  if (!privateKey || !VAPID_PRIVATE_KEY.test(privateKey)) return [];
  if (!CONTACT_EMAIL && !ADMIN_EMAIL)
    return ['VAPID_PRIVATE_KEY: needs CONTACT_EMAIL, by which push services reach you'];
  return publicKeyOf(privateKey) ? [] : ['VAPID_PRIVATE_KEY: is no key of P-256; see .env.example'];
};

export function vapidKeys(privateKey: string | undefined, email: string | undefined): VapidKeys | null {
  const publicKey = privateKey && publicKeyOf(privateKey);
  return privateKey && publicKey && email ? { publicKey, privateKey, subject: `mailto:${email}` } : null;
}

/** Null if the private key is not in the range of P-256. */
function publicKeyOf(privateKey: string): string | null {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch {
    return null;
  }
  return curve.getPublicKey('base64url');
}
