import type { RetentionDays } from '@luit/contracts/operations/retention';
import { daysAgo, type ExpiredRows } from '@luit/platform/retention/expired-rows';

/** Rows that billing no longer needs. Ledger, payments, orders, refunds and invoices stay: the law requires them for eight years. */
export function expiredRows(days: RetentionDays): ExpiredRows[] {
  return [
    {
      name: 'webhook_events',
      table: 'webhook_events',
      condition: `received_at < ${daysAgo(days['billing.webhook_events'])}`,
      order: 'received_at',
    },
    {
      name: 'unapproved_amounts',
      table: 'unapproved_amounts',
      condition: `recorded_at < ${daysAgo(2)}`,
      order: 'recorded_at',
    },
    {
      name: 'credit_expiry_notices',
      table: 'credit_expiry_notices',
      condition: `expires_on < (${daysAgo(30)})::date`,
      order: 'expires_on',
    },
  ];
}
