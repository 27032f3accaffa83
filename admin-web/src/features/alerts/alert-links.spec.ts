import { describe, expect, it } from 'vitest';
import { alertLink, alertLinkLabel } from './alert-links';

describe('the link of an alert', () => {
  it('a disputed payment leads to its dispute, as its runbook says', () => {
    const alert = { kind: 'payment_disputed', subject: 'pay_1' } as const;
    expect(alertLink(alert)).toBe('/disputes?q=pay_1');
    expect(alertLinkLabel(alert)).toBe('View dispute');
  });

  it('failing and unconfirmed jobs lead to those of their provider', () => {
    expect(alertLink({ kind: 'jobs_failing', subject: 'provider fal' })).toBe(
      '/jobs?status=failed&within=15m&provider=fal',
    );
    expect(alertLink({ kind: 'jobs_failing', subject: 'kind timeout' })).toBe('/jobs?status=failed&within=15m');
    expect(alertLink({ kind: 'submissions_unconfirmed', subject: 'ark' })).toBe('/jobs?status=unknown&provider=ark');
  });

  it('customers who wait lead to their jobs, the oldest first', () => {
    expect(alertLink({ kind: 'customers_waiting', subject: 'requests' })).toBe('/jobs?status=pending&sort=-age');
  });

  it('unsent emails lead to the failing emails', () => {
    const alert = { kind: 'mails_failing', subject: 'mail' } as const;
    expect(alertLink(alert)).toBe('/mails?state=failing');
    expect(alertLinkLabel(alert)).toBe('View emails');
  });
});
