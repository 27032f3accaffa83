import { generateVAPIDKeys } from 'web-push';
import { authConfig } from './config';

const env = {
  REDIS_URL: 'redis://luit:p7Lw3nXe9RtK5vBq2HdY8sGc@127.0.0.1:6379',
  DATABASE_URL: 'postgres://luit_auth:n8Qw2sXz7VbK1mLp0TgRc5Yh@127.0.0.1/luit',
  AUTH_SECRET: 'thirty-two characters, or some more',
  WEB_URL: 'https://luit.example/',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Luit <hello@luit.example>',
};

describe('auth configuration', () => {
  it('operators are optional, accounts are revealed by default, and the web URL has no trailing slash', () => {
    expect(authConfig(env)).toMatchObject({
      webUrl: 'https://luit.example',
      firstAdmin: undefined,
      isRevealingAccounts: true,
      isPrivateWebhookAllowed: false,
      vapid: null,
    });
    expect(authConfig({ ...env, AUTH_REVEAL_ACCOUNTS: 'false' }).isRevealingAccounts).toBe(false);
  });

  it.each([
    ['OPERATOR_SECOND_FACTOR', { OPERATOR_SECOND_FACTOR: 'optional' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'short' }],
    ['AUTH_SECRET', { AUTH_SECRET: `change-me-${'x'.repeat(32)}` }],
    ['WEB_URL', { WEB_URL: 'javascript:alert(1)' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'password' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'eleven-char' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'change-me-to-something' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Admin@Example.com' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'aaaaaaaaaaaaaaaaaaaa' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'x'.repeat(40) }],
    ['WEB_URL', { WEB_URL: 'http://luit.example' }],
    ['WEB_URL', { WEB_URL: 'http://127.0.0.1:8080' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://luit_auth:change-me-auth@postgres/luit' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://luit_auth:short@postgres/luit' }],
    ['REDIS_URL', { REDIS_URL: 'redis://auth:change-me-redis@redis:6379' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Iloveyou123' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Admin@example.com' }],
  ])('%s is reported for %p', (name, changes) => {
    expect(() => authConfig({ ...env, ...changes })).toThrow(name);
  });

  it('web pushes need a private key and an address of the operator', () => {
    const { publicKey, privateKey } = generateVAPIDKeys();
    const vapid = { VAPID_PRIVATE_KEY: privateKey, CONTACT_EMAIL: 'hello@luit.example' };
    const subject = 'mailto:hello@luit.example';
    expect(authConfig({ ...env, ...vapid }).vapid).toEqual({ publicKey, privateKey, subject });
    for (const changes of [
      { CONTACT_EMAIL: '' },
      { VAPID_PRIVATE_KEY: 'change-me' },
      { VAPID_PRIVATE_KEY: '_'.repeat(43) },
    ])
      expect(() => authConfig({ ...env, ...vapid, ...changes })).toThrow(/VAPID_PRIVATE_KEY/);
    expect(() => authConfig({ ...env, ...vapid, VAPID_PRIVATE_KEY: 'change-me' })).toThrow('placeholder');
  });

  it('all invalid settings are reported together, and local mode accepts them', () => {
    const weak = {
      ...env,
      DATABASE_URL: 'postgres://luit_auth:change-me-auth@postgres/luit',
      AUTH_SECRET: 'change-me-to-32-random-characters-or-more',
      WEB_URL: 'http://127.0.0.1:8080',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'too-short',
    };
    for (const name of ['DATABASE_URL', 'AUTH_SECRET', 'WEB_URL', 'ADMIN_PASSWORD'])
      expect(() => authConfig(weak)).toThrow(new RegExp(`- ${name}: .*;`));
    expect(() => authConfig({ ...weak, LUIT_MODE: 'local' })).not.toThrow();
  });

  it('the second factor of operators is required, except in local mode', () => {
    const isRequired = (changes: object) => authConfig({ ...env, ...changes }).isSecondFactorRequired;
    expect(isRequired({})).toBe(true);
    expect(isRequired({ LUIT_MODE: 'local' })).toBe(false);
    expect(isRequired({ LUIT_MODE: 'local', OPERATOR_SECOND_FACTOR: 'required' })).toBe(true);
  });

  it('one value for two secrets is rejected', () => {
    const shared = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: env.AUTH_SECRET };
    expect(() => authConfig({ ...env, ...shared })).toThrow('ADMIN_PASSWORD: is the same as AUTH_SECRET');
  });
});
