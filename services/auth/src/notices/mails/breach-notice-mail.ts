import type { I18n } from '@lingui/core';
import type { MailContent } from './mail-layout';
import { paragraphsOf } from './operator-text';

/**
 * The notice of a breach. Its only link is the contact page, because forged emails with links follow a breach.
 *
 * @param text the operators' text
 */
export function breachNoticeMail(i18n: I18n, webUrl: string, text: string): MailContent {
  return {
    subject: i18n._('Your personal data was affected by a breach'),
    preview: i18n._('What happened, and what you can do.'),
    title: i18n._('About your personal data'),
    paragraphs: paragraphsOf(text),
    footnote: i18n._(
      'The law requires this email. You get it because your account is affected. We never ask for your password by email. Questions: {link}',
      { link: `${webUrl}/contact` },
    ),
  };
}
