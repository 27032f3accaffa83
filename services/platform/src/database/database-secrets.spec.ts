import { databaseSecrets } from './database-secrets';

const strong = (first: string) => `${first}8Qw2sXz7VbK1mLp0TgRc5Yh`;
const ENV = {
  ADMIN_DATABASE_URL: `postgres://postgres:${strong('n')}@postgres:5432/luit`,
  DB_PASSWORD_AUTH: strong('a'),
  DB_PASSWORD_BILLING: strong('b'),
  DB_PASSWORD_GENERATION: strong('g'),
};

describe('databaseSecrets', () => {
  it('accepts strong passwords', () => {
    expect(databaseSecrets(ENV)).toMatchObject({
      adminUrl: ENV.ADMIN_DATABASE_URL,
      passwords: { auth: ENV.DB_PASSWORD_AUTH },
    });
  });

  it.each([
    { ADMIN_DATABASE_URL: 'postgres://postgres:change-me-postgres@postgres:5432/luit' },
    { ADMIN_DATABASE_URL: 'postgres://postgres:postgres@postgres:5432/luit' },
    { DB_PASSWORD_AUTH: 'change-me-auth' },
    { DB_PASSWORD_BILLING: 'fifteen-letters' },
    { DB_PASSWORD_GENERATION: ENV.DB_PASSWORD_AUTH },
  ])('rejects %j outside local mode', (fault) => {
    expect(() => databaseSecrets({ ...ENV, ...fault })).toThrow(Object.keys(fault)[0]);
    expect(() => databaseSecrets({ ...ENV, ...fault, LUIT_MODE: 'local' })).not.toThrow();
  });
});
