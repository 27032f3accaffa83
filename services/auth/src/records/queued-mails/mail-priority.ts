import type { MailKind } from '@luit/contracts/auth/mails';

/** Workers take mails without a priority first, so that mails to many users do not delay a password reset. */
const BEHIND_OTHER_MAILS = 1;

/** Mails of `MailingsService`, the most urgent first. */
export const MAILING_KINDS = ['breach_notice', 'quarterly_notice'] as const satisfies MailKind[];
export type MailingKind = (typeof MAILING_KINDS)[number];

const TO_MANY_USERS: readonly MailKind[] = ['incident', ...MAILING_KINDS];

export function priorityOf(kind: MailKind): number | undefined {
  return TO_MANY_USERS.includes(kind) ? BEHIND_OTHER_MAILS : undefined;
}
