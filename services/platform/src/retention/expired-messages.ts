import { daysAgo, type ExpiredRows } from './expired-rows';

/**
 * Rows of jobs that can no longer be relayed again, and inbox entries of events that can no longer arrive again. The reconciler
 * deletes the rows of events, and delivers them again for two days; then they become dead letters.
 */
export const EXPIRED_MESSAGES: ExpiredRows[] = [
  {
    name: 'outbox_jobs',
    table: 'outbox',
    condition: `kind <> 'event' AND relayed_at IS NOT NULL AND created_at < now() - interval '25 hours'`,
    order: 'created_at',
  },
  {
    name: 'outbox_events',
    table: 'outbox',
    condition: `kind = 'event' AND relayed_at IS NOT NULL AND created_at < ${daysAgo(2)}`,
    order: 'created_at',
    store: `
      INSERT INTO dead_letters (source, kind, name, entry_id, payload, options, correlation, reason, error, first_seen_at)
      SELECT 'outbox', kind, name, id, payload, options, correlation, 'unacknowledged', 'Not acknowledged for two days', created_at
        FROM deleted ON CONFLICT DO NOTHING`,
  },
  { name: 'inbox', table: 'inbox', condition: `handled_at < ${daysAgo(3)}`, order: 'handled_at' },
];
