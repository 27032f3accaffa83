import { ConfigurationError } from '@luit/platform/config';
import { gatewayConfig } from './config';

const ENV = {
  REDIS_URL: 'redis://luit:p7Lw3nXe9RtK5vBq2HdY8sGc@127.0.0.1:6379',
  WEB_URL: 'https://luit.example/',
  STORAGE_DIR: '/var/lib/luit',
  FILES_SECRET: 'fbd1c9c0a5e84f0f9d1efbd1c9c0a5e8',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Luit <hello@luit.example>',
};

describe('gatewayConfig', () => {
  it('the environment is parsed with defaults', () => {
    const config = gatewayConfig({
      ...ENV,
      CHECKOUT_ORIGINS: 'https://pay.example/v1/checkout.js, https://localhost:9000',
    });
    expect(config).toMatchObject({
      webUrl: 'https://luit.example',
      checkoutOrigins: ['https://pay.example', 'https://localhost:9000'],
      trustProxy: false,
      limits: { generatePerMinute: 120, orderPerMinute: 20, signInPerClientPer15Minutes: 300 },
    });
  });

  it('one factor raises all rate limits; an address keeps its multiple of the limit of an account', () => {
    expect(gatewayConfig({ ...ENV, RATE_LIMIT_FACTOR: '2' })).toMatchObject({
      limits: { generatePerMinute: 240, contactPerHour: 10, perAddressFactor: 10 },
      sockets: { perAccount: 20, perAddress: 1_000, handshakesPerMinute: 1_200 },
    });
  });

  it('all problems are reported together, and placeholder secrets are rejected outside local mode', () => {
    const broken = { ...ENV, FILES_SECRET: 'change-me-please-now', WEB_URL: 'luit', RATE_LIMIT_FACTOR: '0' };
    const read = () => gatewayConfig(broken);
    expect(read).toThrow(ConfigurationError);
    for (const name of ['FILES_SECRET', 'WEB_URL', 'RATE_LIMIT_FACTOR']) expect(read).toThrow(name);
    expect(() => gatewayConfig({ ...ENV, FILES_SECRET: 'change-me-please-now', LUIT_MODE: 'local' })).not.toThrow();
  });

  it('a gateway waits before it closes its port, for at most half of DRAIN_MS, and not in local mode', () => {
    expect(gatewayConfig(ENV).shutdownDelayMs).toBe(5_000);
    expect(gatewayConfig({ ...ENV, DRAIN_MS: '4000' }).shutdownDelayMs).toBe(2_000);
    expect(gatewayConfig({ ...ENV, DRAIN_MS: '30000', SHUTDOWN_DELAY_MS: '15000' }).shutdownDelayMs).toBe(15_000);
    expect(gatewayConfig({ ...ENV, LUIT_MODE: 'local' }).shutdownDelayMs).toBe(0);
    expect(gatewayConfig({ ...ENV, LUIT_MODE: 'local', SHUTDOWN_DELAY_MS: '100' }).shutdownDelayMs).toBe(100);
    expect(() => gatewayConfig({ ...ENV, SHUTDOWN_DELAY_MS: '5001' })).toThrow('SHUTDOWN_DELAY_MS');
  });

  it.each([
    { FILES_SECRET: 'fbd1c9c0a5e84f0f9d1efbd1c9c0a5e' },
    { WEB_URL: 'http://luit.example' },
    { WEB_URL: 'http://localhost:8080' },
    { FILES_URL: 'http://files.luit.example' },
    { CHECKOUT_ORIGINS: 'http://pay.example' },
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: '10.0.0.0/8,0.0.0.0/0' },
    { TRUST_PROXY: '::/0' },
    { PREDICTIONS_API_URL: 'http://api.replicate.com' },
    { TEXT_MODEL_URL: 'http://api.example.com/v1', TEXT_MODEL: 'small' },
    { TEXT_MODEL: 'small' },
    { TEXT_MODEL_URL: 'https://api.example.com/v1' },
    { S3_BUCKET: 'luit-files', S3_ENDPOINT: 'http://s3.example.com' },
    { STORAGE_DIR: '' },
  ])('%j is rejected in production mode', (fault) => {
    expect(() => gatewayConfig({ ...ENV, ...fault })).toThrow(Object.keys(fault).at(-1));
  });
});
