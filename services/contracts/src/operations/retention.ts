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

/** What a setting may shorten or extend, by schema and table. Everything that is not listed has a fixed retention or stays. */
export const RETENTION_RULES = {
  'auth.sessions': { days: 400, minimumDays: 180, reason: LOGS },
  'auth.admin_sessions': { days: 400, minimumDays: 180, reason: LOGS },
  'auth.refresh_tokens': { days: 60, minimumDays: 45, reason: 'the active token of a session may be 30 days old' },
  'auth.links': { days: 180, minimumDays: 30, reason: 'a link proves who confirmed an address' },
  'auth.mails': { days: 180, minimumDays: 30, reason: 'support has to see what was sent' },
  'auth.trusted_devices': { days: 400, minimumDays: 90, reason: 'a device unknown to us is reported to its owner' },
  'auth.contact_messages': { days: 400, minimumDays: 180, reason: 'a complaint is kept for 180 days after its answer' },
  'auth.alerts': { days: 400, minimumDays: 180, reason: LOGS },
  'billing.webhook_events': { days: 400, minimumDays: 180, reason: DISPUTES },
  'generation.rejected_requests': { days: 7, minimumDays: 1, reason: 'a repeated call gets the same answer' },
  'generation.unpaid_orders': { days: 30, minimumDays: 30, reason: 'a payment may arrive late' },
  'generation.provider_tasks': { days: 400, minimumDays: 180, reason: DISPUTES },
  'generation.provider_events': { days: 30, minimumDays: 7, reason: 'an output may arrive late' },
  'generation.job_events': { days: 400, minimumDays: 180, reason: DISPUTES },
} as const satisfies Record<string, RetentionRule>;

export type RetainedTable = keyof typeof RETENTION_RULES;

/** Days by table. */
export type RetentionDays = Record<RetainedTable, number>;

export const DEFAULT_RETENTION_DAYS = Object.fromEntries(
  Object.entries(RETENTION_RULES).map(([table, { days }]) => [table, days]),
) as RetentionDays;
