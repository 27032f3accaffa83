import type { Alert, AlertKind } from '@luit/contracts/alerts/alerts';

export const KIND_LABELS: Record<AlertKind, string> = {
  service_unavailable: 'Service unavailable',
  no_worker: 'Workers missing',
  payment_mismatch: 'Payment mismatch',
  payment_not_granted: 'Payment not credited',
  refund_overdue: 'Refund not paid',
  provider_down: 'Provider down',
  model_route_missing: 'Model missing at its vendor',
  queue_not_draining: 'Queue not draining',
  disk_nearly_full: 'Low disk space',
  invariant_violated: 'Invariant violated',
  dead_letters: 'Dead letters',
  payment_disputed: 'Payment disputed',
  credits_owed: 'Spent credits refunded',
  customers_waiting: 'Customers waiting',
  submissions_unconfirmed: 'Submissions unconfirmed',
  jobs_failing: 'Jobs failing',
  jobs_overdue: 'Jobs running too long',
  results_waiting: 'Outputs not copied',
  redis_emptied: 'Redis lost its data',
  prompts_refused: 'Prompts refused repeatedly',
  classifier_unavailable: 'Classifier unavailable',
  content_credentials_failing: 'Outputs not signed',
  takedowns_repeated: 'Repeated takedowns',
  mails_failing: 'Emails not sent',
  alert_deliveries_failing: 'Alerts not delivered',
  content_reports_due: 'Reports due',
  breach_notice_due: 'Notice of a breach due',
};

/** The page where an operator can act on the alert. */
export function alertLink({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string {
  if (kind === 'provider_down') return `/jobs?status=pending&provider=${encodeURIComponent(subject)}`;
  if (kind === 'model_route_missing') return `/models/${encodeURIComponent(subject.split(' ')[0] ?? '')}`;
  if (kind === 'credits_owed' || kind === 'takedowns_repeated') return `/users/${encodeURIComponent(subject)}`;
  if (kind === 'queue_not_draining' || kind === 'customers_waiting') return '/jobs?status=pending&sort=-age';
  if (kind === 'submissions_unconfirmed') return `/jobs?status=unknown&provider=${encodeURIComponent(subject)}`;
  if (kind === 'jobs_failing') return failedJobs(subject);
  if (kind === 'jobs_overdue') return `/jobs?status=running&sort=-age&provider=${encodeURIComponent(subject)}`;
  if (kind === 'results_waiting') return '/jobs?status=running&sort=-age';
  if (kind === 'refund_overdue' && subject === 'others') return '/invariants';
  if (kind === 'payment_mismatch' || kind === 'refund_overdue') return `/orders/${encodeURIComponent(subject)}`;
  if (kind === 'payment_disputed') return `/disputes?q=${encodeURIComponent(subject)}`;
  if (kind === 'mails_failing') return '/mails?state=failing';
  if (kind === 'dead_letters') return '/dead-letters';
  if (kind === 'payment_not_granted') return `/webhooks?q=${encodeURIComponent(subject)}`;
  if (kind === 'invariant_violated') return '/invariants';
  if (kind === 'prompts_refused') return '/refused-prompts?state=open&verdict=refuse';
  if (kind === 'classifier_unavailable') return '/refused-prompts?state=open&verdict=review';
  if (kind === 'content_reports_due') return '/content-reports';
  if (kind === 'breach_notice_due') return '/breaches';
  if (kind === 'alert_deliveries_failing') return '/settings';
  return '/alerts';
}

/** @param subject what fails: `provider fal`, `plan 5s-480p` or `kind timeout`. The list of jobs has a filter for providers. */
function failedJobs(subject: string): string {
  const provider = /^provider (.+)$/.exec(subject)?.[1];
  return `/jobs?status=failed&within=15m${provider ? `&provider=${encodeURIComponent(provider)}` : ''}`;
}

/** Says what the page of `alertLink` shows. */
export function alertLinkLabel(alert: Pick<Alert, 'kind' | 'subject'>): string {
  const page = /^\/([a-z-]+)/.exec(alertLink(alert))?.[1] ?? '';
  return LINK_LABELS[page] ?? 'View details';
}

const LINK_LABELS: Record<string, string> = {
  jobs: 'View jobs',
  models: 'View model',
  users: 'View user',
  orders: 'View order',
  disputes: 'View dispute',
  webhooks: 'View webhooks',
  'dead-letters': 'View dead letters',
  invariants: 'View invariants',
  settings: 'View destinations',
  mails: 'View emails',
  'refused-prompts': 'View prompts',
  'content-reports': 'View reports',
  breaches: 'View breaches',
};
