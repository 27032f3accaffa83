import type { ThrowawayStack } from '@luit/local/throwaway-stack';
import { createHmac, randomUUID } from 'node:crypto';
import { newCreator } from './smoke-test';

const CURRENT = { key: 'the key secret after the rotation', webhook: 'the webhook secret after the rotation' };
const FORMER = { key: 'the key secret before the rotation', webhook: 'the webhook secret before the rotation' };

/** A stack in the middle of a rotation: Razorpay knows the new API key, and signs retries of webhooks with the old secret. */
export const DURING_ROTATION = {
  billing: {
    RAZORPAY_KEY_SECRET: `${CURRENT.key},${FORMER.key}`,
    RAZORPAY_WEBHOOK_SECRETS: `${CURRENT.webhook},${FORMER.webhook}`,
  },
  sandbox: { RAZORPAY_KEY_SECRET: CURRENT.key, RAZORPAY_WEBHOOK_SECRET: FORMER.webhook },
};

const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** Pays while the secrets of Razorpay are rotated. The other suites of the stack pay in checkouts that were opened after the rotation. */
export function describeRotation(stack: () => ThrowawayStack): void {
  it('webhooks signed with the former or the current secret are accepted, and no others', async () => {
    const body = JSON.stringify({ event: 'luit.rotation', payload: {} });
    const statusOf = async (secret: string) => {
      const response = await fetch(`${stack().running.stack.api}/api/webhooks/razorpay`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': sign(secret, body),
          'x-razorpay-event-id': randomUUID(),
        },
      });
      return response.status;
    };
    expect(await Promise.all([CURRENT.webhook, FORMER.webhook, 'a guessed secret'].map(statusOf))).toEqual([
      200, 200, 400,
    ]);
  });

  it('a checkout that was opened before the rotation is signed with the former secret, and grants its credits once', async () => {
    const creator = await newCreator(stack().running.stack);
    const { razorpayOrderId } = await creator.orderPack('starter');
    const paid = await creator.checkout(razorpayOrderId);
    const result = (secret: string) => ({
      ...paid,
      razorpay_signature: sign(secret, `${razorpayOrderId}|${paid.razorpay_payment_id}`),
    });
    await expect(creator.verify(result('a guessed secret'))).rejects.toThrow('400');
    await creator.verify(result(FORMER.key));
    await creator.verify(result(CURRENT.key));
    expect((await creator.balance()).credits).toBe(100);
  });
}
