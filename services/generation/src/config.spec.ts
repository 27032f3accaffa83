import { ConfigurationError } from '@luit/platform/config';
import { readConfig } from './config';

const required = {
  REDIS_URL: 'redis://luit:p7Lw3nXe9RtK5vBq2HdY8sGc@127.0.0.1:6379',
  DATABASE_URL: 'postgres://luit_generation:n8Qw2sXz7VbK1mLp0TgRc5Yh@127.0.0.1/luit',
  PROVIDER_SECRETS: '9c1f0b7d5a3e48f2a6d4c8b0e1f7a2d3',
};

describe('configuration', () => {
  it('only Redis and a database are required', () => {
    const config = readConfig(required);
    expect(config).toMatchObject({ webhookBaseUrl: null, userConcurrency: 10 });
    expect(config.limits).toMatchObject({ leaseMs: 4_000, reconcileIntervalMs: 5_000, acceptDeadlineMs: 10_000 });
  });

  it('provider order and base URL are parsed, with or without a trailing slash', () => {
    const env = {
      MODEL_PROVIDERS: '{"seedance":["ark","replicate"]}',
      WEBHOOK_BASE_URL: 'https://luit.example/',
    };
    expect(readConfig({ ...required, ...env })).toMatchObject({
      modelProviders: { seedance: ['ark', 'replicate'] },
      webhookBaseUrl: 'https://luit.example',
    });
  });

  it('the variables of vendors are the first providers', () => {
    const env = { REPLICATE_API_URL: 'https://replicate.example/', REPLICATE_API_TOKEN: 'r8_abc' };
    expect(readConfig({ ...required, ...env }).instanceSeeds).toEqual([
      { id: 'replicate', baseUrl: 'https://replicate.example', credential: 'r8_abc', webhookSecret: null },
      { id: 'fal', baseUrl: 'https://queue.fal.run', credential: null, webhookSecret: null },
      expect.objectContaining({ id: 'ark', credential: null }),
    ]);
    const PROVIDER_SECRETS = 'change-me-to-32-random-characters-or-more';
    expect(() => readConfig({ ...required, PROVIDER_SECRETS })).toThrow('placeholder');
    const twice = { FAL_KEY: 'one-key-for-two', ARK_API_KEY: 'one-key-for-two' };
    expect(() => readConfig({ ...required, ...twice })).toThrow('ARK_API_KEY');
  });

  it.each([
    { REPLICATE_API_URL: 'http://api.replicate.com' },
    { FAL_API_URL: 'http://queue.fal.run' },
    { ARK_API_URL: 'http://ark.example.com/api/v3' },
    { WEBHOOK_BASE_URL: 'http://gateway:8080' },
    { WEBHOOK_BASE_URL: 'http://127.0.0.1:8080' },
    { DATABASE_URL: 'postgres://luit_generation@postgres/luit' },
  ])('%j is refused in production mode only', (fault) => {
    expect(() => readConfig({ ...required, ...fault })).toThrow(Object.keys(fault)[0]);
    expect(() => readConfig({ ...required, ...fault, LUIT_MODE: 'local' })).not.toThrow();
  });

  it.each(['no json', '[]', '{"seedance":[]}', '{"seedance":"ark"}', '{"seedance":["test"]}'])(
    'MODEL_PROVIDERS %s is refused',
    (value) => {
      expect(() => readConfig({ ...required, MODEL_PROVIDERS: value })).toThrow(ConfigurationError);
    },
  );
});
