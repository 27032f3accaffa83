/** How long rows of a table are kept. */
export interface RetentionRule {
  /** Default, days. */
  days: number;
  /** The law or the product needs the rows at least this long. */
  minimumDays: number;
  reason: string;
}

/** Directions of CERT-In under section 70B(6) of the Information Technology Act, 28 April 2022, (iv). */
const LOGS = 'CERT-In requires logs of 180 days';
/** Card networks accept chargebacks for 120 days and decide them within 60. */
const DISPUTES = 'a disputed payment is decided within 180 days';

/**
 * The Companies Act, 2013, section 128(5): books of account of eight financial years, with their vouchers. The CGST Act, 2017, section
 * 36, ends earlier: 72 months after the annual return of the year was due.
 */
const BOOKS =
  'the law requires books of account of eight financial years (Companies Act, section 128(5)), and balances are their sums';

/** Retentions that a setting may shorten or extend, by schema and table. */
export const RETENTION_RULES = {
  'auth.sessions': { days: 400, minimumDays: 180, reason: LOGS },
  'auth.admin_sessions': { days: 400, minimumDays: 180, reason: LOGS },
  'auth.api_keys': { days: 400, minimumDays: 180, reason: LOGS },
  'auth.refresh_tokens': { days: 60, minimumDays: 45, reason: 'the active token of a session may be 30 days old' },
  'auth.links': { days: 180, minimumDays: 30, reason: 'a link proves who confirmed an address' },
  'auth.mails': { days: 180, minimumDays: 30, reason: 'support has to see what was sent' },
  'auth.incident_mailings': { days: 400, minimumDays: 180, reason: LOGS },
  'auth.trusted_devices': { days: 400, minimumDays: 90, reason: 'a device unknown to us is reported to its owner' },
  'auth.contact_messages': { days: 400, minimumDays: 180, reason: 'a complaint is kept for 180 days after its answer' },
  'auth.content_reports': { days: 180, minimumDays: 30, reason: 'a reporter may object to the decision' },
  'auth.user_views': { days: 400, minimumDays: 180, reason: LOGS },
  'auth.user_notes': { days: 1_100, minimumDays: 30, reason: 'support has to know what was agreed with a customer' },
  'auth.alerts': { days: 400, minimumDays: 180, reason: LOGS },
  'auth.webhook_deliveries': { days: 30, minimumDays: 7, reason: 'owners have to see what was sent, and replay it' },
  'auth.alert_deliveries': { days: 90, minimumDays: 7, reason: 'operators have to see what was sent, and what failed' },
  'billing.webhook_events': { days: 400, minimumDays: 180, reason: DISPUTES },
  'generation.rejected_requests': { days: 7, minimumDays: 1, reason: 'a repeated call gets the same answer' },
  'generation.unpaid_orders': { days: 30, minimumDays: 30, reason: 'a payment may arrive late' },
  'generation.provider_tasks': { days: 400, minimumDays: 180, reason: DISPUTES },
  'generation.provider_events': { days: 30, minimumDays: 7, reason: 'an output may arrive late' },
  'generation.safety_findings': { days: 180, minimumDays: 30, reason: 'operators review them, and owners may object' },
  'generation.job_events': { days: 400, minimumDays: 180, reason: DISPUTES },
} as const satisfies Record<string, RetentionRule>;

export type RetainedTable = keyof typeof RETENTION_RULES;

/** Days by table. */
export type RetentionDays = Record<RetainedTable, number>;

export const DEFAULT_RETENTION_DAYS = Object.fromEntries(
  Object.entries(RETENTION_RULES).map(([table, { days }]) => [table, days]),
) as RetentionDays;

const MESSAGING = 'rows are deleted when their message is acknowledged, or after a fixed time';
const PER_ACCOUNT = 'it has a row per account, which a deletion empties';
const FEW = 'it has few rows, whatever the number of jobs';
const TOTALS = 'it has a row per day or period, so that lists need not count';
const RECENT = 'rows are deleted as soon as they are counted or no longer needed';

