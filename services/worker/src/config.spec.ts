import { ConfigurationError } from '@luit/platform/config';
import { readConfig } from './config';

const ENV = {
  REDIS_URL: 'redis://luit:p7Lw3nXe9RtK5vBq2HdY8sGc@127.0.0.1:6379',
  STORAGE_DIR: '/data',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Luit <hello@luit.example>',
};

describe('worker configuration', () => {
  it('the defaults apply, and a provider without a token is not configured', () => {
    const config = readConfig(ENV);
    expect(config).toMatchObject({
      instances: [],
      concurrency: 32,
      downloads: { isLoopbackAllowed: false },
    });
  });

  it('outputs may come from the host of a configured provider', () => {
    const { instances, downloads } = readConfig({
      ...ENV,
      REPLICATE_API_URL: 'https://replicate.example/',
      REPLICATE_API_TOKEN: 'r8_abc',
    });
    expect(instances).toMatchObject([{ baseUrl: 'https://replicate.example', isOwn: false, webhookSecret: null }]);
    expect(downloads.trustedHosts).toContain('replicate.example');
  });

  it('all invalid settings are reported together, and placeholders are refused outside local mode', () => {
    const bad = { ...ENV, SMTP_URL: 'http://mail', WORKER_CONCURRENCY: '0', REPLICATE_API_TOKEN: 'r8_sandbox' };
    expect(() => readConfig(bad)).toThrow(ConfigurationError);
    expect(() => readConfig(bad)).toThrow(/SMTP_URL[^]*WORKER_CONCURRENCY|WORKER_CONCURRENCY[^]*SMTP_URL/);
    expect(() => readConfig({ ...ENV, REPLICATE_API_TOKEN: 'r8_sandbox' })).toThrow('placeholder');
    expect(readConfig({ ...ENV, LUIT_MODE: 'local', REPLICATE_API_TOKEN: 'r8_sandbox' }).instances).toHaveLength(1);
  });

  it.each([
    { REPLICATE_API_URL: 'http://api.replicate.com' },
    { FAL_API_URL: 'http://queue.fal.run' },
    { ARK_API_URL: 'http://ark.example.com/api/v3' },
    { S3_BUCKET: 'luit-files', S3_ENDPOINT: 'http://s3.example.com' },
    { FAL_KEY: 'one-key-for-two', ARK_API_KEY: 'one-key-for-two' },
  ])('%j is refused in production mode', (fault) => {
    expect(() => readConfig({ ...ENV, ...fault })).toThrow(Object.keys(fault).at(-1));
  });
});
