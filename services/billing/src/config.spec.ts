import { pollSchedule, readConfig } from './config';

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
      pollScheduleMs: pollSchedule(60_000),
    });
  });

  it('polls first after one minute, and last after six days', () => {
    const schedule = pollSchedule(60_000);
    expect(schedule[0]).toBe(60_000);
    expect(schedule.at(-1)).toBe(6 * DAY_MS);
    expect([...schedule].sort((a, b) => a - b)).toEqual(schedule);
  });

  it('one interval shortens all periodic checks', () => {
    const { reconcile, pollScheduleMs } = readConfig({ ...env, CHECK_INTERVAL_MS: '500' });
    expect(reconcile).toMatchObject({ intervalMs: 500, refundsIntervalMs: 5_000, paymentsIntervalMs: 15_000 });
    expect(pollScheduleMs.slice(0, 3)).toEqual([500, 1_000, 2_500]);
  });

  it('reads several webhook secrets', () => {
    const read = readConfig({ ...env, RAZORPAY_WEBHOOK_SECRETS: 'newer, older' });
    expect(read.razorpay.webhookSecrets).toEqual(['newer', 'older']);
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
      CONTACT_EMAIL: 'hello@luit.example',
    };
    expect(readConfig({ ...env, ...seller }).invoicing).toMatchObject({
      seller: {
        address: ['12 MG Road', 'Guwahati 781001'],
        state: '27',
        gstin: '27AAPFU0939F1ZV',
        email: 'hello@luit.example',
      },
      rateBasisPoints: 1_800,
    });
  });

  it.each([
    { SELLER_GSTIN: '27AAPFU0939F1ZW' },
    { SELLER_ADDRESS: '', SELLER_GSTIN: '27AAPFU0939F1ZV' },
    { CHECK_INTERVAL_MS: 'often' },
    { CONTACT_EMAIL: 'hello' },
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
