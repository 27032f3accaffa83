import type { SchemaDeclaration } from './declarations';

/** Every column of the schema `generation`. */
export const generationData = {
  collection_items: { other: 'collection_id request_id' },
  collections: {
    purpose: 'sort the library',
    personal: { user_id: 'account', name: 'writing' },
    other: 'id created_at',
  },
  dead_letters: {
    purpose: 'repeat messages that could not be handled',
    personal: { payload: 'message', options: 'message', error: 'message' },
    other: 'id source kind name entry_id correlation reason attempts first_seen_at set_aside_at replayed_at',
  },
  derived_files: {
    purpose: 'offer other versions of files',
    personal: { user_id: 'account', small_key: 'content', animation_key: 'content' },
    other: 'request_id state small_bytes animation_bytes attempts enqueued_at',
  },
  examples: {
    purpose: 'show examples to everyone',
    personal: { title: 'writing' },
    other: 'request_id created_at',
  },
  exchange_rates: {
    purpose: 'compute costs',
    personal: { reason: 'writing', admin_id: 'operator' },
    other: 'id currency rate_micros valid_from created_at',
  },
  favorites: {
    purpose: 'sort the library',
    personal: { user_id: 'account' },
    other: 'request_id created_at',
  },
  inbox: { other: 'event_id handled_at' },
  invariant_passes: { other: 'name last_key started_at finished_at checked_at violating' },
  invariants: { other: 'name invariant violations repaired samples checked_at broken_since' },
  job_counts: { other: 'type provider state jobs' },
  job_event_archives: { other: 'month key rows bytes sha256 archived_at' },
  job_events: {
    purpose: 'explain what happened to a request',
    personal: { details: 'message' },
    other: 'request_id id at what state lease worker_id',
  },
  job_metric_deltas: {
    other: 'id at request_id type plan_id from_provider provider from_state state error_kind wait_ms run_ms',
  },
  job_rollups: { other: 'seconds at plan_id provider accepted succeeded failed canceled failures waits runs types' },
  margin_dues: { other: 'request_id due_at' },
  margin_totals: {
    other:
      'day provider model revision color_model plan_id resolution duration jobs credits revenue_micros gpu_currency gpu_micros',
  },
  missing_routes: { other: 'model revision provider message found_at' },
  model_checks: {
    purpose: 'let operators try models',
    personal: { admin_id: 'operator', task: 'message', input: 'writing', error: 'message' },
    other: 'id kind provider model state tried task_id fields output_url output_key created_at ended_at enqueued_at',
  },
  model_revisions: {
    purpose: 'let operators change what models offer and cost',
    personal: { published_by: 'operator', reason: 'writing' },
    other: 'model revision entry published_at',
  },
  models: { other: 'id revision is_default position' },
  operation_items: { other: 'operation_id request_id credits claimed_until done_at refusal created_id' },
  operation_previews: {
    purpose: 'let operators act on many jobs',
    personal: { admin_id: 'operator', filter: 'message', input: 'message' },
    other: 'id action request_ids credits idempotency_key created_at',
  },
  operations: {
    purpose: 'let operators act on many jobs',
    personal: { admin_id: 'operator', input: 'message', reason: 'writing', approved_by: 'operator' },
    other: 'id action idempotency_key is_bulk created_at',
  },
  outbox: {
    purpose: 'deliver messages between services',
    personal: { payload: 'message', options: 'message' },
    other: 'seq id kind name correlation created_at relayed_at',
  },
  output_label: { other: 'id on_videos on_restorations text corner size_percent seconds updated_at' },
  paused_queues: {
    purpose: 'let operators pause queues',
    personal: { admin_id: 'operator' },
    other: 'name paused_at',
  },
  plans: { other: 'id type name duration quality is_popular is_active description position' },
  presets: { other: 'id kind name description text is_archived created_at' },
  provider_events: {
    purpose: 'learn of results',
    personal: { headers: 'message', raw_body: 'content' },
    other: 'id provider event_id request_id received_at read_at task_id replayed_at',
  },
  provider_health: {
    other:
      'provider failures trips open_until probe_request probe_until paused_until is_account_refused is_check_refused checked_at is_reachable check_requested_at last_check_at last_check_answered last_check_fault last_check_facts keyless_since tripped_at reason changed_at',
  },
  provider_instances: {
    purpose: 'reach providers',
    personal: { state_by: 'operator', state_reason: 'writing', updated_by: 'operator' },
    other:
      'id kind dialect base_url is_own credential webhook_secret concurrency submits_per_minute polls_per_minute priority gpu_currency gpu_micros_per_second state state_since created_at',
  },
  provider_prices: {
    purpose: 'compute costs',
    personal: { reason: 'writing', admin_id: 'operator' },
    other: 'id provider model resolution unit currency price_micros valid_from created_at',
  },
  provider_tasks: { other: 'provider external_id request_id status recorded_at' },
  relay_state: { other: 'only_row redis_generation redis_emptied_at' },
  requests: {
    purpose: 'make videos and restore images',
    personal: {
      user_id: 'account',
      payer_id: 'account',
      guest_email: 'contact',
      guest_language: 'choices',
      credits: 'payment',
      refund: 'payment',
      prompt: 'content',
      image_key: 'content',
      last_image_key: 'content',
      reference_keys: 'content',
      options: 'content',
      colored_key: 'content',
      metadata: 'content',
      output_key: 'content',
      poster_key: 'content',
      late_output_key: 'content',
      fingerprint: 'content',
      refusal: 'message',
      error_detail: 'message',
      takedown: 'message',
      created_at: 'activity',
    },
    other:
      'id set_id set_index idempotency_key input_hash type plan_id model model_revision duration resolution restore color_model retry_of remix_of api_key_id has_webhooks state priority provider client_ref lease lease_expires_at worker_id accepted_at first_claim_at submit_before submit_failures resubmissions next_attempt_at dispatched_at external_id submitted_at collecting_at next_poll_at correlation poll_failures called_back promote_requested cancel_requested run_limit_seconds deadline_at late_results_until progress progress_sent_at sequence content_type output_bytes output_seconds fingerprint_bucket error_kind error_code money_state revenue_credits revenue_micros gpu_micros gpu_currency updated_at completed_at erase_at erased_at evidence_until',
  },
  runner_jobs: {
    purpose: 'have runners make outputs',
    personal: { task: 'content', files: 'content', failure: 'message', output: 'content' },
    other:
      'id instance client_ref submissions request_id model state lease lease_until token_id runner_id waiting_since cancel_requested progress is_late created_at ended_at',
  },
  runner_tokens: {
    purpose: 'let operators connect GPUs',
    personal: { name: 'writing', created_by: 'operator' },
    other: 'id instance token_hash last4 models created_at revoked_at',
  },
  runners: { other: 'token_id id slots engines version gpu seen_at' },
  safety_allowed_prompts: {
    purpose: 'accept texts that operators allowed',
    personal: { user_id: 'account', hash: 'content' },
    other: 'allowed_at',
  },
  safety_appeals: {
    purpose: 'review refused prompts',
    personal: { text: 'writing', appealed_at: 'activity' },
    other: 'finding_id',
  },
  safety_decisions: {
    purpose: 'review refused prompts',
    personal: { admin_id: 'operator', reason: 'writing' },
    other: 'finding_id decision decided_at',
  },
  safety_findings: {
    purpose: 'review refused prompts',
    personal: {
      user_id: 'account',
      category: 'content',
      phrases: 'content',
      prompt: 'content',
      negative_prompt: 'content',
      image_hash: 'content',
      output_key: 'content',
      created_at: 'activity',
    },
    other: 'id is_guest request_id api_key_id verdict is_unanswered is_open is_awaited',
  },
  safety_pauses: {
    purpose: 'pause accounts with many refused prompts or outputs',
    personal: { user_id: 'account' },
    other: 'until pauses changed_at',
  },
  safety_settings: {
    purpose: 'let operators set what prompts may say',
    personal: { admin_id: 'operator' },
    other: 'is_only settings changed_at',
  },
  service_restrictions: {
    purpose: 'tell users about maintenance',
    personal: { reason: 'writing', admin_id: 'operator' },
    other: 'kind text until since',
  },
  share_links: {
    purpose: 'share videos and images',
    personal: { token: 'credentials', user_id: 'account' },
    other: 'request_id shows_prompt is_indexed created_at expires_at',
  },
  submission_tokens: { other: 'provider tokens counted_at' },
  takedown_settings: { other: 'id returns_credits updated_at' },
  takedowns: {
    purpose: 'take outputs down and prove it',
    personal: {
      user_id: 'account',
      reason: 'writing',
      file_keys: 'content',
      taken_down_by: 'operator',
      lifted_by: 'operator',
      lift_reason: 'writing',
    },
    other: 'id request_id kind taken_down_at returned_credits lifted_at',
  },
  traffic_settings: {
    purpose: 'let operators set how much people may ask for',
    personal: { admin_id: 'operator' },
    other: 'is_only settings changed_at',
  },
  webhook_accounts: {
    purpose: 'tell API clients of users about their requests',
    personal: { user_id: 'account' },
    other: 'version is_active',
  },
  zip_downloads: {
    purpose: 'download many files',
    personal: { user_id: 'account' },
    other: 'id request_ids created_at',
  },
} as const satisfies SchemaDeclaration;
