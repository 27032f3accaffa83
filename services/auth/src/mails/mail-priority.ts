import type { MailKind } from '@luit/contracts/auth/mails';

/** Workers take mails without a priority first, so that those to many users delay no password reset. */
const BEHIND_OTHER_MAILS = 1;

export function priorityOf(kind: MailKind): number | undefined {
  return kind === 'incident' || kind === 'quarterly_notice' ? BEHIND_OTHER_MAILS : undefined;
}
