import { authConfig } from './config';

const env = {
  REDIS_URL: 'redis://127.0.0.1:6379',
  DATABASE_URL: 'postgres://luit_auth:x@127.0.0.1/luit',
  AUTH_SECRET: 'thirty-two characters, or some more',
  WEB_URL: 'https://luit.example/',
};

describe('the configuration of auth', () => {
  it('needs no admin, reveals accounts unless told otherwise, and links without a double slash', () => {
    expect(authConfig(env)).toMatchObject({
      webUrl: 'https://luit.example',
      firstAdmin: undefined,
      isRevealingAccounts: true,
    });
    expect(authConfig({ ...env, AUTH_REVEAL_ACCOUNTS: 'false' }).isRevealingAccounts).toBe(false);
  });

  it.each([
    ['AUTH_SECRET', { AUTH_SECRET: 'short' }],
    ['AUTH_SECRET', { AUTH_SECRET: `change-me-${'x'.repeat(32)}` }],
    ['WEB_URL', { WEB_URL: 'javascript:alert(1)' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com' }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'password' }],
  ])('names %s in %p', (name, changes) => {
    expect(() => authConfig({ ...env, ...changes })).toThrow(name);
  });
});
