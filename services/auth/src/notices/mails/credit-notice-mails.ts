import type { I18n } from '@lingui/core';
import { counted, dayText, timeText } from './formats';
import type { MailContent } from './mail-layout';

const footnote = (i18n: I18n, webUrl: string) =>
  i18n._('You can turn off these emails in your settings: {link}', { link: `${webUrl}/settings/notifications` });

/** @param details `credits`, `expiresOn` (a day in India) and `expiresAt` (when the first of them expire) */
export function creditsExpiringMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const { expiresOn = '', expiresAt = '' } = details;
  const { count, credits } = counted(i18n, details.credits);
  const day = dayText(i18n, expiresOn);
  const time = timeText(i18n, new Date(expiresAt));
  return {
    subject: creditsExpireOn(i18n, details),
    preview: useThem(i18n),
    title: i18n._('Your credits expire soon'),
    paragraphs: [
      i18n._(
        '{count, plural, one {{credits} credit in your balance expires on {day}, from {time} IST.} other {{credits} credits in your balance expire on {day}, from {time} IST.}}',
        { count, credits, day, time },
      ),
      i18n._(
        'Credits that expire soonest are spent first, so any video or photo that you start before then uses them. Credits that you bought never expire.',
      ),
    ],
    action: { label: i18n._('Create a video'), url: `${webUrl}/image-to-video` },
    footnote: footnote(i18n, webUrl),
  };
}

/** @param details `available` and `lastRequestCredits` */
export function balanceLowMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const { count: available, credits: left } = counted(i18n, details.available);
  const { count: required, credits: needed } = counted(i18n, details.lastRequestCredits);
  return {
    subject: creditsLeft(i18n, details),
    preview: lastRequestNeeded(i18n, details),
    title: i18n._('You’re running low on credits'),
    paragraphs: [
      i18n._(
        'You have {available, plural, one {{left} credit} other {{left} credits}} left. Your last request needed {required, plural, one {{needed} credit} other {{needed} credits}}, so your balance doesn’t cover another one like it.',
        { available, left, required, needed },
      ),
      i18n._('You can buy more credits at any time. They never expire.'),
    ],
    action: { label: i18n._('Buy credits'), url: `${webUrl}/pricing` },
    footnote: footnote(i18n, webUrl),
  };
}

/** @param details `credits` and `expiresOn` */
export function creditsExpireOn(i18n: I18n, { credits: expiring, expiresOn = '' }: Record<string, string>): string {
  const { count, credits } = counted(i18n, expiring);
  return i18n._('{count, plural, one {{credits} credit expires on {day}} other {{credits} credits expire on {day}}}', {
    count,
    credits,
    day: dayText(i18n, expiresOn),
  });
}

export function useThem(i18n: I18n): string {
  return i18n._('Use them for a video or a photo before then.');
}

/** @param details `available` */
export function creditsLeft(i18n: I18n, { available }: Record<string, string>): string {
  const { count, credits } = counted(i18n, available);
  return i18n._('{count, plural, one {You have {credits} credit left} other {You have {credits} credits left}}', {
    count,
    credits,
  });
}

/** @param details `lastRequestCredits` */
export function lastRequestNeeded(i18n: I18n, { lastRequestCredits }: Record<string, string>): string {
  const { count, credits } = counted(i18n, lastRequestCredits);
  return i18n._(
    '{count, plural, one {Your last request needed {credits} credit.} other {Your last request needed {credits} credits.}}',
    { count, credits },
  );
}
