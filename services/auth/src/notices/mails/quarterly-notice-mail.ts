import type { I18n } from '@lingui/core';
import { counted, quarterText } from './formats';
import type { MailContent } from './mail-layout';

/**
 * The quarterly information of users that the IT Rules require.
 *
 * @param details the `quarter`, and of it the reports `received` and `decidedInTime`, and the `takedowns`
 */
export function quarterlyNoticeMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const period = quarterText(i18n, details.quarter ?? '');
  const numberOf = (value: string | undefined) => counted(i18n, value).credits;
  return {
    subject: i18n._('The rules of Luit, and the reports of {period}', { period }),
    preview: i18n._('Four times a year, we remind every user of the rules.'),
    title: i18n._('The rules of Luit'),
    paragraphs: [
      i18n._('When you use Luit, you agree to the terms of service ({terms}) and the privacy policy ({privacy}).', {
        terms: `${webUrl}/terms`,
        privacy: `${webUrl}/privacy`,
      }),
      i18n._(
        'Do not make, upload or share anything unlawful: for example, intimate images of others, anything that harms children, or videos that impersonate or deceive people.',
      ),
      i18n._(
        'If you break these rules, we can remove what you made and end your access to Luit. Breaking the law can also be punished. Where the law requires it, we report it and name the account.',
      ),
      i18n._(
        'Videos made with Luit are labeled as made with AI. Do not remove the label or the information in the file.',
      ),
      i18n._('From {period}: {received} reports received, {decided} of them decided in time, {takedowns} takedowns.', {
        period,
        received: numberOf(details.received),
        decided: numberOf(details.decidedInTime),
        takedowns: numberOf(details.takedowns),
      }),
      i18n._('Anyone can report a video or photo or file a complaint, and a person will answer: {link}', {
        link: `${webUrl}/report`,
      }),
    ],
    action: { label: i18n._('Read the terms'), url: `${webUrl}/terms` },
    footnote: i18n._('The law requires this email. We send it every three months while you have an account.'),
  };
}
