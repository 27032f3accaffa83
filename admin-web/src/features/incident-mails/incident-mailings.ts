import type { IncidentMailing, IncidentRecipient, IncidentRecipientState } from '@luit/contracts/auth/incident-mails';
import type { BadgeTone } from '@luit/ui/badge';
import type { Page } from '../../components/use-page';
import { formatNumber } from '../../lib/format';

export const INCIDENT_MAILS_PATH = '/api/admin/incident-mails';
/** Poll interval while mails are on their way. */
export const PROGRESS_POLL_MS = 3_000;

export type MailingRow = IncidentMailing & { admin_email: string };
export type RecipientPage = Page<IncidentRecipient> & { mailing: MailingRow };

export const RECIPIENT_STATES: Record<IncidentRecipientState, { label: string; tone: BadgeTone }> = {
  queued: { label: 'Queued', tone: 'accent' },
  sent: { label: 'Sent', tone: 'success' },
  failed: { label: 'Failing', tone: 'danger' },
  excluded: { label: 'Left out', tone: 'neutral' },
};

export function counted(count: number, one: string): string {
  return `${formatNumber(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** For example "3 sent, 1 queued". */
export function progressText({ queued, sent, failed, excluded }: IncidentMailing): string {
  const parts = [`${formatNumber(sent)} sent`];
  if (queued > 0) parts.push(`${formatNumber(queued)} queued`);
  if (failed > 0) parts.push(`${formatNumber(failed)} failing`);
  if (excluded > 0) parts.push(`${formatNumber(excluded)} left out`);
  return parts.join(', ');
}

/** Emails that still have to be sent, including retries. */
export function leftOf({ queued, failed }: IncidentMailing): number {
  return queued + failed;
}
