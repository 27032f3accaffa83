import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { readPem } from '@luit/platform/addresses/pem';
import type { EnvironmentRule } from '@luit/platform/security/production-rules';
import type { Signer } from './sign-content';

/** The certificate and the key are each PEM text, in which `\n` may stand for a line break, or the path of a PEM file. */
export const signerEnvironment = {
  C2PA_CERTIFICATE: z.string().optional(),
  C2PA_KEY: z.string().optional(),
  /** Time stamps are signed themselves, so they need no TLS. */
  C2PA_TIMESTAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
};
type SignerValues = Partial<Record<'C2PA_CERTIFICATE' | 'C2PA_KEY', string>>;

/** Extended key usages with which a certificate may sign content (C2PA specification 2.2, chapter “Trust model”). */
const MAY_SIGN = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1'];
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Refuses a certificate that cannot sign outputs. An expired certificate is accepted, because it must not stop a worker. */
export const signerRule: EnvironmentRule = (env) => {
  const { C2PA_CERTIFICATE: certificates, C2PA_KEY: key } = env;
  if (!certificates && !key) return [];
  if (!certificates || !key) return ['C2PA_CERTIFICATE, C2PA_KEY: set both or neither'];
  try {
    return faultsOf(chainOf(certificates), keyOf(key));
  } catch (error) {
    return [(error as Error).message];
  }
};

/** Null without a certificate. The values must follow {@link signerRule}. */
export function signerSettings({ C2PA_CERTIFICATE, C2PA_KEY }: SignerValues): Signer | null {
  if (!C2PA_CERTIFICATE || !C2PA_KEY) return null;
  const [first, ...others] = chainOf(C2PA_CERTIFICATE).map((certificate) => certificate.toString());
  if (first === undefined) return null;
  const key = keyOf(C2PA_KEY).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificates: [first, ...others], key };
}

function chainOf(value: string): X509Certificate[] {
  const found = pemOf('C2PA_CERTIFICATE', value).match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new Error('C2PA_CERTIFICATE: contains no certificate (PEM)');
  try {
    return found.map((pem) => new X509Certificate(pem));
  } catch {
    throw new Error('C2PA_CERTIFICATE: contains a damaged certificate');
  }
}

function keyOf(value: string): KeyObject {
  const pem = pemOf('C2PA_KEY', value);
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error('C2PA_KEY: is not a private key without a passphrase (PEM)');
  }
}

function pemOf(name: string, value: string): string {
  try {
    return readPem(value);
  } catch (error) {
    throw new Error(`${name}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function faultsOf(chain: X509Certificate[], key: KeyObject): string[] {
  const [certificate, ...authorities] = chain;
  const faults: string[] = [];
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') faults.push('C2PA_KEY: is not a key on the curve P-256');
  if (!certificate?.checkPrivateKey(key))
    faults.push('C2PA_KEY: does not belong to the first certificate of C2PA_CERTIFICATE');
  if (authorities.length === 0)
    faults.push('C2PA_CERTIFICATE: lacks the certificate of the authority that issued the first one');
  const isChain = authorities.every((authority, i) => chain[i]?.verify(authority.publicKey));
  if (!isChain) faults.push('C2PA_CERTIFICATE: each certificate must have been issued by the one after it');
  if (certificate?.ca || !certificate?.keyUsage?.some((usage) => MAY_SIGN.includes(usage)))
    faults.push(
      'C2PA_CERTIFICATE: the first certificate may not sign content; its extended key usage does not allow it',
    );
  return faults;
}
