import type { EnvironmentRule } from '@luit/platform/security/production-rules';
import { createECDH } from 'node:crypto';

/** The keys with which auth signs web pushes (RFC 8292). */
export interface VapidKeys {
  /** Raw keys of P-256 in URL-safe base64. Browsers subscribe with the public one. */
  publicKey: string;
  privateKey: string;
  /** Where push services can reach the operator: `mailto:` or `https:`. */
  subject: string;
}

export const VAPID_PUBLIC_KEY = /^[\w-]{87}$/;
export const VAPID_PRIVATE_KEY = /^[\w-]{43}$/;
export const VAPID_SUBJECT = /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/;

/** Applies in every mode: browsers reject messages that were signed with the private key of another pair. */
export const vapidKeyPair: EnvironmentRule = ({ VAPID_PUBLIC_KEY: own, VAPID_PRIVATE_KEY: secret, VAPID_SUBJECT }) => {
  if (!own && !secret && !VAPID_SUBJECT) return [];
  if (!own || !secret || !VAPID_SUBJECT)
    return ['VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT: set all three or none'];
  if (!VAPID_PRIVATE_KEY.test(secret) || publicKeyOf(secret) === own) return [];
  return [
    'VAPID_PUBLIC_KEY: is not the public key of VAPID_PRIVATE_KEY; generate both with npx web-push generate-vapid-keys',
  ];
};

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
