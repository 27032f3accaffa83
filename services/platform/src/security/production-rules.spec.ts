import { isPrivateHost } from './private-host';
import {
  narrowProxies,
  ownSecrets,
  publicUrl,
  strongPassword,
  strongSecret,
  strongUrlPassword,
  tlsUnlessPrivate,
} from './production-rules';

const GOOD = 'n8Qw2sXz7VbK1mLp0TgRc5YhJd9FeUaI';

describe('rules of production mode', () => {
  it.each([
    ['31 bytes', GOOD.slice(1), 'A: is shorter than 32 bytes'],
    ['one repeated character', 'x'.repeat(64), 'A: is easy to guess'],
    ['three repeated characters', 'abc'.repeat(20), 'A: is easy to guess'],
  ])('a signing key of %s is rejected', (_what, A, fault) => {
    expect(strongSecret('A')({ A })).toEqual([expect.stringContaining(fault)]);
  });

  it('a signing key of 32 bytes is accepted; length is counted in bytes', () => {
    expect(strongSecret('A')({ A: GOOD })).toEqual([]);
    expect(strongSecret('A')({ A: 'éèêëàâäîïôöùûü12' + 'é' })).toEqual([]);
    expect(strongSecret('A')({})).toEqual([]);
  });

  it('placeholders and equal secrets are rejected, also inside lists', () => {
    const rule = ownSecrets(['A', 'B', 'C']);
    expect(rule({ A: GOOD, B: `other, ${GOOD}`, C: 'fine' })).toEqual([expect.stringMatching(/^B: is the same as A;/)]);
    expect(rule({ A: 'newer,sandbox_webhook_secret', B: 'change-me', C: 'change-me' })).toEqual(
      ['A', 'B', 'C'].map((name) => expect.stringMatching(`^${name}: still contains a placeholder`)),
    );
    expect(rule({ A: 'one,one', B: '', C: undefined })).toEqual([]);
  });

  it.each([
    ['postgres://luit_auth@db/luit', 'has no password'],
    ['postgres://luit_auth:change-me-auth@db/luit', 'placeholder'],
    ['postgres://luit_auth:0123456789abcde@db/luit', 'shorter than 16'],
    ['postgres://luit_auth:aaaaaaaaaaaaaaaaaaaa@db/luit', 'easy to guess'],
  ])('the database URL %s is rejected', (DATABASE_URL, fault) => {
    expect(strongUrlPassword('DATABASE_URL')({ DATABASE_URL })).toEqual([expect.stringContaining(fault)]);
  });

  it('a long random password is accepted', () => {
    expect(strongUrlPassword('U')({ U: `postgres://luit:${GOOD}@db/luit` })).toEqual([]);
    expect(strongPassword('P')({ P: GOOD })).toEqual([]);
    expect(strongPassword('P')({ P: 'short' })).toHaveLength(1);
    expect(strongPassword('P')({})).toEqual([]);
  });

  it('public URLs require https, even on loopback', () => {
    const rule = publicUrl('WEB_URL');
    for (const WEB_URL of ['http://luit.example', 'http://127.0.0.1:8080', 'https://a.example,http://b.example'])
      expect(rule({ WEB_URL })).toEqual([expect.stringContaining('is not https')]);
    expect(rule({ WEB_URL: 'https://luit.example' })).toEqual([]);
  });

  it('URLs of vendors require https, those on private networks do not', () => {
    const rule = tlsUnlessPrivate('S3_ENDPOINT');
    expect(rule({ S3_ENDPOINT: 'http://s3.example.com' })).toEqual([expect.stringContaining('use https://')]);
    expect(rule({ S3_ENDPOINT: 'http://203.0.113.9' })).toHaveLength(1);
    for (const S3_ENDPOINT of ['http://minio:9000', 'http://10.1.2.3', 'http://[fd00::1]', 'https://s3.example.com'])
      expect(rule({ S3_ENDPOINT })).toEqual([]);
  });

  it.each([
    'true',
    '1',
    '*',
    '0.0.0.0/0',
    '::/0',
    '8.0.0.0/7',
    '203.0.113.0/8',
    '10.0.0.0/7',
    'fc00::/6',
    '2a00::/16',
    '10.0.0.1/x',
  ])('TRUST_PROXY=%s is rejected', (TRUST_PROXY) => {
    expect(narrowProxies('TRUST_PROXY')({ TRUST_PROXY: `127.0.0.1, ${TRUST_PROXY}` })).toHaveLength(1);
  });

  it.each(['', '10.0.0.0/8', '172.16.0.0/12,fc00::/7', '203.0.113.7', '2001:db8::1', '104.16.0.0/13', 'loopback'])(
    'TRUST_PROXY=%s is accepted',
    (TRUST_PROXY) => {
      expect(narrowProxies('TRUST_PROXY')({ TRUST_PROXY })).toEqual([]);
    },
  );

  it('isPrivateHost recognizes private hosts', () => {
    for (const host of ['localhost', 'redis', '127.0.0.2', '[::1]', '192.168.1.1', 'db.internal', 'luit.svc'])
      expect(isPrivateHost(host)).toBe(true);
    for (const host of ['luit.example', '172.32.0.1', '[2001:db8::1]', '11.0.0.1'])
      expect(isPrivateHost(host)).toBe(false);
  });
});
