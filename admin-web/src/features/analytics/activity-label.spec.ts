import { expect, it } from 'vitest';
import { activityLabel } from './activity-label';

it.each([
  ['refund', 18, 'Credits returned'],
  ['refund', -100, 'Payment refund'],
  ['refund', 0, 'Payment refund'],
  ['registration', null, 'Registration'],
  ['purchase', 100, 'Purchase'],
] as const)('the activity %s of %s credits is called %s, as on the page of transactions', (kind, credits, label) => {
  expect(activityLabel({ kind, credits })).toBe(label);
});
