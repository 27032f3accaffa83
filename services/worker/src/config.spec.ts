import { ConfigurationError } from '@luit/platform/config';
import { readConfig } from './config';

const ENV = {
  REDIS_URL: 'redis://luit:p7Lw3nXe9RtK5vBq2HdY8sGc@127.0.0.1:6379',
  STORAGE_DIR: '/data',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Luit <hello@luit.example>',
  PROVIDER_SECRETS: '9c1f0b7d5a3e48f2a6d4c8b0e1f7a2d3,5b8e2c9f1d7a4f60b3e9c1a8d2f6047e',
};

describe('worker configuration', () => {
  it('the defaults apply', () => {
    const config = readConfig(ENV);
    expect(config).toMatchObject({
      concurrency: 32,
      downloads: { isLoopbackAllowed: false },
    });
  });

  it('all invalid settings are reported together, and placeholders are refused outside local mode', () => {
    const bad = { ...ENV, SMTP_URL: 'http://mail', WORKER_CONCURRENCY: '0', PROVIDER_SECRETS: 'short' };
    expect(() => readConfig(bad)).toThrow(ConfigurationError);
    expect(() => readConfig(bad)).toThrow(/SMTP_URL[^]*WORKER_CONCURRENCY|WORKER_CONCURRENCY[^]*SMTP_URL/);
    const PROVIDER_SECRETS = 'change-me-to-32-random-characters-or-more';
    expect(() => readConfig({ ...ENV, PROVIDER_SECRETS })).toThrow('placeholder');
    expect(readConfig({ ...ENV, LUIT_MODE: 'local', PROVIDER_SECRETS }).providerSecrets).toEqual([PROVIDER_SECRETS]);
  });

  it.each([
    { S3_BUCKET: 'luit-files', S3_ENDPOINT: 'http://s3.example.com' },
    { SAFETY_CLASSIFIER_KEY: 'one-key-for-two', C2PA_KEY: 'one-key-for-two' },
  ])('%j is refused in production mode', (fault) => {
    expect(() => readConfig({ ...ENV, ...fault })).toThrow(Object.keys(fault).at(-1));
  });
});
