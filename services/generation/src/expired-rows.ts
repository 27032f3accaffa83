import type { RetentionDays } from '@luit/contracts/operations/retention';
import { daysAgo, type ExpiredRows, firstIdOf } from '@luit/platform/retention/expired-rows';
import { DELETABLE_REJECTED } from './requests/rejected-requests';

/** Rows that generation no longer needs. The images of deleted requests are deleted by the worker, as unused uploads. */
export function expiredRows(days: RetentionDays): ExpiredRows[] {
  return [
    {
      name: 'rejected_requests',
      table: 'requests',
      condition: `completed_at < ${daysAgo(days['generation.rejected_requests'])} AND ${DELETABLE_REJECTED}`,
      order: 'completed_at',
    },
    {
      name: 'unpaid_orders',
      table: 'requests',
      condition: `state = 'awaiting_payment' AND created_at < ${daysAgo(days['generation.unpaid_orders'])}`,
      order: 'created_at',
    },
    {
      name: 'provider_tasks',
      table: 'provider_tasks',
      condition: `request_id < ${firstIdOf(daysAgo(days['generation.provider_tasks']))}
        AND recorded_at < ${daysAgo(days['generation.provider_tasks'])} AND status <> 'live'`,
      order: 'request_id',
    },
    {
      name: 'provider_events',
      table: 'provider_events',
      condition: `request_id < ${firstIdOf(daysAgo(days['generation.provider_events']))}
        AND received_at < ${daysAgo(days['generation.provider_events'])}`,
      order: 'request_id',
    },
    {
      name: 'safety_findings',
      table: 'safety_findings',
      condition: `id < ${firstIdOf(daysAgo(days['generation.safety_findings']))}`,
      order: 'id',
    },
    // A pause makes the next one longer for a day.
    {
      name: 'safety_pauses',
      table: 'safety_pauses',
      condition: `until < ${daysAgo(2)}`,
      order: 'until',
    },
    {
      name: 'zip_downloads',
      table: 'zip_downloads',
      condition: `created_at < ${daysAgo(2)}`,
      order: 'created_at',
    },
    {
      name: 'model_checks',
      table: 'model_checks',
      condition: `id < ${firstIdOf(daysAgo(30))} AND ended_at IS NOT NULL`,
      order: 'id',
    },
    // A late result may arrive for a day after the end of a job.
    {
      name: 'runner_jobs',
      table: 'runner_jobs',
      condition: `created_at < ${daysAgo(3)}`,
      order: 'created_at',
    },
    {
      name: 'runners',
      table: 'runners',
      condition: `seen_at < ${daysAgo(7)}`,
      order: 'seen_at',
    },
    // An operator may act on a preview for minutes; a second operator may approve it a day later.
    {
      name: 'operation_previews',
      table: 'operation_previews',
      condition: `id < ${firstIdOf(daysAgo(2))}`,
      order: 'id',
    },
  ];
}
