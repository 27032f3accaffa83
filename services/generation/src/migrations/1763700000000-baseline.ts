import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { CREATE_SEARCH_TEXT } from '@luit/platform/database/search-text';
import { readSqlFile } from '@luit/platform/database/sql-files';
import { createMessagingTables } from '@luit/platform/events/messaging-tables';
import { createInvariantsTable } from '@luit/platform/invariants/invariants-table';
import type { SchemaMigration } from '@luit/platform/database/schema-migration';
import type { QueryRunner } from 'typeorm';

/** In order of their references. */
const FILES = [
  'provider-instances',
  'models',
  'presets',
  'output-label',
  'webhook-accounts',
  'requests',
  'examples',
  'favorites',
  'collections',
  'derived-files',
  'share-links',
  'zip-downloads',
  'takedowns',
  'job-events',
  'acceptance',
  'providers',
  'settlement',
  'dispatch',
  'job-metrics',
  'operations',
  'safety',
  'provider-costs',
  'model-checks',
  'runners',
];

/** The first entry is the default model. */
const INSERT_SHIPPED_MODELS = `
  WITH shipped AS (SELECT entry, n FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS e (entry, n)),
  published AS (
    INSERT INTO model_revisions (model, revision, entry, reason)
    SELECT entry ->> 'id', 1, entry, 'Shipped with Luit' FROM shipped
  )
  INSERT INTO models (id, revision, is_default, position) SELECT entry ->> 'id', 1, n = 1, n FROM shipped ORDER BY n`;

export class Baseline1763700000000 implements SchemaMigration {
  readonly worksWith = '0.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await createMessagingTables(runner);
    await runner.query(CREATE_SEARCH_TEXT);
    await createInvariantsTable(runner);
    for (const file of FILES) await runner.query(readSqlFile(__dirname, file));
    await runner.query(INSERT_SHIPPED_MODELS, [JSON.stringify(SHIPPED_MODELS)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW published_models, job_timeline, waiting_jobs, occupied_slots, due_searches, running_probes;
      DROP TABLE runner_jobs, runners, runner_tokens, model_checks, safety_decisions, safety_appeals, safety_allowed_prompts, safety_findings, safety_pauses, safety_settings, traffic_settings, margin_totals, margin_dues, exchange_rates, provider_prices, submission_tokens, paused_queues, service_restrictions, operation_items, operations, operation_previews, job_counts, job_rollups, job_metric_deltas,
        provider_health, provider_events, provider_tasks, job_events, job_event_archives, examples, favorites, collection_items, collections, derived_files, share_links, zip_downloads, takedowns, takedown_settings, webhook_accounts, requests, presets, output_label, missing_routes, models, model_revisions, provider_instances, plans,
        invariants, invariant_passes, outbox, inbox, relay_state, dead_letters;
      DROP FUNCTION record_safety_findings, mark_safety_finding, prevent_safety_finding_change, count_margin, route_cost, revision_on, business_day, lock_api_keys, accept_requests, settle_succeeded_jobs, queue_state, has_due_search, dispatch_jobs, record_provider_success, runnable_jobs, submission_tokens_of, step_model, record_job_delta, redact_provider_messages, prevent_job_event_change,
        create_job_event_partition, detach_job_event_partition, prevent_takedown_change, drop_archived_job_events, first_id_of_month, search_text;
    `);
  }
}
