import type { I18n } from '@lingui/core';
import type { AccessGrant } from '../../records/queued-mails/mails.service';
import { deviceText, momentText } from './formats';
import type { MailContent } from './mail-layout';
import type { SecurityNotice } from './mail-texts';

/** Announces access that outlives the session. Except for a host, it contains no text that the person who granted it could have typed. */
export function accessGrantedMail(
  i18n: I18n,
  webUrl: string,
  { grant, thing }: { grant: AccessGrant; thing: string },
  event: SecurityNotice,
): MailContent {
  const title = titleOf(i18n, grant);
  return {
    subject: title,
    preview: thing ? `${thing}, ${deviceText(i18n, event)}` : deviceText(i18n, event),
    title,
    paragraphs: [
      ...(thing ? [i18n._('It is: {thing}', { thing })] : []),
      i18n._('This happened on {time} IST from {device}, IP address {ip}.', {
        time: momentText(i18n, event.at),
        device: deviceText(i18n, event),
        ip: event.ip || '–',
      }),
      i18n._('If this was you, no action is needed. It keeps working after you sign out, until you revoke it.'),
      i18n._(
        'If it wasn’t you, use the button to see everything with access to your account, revoke what you don’t know and set a new password.',
      ),
    ],
    action: { label: i18n._('This wasn’t me'), url: `${webUrl}/account/access` },
    footnote: i18n._(
      'If you cannot sign in, reset your password on the sign-in page: this also lets you end all access.',
    ),
  };
}

function titleOf(i18n: I18n, grant: AccessGrant): string {
  switch (grant) {
    case 'api_key_created':
      return i18n._('Your Luit account has a new API key');
    case 'api_key_rotated':
      return i18n._('An API key of your Luit account was replaced');
    case 'api_key_changed':
      return i18n._('An API key of your Luit account may do other things now');
    case 'webhook_endpoint_added':
      return i18n._('Your Luit account has a new webhook endpoint');
    case 'webhook_endpoint_changed':
      return i18n._('A webhook endpoint of your Luit account was changed');
    case 'webhook_secret_rotated':
      return i18n._('The secret of a webhook endpoint was replaced');
    case 'sign_in_linked':
      return i18n._('Another account can sign in to your Luit account');
    case 'passkey_added':
      return i18n._('Your Luit account has a new passkey');
    case 'push_subscribed':
      return i18n._('A device receives notifications of your Luit account');
  }
}
