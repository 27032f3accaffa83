import type { I18n } from '@lingui/core';
import type { ReportDecision } from '@luit/contracts/auth/content-reports';
import { momentText } from './formats';
import type { MailContent } from './mail-layout';

/** @param details `number` of the report, and `dueAt`, by when a person decides */
export function reportReceivedMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const { number = '', dueAt = '' } = details;
  return {
    subject: i18n._('We received your report {number}', { number }),
    preview: i18n._('A person will look at it.'),
    title: i18n._('We received your report'),
    paragraphs: [
      i18n._('Your report number is {number}. A person will decide by {time} IST, and we’ll email you the decision.', {
        number,
        time: momentText(i18n, new Date(dueAt)),
      }),
      i18n._('The person who made the video or photo won’t learn who you are.'),
    ],
    action: { label: i18n._('See its status'), url: reportPage(webUrl, number) },
    footnote: i18n._(
      'You receive this email because this address was entered with a report. If it wasn’t you, no action is needed.',
    ),
  };
}

/** @param details `number` of the report, the `decision`, and the `answer` in the words of the operator */
export function reportDecidedMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const { number = '', answer = '' } = details;
  const decision = decisionText(i18n, details.decision as ReportDecision);
  return {
    subject: i18n._('Decision on your report {number}', { number }),
    preview: decision,
    title: i18n._('We decided on your report'),
    paragraphs: [decision, i18n._('Our answer: {answer}', { answer })],
    action: { label: i18n._('See your report'), url: reportPage(webUrl, number) },
    footnote: i18n._('If you disagree, contact us and include your report number: {link}', {
      link: `${webUrl}/contact`,
    }),
  };
}

function decisionText(i18n: I18n, decision: ReportDecision): string {
  switch (decision) {
    case 'taken_down':
      return i18n._('We took down what you reported. Nobody can see it on Luit anymore.');
    case 'rejected':
      return i18n._('We reviewed what you reported and did not take it down.');
    case 'answered':
      return i18n._('We reviewed your report and answered it.');
  }
}

function reportPage(webUrl: string, number: string): string {
  return `${webUrl}/report?number=${encodeURIComponent(number)}`;
}
