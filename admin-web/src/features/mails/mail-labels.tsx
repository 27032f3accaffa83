import type { MailKind, MailState } from '@luit/contracts/auth/mails';
import { Badge, type BadgeTone } from '@luit/ui/badge';

export const KIND_LABELS: Record<MailKind, string> = {
  confirm: 'Address confirmation',
  already_registered: 'Already registered',
  password_reset: 'Password reset',
  link_sign_in: 'Link for a sign-in',
  password_changed: 'Password changed',
  new_sign_in: 'New sign-in',
  access_granted: 'Access granted',
  export: 'Data export',
  guest_access: 'Guest order',
  receipt: 'Receipt',
  refund: 'Refund',
  refund_delayed: 'Refund delayed',
  request_finished: 'Job finished',
  credits_expiring: 'Credits expiring',
  balance_low: 'Low balance',
  webhook_endpoint_off: 'Webhook endpoint switched off',
  report_received: 'Report received',
  report_decided: 'Report decided',
  output_taken_down: 'Output taken down',
  takedown_lifted: 'Takedown lifted',
  quarterly_notice: 'Quarterly notice',
  breach_notice: 'Breach notice',
  incident: 'Incident',
  account_deletion_started: 'Account deletion started',
  account_deleted: 'Account deleted',
  alert: 'Alert',
  operator_invitation: 'Operator invitation',
  contact_message: 'Contact message',
};

export const STATES: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'accent' },
  failing: { label: 'Failing', tone: 'danger' },
  sent: { label: 'Sent', tone: 'success' },
  expired: { label: 'Link expired or used', tone: 'neutral' },
};

export function MailStateBadge({ state }: { state: MailState }) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}
