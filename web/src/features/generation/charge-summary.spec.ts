import { expect, it } from 'vitest';
import { aRequest } from '../../testing/fake-server';
import { chargeSummary } from './charge-summary';

it.each([
  ['processing', 'held', /^18 credits are set aside\. They are spent only if the video succeeds/],
  ['completed', 'held', /^18 credits were charged, because your video was delivered\.$/],
  ['completed', 'captured', /^18 credits were charged, because your video was delivered\.$/],
  ['failed', 'held', /^Nothing was charged, all 18 credits are on their way back\.$/],
  ['failed', 'returned', /^Nothing was charged, all 18 credits are back\.$/],
  ['failed', 'refunded', /^Paid for directly: ₹18 go back/],
] as const)('SRV-07, G-52: tells of a request that is %s with its money %s', (status, state, story) => {
  expect(chargeSummary(aRequest({ status, money: { state, credits: 18 } }))).toMatch(story);
});

it('G-44: a cancelled one is no failure', () => {
  const cancelled = aRequest({ status: 'failed', canceled: true, money: { state: 'returned', credits: 18 } });
  expect(chargeSummary(cancelled)).toBe('Cancelled: nothing was charged, all 18 credits are back.');
});