/** Why all other tables have no retention that a setting could change. A table is here or above, which tests of the services ensure. */
export const FIXED_RETENTION: Record<string, string> = {
  'audit.entries': 'a chain without its beginning cannot be verified',
  'audit.chain': 'a chain without its beginning cannot be verified',
  'audit.head': FEW,
  'auth.account_deletions': PER_ACCOUNT,
  'auth.admins': FEW,
  'auth.alert_destinations': FEW,
  'auth.alert_sources': FEW,
  'auth.api_key_secrets': 'a secret ends with its key',
  'auth.audited_users': 'it names the accounts of entries that are kept forever',
  'auth.breach_accounts': 'they prove who was affected by a breach',
  'auth.breach_events': 'they prove what was done about a breach',
  'auth.breaches': 'they prove what was done about a breach',
  'auth.completion_mails': RECENT,
  'auth.consents': 'they prove what users agreed to, and contain no personal data except the id of an account',
  'auth.content_report_events': 'they prove when a report was received and decided',
  'auth.incident_recipients': 'they are deleted with their mailing',
  'auth.mailings': 'they prove which notice was mailed, and when',
  'auth.muted_notifications': PER_ACCOUNT,
  'auth.linked_sign_ins': PER_ACCOUNT,
  'auth.operator_invitations': FEW,
  'auth.operator_passkeys': FEW,
  'auth.operator_recovery_codes': FEW,
  'auth.operator_totps': FEW,
  'auth.passkeys': PER_ACCOUNT,
  'auth.sealed_records': 'each row has its date of deletion, which SEALED_RETENTION_DAYS set',
  'auth.sign_in_attempts': RECENT,
  'auth.sign_in_challenges': RECENT,
  'auth.signing_keys': FEW,
  'auth.user_daily_totals': TOTALS,
  'auth.users': PER_ACCOUNT,
  'auth.web_push_messages': 'rows are deleted two days after their message was due',
  'auth.webhook_endpoints': 'an account has at most 10, which its deletion removes',
  'auth.webhook_replays': 'an endpoint has one, which its deletion removes',
  'auth.web_push_subscriptions': 'a subscription ends with its session',
  'billing.accounts': BOOKS,
  'billing.api_key_budgets': 'owners add keys one at a time, and holds refer to them',
  'billing.api_key_exhausted_budgets': 'a key has a row per month at most, as in its budget',
  'billing.api_key_months': BOOKS,
  'billing.approvals': 'operators act rarely, and their keys make repeated requests safe',
  'billing.clawback_lots': BOOKS,
  'billing.clawbacks': BOOKS,
  'billing.credit_packs': FEW,
  'billing.credit_expiry_notices': 'rows are deleted 30 days after the credits have expired',
  'billing.daily_total_deltas': RECENT,
  'billing.daily_totals': TOTALS,
  'billing.debt_repayments': BOOKS,
  'billing.disputes': BOOKS,
  'billing.hold_lots': BOOKS,
  'billing.holds': BOOKS,
  'billing.invoice_series': BOOKS,
  'billing.invoices': BOOKS,
  'billing.lots': BOOKS,
  'billing.low_balance_check': FEW,
  'billing.low_balances': PER_ACCOUNT,
  'billing.order_keys': BOOKS,
  'billing.orders': BOOKS,
  'billing.payments': BOOKS,
  'billing.promo_code_redemptions': BOOKS,
  'billing.promo_codes': BOOKS,
  'billing.refunds': BOOKS,
  'billing.settings': FEW,
  'billing.test_credit_days': PER_ACCOUNT,
  'billing.transactions': BOOKS,
  'billing.transfers': BOOKS,
  'billing.unapproved_amounts': RECENT,
  'generation.collection_items':
    'owners collect requests by hand, at most 10,000 in a collection, and an item ends with its request',
  'generation.collections': 'an account has at most 200, which its deletion removes',
  'generation.derived_files': 'owners ask for them one at a time, and a row ends with the files of its request',
  'generation.examples': FEW,
  'generation.exchange_rates': FEW,
  'generation.provider_instances': FEW,
  'generation.favorites': 'owners mark requests one at a time, and a mark ends with its request',
  'generation.job_counts': FEW,
  'generation.job_event_archives': 'it has a row per month, which names an archive',
  'generation.job_metric_deltas': RECENT,
  'generation.job_rollups': TOTALS,
  'generation.margin_dues': RECENT,
  'generation.margin_totals': TOTALS,
  'generation.missing_routes': FEW,
  'generation.model_checks': RECENT,
  'generation.model_revisions': FEW,
  'generation.models': FEW,
  'generation.operation_items': 'operators act rarely, and their keys make repeated requests safe',
  'generation.operation_previews': RECENT,
  'generation.operations': 'operators act rarely, and their keys make repeated requests safe',
  'generation.output_label': FEW,
  'generation.paused_queues': FEW,
  'generation.plans': FEW,
  'generation.presets': FEW,
  'generation.provider_health': FEW,
  'generation.provider_prices': FEW,
  'generation.requests': 'they are the library of their owners, and record what was paid for',
  'generation.runner_jobs': RECENT,
  'generation.runner_tokens': FEW,
  'generation.runners': RECENT,
  'generation.safety_allowed_prompts':
    'operators allow texts one at a time, and a deletion of the account removes them; those of guests are hashes and belong to nobody',
  'generation.safety_appeals': 'an owner appeals once per refused prompt, and an appeal ends with its finding',
  'generation.safety_decisions': 'operators decide one at a time, and a decision ends with its finding',
  'generation.safety_pauses': RECENT,
  'generation.safety_settings': FEW,
  'generation.service_restrictions': FEW,
  'generation.share_links': 'owners share requests one at a time, and a link ends with its request',
  'generation.submission_tokens': FEW,
  'generation.takedown_settings': FEW,
  'generation.takedowns': 'they prove what was taken down, when and why',
  'generation.traffic_settings': FEW,
  'generation.webhook_accounts': 'it has a row per account with webhook endpoints',
  'generation.zip_downloads': RECENT,
  ...Object.fromEntries(
    ['auth', 'billing', 'generation'].flatMap((schema) => [
      [`${schema}.backfills`, FEW],
      [`${schema}.dead_letters`, 'rows are deleted after 30 days, and beyond 10,000'],
      [`${schema}.inbox`, MESSAGING],
      [`${schema}.invariant_passes`, FEW],
      [`${schema}.invariants`, FEW],
      [`${schema}.migration_releases`, FEW],
      [`${schema}.migrations`, FEW],
      [`${schema}.outbox`, MESSAGING],
      [`${schema}.relay_state`, FEW],
    ]),
  ),
};
