import { describe, expect, it } from 'vitest';
import { transactionKind } from './transaction-kind';

describe('transactionKind', () => {
  it.each([
    ['purchase', 'Purchase'],
    ['PURCHASE', 'Purchase'],
    ['usage', 'Video generation'],
    ['video_generation', 'Video generation'],
    ['refund', 'Refund'],
    ['purchase_refund', 'Refund'],
    ['grant', 'Other'],
    ['', 'Other'],
  ])('the type %o is classified as %s [CR-22]', (type, label) => {
    expect(transactionKind({ type }).label).toBe(label);
  });

  it('a restoration is not called a video', () => {
    const restoration = { type: 'usage', description: 'Photo restoration: standard quality' };
    expect(transactionKind(restoration).label).toBe('Photo restoration');
  });

  it('a grant of a promotional code is named after it', () => {
    expect(transactionKind({ type: 'grant', isRedemption: true }).label).toBe('Promotional code');
  });
});
