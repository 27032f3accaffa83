import type { RetentionDays } from '@luit/contracts/operations/retention';
import { daysAgo, type ExpiredRows, firstIdOf } from '@luit/platform/retention/expired-rows';

/** Independent of the retention of mailings. */
const UNUSED_PREVIEW_DAYS = 1;

/** A session expires earlier if it is not used. */
const SESSION_IDLE_DAYS = 31;
/** A challenge is valid for an hour at most. */
const CHALLENGE_DAYS = 1;
/** Web pushes are delivered within a day. */
const WEB_PUSH_DAYS = 2;

/** Rows that auth no longer needs. Ids are of version 7, so the primary key finds expired rows by their age. */
export function expiredRows(days: RetentionDays): ExpiredRows[] {
  const old = (table: keyof RetentionDays): string => `id < ${firstIdOf(daysAgo(days[table]))}`;
  const before = (column: string, table: keyof RetentionDays): string => `${column} < ${daysAgo(days[table])}`;
  return [
    // A session ends after 30 days without an exchange, so a token that is older has been exchanged or is invalid.
    { name: 'refresh_tokens', table: 'refresh_tokens', condition: old('auth.refresh_tokens'), order: 'id' },
    // Rows of expired sessions; a revoked session deletes its own rows.
    {
      name: 'web_push_subscriptions',
      table: 'web_push_subscriptions',
      condition: `EXISTS (SELECT FROM sessions s WHERE s.id = row.session_id
        AND (s.ended_at IS NOT NULL OR s.last_used_at < ${daysAgo(SESSION_IDLE_DAYS)}))`,
      order: 'session_id',
    },
    {
      name: 'web_push_messages',
      table: 'web_push_messages',
      condition: `id < ${firstIdOf(daysAgo(WEB_PUSH_DAYS))}`,
      order: 'id',
    },
    {
      name: 'sign_in_challenges',
      table: 'sign_in_challenges',
      condition: `created_at < ${daysAgo(CHALLENGE_DAYS)}`,
      order: 'created_at',
    },
    {
      name: 'sessions',
      table: 'sessions',
      // The tokens of a session are deleted with it, so a session must have few.
      condition: `${old('auth.sessions')} AND ${before('coalesce(ended_at, last_used_at)', 'auth.sessions')}
        AND NOT EXISTS (SELECT FROM refresh_tokens t WHERE t.session_id = row.id AND t.used_at IS NOT NULL)`,
      order: 'id',
    },
    {
      name: 'admin_sessions',
      table: 'admin_sessions',
      condition: `${old('auth.admin_sessions')} AND ${before('expires_at', 'auth.admin_sessions')}`,
      order: 'id',
    },
    // A mail may have the id of the request or refund that it is about.
    {
      name: 'mails',
      table: 'mails',
      condition: `${old('auth.mails')} AND ${before('created_at', 'auth.mails')}`,
      order: 'id',
    },
    // The recipients of a mailing are deleted with it.
    { name: 'incident_mailings', table: 'incident_mailings', condition: old('auth.incident_mailings'), order: 'id' },
    // An unused preview contains addresses of guests, and its mails can no longer be queued.
    {
      name: 'unused_incident_previews',
      table: 'incident_mailings',
      condition: `id < ${firstIdOf(daysAgo(UNUSED_PREVIEW_DAYS))} AND queued_at IS NULL`,
      order: 'id',
    },
    // The name of an API key may contain personal data.
    {
      name: 'api_keys',
      table: 'api_keys',
      condition: `${old('auth.api_keys')} AND ${before('revoked_at', 'auth.api_keys')}`,
      order: 'id',
    },
    { name: 'links', table: 'links', condition: old('auth.links'), order: 'id' },
    {
      name: 'trusted_devices',
      table: 'trusted_devices',
      condition: before('last_seen_at', 'auth.trusted_devices'),
      order: 'last_seen_at',
    },
    {
      name: 'contact_messages',
      table: 'contact_messages',
      condition: `${old('auth.contact_messages')} AND ${before('answered_at', 'auth.contact_messages')}`,
      order: 'id',
    },
    // Each has its own date, which SEALED_RETENTION_DAYS set.
    { name: 'sealed_records', table: 'sealed_records', condition: 'delete_at <= now()', order: 'delete_at' },
    // The reports stay: they are proof.
    {
      name: 'reporter_addresses',
      table: 'content_reports',
      condition: `email IS NOT NULL AND ${before('decided_at', 'auth.content_reports')}`,
      order: 'decided_at',
      clears: ['email'],
    },
    { name: 'user_views', table: 'user_views', condition: old('auth.user_views'), order: 'id' },
    { name: 'user_notes', table: 'user_notes', condition: old('auth.user_notes'), order: 'id' },
    {
      name: 'webhook_deliveries',
      table: 'webhook_deliveries',
      condition: old('auth.webhook_deliveries'),
      order: 'id',
    },
    {
      name: 'alert_deliveries',
      table: 'alert_deliveries',
      condition: old('auth.alert_deliveries'),
      order: 'id',
    },
    {
      name: 'alerts',
      table: 'alerts',
      condition: `${old('auth.alerts')} AND ${before('closed_at', 'auth.alerts')}`,
      order: 'id',
    },
  ];
}
