import type { MailKind } from '@luit/contracts/auth/mails';

/** Workers take mails without a priority first, so that mails to many users do not delay a password reset. */
const BEHIND_OTHER_MAILS = 1;

const TO_MANY_USERS: readonly MailKind[] = ['incident', 'quarterly_notice', 'breach_notice'];

export function priorityOf(kind: MailKind): number | undefined {
  return TO_MANY_USERS.includes(kind) ? BEHIND_OTHER_MAILS : undefined;
}
