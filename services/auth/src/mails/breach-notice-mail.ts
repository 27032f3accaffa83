import type { I18n } from '@lingui/core';
import type { MailContent } from './mail-layout';
import { paragraphsOf } from './operator-text';

/**
 * The notice of a breach. It has no links except that of the contact page, because a breach is followed by forged emails with links.
 *
 * @param name null in a preview
 * @param text what operators wrote
 */
export function breachNoticeMail(i18n: I18n, name: string | null, webUrl: string, text: string): MailContent {
  return {
    subject: i18n._('Your personal data was affected by a breach'),
    preview: i18n._('What happened, and what you can do.'),
    title: name ? i18n._('About your personal data, {name}', { name }) : i18n._('About your personal data'),
    paragraphs: paragraphsOf(text),
    footnote: i18n._(
      'The law requires this email. You get it because your account is affected. We never ask for your password by email. Questions: {link}',
      { link: `${webUrl}/contact` },
    ),
  };
}
