import { readConfig } from './config';
import { DEFAULT_POLL_SCHEDULE_MS } from './orders/poll-schedule';

const env = {
  LUIT_MODE: 'production',
  REDIS_URL: 'redis://luit:p7Lw3nXe9RtK5vBq2HdY8sGc@127.0.0.1:6379',
  DATABASE_URL: 'postgres://luit_billing:n8Qw2sXz7VbK1mLp0TgRc5Yh@127.0.0.1/luit',
};
const DAY_MS = 86_400_000;

describe('configuration', () => {
  it('starts without Razorpay credentials', () => {
    expect(readConfig(env)).toMatchObject({
      razorpay: { apiUrl: 'https://api.razorpay.com', credentials: null, webhookSecrets: [] },
      pollScheduleMs: DEFAULT_POLL_SCHEDULE_MS,
    });
  });

  it('polls first after one minute, and last after six days', () => {
    expect(DEFAULT_POLL_SCHEDULE_MS[0]).toBe(60_000);
    expect(DEFAULT_POLL_SCHEDULE_MS.at(-1)).toBe(6 * DAY_MS);
    expect([...DEFAULT_POLL_SCHEDULE_MS].sort((a, b) => a - b)).toEqual(DEFAULT_POLL_SCHEDULE_MS);
  });

  it('reads several webhook secrets and a schedule', () => {
    const read = readConfig({ ...env, RAZORPAY_WEBHOOK_SECRETS: 'newer, older', POLL_SCHEDULE_MS: '2000,5000' });
    expect(read.razorpay.webhookSecrets).toEqual(['newer', 'older']);
    expect(read.pollScheduleMs).toEqual([2_000, 5_000]);
  });

  it('issues plain receipts until the seller has a GSTIN, and derives the state from it [G-48]', () => {
    expect(readConfig(env).invoicing).toEqual({
      seller: { name: 'Luit', address: [], state: null, gstin: null, sac: '998439', email: null },
      rateBasisPoints: 1_800,
      intervalMs: 15_000,
    });
    const seller = {
      SELLER_NAME: 'Luit Studios',
      SELLER_ADDRESS: '12 MG Road | Guwahati 781001',
      SELLER_GSTIN: '27AAPFU0939F1ZV',
      GST_RATE_PERCENT: '12.5',
    };
    expect(readConfig({ ...env, ...seller }).invoicing).toMatchObject({
      seller: { address: ['12 MG Road', 'Guwahati 781001'], state: '27', gstin: '27AAPFU0939F1ZV' },
      rateBasisPoints: 1_250,
    });
  });

  it.each([
    { SELLER_GSTIN: '27AAPFU0939F1ZW' },
    { SELLER_ADDRESS: '', SELLER_GSTIN: '27AAPFU0939F1ZV' },
    { SELLER_STATE: '18', SELLER_GSTIN: '27AAPFU0939F1ZV', SELLER_ADDRESS: 'Pune' },
    { SELLER_STATE: 'Assam' },
    { SELLER_SAC: 'video' },
    { GST_RATE_PERCENT: '1800' },
    { POLL_SCHEDULE_MS: '5000,2000' },
    { POLL_SCHEDULE_MS: 'soon' },
    { RAZORPAY_KEY_SECRET: 'sandbox_key_secret' },
    { RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:8090/razorpay/checkout.js' },
    { RAZORPAY_API_URL: 'http://api.razorpay.com' },
    { DATABASE_URL: 'postgres://luit_billing:change-me-billing@postgres/luit' },
    { RAZORPAY_WEBHOOK_SECRETS: 'a-real-one,sandbox_webhook_secret' },
  ])('rejects %j', (invalid) => {
    expect(() => readConfig({ ...env, ...invalid })).toThrow(Object.keys(invalid)[0]);
  });

  it('rejects the same value for the key secret and a webhook secret', () => {
    const same = { RAZORPAY_KEY_SECRET: 'one-value-for-two', RAZORPAY_WEBHOOK_SECRETS: 'newer,one-value-for-two' };
    expect(() => readConfig({ ...env, ...same })).toThrow(
      'RAZORPAY_WEBHOOK_SECRETS: is the same as RAZORPAY_KEY_SECRET',
    );
  });
});
