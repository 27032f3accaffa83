import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { webcrypto } from 'node:crypto';
import type { Signer } from './sign-content';

const { subtle } = webcrypto;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const AUTHORITY = 'CN=Luit test authority, O=Luit test installation';
const DAY_MS = 24 * 3600 * 1000;

interface TestSignerOptions {
  notBefore?: Date;
  notAfter?: Date;
}

/** Creates a signing certificate with its own authority. Nobody trusts it; it is meant for tests and local mode. */
export async function createTestSigner({
  notBefore = new Date(Date.now() - DAY_MS),
  notAfter = new Date(Date.now() + 3650 * DAY_MS),
}: TestSignerOptions = {}): Promise<Signer> {
  const authorityKeys = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: AUTHORITY,
    notBefore: new Date(Math.min(notBefore.getTime(), Date.now() - DAY_MS)),
    notAfter: new Date(Date.now() + 3650 * DAY_MS),
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const keys = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=Luit, O=Luit test installation',
    issuer: authority.subject,
    notBefore,
    notAfter,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.emailProtection], true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const key = PemConverter.encode(await subtle.exportKey('pkcs8', keys.privateKey), PemConverter.PrivateKeyTag);
  return { certificates: [certificate.toString('pem'), authority.toString('pem')], key };
}
