import { describe, expect, it } from 'vitest';
import { alertLink, alertLinkLabel } from './alert-links';

describe('the link of an alert', () => {
  it('a disputed payment leads to its dispute, as its runbook says', () => {
    const alert = { kind: 'payment_disputed', subject: 'pay_1' } as const;
    expect(alertLink(alert)).toBe('/disputes?q=pay_1');
    expect(alertLinkLabel(alert)).toBe('View dispute');
  });
});
