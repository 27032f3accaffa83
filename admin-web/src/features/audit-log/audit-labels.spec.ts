import type { AuditLogRow } from '@luit/contracts/http/audit-log';
import { describe, expect, it } from 'vitest';
import { actionLabel, actorOf, detailsOf } from './audit-labels';

const entry = (changes: Partial<AuditLogRow>): AuditLogRow => ({
  id: 'a',
  admin_email: 'operator@example.com',
  action: 'users_listed',
  subject: null,
  details: {},
  created_at: '2026-11-22T00:00:00Z',
  ...changes,
});

describe('labels of an audit entry', () => {
  it('an access shows its action, row count and filter', () => {
    const read = entry({ details: { q: 'asha', rows: '20', status: 'active' } });
    expect([actionLabel(read.action), detailsOf(read)]).toEqual([
      'Viewed the list of users',
      '20 rows, q: asha, status: active',
    ]);
    const ended = entry({ action: 'users_exported', details: { state: 'completed', rows: '1', started: 'an id' } });
    expect(detailsOf(ended)).toBe('1 row, state: completed');
  });

  it('an operator action shows its name, details and operator', () => {
    const changed = entry({ action: 'plan_changed', details: { credits: '18 → 21' } });
    expect([actionLabel(changed.action), detailsOf(changed), actorOf(changed)]).toEqual([
      'Plan changed',
      'credits: 18 → 21',
      'operator@example.com',
    ]);
  });

  it.each<[string, Record<string, string>, string, string]>([
    [
      'credits_adjusted',
      { before: '100', after: '90', reason: 'goodwill' },
      'Credits adjusted',
      'Credits 100 → 90, reason: goodwill',
    ],
    ['payment_refunded', { amountPaise: '1050', reason: 'broken' }, 'Payment refunded', '₹10.50, reason: broken'],
    [
      'jobs_canceled',
      { status: 'pending', jobs: '12', credits: '216', reason: 'the provider is down' },
      'Jobs canceled in bulk',
      '12 jobs, status: pending, 216 credits, reason: the provider is down',
    ],
    ['job_refunded', { credits: '1', reason: 'black video' }, 'Job refunded', '1 credit, reason: black video'],
  ])('%s is shown in words', (action, details, label, words) => {
    expect([actionLabel(action), detailsOf(entry({ action, details }))]).toEqual([label, words]);
  });

  it.each([
    ['account_exported', 'Account owner'],
    ['api_key_rotated', 'Account owner'],
    ['personal_data_erased', 'Database administrator'],
    ['user_blocked', 'Erased'],
  ])('the actor of %s without an email is: %s', (action, actor) => {
    expect(actorOf(entry({ action, admin_email: '' }))).toBe(actor);
  });
});
