import type { I18n } from '@lingui/core';
import type { TakedownKind } from '@luit/contracts/auth/takedown-kinds';
import { counted } from './formats';
import type { MailContent } from './mail-layout';
import { outputOf, viewText } from './request-finished-mail';

/**
 * @param details `type` of the request, `kind` of the takedown, its `reason` in the words of the operator, and the `credits` that return
 */
export function takenDownMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const titles = {
    video: i18n._('We took down your video'),
    image: i18n._('We took down your image'),
    restoration: i18n._('We took down your photo'),
  };
  const title = titles[outputOf(details)];
  const { reason = '', credits } = details;
  return {
    subject: title,
    preview: i18n._('Nobody can see it, including you.'),
    title,
    paragraphs: [
      i18n._('Nobody can see it or download it anymore, including you. Links that you shared no longer work.'),
      i18n._('Reason: {kind}. {reason}', { kind: kindText(i18n, details.kind as TakedownKind), reason }),
      ...(credits
        ? [
            i18n._(
              '{count, plural, one {{credits} credit returns to your balance.} other {{credits} credits return to your balance.}}',
              counted(i18n, credits),
            ),
          ]
        : []),
      i18n._('If you think this is a mistake, tell us why. A person will review it again.'),
    ],
    action: { label: i18n._('Object to this decision'), url: `${webUrl}/contact` },
    footnote: i18n._('We send this email whenever we take something down.'),
  };
}

/**
 * @param url of the page that shows the output
 * @param details `type` of the request, and `reason` of the lift in the words of the operator
 */
export function takedownLiftedMail(i18n: I18n, url: string, details: Record<string, string>): MailContent {
  const titles = {
    video: i18n._('Your video is available again'),
    image: i18n._('Your image is available again'),
    restoration: i18n._('Your photo is available again'),
  };
  const title = titles[outputOf(details)];
  const { reason = '' } = details;
  return {
    subject: title,
    preview: i18n._('We reversed our decision to take it down.'),
    title,
    paragraphs: [
      i18n._('We reversed our decision to take it down. Links that you shared work again, unless they have expired.'),
      i18n._('Our answer: {answer}', { answer: reason }),
    ],
    action: { label: viewText(i18n, details), url },
    footnote: i18n._('We send this email whenever we reverse a takedown.'),
  };
}

function kindText(i18n: I18n, kind: TakedownKind): string {
  switch (kind) {
    case 'intimate_imagery':
      return i18n._('Intimate imagery or child abuse');
    case 'order':
      return i18n._('Order of a court or government');
    case 'unlawful':
      return i18n._('Unlawful or harmful content, impersonation');
    case 'grievance':
      return i18n._('A grievance');
    case 'personal_data':
      return i18n._('Personal data');
  }
}
