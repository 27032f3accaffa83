import { CREATE_SEARCH_TEXT } from '@luit/platform/database/search-text';
import { readSqlFile } from '@luit/platform/database/sql-files';
import { createMessagingTables } from '@luit/platform/events/messaging-tables';
import type { SchemaMigration } from '@luit/platform/database/schema-migration';
import type { QueryRunner } from 'typeorm';

/** The whole schema of this service. The audit log has its own schema, see `services/platform/src/audit/audit-schema.ts`. */
export class Baseline1763700000000 implements SchemaMigration {
  readonly worksWith = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(CREATE_SEARCH_TEXT);
    for (const name of [
      'tables',
      'consents',
      'content-reports',
      'sealed-records',
      'breaches',
      'webhooks',
      'take-sign-in-attempt',
      'user-daily-totals',
    ]) {
      await runner.query(readSqlFile(__dirname, name));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE consents;
      DROP FUNCTION refuse_consent_change();
      DROP TABLE webhook_deliveries, webhook_replays, webhook_endpoints;
      DROP SEQUENCE webhook_account_versions;
      DROP TABLE breach_events, breach_accounts, breaches, sealed_records, content_report_events, content_reports, mailings, incident_recipients, incident_mailings, audited_users, alert_deliveries, alert_destinations, alerts, alert_sources, completion_mails, user_views, user_notes, contact_messages, account_deletions, sign_in_attempts, sign_in_challenges, linked_sign_ins, passkeys, trusted_devices, signing_keys,
        operator_recovery_codes, operator_passkeys, operator_totps, operator_invitations, admin_sessions, admins, muted_notifications, web_push_messages, web_push_subscriptions, api_key_secrets, api_keys, refresh_tokens, sessions, mails, links, outbox, inbox, relay_state, dead_letters;
      DROP TRIGGER users_seen ON users;
      DROP TABLE user_daily_totals;
      DROP FUNCTION last_seen_on(users);
      DROP TABLE users;
      DROP FUNCTION prevent_breach_event_change(), prevent_report_event_change(), take_sign_in_attempt(text), count_user_in_daily_totals(), move_last_seen(), search_text(text);
    `);
  }
}
