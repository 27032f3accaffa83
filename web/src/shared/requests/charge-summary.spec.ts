import { expect, it } from 'vitest';
import { aRequest } from '../../testing/fake-server';
import { chargeSummary } from './charge-summary';

it.each([
  ['processing', 'held', /^We’re holding 18 credits\. They’re spent only if the video succeeds/],
  ['completed', 'held', /^You were charged 18 credits for this video\.$/],
  ['completed', 'captured', /^You were charged 18 credits for this video\.$/],
  ['failed', 'held', /^We’re returning 18 credits to your balance\. You weren’t charged\.$/],
  ['failed', 'returned', /^We returned 18 credits to your balance\. You weren’t charged\.$/],
  ['failed', 'refunded', /^We’re refunding ₹18 to your original payment method\.$/],
] as const)('the summary of a %s request whose money is %s states the charge [SRV-07, G-52]', (status, state, text) => {
  expect(chargeSummary(aRequest({ status, money: { state, credits: 18 } }))).toMatch(text);
});

it('the summary of a delayed refund says that it is retried', () => {
  const money = { state: 'refunded', credits: 18, refund: 'delayed' } as const;
  expect(chargeSummary(aRequest({ status: 'failed', money }))).toBe(
    'Your refund of ₹18 is delayed. We’re retrying, and our team has been informed.',
  );
});

it('the summary of a refund that was paid in another way does not promise money on the card', () => {
  const money = { state: 'refunded', credits: 18, refund: 'paid_otherwise' } as const;
  expect(chargeSummary(aRequest({ status: 'failed', money }))).toBe(
    'We’ve paid your refund of ₹18 in another way, because it could not be returned to your original payment method.',
  );
});

it('the summary of a canceled request does not mention a failure [G-44]', () => {
  const canceled = aRequest({ status: 'failed', canceled: true, money: { state: 'returned', credits: 18 } });
  expect(chargeSummary(canceled)).toBe('Canceled. We returned 18 credits to your balance. You weren’t charged.');
});
