import type { NotificationChannel, NotificationKind } from '@luit/contracts/auth/notification-kinds';

/** The mails and web pushes that users can turn off, by the setting that does. */
const SETTING_OF = {
  request_finished: 'requests',
  refund: 'credits',
  credits_expiring: 'expiring_credits',
  balance_low: 'low_balance',
} as const satisfies Record<string, NotificationKind>;
export type NoticeKind = keyof typeof SETTING_OF;

/** Notices that are true only until the user acts on them, so they must be checked before they are sent, and never sent again. */
export const PASSING_NOTICES: readonly NoticeKind[] = ['credits_expiring', 'balance_low'];

export function isNoticeKind(kind: string): kind is NoticeKind {
  return kind in SETTING_OF;
}

/** SQL: the user with the id in `user` has turned off notices of the kind, an SQL expression, in this channel. */
export function isMuted(user: string, kind: string, channel: NotificationChannel): string {
  const settings = Object.entries(SETTING_OF).map(([notice, setting]) => `WHEN '${notice}' THEN '${setting}'`);
  return `EXISTS (SELECT FROM muted_notifications muted WHERE muted.user_id = ${user} AND muted.channel = '${channel}'
    AND muted.kind = CASE ${kind} ${settings.join(' ')} END)`;
}
