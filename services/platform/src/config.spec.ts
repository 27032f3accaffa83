import { z } from 'zod';
import { commonEnvironment, ConfigurationError, parseEnvironment } from './config';

const shape = { ...commonEnvironment, AUTH_SECRET: z.string().min(32), HEALTH_PORT: commonEnvironment.HEALTH_PORT };

const faultsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    parseEnvironment(shape, env, ['AUTH_SECRET']);
    return [];
  } catch (error) {
    return (error as ConfigurationError).faults;
  }
};

describe('parseEnvironment', () => {
  const good = {
    LUIT_MODE: 'production',
    REDIS_URL: 'redis://auth:p7Lw3nXe9RtK5vBq2HdY8sGc@h:1',
    AUTH_SECRET: 'x'.repeat(40),
  };

  it('returns typed values and defaults, and treats an empty value as not set', () => {
    const env = parseEnvironment(shape, { ...good, HEALTH_PORT: '9000', LOG_LEVEL: '' });
    expect(env).toMatchObject({ HEALTH_PORT: 9000, LOG_LEVEL: 'info', DRAIN_MS: 10_000 });
  });

  it('reports all faults together', () => {
    const faults = faultsOf({ LUIT_MODE: 'local', REDIS_URL: 'http://no', HEALTH_PORT: '70000' });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['REDIS_URL', 'HEALTH_PORT', 'AUTH_SECRET']);
  });

  it.each(['change-me-change-me-change-me-change-me', 'sandbox-secret-sandbox-secret-sandbox'])(
    'rejects the placeholder %s outside local mode and if no mode is set',
    (AUTH_SECRET) => {
      expect(faultsOf({ ...good, AUTH_SECRET })).toEqual([expect.stringContaining('AUTH_SECRET')]);
      expect(faultsOf({ ...good, AUTH_SECRET, LUIT_MODE: undefined })).toHaveLength(1);
      expect(faultsOf({ ...good, AUTH_SECRET, LUIT_MODE: 'local' })).toEqual([]);
    },
  );

  it.each([
    ['redis://redis:6379', 1],
    ['redis://auth@redis:6379', 1],
    ['redis://auth:change-me-redis-auth@redis:6379', 1],
    ['rediss://auth:p7Lw3nXe9RtK5vBq2HdY8sGc@redis:6379', 0],
  ])('requires a strong password in REDIS_URL outside local mode: %s', (REDIS_URL, faults) => {
    expect(faultsOf({ ...good, REDIS_URL })).toHaveLength(faults);
    expect(faultsOf({ ...good, REDIS_URL, LUIT_MODE: 'local' })).toEqual([]);
  });

  it('does not include secrets in the error message', () => {
    const secret = 'change-me-7f3a-change-me-7f3a-change-me';
    expect(() => parseEnvironment(shape, { ...good, AUTH_SECRET: secret }, ['AUTH_SECRET'])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('7f3a') }),
    );
  });
});
