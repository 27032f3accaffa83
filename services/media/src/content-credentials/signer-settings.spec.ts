import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Signer } from './sign-content';
import { signerRule, signerSettings } from './signer-settings';
import { createTestSigner } from './test-authority';

const DAY_MS = 24 * 3600 * 1000;

describe('the certificate of the Content Credentials', () => {
  let folder: string;
  let signer: Signer;
  let other: Signer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'luit-signer-'));
    [signer, other] = await Promise.all([createTestSigner(), createTestSigner()]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const settings = (changes: { certificates?: string[]; key?: string } = {}) => {
    const { certificates, key } = { ...signer, ...changes };
    return { C2PA_CERTIFICATE: certificates.join('\n'), C2PA_KEY: key };
  };
  const normalized = ({ certificates, key }: Signer) => [...certificates, key].map((pem) => pem.replace(/\s+/g, ''));

  it('is not required', () => {
    expect(signerRule({})).toEqual([]);
    expect(signerSettings({})).toBeNull();
  });

  it('may be text, text in one line, or the path of a file', async () => {
    const text = settings();
    const line = (value: string) => value.replaceAll('\n', '\\n');
    const files = { C2PA_CERTIFICATE: join(folder, 'certificate.pem'), C2PA_KEY: join(folder, 'key.pem') };
    await writeFile(files.C2PA_CERTIFICATE, text.C2PA_CERTIFICATE);
    await writeFile(files.C2PA_KEY, text.C2PA_KEY);
    const inOneLine = { C2PA_CERTIFICATE: line(text.C2PA_CERTIFICATE), C2PA_KEY: line(text.C2PA_KEY) };
    for (const values of [text, inOneLine, files]) {
      expect(signerRule(values)).toEqual([]);
      expect(normalized(signerSettings(values)!)).toEqual(normalized(signer));
    }
  });

  it('may have expired: a restart must not end in an outage', async () => {
    const expired = await createTestSigner({ notBefore: new Date(0), notAfter: new Date(Date.now() - DAY_MS) });
    expect(signerRule(settings(expired))).toEqual([]);
  });

  it('is refused with the reason if nothing could be signed with it', () => {
    const [leaf, authority] = signer.certificates;
    const pem = ({ privateKey }: ReturnType<typeof generateKeyPairSync>) =>
      String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }));
    const faults: [object, RegExp][] = [
      [{ C2PA_KEY: signer.key }, /set both or neither/],
      [{ C2PA_CERTIFICATE: leaf }, /set both or neither/],
      [{ ...settings(), C2PA_KEY: join(folder, 'missing.pem') }, /C2PA_KEY: cannot be read \(ENOENT\)/],
      [{ ...settings(), C2PA_KEY: '-----BEGIN PRIVATE KEY-----\nA' }, /C2PA_KEY: is not a private key/],
      [settings({ certificates: [signer.key] }), /contains no certificate/],
      [
        settings({ certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'] }),
        /damaged certificate/,
      ],
      [settings({ key: other.key }), /does not belong to the first certificate/],
      [settings({ key: rsa }), /curve P-256/],
      [settings({ certificates: [leaf] }), /lacks the certificate of the authority/],
      [settings({ certificates: [leaf, other.certificates[1]!] }), /issued by the one after it/],
      [settings({ certificates: [authority!, leaf] }), /may not sign content/],
    ];
    for (const [values, reason] of faults) expect(signerRule({ ...values }).join('\n')).toMatch(reason);
  });
});
