import type { I18n } from '@lingui/core';
import { MAX_FAILING_DAYS } from '@luit/contracts/auth/webhook-limits';
import type { MailContent } from './mail-layout';

/** @param details `origin` of the endpoint, `reason` why it was switched off, and the `error` of the last attempt */
export function webhookEndpointOffMail(i18n: I18n, webUrl: string, details: Record<string, string>): MailContent {
  const { origin = '', reason = '', error = '' } = details;
  const days = MAX_FAILING_DAYS;
  const cause =
    reason === 'gone'
      ? i18n._(
          'Your webhook endpoint at {origin} responded with status 410, which means that it is gone. We switched it off, so it receives no more events.',
          { origin },
        )
      : i18n._(
          'Every delivery to your webhook endpoint at {origin} has failed for {days} days. The last error was: {error} We switched it off, so it receives no more events.',
          { origin, days, error },
        );
  return {
    subject: i18n._('We switched off a webhook endpoint'),
    preview: i18n._('Nothing is delivered to {origin} anymore.', { origin }),
    title: i18n._('A webhook endpoint is off'),
    paragraphs: [
      cause,
      i18n._(
        'Once it works again, you can turn it on and replay deliveries of the last 30 days. Your videos and photos are not affected.',
      ),
    ],
    action: { label: i18n._('Open webhooks'), url: `${webUrl}/settings/webhooks` },
    footnote: i18n._('We send this email whenever we switch off a webhook endpoint.'),
  };
}
