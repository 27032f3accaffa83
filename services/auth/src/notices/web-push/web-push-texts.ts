import type { I18n } from '@lingui/core';
import { creditsExpireOn, creditsLeft, lastRequestNeeded, useThem } from '../mails/credit-notice-mails';
import { refundDelay, refundIsOnItsWay } from '../mails/refund-mail';
import { failedText, notCharged, readyText, REQUEST_PAGES } from '../mails/request-finished-mail';
import type { NoticeKind } from '../../records/notifications/notice-kinds';

/** The text that a service worker shows. Lock screens show it as well, so it contains no words of the user. */
export interface WebPushContent {
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string;
  /** A repeated message replaces the notification with the same tag. */
  tag: string;
}

export function webPushContent(
  i18n: I18n,
  kind: NoticeKind,
  subject: string,
  details: Record<string, string>,
): WebPushContent {
  return { ...TEXTS[kind](i18n, details, subject), tag: subject };
}

type Text = (i18n: I18n, details: Record<string, string>, subject: string) => Omit<WebPushContent, 'tag'>;

const TEXTS: Record<NoticeKind, Text> = {
  request_finished: (i18n, details, subject) => {
    const path = `${REQUEST_PAGES[details.type ?? ''] ?? '/library'}?request=${subject}`;
    return details.hasSucceeded === 'true'
      ? { title: readyText(i18n, details), body: i18n._('Open Luit to see it.'), path }
      : { title: failedText(i18n, details), body: notCharged(i18n), path };
  },
  refund: (i18n, details) => ({
    title: refundIsOnItsWay(i18n, details),
    body: refundDelay(i18n, details),
    path: '/vault',
  }),
  credits_expiring: (i18n, details) => ({
    title: creditsExpireOn(i18n, details),
    body: useThem(i18n),
    path: '/image-to-video',
  }),
  balance_low: (i18n, details) => ({
    title: creditsLeft(i18n, details),
    body: lastRequestNeeded(i18n, details),
    path: '/pricing',
  }),
};
