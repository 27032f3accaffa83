import { type RunningSandbox, startSandbox } from '@luit/sandbox/sandbox';
import { RazorpayClient } from './razorpay-client';
import { fromSdk, toUserError } from './razorpay.errors';

const order = { amountPaise: 9900, currency: 'INR', receipt: 'r', notes: {} };

describe('Razorpay client', () => {
  let sandbox: RunningSandbox;

  beforeAll(async () => {
    sandbox = await startSandbox({ mailbox: false });
  });

  afterAll(() => sandbox.close());

  function client(
    key: { keyId: string; keySecret: string } | null,
    apiUrl = `${sandbox.url}/razorpay`,
  ): RazorpayClient {
    const credentials = key && { ...key, formerKeySecrets: [] };
    return new RazorpayClient({ apiUrl, checkoutUrl: '', credentials, webhookSecrets: [], timeoutMs: 1_000 });
  }

  it('requests fail as not configured without API keys [G-29]', async () => {
    const bare = client(null);
    expect(() => bare.keyId).toThrow(
      expect.objectContaining({ code: 'provider_not_configured', status: 503 }) as Error,
    );
    await expect(bare.createOrder(order)).rejects.toMatchObject({ code: 'provider_not_configured' });
  });

  it('users see rejected API keys as a site that is not configured [G-29]', async () => {
    const error: unknown = await client({ keyId: 'rzp_test_x', keySecret: 'x' })
      .createOrder(order)
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ failure: 'refused', status: 401 });
    expect(toUserError(error)).toMatchObject({ code: 'provider_not_configured' });
  });

  it('a rejection carries Razorpay’s description', async () => {
    const { keyId, keySecret } = sandbox.razorpay;
    await expect(client({ keyId, keySecret }).createOrder({ ...order, receipt: 'x'.repeat(41) })).rejects.toMatchObject(
      { failure: 'refused', message: expect.stringContaining('no more than 40') as string },
    );
  });

  it('a failed connection is unknown, and users are asked to retry', async () => {
    const error: unknown = await client({ keyId: 'k', keySecret: 's' }, 'http://127.0.0.1:1')
      .fetchPayment('pay_1')
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ failure: 'unknown' });
    expect(toUserError(error)).toMatchObject({ code: 'unavailable' });
  });

  it.each([undefined, null, {}, { statusCode: undefined, error: undefined }, new TypeError('status of undefined')])(
    'the SDK’s rejection %p is unknown',
    (rejection) => expect(fromSdk(rejection)).toMatchObject({ failure: 'unknown' }),
  );

  it('no webhook signature is valid if no secret is set', () => {
    expect(client(null).isWebhookSigned(Buffer.from('{}'), '')).toBe(false);
  });
});
