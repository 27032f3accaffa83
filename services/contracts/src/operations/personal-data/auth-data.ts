import type { SchemaDeclaration } from './declarations';

/** Every column of the schema `auth`. */
export const authData = {
  account_deletions: {
    purpose: 'delete accounts',
    personal: {
      user_id: 'account',
      admin_id: 'operator',
      wants_refund: 'choices',
      last_error: 'message',
      requested_at: 'activity',
      closed_at: 'activity',
    },
    other: 'state attempts next_attempt_at',
  },
  admin_sessions: {
    purpose: 'sign operators in',
    personal: {
      admin_id: 'operator',
      ip: 'device',
      user_agent: 'device',
      created_at: 'activity',
      last_used_at: 'activity',
      ended_at: 'activity',
      second_factor_at: 'activity',
      passkey_challenge: 'credentials',
    },
    other: 'id expires_at passkey_challenge_at',
  },
  admins: {
    purpose: 'sign operators in',
    personal: { id: 'operator', email: 'contact', name: 'contact', password_hash: 'credentials', role: 'operator' },
    other: 'created_at disabled_at',
  },
  alert_deliveries: {
    purpose: 'send alerts to operators',
    personal: { error: 'message', message: 'contact' },
    other: 'id destination_id created_at attempts due_at attempted_at status delivered_at failed_at',
  },
  alert_destinations: {
    purpose: 'send alerts to operators',
    personal: { target: 'contact', url: 'credentials', created_by: 'operator', last_error: 'message' },
    other: 'id kind format created_at delivered_at failures failing_since',
  },
  alert_sources: { other: 'source reported_at' },
  alerts: {
    purpose: 'show operators what needs attention',
    personal: {
      acknowledged_by: 'operator',
      acknowledgment_note: 'writing',
      muted_by: 'operator',
      mute_reason: 'writing',
      told: 'contact',
    },
    other:
      'id source kind subject summary action severity opened_at closed_at acknowledged_at muted_until page_due_at end_told_at cause_id',
  },
  api_key_secrets: {
    purpose: 'let API clients of users sign in',
    personal: { key_hash: 'credentials', last4: 'credentials' },
    other: 'api_key_id created_at expires_at',
  },
  api_keys: {
    purpose: 'let API clients of users sign in',
    personal: { user_id: 'account', name: 'writing', networks: 'device', last_used_at: 'activity' },
    other: 'id mode scopes models api_version expires_at created_at revoked_at idempotency_key input_hash rotation_key',
  },
  audited_users: {
    purpose: 'find the accounts that the audit log names',
    personal: { user_id: 'account' },
    other: 'entry_id',
  },
  breach_accounts: {
    purpose: 'inform people who are affected by a breach',
    personal: { user_id: 'account' },
    other: 'breach_id mailing_id',
  },
  breach_events: {
    purpose: 'prove what was done about a breach',
    personal: { by: 'operator', text: 'writing' },
    other: 'id breach_id at what',
  },
  breaches: {
    purpose: 'prove what was done about a breach',
    personal: {
      title: 'writing',
      description: 'writing',
      noticed_by: 'contact',
      recorded_by: 'operator',
      cert_in_notice: 'writing',
      board_notice: 'writing',
      users_notice: 'writing',
    },
    other:
      'id noticed_at recorded_at cert_in_due_at board_due_at cert_in_notified_at board_notified_at users_notified_at closed_at',
  },
  completion_mails: {
    purpose: 'tell users that a request has finished',
    personal: { user_id: 'account' },
    other: 'request_id type has_succeeded completed_at due_at',
  },
  consents: {
    purpose: 'prove what users agreed to',
    personal: {
      user_id: 'account',
      notice: 'choices',
      version: 'choices',
      is_given: 'choices',
      source: 'choices',
      recorded_at: 'choices',
    },
    other: 'id',
  },
  contact_messages: {
    purpose: 'answer messages',
    personal: { name: 'contact', email: 'contact', subject: 'writing', message: 'writing', answered_by: 'operator' },
    other: 'id is_urgent idempotency_key created_at answered_at',
  },
  content_report_events: {
    purpose: 'prove when a report was received and decided',
    personal: { by: 'operator', text: 'writing' },
    other: 'id report_id at what',
  },
  content_reports: {
    purpose: 'decide reports of videos and photos',
    personal: {
      number: 'credentials',
      target: 'writing',
      text: 'writing',
      email: 'contact',
      answer: 'writing',
      decided_by: 'operator',
    },
    other: 'id kind request_id language idempotency_key received_at due_at state decided_at',
  },
  dead_letters: {
    purpose: 'repeat messages that could not be handled',
    personal: { payload: 'message', options: 'message', error: 'message' },
    other: 'id source kind name entry_id correlation reason attempts first_seen_at set_aside_at replayed_at',
  },
  inbox: { other: 'event_id handled_at' },
  incident_mailings: {
    purpose: 'tell people about incidents',
    personal: { admin_id: 'operator', subject: 'writing', text: 'writing', reason: 'writing' },
    other: 'id selection returned_credits unreachable_jobs created_at queued_at',
  },
  mailings: {
    purpose: 'inform people who are affected by a breach, and tell users about the rules every quarter',
    personal: { admin_id: 'operator', reason: 'writing', details: 'writing' },
    other: 'id kind subject recipients queued_at last_user_id mails completed_at',
  },
  incident_recipients: {
    purpose: 'tell people about incidents',
    personal: { user_id: 'account', email: 'contact' },
    other: 'id mailing_id request_ids credits mailed_at sent_at',
  },
  linked_sign_ins: {
    purpose: 'sign users in',
    personal: {
      user_id: 'account',
      subject: 'credentials',
      email: 'contact',
      created_at: 'activity',
      last_used_at: 'activity',
    },
    other: 'id issuer',
  },
  links: {
    purpose: 'confirm addresses, reset passwords and export data',
    personal: { user_id: 'account', token_hash: 'credentials', used_at: 'activity' },
    other: 'id purpose created_at expires_at',
  },
  mails: {
    purpose: 'send emails',
    personal: { user_id: 'account', to: 'contact', details: 'message', last_error: 'message' },
    other: 'id kind language link_id created_at sent_at attempts last_attempt_at resends',
  },
  muted_notifications: {
    purpose: 'send only the notifications that users want',
    personal: { user_id: 'account', kind: 'choices', channel: 'choices' },
    other: 'muted_at',
  },
  operator_invitations: {
    purpose: 'invite operators',
    personal: { email: 'contact', token_hash: 'credentials', invited_by: 'operator' },
    other: 'id role created_at expires_at accepted_at revoked_at',
  },
  operator_passkeys: {
    purpose: 'sign operators in',
    personal: {
      admin_id: 'operator',
      credential_id: 'credentials',
      name: 'writing',
      public_key: 'credentials',
      last_used_at: 'activity',
    },
    other: 'id counter transports created_at',
  },
  operator_recovery_codes: {
    purpose: 'sign operators in',
    personal: { admin_id: 'operator', code_hash: 'credentials' },
    other: 'used_at',
  },
  operator_totps: {
    purpose: 'sign operators in',
    personal: { admin_id: 'operator', sealed_secret: 'credentials' },
    other: 'created_at confirmed_at last_step',
  },
  outbox: {
    purpose: 'deliver messages between services',
    personal: { payload: 'message', options: 'message' },
    other: 'seq id kind name correlation created_at relayed_at',
  },
  passkeys: {
    purpose: 'sign users in',
    personal: {
      user_id: 'account',
      credential_id: 'credentials',
      name: 'writing',
      public_key: 'credentials',
      last_used_at: 'activity',
    },
    other: 'id counter transports created_at',
  },
  refresh_tokens: {
    purpose: 'keep users signed in',
    personal: { token_hash: 'credentials', used_at: 'activity' },
    other: 'id session_id parent_id created_at',
  },
  relay_state: { other: 'only_row redis_generation redis_emptied_at' },
  sealed_records: {
    purpose: 'keep what the law asks for after the deletion of an account',
    personal: { user_id: 'account', sealed: 'message', erased_at: 'activity' },
    other: 'delete_at',
  },
  sessions: {
    purpose: 'keep users signed in',
    personal: {
      user_id: 'account',
      device_id: 'device',
      ip: 'device',
      user_agent: 'device',
      created_at: 'activity',
      authenticated_at: 'activity',
      last_used_at: 'activity',
      ended_at: 'activity',
    },
    other: 'id is_password_reset end_reason',
  },
  sign_in_attempts: {
    purpose: 'slow down the guessing of passwords',
    personal: { subject: 'contact', last_at: 'activity' },
    other: 'failures next_at',
  },
  sign_in_challenges: {
    purpose: 'sign users in',
    personal: { device_id: 'device', user_id: 'account', identity: 'contact', created_at: 'activity' },
    other: 'id kind',
  },
  signing_keys: { other: 'kid audience public_key_pem sealed_private_key created_at retired_at' },
  trusted_devices: {
    purpose: 'tell users about sign-ins from unknown devices',
    personal: { owner_id: 'account', device_id: 'device', last_seen_at: 'activity' },
    other: '',
  },
  user_daily_totals: { other: 'day registered closed last_seen' },
  user_notes: {
    purpose: 'support users',
    personal: { user_id: 'account', admin_id: 'operator', text: 'writing' },
    other: 'id created_at',
  },
  user_views: {
    purpose: 'support users',
    personal: { user_id: 'account', admin_id: 'operator', reason: 'writing' },
    other: 'id started_at ends_at ended_at',
  },
  users: {
    purpose: 'run accounts',
    personal: {
      id: 'account',
      email: 'contact',
      email_as_typed: 'contact',
      password_hash: 'credentials',
      name: 'contact',
      language: 'choices',
      consented_at: 'choices',
      signed_up_device: 'device',
      signed_up_ip: 'device',
      billing_profile: 'payment',
      email_confirmed_at: 'activity',
      last_sign_in_at: 'activity',
      last_job_at: 'activity',
      created_at: 'activity',
    },
    other: 'status',
  },
  web_push_messages: {
    purpose: 'send notifications to devices',
    personal: { details: 'message', error: 'message' },
    other: 'id subscription_id kind subject created_at attempts due_at attempted_at status delivered_at failed_at',
  },
  web_push_subscriptions: {
    purpose: 'send notifications to devices',
    personal: { endpoint: 'device', p256dh: 'credentials', auth: 'credentials' },
    other: 'id session_id created_at',
  },
  webhook_deliveries: {
    purpose: 'tell API clients of users about their requests',
    personal: { body: 'content', error: 'message', response: 'message' },
    other:
      'id endpoint_id type subject created_at attempts due_at attempted_at status duration_ms delivered_at failed_at',
  },
  webhook_endpoints: {
    purpose: 'tell API clients of users about their requests',
    personal: {
      user_id: 'account',
      url: 'device',
      secret: 'credentials',
      previous_secret: 'credentials',
      last_error: 'message',
    },
    other:
      'id events previous_secret_expires_at created_at off_at off_reason failing_since delivered_at idempotency_key input_hash rotation_key',
  },
  webhook_replays: { other: 'endpoint_id from_time to_time only_failed total position created_at next_batch_at' },
} as const satisfies SchemaDeclaration;
